/** Analysis: lines, graph, branches, records, positions, pictures. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './table';

test('an engine says what it thinks, and its line is drawn and played', async ({ table, page }) => {
  await table.begin('Lines of Action', { analyse: true });
  await page.getByTestId('analysis').click();
  await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth \d+, .* nodes/);
  await expect(page.locator('.lines li')).toHaveCount(3);
  await expect(page.locator('.arrow').first()).toBeAttached();
  await table.picture('loa-analysis');
  await page.locator('.lines li').first().getByRole('button').nth(1).click();
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await page.getByTestId('analysis').click();
});

test('ghost stones show a line of placements', async ({ table, page }) => {
  await table.begin('Hex', { analyse: true, rules: { size: '7' } });
  await page.getByTestId('analysis').click();
  await expect(page.locator('.ghost').first()).toBeAttached();
  await table.picture('hex-analysis');
});

test('a game has branches, and a graph to jump in', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await table.click('c3', 'd5', 'a1');
  await expect.poll(async () => (await table.moves()).length).toBe(3);
  await page.keyboard.press(',');
  await expect(page.locator('.list [aria-current]')).toHaveText('d5');
  await table.click('f6');
  await expect(page.locator('.branch')).toHaveCount(1);
  await table.button('Evaluate the whole game').click();
  await expect(page.locator('.curve')).toHaveAttribute('d', /M0 .*L3 /);
  const graph = page.getByRole('slider');
  const edges = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  };
  const room = await graph.evaluate(edges);
  for (const x of [2, room.right - room.left - 2]) {
    await graph.hover({ position: { x, y: 20 } });
    const tip = await page.locator('.graph .tip').evaluate(edges);
    expect(tip.left).toBeGreaterThanOrEqual(room.left - 1);
    expect(tip.right).toBeLessThanOrEqual(room.right + 1);
  }
  await graph.click({ position: { x: 2, y: 20 } });
  await expect(page.locator('.list [aria-current]')).toHaveText('Start');
  await table.picture('gekitai-graph');
  await page.locator('.branch').getByRole('button').first().click();
  await expect(page.locator('.list [aria-current]')).toHaveText('a1');
});

test('a record goes out and comes in', async ({ table, page }) => {
  await table.begin('Lines of Action', { analyse: true });
  await table.click('b1', 'b3', 'a4', 'c4');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  const played = await table.moves();
  const [saved] = await Promise.all([page.waitForEvent('download'), table.button('Save record').click()]);
  const record = await readFile(await saved.path(), 'utf8');
  await page.keyboard.press('Home');
  await table.button('Load…').click();
  await page.getByRole('textbox', { name: /Paste/ }).fill(record);
  await table.button('Read as a record').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => table.moves()).toEqual(played);
});

test('a link of HexWorld is read', async ({ table, page }) => {
  await table.begin('Hex', { analyse: true });
  await table.button('Load…').click();
  await page.getByRole('textbox', { name: /Paste/ }).fill('https://hexworld.org/board/#7,a2:sd4');
  await table.button('Read as a record').click();
  await expect.poll(() => table.moves()).toEqual(['a2', 'swap-pieces', 'd4']);
  await expect(table.cell('g7')).toBeAttached();
});

test('the start of a solved game says so', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await page.getByTestId('analysis').click();
  const lines = page.locator('.lines li');
  await expect(lines.first()).toHaveText(/X wins in 25/);
  // What the other first moves are worth is proven, too.
  await expect(lines).toHaveCount(3);
  for (const index of [1, 2]) await expect(lines.nth(index)).toHaveText(/^[XO] wins in \d+/);
  // The mirror images of the winning move win as soon.
  for (const text of await lines.allTextContents()) if (/[cd][34]/.test(text)) expect(text).toContain('wins in 25');
});

test('there is no graph before there is something to show', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await table.click('c3', 'd5');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await table.button('Evaluate the whole game').click();
  await expect(page.getByRole('slider')).toBeVisible();
});

test('a position of the library is proven, and its certificate named', async ({ table, page }) => {
  await page.goto(`${table.server.address}#game=hex&rules=size=4`);
  await page.getByTestId('analysis').click();
  const proven = page.getByTestId('proven');
  await expect(proven).toHaveText('Black wins in 9: proven by the certificate hex-4');
  await page.locator('.lines li').first().getByRole('button').first().click();
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  await expect(proven).toHaveText('Black wins in 8: proven by the certificate hex-4');
  // A corner at first is not the move of the proof: nothing is claimed then.
  await page.goto(`${table.server.address}#game=hex&rules=size=9&moves=a1`);
  await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth/);
  await expect(proven).toHaveCount(0);
  await page.getByTestId('analysis').click();
});

test('a bad position is refused with a reason, a good one is shown', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await table.button('Load…').click();
  const box = page.getByRole('textbox', { name: /Paste/ });
  await box.fill('6/6/6/6/6/q5 x');
  await table.button('Read as a position').click();
  await expect(page.getByRole('alert')).toHaveText(/q/);
  await box.fill('6/6/2x3/6/6/6 o');
  await table.button('Read as a position').click();
  await expect(table.cell('c4')).toHaveAccessibleName(/^c4, x/);
});

test('a position is edited and analysed', async ({ table, page }) => {
  await table.begin('Arimaa', { analyse: true });
  await table.button('Edit position').click();
  await table.button('Clear').click();
  await page.getByRole('button', { name: 'Gold elephant' }).click();
  await table.click('e4');
  await page.getByRole('button', { name: 'Gold rabbit' }).click();
  await table.click('a1');
  await page.getByRole('button', { name: 'Silver rabbit' }).click();
  await table.click('h8');
  await page.getByRole('combobox').selectOption('first');
  await table.picture('arimaa-editor');
  await table.button('Analyse this').click();
  await expect(table.cell('e4')).toHaveAccessibleName(/gold elephant/);
  await table.click('e4', 'e5');
  await expect.poll(() => table.moves()).toEqual(['Ee4n']);
});

test('the board is saved as a picture that stands alone', async ({ table, page }) => {
  await table.begin('Arimaa', { analyse: true });
  const [drawing] = await Promise.all([page.waitForEvent('download'), table.button('SVG').click()]);
  const text = await readFile(await drawing.path(), 'utf8');
  expect(text).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(text).toContain('--cell');
  expect(text).not.toContain('gridcell');
  const [painting] = await Promise.all([page.waitForEvent('download'), table.button('PNG').click()]);
  const bytes = await readFile(await painting.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(5000);
});

test('a phone shows the board and lines of the analysis in one view', async ({ table, page }) => {
  for (const [width, height] of [
    [390, 844],
    [844, 390]
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const title of ['Lines of Action', 'Hex']) {
      await table.begin(title, { analyse: true });
      await page.getByTestId('analysis').click();
      await expect(page.locator('.lines li').first()).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      await expect(page.locator('.drawing')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.lines li').first()).toBeInViewport({ ratio: 1 });
      await page.getByTestId('analysis').click();
    }
  }
});

test('the small board of a line stands beside the board', async ({ table, page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await table.begin('Lines of Action', { analyse: true });
  await page.getByTestId('analysis').click();
  await page.locator('.lines .turn').first().hover();
  const small = await page.locator('.preview').boundingBox();
  const board = await page.locator('.drawing').boundingBox();
  expect(small?.x).toBeGreaterThan((board?.x ?? 0) + (board?.width ?? 9999));
  await page.getByTestId('analysis').click();
});
