/**
 * Learning: puzzles judged by proofs, opponents that know a proof, rules to try, notes, mistakes, several
 * engines.
 */
import AxeBuilder from '@axe-core/playwright';
import { readFile } from 'node:fs/promises';
import puzzles from '../src/study/puzzles.json' with { type: 'json' };
import { expect, test } from './table';

test('any turn that wins solves a puzzle, and one that does not is taken back', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  await page.getByTestId('puzzles-gekitai').click();
  await expect(page.getByTestId('puzzle')).toHaveText(/to move and win/);
  const solution = puzzles.gekitai[0]?.[2] ?? '';
  const free = page.locator('.hit.may');
  await expect(free.first()).toBeAttached();
  const names = await free.evaluateAll((all) => all.map((one) => one.getAttribute('data-cell') ?? ''));
  const corner = names.find((name) => /^[a1f6]/.test(name) && name !== solution) ?? '';
  await table.click(corner);
  await expect(page.getByTestId('puzzle')).toHaveText(/Try again/);
  await expect.poll(() => table.moves()).toEqual([]);
  await table.click(solution);
  await expect(page.getByTestId('puzzle')).toHaveText(/Right: [XO] wins/);
  await table.picture('puzzle');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByTestId('puzzle')).toHaveText(/to move and win/);
  await expect(page.getByText(/^1 of \d+ solved/)).toBeVisible();
  await page.reload();
  await table.button('Learn').click();
  await expect(page.getByTestId('puzzles-gekitai')).toHaveText(/1 of/);
});

test('a solution can be shown, and is the one that was kept', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  await page.getByTestId('puzzles-arimaa').click();
  await expect(page.getByTestId('puzzle')).toHaveText(/to move/);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  const solution = (puzzles.arimaa[0]?.[2] ?? '').split(' ');
  await expect.poll(() => table.moves()).toEqual(solution);
});

test('the perfect opponent says how soon it wins', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  await page.getByTestId('proof-gekitai').click();
  const said = page.getByTestId('proof');
  await expect(said).toHaveText(/X wins within 2\d more plies/);
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  await expect(said).toHaveText(/within 24 more/);
  await table.cell('d4').click();
  await expect.poll(async () => (await table.moves()).length).toBe(3);
  await expect(said).toHaveText(/within (\d|1\d|2[0-2]) more/);
});

test('a certificate of the library plays a small board of Hex', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  await page.getByTestId('proof-hex-3').click();
  const said = page.getByTestId('proof');
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  await expect(said).toHaveText(/Black wins within 4 more plies/);
  for (let plies = 1; (await table.settled()) !== 'over'; plies += 2) {
    expect(plies).toBeLessThan(5);
    await page.locator('.hit.may').first().click();
    await expect.poll(async () => (await table.moves()).length).toBe(plies + 2);
  }
  await expect(table.status).toHaveText(/Black wins/);
  await expect(said).toHaveText(/You held out for [35] plies/);
});

test('what is learnt goes on after a reload', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  await page.getByTestId('puzzles-gekitai').click();
  const task = page.getByTestId('puzzle');
  await expect(task).toHaveText(/to move and win/);
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page).toHaveURL(new RegExp(`start=${(puzzles.gekitai[1]?.[1] ?? '').split(' ')[0]}`));
  await page.reload();
  await expect(task).toHaveText(/to move and win/);
  await expect(page).toHaveURL(new RegExp(`start=${(puzzles.gekitai[1]?.[1] ?? '').split(' ')[0]}`));
  await table.click(puzzles.gekitai[1]?.[2] ?? '');
  await expect(task).toHaveText(/Right: [XO] wins/);

  await table.button('Learn').click();
  await page.getByTestId('proof-hex-4').click();
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  const moves = await table.moves();
  await page.reload();
  await expect(page.getByTestId('proof')).toHaveText(/within 8 more/);
  await expect.poll(() => table.moves()).toEqual(moves);
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.reload();
  await expect.poll(() => table.moves()).toEqual(moves);
  await expect(page.getByTestId('proof')).toHaveCount(0);
});

test('rules are tried on their boards', async ({ table, page }) => {
  await page.goto(table.server.address);
  await table.button('Learn').click();
  for (const game of ['Lines of Action', 'Gekitai', 'Hex', 'Arimaa']) {
    await table.button(game).click();
    await expect(page.getByRole('grid').nth(2)).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
  }
  await table.button('Lines of Action').click();
  const last = page.locator('.try').nth(2);
  await last.locator('[data-cell="e6"]').click();
  await last.locator('[data-cell="e5"]').click();
  await expect(last).toContainText('Black wins');
});

