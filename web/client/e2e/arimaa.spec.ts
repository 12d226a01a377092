/** Arimaa as its players know it: set-up in view, pushes that must be finished, captures that are seen. */
import { de } from '../src/words/de';
import { en } from '../src/words/en';
import { fr } from '../src/words/fr';
import { expect, test, type Table } from './table';

/** Begins at a position: pieces by their squares. */
async function begin(table: Table, pieces: Record<string, string>, side = 'g'): Promise<void> {
  const squares = [...'87654321'].flatMap((rank) => [...'abcdefgh'].map((file) => pieces[file + rank] ?? ' '));
  const start = encodeURIComponent(`${side} [${squares.join('')}]`).replace(/%20/g, '+');
  await table.page.goto(`${table.server.address}#game=arimaa&start=${start}`);
  await expect(table.status).toHaveText(/4 of 4 steps left/);
}

const RABBITS = { a1: 'R', h8: 'r' };

test('the buttons of the set-up are in view', async ({ table, page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await table.begin('Arimaa');
  for (const name of ['Suggest', 'Random', 'Setup done']) await expect(table.button(name)).toBeInViewport({ ratio: 1 });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true });

  for (const [width, height] of [
    [844, 390],
    [390, 844]
  ] as const) {
    for (const locale of ['en', 'de', 'fr'] as const) {
      test.describe(`${width}x${height} in ${locale}`, () => {
        test.use({ locale, viewport: { width, height } });

        test('the pieces and the buttons of the set-up are in view', async ({ table, page }) => {
          await page.goto(table.server.address);
          await page.locator('.card', { hasText: 'Arimaa' }).tap();
          await page.getByTestId('player-second').selectOption('human');
          await page.locator('.main', { hasText: 'Arimaa' }).tap();
          const words = { en, de, fr }[locale];
          for (const name of [words['setup.suggest'], words['setup.random'], words['setup.done']]) {
            const button = page.getByRole('button', { name, exact: true });
            await expect(button).toBeInViewport({ ratio: 1 });
          }
          const trays = await page
            .locator('.piece-button')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
          expect(new Set(trays).size).toBe(1);
          await page.getByRole('button', { name: words['setup.random'] }).tap();
          await page.getByRole('button', { name: words['setup.done'] }).tap();
          await expect(page.getByTestId('status')).toHaveText(new RegExp(words['colour.silver']));
        });
      });
    }
  }
});

test('a push half done says what is missing', async ({ table }) => {
  await begin(table, { ...RABBITS, e4: 'E', e5: 'c' });
  await table.click('e5', 'e6');
  await expect(table.status).toHaveText(/Finish the push: move a piece to e5/);
  await table.click('a1');
  await expect(table.status).toHaveText(/The enemy piece pushed out of e5 has to be followed first/);
  await table.click('e4', 'e5');
  await expect.poll(() => table.moves()).toEqual(['ce5n', 'Ee4n']);
});

test('a capture is seen beside its step', async ({ table, page }) => {
  await begin(table, { ...RABBITS, e6: 'E', d6: 'c' });
  await table.click('d6', 'c6');
  await expect(page.getByTitle('captured on c6')).toBeVisible();
  await expect(table.cell('c6')).not.toHaveAccessibleName(/cat/);
});

test('an empty square is not called like a piece', async ({ table }) => {
  await begin(table, { ...RABBITS, e4: 'E' });
  await table.click('c5');
  await expect(table.status).toHaveText('There is no piece on c5.');
});

test('the bar has the colours of the pieces, and a number', async ({ table, page }) => {
  await begin(table, { ...RABBITS, e4: 'E' });
  await page.getByTestId('analysis').click();
  await expect(page.locator('.bar .share').first()).toHaveClass(/gold/);
  await expect(page.locator('.bar .share').last()).toHaveClass(/silver/);
  await expect(page.locator('.bar .share span')).toHaveText(/^\d+$/);
  await page.getByTestId('analysis').click();
});

test('scores are told for one player, whoever is to move and whichever engine thinks', async ({ table, page }) => {
  for (const side of ['g', 's']) {
    // Another document, without the engines of the one before.
    await page.goto('about:blank');
    await begin(table, { ...RABBITS, e4: 'E', d4: 'M', c2: 'H' }, side);
    await table.button('Add an engine').click();
    await page.getByTestId('analysis').click();
    await expect(page.locator('.lines li strong').first()).toHaveText(/^Gold (\d+%|wins)/);
    await expect(page.getByTestId('other-engine').locator('ol strong').first()).toHaveText(/^Gold (\d+%|wins)/);
    const unit = page.locator('.lines li').first().locator('.unit');
    if (await unit.count()) {
      await expect(unit).toHaveText(/^\+\d+$/);
      await expect(unit).toHaveAttribute('title', /for Gold$/);
    }
    await page.getByTestId('analysis').click();
  }
});

test('a window of any shape shows all choices of the analysis in one row', async ({ table, page }) => {
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
    [844, 390]
  ] as const) {
    await page.setViewportSize({ width, height });
    await begin(table, { ...RABBITS, e4: 'E' });
    const boxes = [
      page.getByTestId('analysis'),
      page.locator('.head input').first(),
      page.locator('.head input').last()
    ];
    const tops = await Promise.all(boxes.map(async (box) => (await box.boundingBox())?.y ?? 0));
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10);
  }
});
