/**
 * Comments and marks in a link: `say3=A+good+move&mark3=circle.c3,arrow.c3.d4` are those after the third ply.
 *
 * A link has room for so much: what does not fit any more is left out, and whoever copies the link is told.
 */
import type { Mark, MarkKind } from '../api/contract';
import { LONGEST_COMMENT, MOST_MARKS, type Notes } from './notes';

/** What is said of the position after so many plies. */
export interface SharedNotes {
  ply: number;
  comment: string;
  marks: Mark[];
}

/** The most characters that notes take of a link. */
const ROOM = 6000;
const KINDS: MarkKind[] = ['circle', 'triangle', 'square', 'cross', 'label', 'arrow', 'line'];

/** The notes of the positions of a line, the start first. */
export function sharedNotes(line: readonly Notes[]): SharedNotes[] {
  return line.flatMap(({ comment = '', marks = [] }, ply) =>
    comment || marks.length > 0 ? [{ ply, comment, marks }] : []
  );
}

/** The parts of a link that hold these notes, as far as there is room for them, and whether that is all. */
export function writeNotes(
  notes: readonly SharedNotes[],
  encode: (text: string) => string
): { parts: string[]; whole: boolean } {
  const parts = notes.flatMap(({ ply, comment, marks }) => [
    ...(comment ? [`say${ply}=${encode(comment)}`] : []),
    ...(marks.length > 0 ? [`mark${ply}=${marks.map((mark) => encode(writeMark(mark))).join(',')}`] : [])
  ]);
  let room = ROOM;
  const fit = parts.filter((part) => (room -= part.length + 1) >= 0);
  return { parts: fit, whole: fit.length === parts.length };
}

/** Adds what a part of a link says to `notes`; whether it is one of notes. */
export function readNotes(
  notes: SharedNotes[],
  name: string,
  value: string,
  decode: (text: string) => string | null
): boolean {
  const [, kind, digits] = /^(say|mark)(\d{1,4})$/.exec(name) ?? [];
  if (kind === undefined) return false;
  const ply = Number(digits);
  let there = notes.find((other) => other.ply === ply);
  if (!there) notes.push((there = { ply, comment: '', marks: [] }));
  if (kind === 'say') there.comment = (decode(value) ?? '').slice(0, LONGEST_COMMENT);
  else
    there.marks = value
      .split(',')
      .slice(0, MOST_MARKS)
      .flatMap((text) => readMark(decode(text) ?? ''));
  return true;
}

function writeMark({ kind, cell, more }: Mark): string {
  return more ? `${kind}.${cell}.${more}` : `${kind}.${cell}`;
}

function readMark(text: string): Mark[] {
  const [name, cell, ...rest] = text.split('.');
  const kind = KINDS.find((known) => known === name);
  return kind && cell ? [{ kind, cell, more: rest.join('.').slice(0, 20) }] : [];
}
