import { afterEach, describe, expect, it } from 'vitest';
import { de } from './de';
import { en } from './en';
import { fr } from './fr';
import type { Reason } from '../api/contract';
import { tellReason } from './reasons';
import { translation } from './types';
import { languageOf, say, sayCount, speak, tellTurn, translate, writeNumber, writePercent } from './words.svelte';

afterEach(() => speak('en'));

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR', 'FR'], 'fr'],
    [['ja'], 'en'],
    [[], 'en']
  ])('of a browser that wants %j is %s', (wanted, found) => {
    expect(languageOf(wanted)).toBe(found);
  });
});

describe('a text', () => {
  it('is said in the language that was chosen last', async () => {
    expect(say('turn.toMove', { player: 'X' })).toBe('X to move');
    await speak('de');
    expect(say('turn.toMove', { player: 'X' })).toBe('X am Zug');
  });

  it('has the form that the language has for a count', async () => {
    expect(sayCount('begin.minutes', 1)).toBe('1 minute');
    expect(sayCount('begin.minutes', 0)).toBe('0 minutes');
    await speak('fr');
    expect(sayCount('begin.minutes', 0)).toBe('0 minute');
  });

  it('of the desk is translated where it is known, and shown as it is elsewhere', async () => {
    await speak('fr');
    expect(translate('kind', 'rabbit')).toBe('lapin');
    expect(translate('kind', 'gryphon')).toBe('gryphon');
    expect(translate('kind', 'constructor', 'other')).toBe('other');
  });

  it('cannot be filled wrongly, or be missing in a language', () => {
    // @ts-expect-error: a place is not filled
    expect(say('turn.toMove')).toBe('{player} to move');
    // @ts-expect-error: there is no such place
    expect(say('turn.toMove', { person: 'X' })).toBe('{player} to move');
    // @ts-expect-error: a text lacks a place of the English one
    translation({ ...en, 'turn.toMove': 'something moves' });
    // @ts-expect-error: there is no such text
    translation({ ...en, 'turn.tooMuch': '' });
    const { 'turn.toMove': missing, ...rest } = en;
    // @ts-expect-error: a text is missing
    translation(rest);
    expect(missing).toBe('{player} to move');
  });
});

describe('a reason', () => {
  const reason = (kind: Reason['kind'], facts: Record<string, string> = {}): Reason => ({
    kind,
    facts,
    message: 'as the desk has it',
    place: null
  });

  it('is told by its kind, with the names that the language has', async () => {
    const connected = reason('top-and-bottom', { player: 'black' });
    expect(tellReason(connected)).toBe('Black has connected top and bottom');
    await speak('de');
    expect(tellReason(connected)).toBe('Schwarz hat oben und unten verbunden');
    expect(tellReason(reason('none-left', { piece: 'rabbit' }))).toContain('Kaninchen');
    expect(tellReason(reason('no-man', { cell: 'a5' }))).toBe('auf a5 steht kein Stein');
  });

  it('never begins with a cell, whose letter would become the capital of a piece', () => {
    for (const [key, text] of [en, de, fr].flatMap((book) => Object.entries(book))) {
      if (key.startsWith('reason.')) expect(text, key).not.toMatch(/^\{(cell|piece)\}/);
    }
  });

  it('names the move and the place in a record', async () => {
    const facts = { player: 'black', cell: 'c3', move: 'c3', line: '2', column: '7' };
    const occupied = reason('occupied', facts);
    expect(tellReason(occupied)).toBe('line 2, column 7: c3 is not legal: a stone of Black is on c3');
    await speak('de');
    expect(tellReason(occupied)).toMatch(/^Zeile 2, Spalte 7: c3 ist nicht erlaubt: .*c3/);
    expect(tellReason(reason('bad-record', { line: '4' }))).toMatch(/^Zeile 4: /);
    expect(tellReason(reason('rows', { found: '7', needed: '8' }))).toBe('das Brett hat 8 Reihen, nicht 7');
  });

  it('names the turn and the step of a record, and the name that may be meant', async () => {
    const frozen = reason('frozen', { cell: 'd4', turn: '2g', step: '3', line: '5' });
    const unknown = reason('unknown-name', { text: 'dpth', known: 'depth, time', meant: 'depth' });
    expect(tellReason(frozen)).toBe('line 5: turn 2g: step 3: the piece on d4 is frozen');
    expect(tellReason(unknown)).toBe('there is no “dpth”; known are depth, time (did you mean “depth”?)');
    await speak('de');
    expect(tellReason(frozen)).toBe('Zeile 5: Zug 2g: Schritt 3: die Figur auf d4 ist erstarrt');
    expect(tellReason(unknown)).toContain('gemeint war „depth“?');
  });

  it('never says what the desk has in English, whatever the kind', async () => {
    for (const spoken of ['en', 'de', 'fr'] as const) {
      await speak(spoken);
      for (const key of Object.keys(en).filter((key) => key.startsWith('reason.'))) {
        expect(tellReason(reason(key.slice('reason.'.length) as Reason['kind']))).not.toContain('desk');
      }
      expect(tellReason(reason('gone with the wind' as Reason['kind']))).not.toMatch(/wind|desk/);
    }
  });

  it('names a move by its word in the language', async () => {
    const closed = reason('swap-closed', { move: 'swap-pieces' });
    const strange = reason('not-a-move', { text: 'q', form: 'b1-h1, pass' });
    expect(tellReason(closed)).toMatch(/^swap-pieces is not legal: only the second/);
    expect(tellReason(strange)).toBe('“q” is not written like a move, such as b1-h1, pass');
    await speak('de');
    expect(tellReason(closed)).toMatch(/^Steintausch ist nicht erlaubt: /);
    expect(tellReason(strange)).toBe('„q“ ist nicht wie ein Zug geschrieben, etwa b1-h1, pass');
    await speak('fr');
    expect(tellReason(closed)).toMatch(/^échange de pions n’est pas permis/);
    expect(tellReason(strange)).toContain('«\u00a0q\u00a0» n’est pas écrit');
    expect(tellTurn('c3 swap-sides')).toBe('c3 échange de camps');
  });
});

describe('numbers', () => {
  it('are written as the language does', async () => {
    expect([writeNumber(1234.5, 1), writePercent(0.57)]).toEqual(['1,234.5', '57%']);
    await speak('de');
    expect([writeNumber(1234.5, 1), writePercent(0.57)]).toEqual(['1.234,5', '57\u00a0%']);
  });
});

describe('each language', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

  it.each(Object.entries({ de, fr }))(
    '%s has the places of English, and says hardly anything in English',
    (_, book) => {
      let same = 0;
      for (const [key, text] of Object.entries(en)) {
        const other = book[key as keyof typeof en];
        expect(places(other), key).toEqual(places(text));
        expect(other.trim(), key).not.toBe('');
        if (other === text && text.length > 8) same += 1;
      }
      expect(same).toBeLessThan(8);
    }
  );
});
