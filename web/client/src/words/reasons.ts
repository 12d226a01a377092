/** The reasons of the desk in the language of the page. */
import type { Reason } from '../api/contract';
import { en } from './en';
import type { Key } from './types';
import { say, sayFilled, tellTurn, translate } from './words.svelte';

/** The text of a kind. TypeScript complains here about a kind that has none. */
const keyOf = (kind: Reason['kind']): Key => `reason.${kind}`;

/** A reason as a sentence without its full stop. */
export function tellReason({ kind, facts }: Reason): string {
  const key = keyOf(kind);
  // A server of another version may know more kinds.
  const told = sayFilled(Object.hasOwn(en, key) ? key : 'reason.not-served', named(facts));
  const { meant } = facts;
  return placed(facts, meant ? say('told.meant', { reason: told, meant }) : told);
}

/** The reason with the move and the step that it is about, and its place in a record. */
function placed({ move, step, turn, line, column }: Readonly<Record<string, string>>, told: string): string {
  const legal = move ? say('told.move', { move: tellTurn(move), reason: told }) : told;
  const stepped = step ? say('told.step', { step, reason: legal }) : legal;
  const reason = turn ? say('told.turn', { turn, reason: stepped }) : stepped;
  if (!line) return reason;
  return column ? say('told.place', { line, column, reason }) : say('told.line', { line, reason });
}

/** Facts by the names that the language has for players and pieces. */
function named(facts: Readonly<Record<string, string>>): Record<string, string> {
  const words = { player: 'colour', piece: 'kind' } as Record<string, string>;
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, words[name] ? translate(words[name], fact) : fact])
  );
}
