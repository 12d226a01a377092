/** Chess clocks, as plain values: they are given the time and never read it. Times are milliseconds. */
import type { Side } from '../api/contract';

export interface TimeControl {
  /** What each player begins with; 0 for a game without clocks. */
  base: number;
  /** What a player is given after each turn. */
  increment: number;
}

export interface Clocks {
  control: TimeControl;
  left: Record<Side, number>;
  /** Whose clock runs, and since when; `null` while both stand. */
  running: { side: Side; since: number } | null;
}

export const NO_CLOCKS: TimeControl = { base: 0, increment: 0 };

export function newClocks(control: TimeControl): Clocks {
  return { control, left: { first: control.base, second: control.base }, running: null };
}

export function isTimed(clocks: Clocks): boolean {
  return clocks.control.base > 0;
}

/** What is left to `side` at `now`, never below 0. */
export function timeLeft(clocks: Clocks, side: Side, now: number): number {
  const { running, left } = clocks;
  const spent = running?.side === side ? now - running.since : 0;
  return Math.max(0, left[side] - spent);
}

/** Both clocks stand from `now` on; no increment is given. */
export function pause(clocks: Clocks, now: number): Clocks {
  if (!clocks.running) return clocks;
  const { side } = clocks.running;
  return { ...clocks, left: { ...clocks.left, [side]: timeLeft(clocks, side, now) }, running: null };
}

/**
 * `side` is to move from `now` on. The other side has made its turn if its clock ran, and is given the
 * increment.
 */
export function turnOf(clocks: Clocks, side: Side, now: number): Clocks {
  if (!isTimed(clocks) || clocks.running?.side === side) return clocks;
  const stopped = pause(clocks, now);
  const moved = clocks.running?.side;
  const left = { ...stopped.left };
  if (moved) left[moved] += clocks.control.increment;
  return { ...stopped, left, running: { side, since: now } };
}

/** The side whose time is up; `null` while there is time. */
export function flagged(clocks: Clocks, now: number): Side | null {
  const side = clocks.running?.side;
  return side && isTimed(clocks) && timeLeft(clocks, side, now) === 0 ? side : null;
}

/** A time as people read it: `4:05`, and tenths in the last ten seconds: `0:09.4`. */
export function writeTime(milliseconds: number): string {
  if (milliseconds < 10_000) {
    const tenths = Math.floor(milliseconds / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
