/** Who plays, and under what rules and clocks. */
import type { GameFacts, Side } from '../api/contract';
import { say, translate } from '../words/words.svelte';
import type { TimeControl } from './clock';

export type Player = { kind: 'human' } | { kind: 'engine'; name: string; engine: string };

/** All that a game begins with. */
export interface Setup {
  game: string;
  /** Settings that differ from the default: `size=6,connection=mover-wins`. */
  rules: string;
  /** The position to begin with; empty for the usual one. */
  start: string;
  players: Record<Side, Player>;
  time: TimeControl;
}

export const HUMAN: Player = { kind: 'human' };

export function other(side: Side): Side {
  return side === 'first' ? 'second' : 'first';
}

/**
 * What the player with pieces of this colour is called. Where a game calls its players first and second,
 * because they may exchange colours, the colour is the name.
 */
export function playerName(facts: GameFacts, colour: string): string {
  const index = facts.colours.indexOf(colour);
  const name = facts.players[index === 1 ? 1 : 0];
  if (index >= 0 && name !== 'First' && name !== 'Second') return translate('colour', name.toLowerCase(), name);
  return translate('colour', colour, colour.charAt(0).toUpperCase() + colour.slice(1));
}

/** What the players are called when a game begins. */
export function playerNames(facts: GameFacts): [string, string] {
  return [playerName(facts, facts.colours[0]), playerName(facts, facts.colours[1])];
}

/** What a player is called on the screen, with the engine's name. */
export function title(colour: string, player: Player): string {
  if (player.kind === 'human') return colour;
  return say('player.withEngine', { player: colour, engine: translate('level', player.name) });
}

/** The text of the settings that are not the default's. */
export function writeRules(facts: GameFacts, chosen: Readonly<Record<string, string>>): string {
  return facts.switches
    .filter((one) => chosen[one.name] !== undefined && chosen[one.name] !== one.default)
    .map((one) => `${one.name}=${chosen[one.name]}`)
    .join(',');
}

/** Settings as people read them: `Size: 6, Connection: the mover wins`. */
export function rulesInWords(rules: string): string {
  const words = ([name, value]: [string, string]) =>
    say('begin.setting', { name: translate('rule', name), value: translate('setting', value) });
  return Object.entries(readRules(rules)).map(words).join(', ');
}

export function readRules(text: string): Record<string, string> {
  const settings = text.split(',').map((setting) => setting.split('='));
  return Object.fromEntries(settings.filter(([name, value]) => name && value));
}

/**
 * The time that an engine is given for a turn on the clock, as the server reads it: a part of what is left
 * and most of the increment. `null` without a clock, or where the engine asks for less by itself.
 */
export function budget(engine: string, left: number, increment: number): string | null {
  const own = /time=(\d+(?:\.\d+)?)(ms|s)/.exec(engine);
  const wish = own ? Number(own[1]) * (own[2] === 's' ? 1000 : 1) : 0;
  const share = Math.max(20, Math.floor(left / 25 + increment * 0.8));
  return own && wish > share ? `${share}ms` : null;
}
