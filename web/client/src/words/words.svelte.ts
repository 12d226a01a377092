/**
 * The texts of the page in the language of whoever looks at it.
 *
 * `say` is reactive: what a component says with it changes when the language does.
 */
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import type { Counted, Key, Values } from './types';

/** What each language calls itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const BOOKS: Record<Language, Record<Key, string>> = { en, de, fr };

let spoken = $state<Language>('en');

export const language = (): Language => spoken;

export const isLanguage = (name: unknown): name is Language =>
  typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

/** The first language of a browser's list that the page speaks; English if there is none. */
export function languageOf(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** The page speaks this language from now on. */
export function speak(chosen: Language): void {
  spoken = chosen;
  if (typeof document !== 'undefined') document.documentElement.lang = chosen;
}

/** The text of a key, its places filled. */
export function say<K extends Key>(key: K, ...[values]: Values<K>): string {
  return fill(BOOKS[spoken][key], values ?? {});
}

/** The text for this many, in the form that the language has for the count. */
export function sayCount(name: Counted, count: number): string {
  const form = new Intl.PluralRules(spoken).select(count) === 'one' ? 'one' : 'other';
  return fill(BOOKS[spoken][`${name}.${form}`], { count });
}

/**
 * The translation of what the desk says, where there is one; otherwise what it says, or what shall stand for
 * it.
 */
export function translate(group: string, said: string, otherwise = said): string {
  const key = `${group}.${said}`;
  return Object.hasOwn(en, key) ? BOOKS[spoken][key as Key] : otherwise;
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

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? writeNumber(value) : (value ?? place);
  });
}
