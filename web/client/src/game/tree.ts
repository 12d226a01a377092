/**
 * The moves of a game with its branches.
 *
 * Nodes live in one array and name each other by their place in it, so that the tree is plain data: it can be
 * kept in the browser's storage as it is. Node 0 is the start. The first child of a node is its main line.
 */
import type { Motion, Score, Side } from '../api/contract';
import type { Notes } from './notes';

export interface Node {
  text: string;
  /** Who made the ply; the start has nobody. */
  side: Side | null;
  /** The number of the turn that the ply belongs to. */
  turn: number;
  parent: number;
  children: number[];
  /** The child that was shown last. */
  visited?: number;
  /** The cells on which pieces were taken off by the ply. */
  taken?: string[];
  /** The best that a search said of the position after this ply, from the first player's side. */
  score?: Score;
  /** The best turn from here, as an evaluation of the game found it. */
  best?: string;
  /** What people say of the position. */
  notes?: Notes;
}

export interface Tree {
  nodes: Node[];
  /** The node that is shown. */
  at: number;
}

export function newTree(): Tree {
  return { nodes: [{ text: '', side: null, turn: 0, parent: -1, children: [] }], at: 0 };
}

export function node(tree: Tree, index: number): Node {
  const found = tree.nodes[index];
  if (!found) throw new RangeError(`no node ${index}`);
  return found;
}

/** The nodes from the first ply to `index`. */
export function pathTo(tree: Tree, index: number): number[] {
  const path: number[] = [];
  for (let at = index; at > 0; at = node(tree, at).parent) path.unshift(at);
  return path;
}

/** The plies from the start to `index`, as the server takes them. */
export function lineTo(tree: Tree, index: number): string[] {
  return pathTo(tree, index).map((at) => node(tree, at).text);
}

/** The whole line through `index`: up to it, and on along what was shown last, or the main line. */
export function lineThrough(tree: Tree, index: number): number[] {
  const path = pathTo(tree, index);
  let child = onward(tree, index);
  while (child !== undefined) {
    path.push(child);
    child = onward(tree, child);
  }
  return path;
}

/** The node after `index`: the child that was shown last, or the main line; `undefined` at the end. */
export function onward(tree: Tree, index: number): number | undefined {
  const { children, visited } = node(tree, index);
  return visited !== undefined && children.includes(visited) ? visited : children[0];
}

/** Remembers that the line to `index` was shown. */
export function visit(tree: Tree, index: number): void {
  for (const at of pathTo(tree, index)) node(tree, node(tree, at).parent).visited = at;
}

/** A ply as the desk tells it, or as much of it as the tree keeps. */
interface PlayedPly {
  text: string;
  side: Side;
  turn: number;
  motions?: readonly Motion[];
}

/** Plays a ply from `parent`: steps into the child that has it, or adds one. Gives the child. */
export function play(tree: Tree, parent: number, ply: PlayedPly): number {
  const known = node(tree, parent).children.find((child) => node(tree, child).text === ply.text);
  const { text, side, turn, motions = [] } = ply;
  const taken = motions.flatMap(({ from, to }) => (from !== null && to === null ? [from] : []));
  if (known !== undefined) {
    // A line out of a record is known before the desk has told what its plies do.
    if (taken.length > 0) node(tree, known).taken = taken;
    return known;
  }
  const index = tree.nodes.length;
  tree.nodes.push({ text, side, turn, parent, children: [], ...(taken.length > 0 ? { taken } : {}) });
  node(tree, parent).children.push(index);
  return index;
}

/** Plays several plies; gives the last node. */
export function playLine(tree: Tree, parent: number, plies: readonly PlayedPly[]): number {
  return plies.reduce((at, ply) => play(tree, at, ply), parent);
}

/** Forgets `index` and all that follows it. The shown node moves to its parent if it stood there. */
export function prune(tree: Tree, index: number): void {
  if (index === 0) return;
  const parent = node(tree, index).parent;
  if (pathTo(tree, tree.at).includes(index)) tree.at = parent;
  const siblings = node(tree, parent).children;
  siblings.splice(siblings.indexOf(index), 1);
}

/** Makes the line to `index` the main line at every fork on its way. */
export function promote(tree: Tree, index: number): void {
  for (const at of pathTo(tree, index)) {
    const siblings = node(tree, node(tree, at).parent).children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/** The node where the turn of `index` began: the last one whose next ply belongs to another turn. */
export function startOfTurn(tree: Tree, index: number): number {
  const { side, turn } = node(tree, index);
  let at = index;
  while (at > 0 && node(tree, at).side === side && node(tree, at).turn === turn) at = node(tree, at).parent;
  return at;
}

/** The plies of one turn, as a move list shows them. */
export interface TurnOfLine {
  side: Side;
  turn: number;
  nodes: number[];
}

/** A line cut into turns. */
export function turnsOf(tree: Tree, line: readonly number[]): TurnOfLine[] {
  const turns: TurnOfLine[] = [];
  for (const index of line) {
    const { side, turn } = node(tree, index);
    const last = turns[turns.length - 1];
    if (side === null) continue;
    if (last && last.side === side && last.turn === turn) last.nodes.push(index);
    else turns.push({ side, turn, nodes: [index] });
  }
  return turns;
}

/** Whether some position has more than one continuation. */
export function hasBranches(tree: Tree): boolean {
  return tree.nodes.some(({ children }) => children.length > 1);
}
