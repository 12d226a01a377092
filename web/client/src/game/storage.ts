/**
 * What survives a reload.
 *
 * The game lives in the tab's own storage, so that two tabs are two games; settings are shared by all tabs.
 * Whatever is read is looked at before it is believed: another version of this page may have written it.
 */
import type { Clocks } from './clock';
import type { Setup } from './players';
import type { Tree } from './tree';
import type { Side } from '../api/contract';

export type Mode = 'play' | 'analyse';

/** An end that is not on the board: a player has resigned, or has no time left. */
export interface Ending {
  outcome: Side;
  cause: 'resigns' | 'time';
}

export interface SavedMatch {
  version: 1;
  /** The name under which the game is kept between visits. */
  id?: string;
  setup: Setup;
  tree: Tree;
  live: number;
  mode: Mode;
  ending: Ending | null;
  clocks: Clocks;
  /** What a record said of the whole game. */
  tags?: [string, string][];
  /** The address's part after `#` when this was saved. */
  link: string;
}

const KEY = 'plywood.match';

export function saveMatch(saved: SavedMatch): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // A full or forbidden storage only costs the reload.
  }
}

export function loadMatch(): SavedMatch | null {
  try {
    return checkMatch(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

export function forgetMatch(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** The value if it has the form of a saved match, and its tree holds together. */
export function checkMatch(value: unknown): SavedMatch | null {
  const saved = value as SavedMatch | null;
  if (saved?.version !== 1 || typeof saved.setup?.game !== 'string' || typeof saved.link !== 'string') return null;
  const nodes = saved.tree?.nodes;
  if (!Array.isArray(nodes) || nodes.length === 0) return null;
  const isNode = (index: unknown) =>
    Number.isInteger(index) && (index as number) >= 0 && (index as number) < nodes.length;
  const whole = nodes.every(
    (node, index) =>
      typeof node.text === 'string' &&
      (index === 0 || (isNode(node.parent) && node.parent < index)) &&
      Array.isArray(node.children) &&
      node.children.every(isNode)
  );
  return whole && isNode(saved.tree.at) && isNode(saved.live) ? saved : null;
}

export function load<T extends object>(key: string, fallback: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' ? { ...fallback, ...stored } : fallback;
  } catch {
    return fallback;
  }
}

export function save(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Settings are a convenience.
  }
}
