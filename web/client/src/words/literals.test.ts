/** No component says anything that is not in the files of texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

/** What reads the same in every language. */
const SAME = new Set(['plywood', 'SVG', 'PNG', 'eval=']);
/** The attributes and properties that people see or hear. */
const SEEN = new Set(['aria-label', 'title', 'label', 'alt', 'placeholder', 'aria-roledescription']);
/** What turns a key into a text. */
const SAYING = new Set(['say', 'sayCount', 'translate', 'tell']);

interface Tree {
  type: string;
  [name: string]: unknown;
}

const isTree = (value: unknown): value is Tree => typeof (value as Tree | null)?.type === 'string';

function says(text: unknown): text is string {
  return typeof text === 'string' && /\p{L}{2}/u.test(text) && !SAME.has(text.trim());
}

/** The texts that a template shows without asking for them. */
function literals(tree: Tree): string[] {
  if (tree.type === 'Text') return says(tree.data) ? [tree.data.trim()] : [];
  if (tree.type === 'Attribute') return SEEN.has(tree.name as string) ? shown(tree.value) : [];
  if (tree.type === 'ExpressionTag') return shown(tree.expression);
  if (tree.type === 'Comment' || tree.type === 'StyleDirective') return [];
  return children(tree, ['test', 'expression', 'key', 'context']).flatMap(literals);
}

/** The texts that an expression may come to. */
function shown(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(shown);
  if (!isTree(value)) return [];
  const { type } = value;
  if (type === 'Text') return literals(value);
  if (type === 'Literal') return says(value.value) ? [value.value] : [];
  if (type === 'TemplateElement') return says((value.value as { raw: string }).raw) ? ['a template'] : [];
  if (type === 'CallExpression') return SAYING.has((value.callee as Tree).name as string) ? [] : shown(value.arguments);
  if (type === 'BinaryExpression' || type === 'MemberExpression') return [];
  if (type === 'ConditionalExpression') return [...shown(value.consequent), ...shown(value.alternate)];
  return children(value, []).flatMap(shown);
}

function children(tree: Tree, without: string[]): Tree[] {
  return Object.entries(tree)
    .filter(([name]) => !without.includes(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isTree);
}

/** The sentences among the strings of a program. */
function sentences(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|\/\/.*$|<style>[^]*$/gm, '');
  return [...code.matchAll(/(['"`])(\p{Lu}\p{Ll}+ [^'"`\n]*\p{Ll})\.?\1/gu)].map(([, , text]) => text ?? '');
}

const found = (source: string) => literals(parse(source, { modern: true }).fragment as unknown as Tree);

describe('texts outside their files', () => {
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ["<p>{on ? 'Thinking' : say('x')}</p>", ['Thinking']],
    ['<button aria-label="Close" class="quiet">✕</button>', ['Close']],
    ['<Dialog title="The {thing}">{say("ok")}</Dialog>', ['The']],
    ["{#if mode === 'play'}<b data-x='left'>{side === 'first' ? 1 : 2}</b>{/if}", []]
  ])('in %s are %j', (source, texts) => {
    expect(found(source)).toEqual(texts);
  });

  it('in a program are found as well', () => {
    expect(sentences("refuse('The game is over.'); // 'Not this one'\nplay('a1', 'Enter')")).toEqual([
      'The game is over'
    ]);
  });

  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(svelte|ts)$/.test(file) && !/\.test\.ts$|^words|generated/.test(file)
  );

  it.each(files)('%s has none', (file) => {
    const source = readFileSync(`src/${file}`, 'utf8');
    if (file.endsWith('.svelte')) expect(found(source)).toEqual([]);
    expect(sentences(source)).toEqual([]);
  });
});
