/** What TypeScript knows of the texts: which there are, and the places to be filled in each. */
import type { en } from './en';

export type Key = keyof typeof en;

/** The names in braces of a text. */
type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** What a text is filled with: nothing, or a value for each of its places. */
export type Values<K extends Key> = [Places<(typeof en)[K]>] extends [never]
  ? []
  : [values: Record<Places<(typeof en)[K]>, string | number>];

/** The texts that have forms for a count, by the name that their keys share. */
export type Counted = Key extends infer K ? (K extends `${infer Name}.other` ? Name : never) : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** A text as it is if its places are those of the English one, and a complaint otherwise. */
type Checked<K, Text> = K extends Key
  ? Text extends string
    ? Same<Places<(typeof en)[K]>, Places<Text>> extends true
      ? Text
      : `the places of the English text: ${Places<(typeof en)[K]>}`
    : never
  : 'English has no such key';

/** The texts in another language: each key of English and no other, each with the same places. */
export function translation<const Texts extends Record<Key, string>>(
  texts: Texts & { [K in keyof Texts]: Checked<K, Texts[K]> }
): Record<Key, string> {
  return texts;
}