test('comments and marks are kept with the position, the link and the record', async ({ table, page }) => {
  await table.begin('Hex', { analyse: true, rules: { size: '5' } });
  await table.click('c3');
  await expect.poll(() => table.moves()).toEqual(['c3']);
  await table.cell('b2').click({ button: 'right' });
  await table.cell('c3').hover();
  await page.mouse.down({ button: 'right' });
  await table.cell('d4').hover();
  await page.mouse.up({ button: 'right' });
  await expect(page.locator('.own')).toHaveCount(2);
  const comment = page.getByRole('textbox', { name: /Comment/ });
  await comment.fill('the centre');
  await comment.blur();
  await table.click('d2');
  await expect.poll(() => table.moves()).toEqual(['c3', 'd2']);
  await expect(page.locator('.own')).toHaveCount(0);
  await expect(page.locator('.comment')).toHaveText('the centre');
  const link = page.url();
  expect(link).toContain('say1=the+centre');
  const [saved] = await Promise.all([page.waitForEvent('download'), table.button('Save record').click()]);
  expect(await readFile(await saved.path(), 'utf8')).toContain('C[the centre]CR[b2]AR[c3:d4]');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('.comment')).toHaveText('the centre');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.own')).toHaveCount(2);
});

test('a tree of SGF comes in with its variations, and what cannot be played is named', async ({ table, page }) => {
  await table.begin('Hex', { analyse: true, rules: { size: '5' } });
  await table.button('Load…').click();
  const sgf = '(;GM[11]SZ[5]PB[Ann]C[the start];B[c3](;W[b2]C[close])(;W[d4]N[far]TR[d4])(;W[c3]))';
  await page.getByRole('textbox', { name: /Paste/ }).fill(sgf);
  await table.button('Read as a record').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/Not read: .*c3 is not legal/)).toBeVisible();
  await expect(page.getByTestId('bar-first')).toContainText('Black (Ann)');
  await expect(page.locator('.branch')).toHaveText(/d4/);
  await page.locator('.branch').getByRole('button').first().click();
  await expect(page.locator('.own')).toHaveCount(1);
  const [saved] = await Promise.all([page.waitForEvent('download'), table.button('Save record').click()]);
  const text = await readFile(await saved.path(), 'utf8');
  for (const part of ['PB[Ann]', 'C[the start]', ';W[b2]C[close]', 'N[far]TR[d4]']) expect(text).toContain(part);
});

test('mistakes are marked, and tried again', async ({ table, page }) => {
  const moves = 'c3,a1,d3,f1,e3';
  await page.goto(`${table.server.address}#game=gekitai&moves=${moves}`);
  await expect.poll(async () => (await table.moves()).length).toBeGreaterThan(2);
  await table.button('Evaluate the whole game').click();
  await table.button('Learn from the mistakes').click({ timeout: 60_000 });
  await expect(page.locator('.glyph').first()).toBeVisible();
  await expect(page.getByTestId('learn')).toHaveText(/played .* Find a better turn/);
  for (const [width, height] of [
    [390, 844],
    [844, 390]
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('.side').evaluate((side) => side.scrollTo(0, 0));
    await expect(page.locator('.drawing')).toBeInViewport({ ratio: 1 });
    await expect(page.getByTestId('learn')).toBeInViewport({ ratio: 1 });
  }
  await table.button('Show the solution').click();
  await expect(page.getByTestId('learn')).toHaveText(/Best was/);
  await table.picture('mistakes');
});

test('looking at the end of a game while learning from it leaves the page alive', async ({ table, page }) => {
  await page.goto(`${table.server.address}#game=hex&rules=size=3&moves=a1,a3,b2,b1,c1,c3,b3`);
  await expect.poll(async () => (await table.moves()).length).toBe(7);
  await table.button('Evaluate the whole game').click();
  await table.button('Learn from the mistakes').click();
  await page.getByRole('group', { name: 'Mistakes' }).getByRole('button', { name: 'White' }).click();
  await expect(page.getByTestId('learn')).toHaveText(/White played .* Find a better turn/);
  const said = page.getByTestId('learn');
  const [, played = ''] = /played (\S+)\./.exec(await said.innerText()) ?? [];
  // What is only looked at is not an answer.
  await table.button('To the end').click();
  await expect(said).toHaveText('This is another position.');
  await table.button('Back to the mistake').click();
  await expect(said).toHaveText(/Find a better turn/);
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('This is another position.');
  await page.keyboard.press('ArrowLeft');
  await table.click(played);
  await expect(said).toHaveText(/gives away/);
  await table.button('Show the solution').click();
  await expect(page.getByTestId('learn')).toHaveText(/Best was/);
});

test('two engines think side by side', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await table.click('b2');
  await table.button('Add an engine').click();
  await page.getByTestId('analysis').click();
  await expect(page.getByTestId('other-engine')).toHaveText(/depth \d+/);
  await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth \d+/);
  await page.getByTestId('analysis').click();
});

test('axe finds nothing where people learn, in both themes', async ({ table, page }) => {
  test.setTimeout(400_000);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(table.server.address);
    await table.button('Learn').click();
    await expect(page.getByRole('grid').nth(2)).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByTestId('puzzles-loa').click();
    await expect(page.getByTestId('puzzle')).toHaveText(/to move and win/);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
});
