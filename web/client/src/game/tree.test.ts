import { describe, expect, it } from 'vitest';
import type { Side } from '../api/contract';
import {
  lineThrough,
  lineTo,
  newTree,
  node,
  play,
  playLine,
  promote,
  prune,
  startOfTurn,
  turnsOf,
  visit,
  type Tree
} from './tree';

const ply = (text: string, side: Side, turn: number) => ({ text, side, turn });
const OPENING = [ply('a', 'first', 1), ply('b', 'second', 2), ply('c', 'first', 3)];

function withBranch(): { tree: Tree; end: number; branch: number } {
  const tree = newTree();
  const end = playLine(tree, 0, OPENING);
  const branch = play(tree, 1, ply('z', 'second', 2));
  return { tree, end, branch };
}

describe('a game tree', () => {
  it('gives the line to a node', () => {
    const { tree, end, branch } = withBranch();
    expect(lineTo(tree, end)).toEqual(['a', 'b', 'c']);
    expect(lineTo(tree, branch)).toEqual(['a', 'z']);
    expect(lineTo(tree, 0)).toEqual([]);
  });

  it('steps into a ply that is known instead of adding it twice', () => {
    const { tree, end } = withBranch();
    const size = tree.nodes.length;
    expect(playLine(tree, 0, OPENING)).toBe(end);
    expect(tree.nodes.length).toBe(size);
  });

  it('goes on along the main line behind the shown node', () => {
    const { tree, end } = withBranch();
    expect(lineThrough(tree, 1)).toEqual([1, 2, end]);
  });

  it('goes on along the branch that was shown last, as long as it is there', () => {
    const { tree, end, branch } = withBranch();
    visit(tree, branch);
    expect(lineThrough(tree, 0)).toEqual([1, branch]);
    prune(tree, branch);
    expect(lineThrough(tree, 0)).toEqual([1, 2, end]);
  });

  it('makes a branch the main line', () => {
    const { tree, branch } = withBranch();
    promote(tree, branch);
    expect(lineThrough(tree, 0)).toEqual([1, branch]);
  });

  it('forgets a branch, and shows its parent if it was shown', () => {
    const { tree, branch } = withBranch();
    tree.at = branch;
    prune(tree, branch);
    expect(tree.at).toBe(1);
    expect(node(tree, 1).children).toEqual([2]);
  });

  it('never forgets the start', () => {
    const tree = newTree();
    prune(tree, 0);
    expect(tree.nodes.length).toBe(1);
  });

  it('finds the start of a turn of several steps', () => {
    const tree = newTree();
    const plies = [ply('s1', 'first', 1), ply('s2', 'first', 1), ply('t1', 'second', 2), ply('t2', 'second', 2)];
    const end = playLine(tree, 0, plies);
    expect(startOfTurn(tree, end)).toBe(2);
    expect(startOfTurn(tree, 2)).toBe(0);
  });

  it('cuts a line into turns', () => {
    const tree = newTree();
    const end = playLine(tree, 0, [ply('s1', 'first', 1), ply('s2', 'first', 1), ply('t1', 'second', 2)]);
    const turns = turnsOf(tree, lineThrough(tree, end));
    expect(turns.map((turn) => turn.nodes)).toEqual([[1, 2], [3]]);
  });
});
