/**
 * The texts of the page in the language of whoever looks at it.
 *
 * `say` is reactive: what a component says with it changes when the language does.
 */
import { en } from './en';
import { translation, type Counted, type Key, type Values } from './types';

/** What each language calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

type Book = Readonly<Record<Key, string>>;

/** The texts of each language: files that are loaded when their language is spoken, but for English. */
const BOOKS: Record<Language, () => Promise<Book>> = {
  en: async () => en,
  de: async () => translation((await import('./de')).de),
  fr: async () => translation((await import('./fr')).fr)
};

let spoken = $state<Language>('en');
let book = $state.raw<Book>(en);
let wanted: Language = 'en';

export const language = (): Language => spoken;

export const isLanguage = (name: unknown): name is Language =>
  typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

/** The first language of a browser's list that the page speaks; English if there is none. */
export function languageOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** The page speaks this language as soon as its texts are there; the one before if they do not come. */
export async function speak(chosen: Language): Promise<void> {
  if (chosen === wanted) return;
  const before = wanted;
  wanted = chosen;
  try {
    const texts = await BOOKS[chosen]();
    // Another language may have been chosen meanwhile.
    if (wanted === chosen) [spoken, book] = [chosen, texts];
  } catch {
    if (wanted === chosen) wanted = before;
  }
  if (typeof document !== 'undefined') document.documentElement.lang = spoken;
}

/** The text of a key, its places filled. */
export function say<K extends Key>(key: K, ...[values]: Values<K>): string {
  return fill(book[key], values ?? {});
}

/** The text of a key that is known only now, its places filled as far as there are values. */
export function sayFilled(key: Key, values: Readonly<Record<string, string>>): string {
  return fill(book[key], values);
}

/** The text for this many, in the form that the language has for the count. */
export function sayCount(name: Counted, count: number): string {
  const form = new Intl.PluralRules(spoken).select(count) === 'one' ? 'one' : 'other';
  return fill(book[`${name}.${form}`], { count });
}

/**
 * The translation of what the desk says, where there is one; otherwise what it says, or what shall stand for
 * it.
 */
export function translate(group: string, said: string, otherwise = said): string {
  const key = `${group}.${said}`;
  return Object.hasOwn(en, key) ? book[key as Key] : otherwise;
}

/** A turn as people write it: plies that are words of the notation, such as `pass`, in the language. */
export function tellTurn(turn: string): string {
  return turn
    .split(' ')
    .map((ply) => translate('ply', ply))
    .join(' ');
}

/** A number as the language writes it. */
export function writeNumber(value: number, digits = 0): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(spoken, format).format(value);
}

/** A share from 0 to 1 as a percentage. */
export function writePercent(share: number, digits = 0): string {
  return new Intl.NumberFormat(spoken, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** A day and a time of day. */
export function writeDate(milliseconds: number): string {
  return new Intl.DateTimeFormat(spoken, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
}

/** A text with its places filled. French sets its marks apart, and they never begin a line. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const set = spoken === 'fr' ? text.replace(/ (?=[:;?!»])|(?<=«) /g, '\u00a0') : text;
  return set.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? writeNumber(value) : (value ?? place);
  });
}
