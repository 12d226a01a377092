import { describe, expect, test } from 'vitest';
import type { StudyNode } from '../api/contract';
import { hasNotes, note, notesAt, studyOf, toggled, treeOf } from './notes';
import { lineTo, newTree, node, playLine, promote } from './tree';

const plain = { name: '', comment: '', marks: [], other: [] };
const nodes: StudyNode[] = [
  { ...plain, parent: 0, ply: '', side: null, comment: 'the start' },
  { ...plain, parent: 0, ply: 'a1', side: 'first', marks: [{ kind: 'arrow', cell: 'a1', more: 'b2' }] },
  { ...plain, parent: 1, ply: 'b2', side: 'second', name: 'the answer' },
  { ...plain, parent: 1, ply: 'c3', side: 'second', other: [['XY', ['kept']]] }
];

describe('a tree of a record', () => {
  test('is written as it was read', () => {
    const tree = treeOf(nodes);
    expect(studyOf(tree)).toEqual(nodes);
    expect(tree.nodes.map(({ turn }) => turn)).toEqual([0, 1, 2, 2]);
    expect(hasNotes(tree)).toBe(true);
  });

  test('has the main line first, whatever was played first', () => {
    const tree = treeOf(nodes);
    promote(tree, 3);
    expect(studyOf(tree).map(({ ply, parent }) => [parent, ply])).toEqual([
      [0, ''],
      [0, 'a1'],
      [1, 'c3'],
      [1, 'b2']
    ]);
  });

  test('counts the steps of one turn as one turn', () => {
    const steps = ['Ra1', 'Rb1', 'ra8'].map((ply, index) => ({
      ...plain,
      parent: index,
      ply,
      side: index < 2 ? ('first' as const) : ('second' as const)
    }));
    const tree = treeOf([{ ...plain, parent: 0, ply: '', side: null }, ...steps]);
    expect(tree.nodes.map(({ turn }) => turn)).toEqual([0, 1, 1, 2]);
    expect(lineTo(tree, 3)).toEqual(['Ra1', 'Rb1', 'ra8']);
  });
});

describe('notes', () => {
  test('that say nothing are none', () => {
    const tree = newTree();
    playLine(tree, 0, [{ text: 'a1', side: 'first', turn: 1 }]);
    note(tree, 1, { comment: 'good' });
    note(tree, 1, { marks: toggled([], 'circle', 'a1') });
    expect(notesAt(tree, 1)).toEqual({ comment: 'good', marks: [{ kind: 'circle', cell: 'a1', more: '' }] });
    note(tree, 1, { comment: '', marks: toggled(notesAt(tree, 1).marks ?? [], 'circle', 'a1') });
    expect(node(tree, 1).notes).toBeUndefined();
    expect(hasNotes(tree)).toBe(false);
  });

  test('have one mark on a cell, and any number of arrows from it', () => {
    let marks = toggled([], 'circle', 'a1');
    marks = toggled(marks, 'arrow', 'a1', 'b2');
    marks = toggled(marks, 'arrow', 'a1', 'c3');
    marks = toggled(marks, 'cross', 'a1');
    expect(marks.map(({ kind }) => kind)).toEqual(['arrow', 'arrow', 'cross']);
  });
});
