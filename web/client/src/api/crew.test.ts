import { expect, test } from 'vitest';
import { crew, imports, threadsOf, type Crew } from './crew';

const made = (threads: number): Crew => crew(threads) ?? expect.unreachable('Node has shared memory');

/** The functions that the engines ask for, with a clock that stands at 1.5 milliseconds. */
function functions(crew: Crew): Record<string, (...values: unknown[]) => number> {
  const { wasi, wasi_snapshot_preview1: system } = imports(crew, () => 1.5);
  return { ...wasi, ...system } as Record<string, (...values: unknown[]) => number>;
}

test('a search may have all cores but one, and two where there are two', () => {
  expect([1, 2, 3, 4, 8, 64].map(threadsOf)).toEqual([1, 2, 2, 3, 7, 16]);
});

test('a thread is handed to a worker that waits, and refused where none does', () => {
  const shared = made(3);
  const words = new Int32Array(shared.slots);
  const spawn = functions(shared)['thread-spawn'] ?? expect.unreachable();
  expect(spawn(4096), 'no worker is there yet').toBeLessThan(0);
  words[8] = 0;
  expect(spawn(4096)).toBe(2);
  expect([...words.slice(8, 10)]).toEqual([2, 4096]);
  expect(new Float64Array(shared.slots)[5]).toBe(1.5);
});

test('the memory of the engines never grows', () => {
  expect(() => made(2).memory.grow(1)).toThrow(RangeError);
});

test('the engines get time, chance and no surroundings', () => {
  const shared = made(1);
  const { clock_time_get, random_get, environ_sizes_get } = functions(shared);
  const memory = new DataView(shared.memory.buffer);
  expect(clock_time_get?.(1, 1n, 8)).toBe(0);
  expect(memory.getBigUint64(8, true)).toBe(1_500_000n);
  expect(random_get?.(64, 32)).toBe(0);
  expect(new Uint8Array(shared.memory.buffer, 64, 32).some((byte) => byte !== 0)).toBe(true);
  memory.setUint32(0, 7, true);
  expect(environ_sizes_get?.(0, 4)).toBe(0);
  expect(memory.getUint32(0, true)).toBe(0);
});
