/** Movement, for those who have not asked for less of it. */
import { expect, test } from './table';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

test('a stone that is pushed slides, and is the same stone', async ({ table, page }) => {
  await table.begin('Gekitai');
  await table.click('c3');
  const stone = await page.locator('.drawing .piece').first().elementHandle();
  const before = await stone?.evaluate((element) => (element as SVGElement).style.transform);
  await table.click('b3');
  await expect.poll(() => table.moves()).toEqual(['c3', 'b3']);
  await expect(table.cell('d3')).toHaveAccessibleName(/x piece/);
  const after = await stone?.evaluate((element) => (element as SVGElement).style.transform);
  expect(after).not.toBe(before);
  expect(await stone?.evaluate((element) => element.isConnected && element.classList.contains('first'))).toBe(true);
});

test('a stone that is pushed off the board slides over the edge and is in hand again', async ({ table, page }) => {
  await table.begin('Gekitai');
  await table.click('a3');
  await expect(page.getByTestId('bar-first').locator('.pip')).toHaveCount(7);
  await table.click('b3');
  await expect(page.locator('.drawing .piece')).toHaveCount(1);
  await expect(page.getByTestId('bar-first').locator('.pip')).toHaveCount(8);
});

test('the turn of an engine is seen step by step', async ({ table, page }) => {
  await table.begin('Arimaa', { second: 'medium' });
  await table.button('Random').click();
  await table.button('Setup done').click();
  await expect.poll(async () => (await table.moves()).length, { timeout: 30_000 }).toBe(32);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const count = () => {
      const plies = document.querySelectorAll('.list .ply:not([data-node="0"])').length;
      if (seen[seen.length - 1] !== plies) seen.push(plies);
    };
    const list = document.querySelector('.list');
    if (list) new MutationObserver(count).observe(list, { childList: true, subtree: true });
  });
  await table.playSomething();
  const finish = table.button('Finish turn');
  if (await finish.isVisible()) await finish.click();
  await expect(table.status).toHaveText(/Gold to move.*4 of 4/, { timeout: 30_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  const [first, last] = [seen[0] ?? 0, seen[seen.length - 1] ?? 0];
  // Every length on the way was on the screen.
  expect(seen).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
  expect(last - 32).toBeGreaterThan(2);
});
