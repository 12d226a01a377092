/**
 * What people say of positions: comments and marks, kept with the nodes of the tree, and the tree as records
 * hold it.
 *
 * A record may say more than the page shows; that is kept too, and written as it was read.
 */
import type { Mark, MarkKind, StudyNode } from '../api/contract';
import { newTree, node, play, type Tree } from './tree';

/** What is said of a position. */
export interface Notes {
  name?: string;
  comment?: string;
  marks?: Mark[];
  other?: [string, string[]][];
}

/** The longest comment that the page takes, in characters. */
export const LONGEST_COMMENT = 4000;
/** The most marks on one board. */
export const MOST_MARKS = 100;

export function notesAt(tree: Tree, index: number): Notes {
  return node(tree, index).notes ?? {};
}

/** Says of a node what `changes` have, and no more what is empty in them. */
export function note(tree: Tree, index: number, changes: Notes): void {
  const said = Object.entries({ ...notesAt(tree, index), ...changes }).filter(([, value]) => value.length > 0);
  if (said.length > 0) node(tree, index).notes = Object.fromEntries(said);
  else delete node(tree, index).notes;
}

/**
 * The marks after one is set: a mark that was there is taken away, one of another form on the same cell is
 * replaced.
 */
export function toggled(marks: readonly Mark[], kind: MarkKind, cell: string, more = ''): Mark[] {
  const same = (mark: Mark) => mark.kind === kind && mark.cell === cell && mark.more === more;
  if (marks.some(same)) return marks.filter((mark) => !same(mark));
  const joins = (other: MarkKind) => other === 'arrow' || other === 'line';
  const rest = marks.filter((mark) => joins(kind) || joins(mark.kind) || mark.cell !== cell);
  return [...rest, { kind, cell, more }].slice(-MOST_MARKS);
}

/**
 * Whether anybody has said anything, or the game has branches: then only a record of the whole tree holds it.
 */
export function hasNotes(tree: Tree): boolean {
  return tree.nodes.some((_, index) => tree.nodes[index]?.notes !== undefined);
}

/** The nodes of a tree that can be reached, each after its parent and the main line first. */
export function studyOf(tree: Tree): StudyNode[] {
  const nodes: StudyNode[] = [];
  const waiting: [index: number, parent: number][] = [[0, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [index, parent] = next;
    const { text, side, children, notes = {} } = node(tree, index);
    const { name = '', comment = '', marks = [], other = [] } = notes;
    const here = nodes.push({ parent, ply: text, side, name, comment, marks, other }) - 1;
    for (const child of [...children].reverse()) waiting.push([child, here]);
  }
  return nodes;
}

/** The tree of such nodes, standing at the start. */
export function treeOf(nodes: readonly StudyNode[]): Tree {
  const tree = newTree();
  const places = [0];
  nodes.forEach(({ parent, ply, side, name, comment, marks, other }, index) => {
    const before = places[parent] ?? 0;
    if (index > 0)
      places.push(play(tree, before, { text: ply, side: side ?? 'first', turn: turnAfter(tree, before, side) }));
    note(tree, places[index] ?? 0, { name, comment, marks, other });
  });
  return tree;
}

/** The number of the turn that a ply by `side` belongs to. */
function turnAfter(tree: Tree, before: number, side: StudyNode['side']): number {
  const last = node(tree, before);
  return last.side === side ? last.turn : last.turn + 1;
}
