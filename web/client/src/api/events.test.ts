import { describe, expect, it } from 'vitest';
import { EventReader } from './events';

describe('server-sent events', () => {
  it('are read however they are cut into pieces', () => {
    const text =
      'event: iteration\ndata: {"depth":1}\n\n: a comment\n\nevent: best\r\ndata: {"move":\r\ndata: "a1"}\r\n\r\n';
    for (const size of [1, 3, 7, text.length]) {
      const reader = new EventReader();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...reader.read(text.slice(at, at + size)));
      expect(found).toEqual([
        { name: 'iteration', data: '{"depth":1}' },
        { name: 'best', data: '{"move":\n"a1"}' }
      ]);
    }
  });

  it('that are not whole are kept back', () => {
    expect(new EventReader().read('event: best\ndata: {}\n')).toEqual([]);
  });
});
