/** What a player meets in a game: refusals, undo, clocks, setups, swaps, the keyboard. */
import { expect, test } from './table';

test('a click that leads nowhere is explained', async ({ table }) => {
  await table.begin('Lines of Action');
  await table.click('a4');
  await expect(table.status).toHaveClass(/refused/);
  await table.click('b1', 'b2');
  await expect(table.status).toHaveClass(/refused/);
  await expect(table.status).toHaveText(/Length of the move: 1, men on its line: 2/);
  expect(await table.moves()).toEqual([]);
});

test('targets are shown under the pointer and on selection', async ({ table, page }) => {
  await table.begin('Lines of Action');
  await table.cell('b1').hover();
  await expect(page.locator('.target.hint')).toHaveCount(3);
  await table.click('b1');
  await expect(page.locator('.target:not(.hint)')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.locator('.target:not(.hint)')).toHaveCount(0);
});

test('a man is dragged to where it goes', async ({ table }) => {
  await table.begin('Lines of Action');
  await table.cell('b1').dragTo(table.cell('b3'));
  await expect.poll(() => table.moves()).toEqual(['b1-b3']);
});

test('an engine answers, and taking back returns to the person', async ({ table, page }) => {
  await table.begin('Gekitai', { second: 'beginner' });
  await table.click('c3');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await expect(page.locator('.last').first()).toBeAttached();
  await page.keyboard.press('u');
  await expect.poll(() => table.moves()).toEqual([]);
  await expect(page.locator('svg.board .piece')).not.toHaveCount(3);
});

test('a step of a turn is undone by itself', async ({ table }) => {
  await table.begin('Arimaa');
  for (const side of ['Gold', 'Silver']) {
    await expect(table.status).toHaveText(new RegExp(`${side} to move`));
    await table.button('Random').click();
    await table.button('Setup done').click();
  }
  await expect(table.status).toHaveText(/4 of 4 steps left/);
  await table.playSomething();
  await table.playSomething();
  const steps = await table.moves();
  await table.button('Undo step').click();
  await expect.poll(() => table.moves()).toEqual(steps.slice(0, -1));
});

test('a setup is arranged by drag, by clicks and by exchange', async ({ table, page }) => {
  await table.begin('Arimaa');
  await page.locator('[data-word="tray:E"]').dragTo(table.cell('e2'));
  await expect(table.cell('e2')).toHaveAccessibleName(/elephant/);
  await page.locator('[data-word="tray:M"]').click();
  await table.click('d2');
  await table.click('d2', 'e2');
  await expect(table.cell('d2')).toHaveAccessibleName(/elephant/);
  await expect(table.cell('e2')).toHaveAccessibleName(/camel/);
  await expect(table.button('Setup done')).toBeDisabled();
  await table.click('e4');
  await expect(table.status).toHaveClass(/refused/);
  await table.button('Suggest').click();
  await table.button('Setup done').click();
  await expect.poll(async () => (await table.moves()).length).toBe(16);
});

test('the second player of Hex swaps', async ({ table, page }) => {
  await table.begin('Hex', { rules: { size: '5', swap: 'pieces' } });
  await table.click('a2');
  await page.locator('[data-word=swap]').click();
  await expect(table.cell('b1')).toHaveAccessibleName(/white/);
  await expect.poll(() => table.moves()).toEqual(['a2', 'swap-pieces']);
});

test('a player resigns', async ({ table }) => {
  await table.begin('Lines of Action');
  await table.button('Resign').click();
  await table.button('Really resign?').click();
  await expect(table.status).toHaveText(/Black resigns/);
});

test('clocks run for the side to move, and time runs out', async ({ table, page }) => {
  await page.clock.install();
  await table.begin('Lines of Action', { clock: '1 minute + 1 s per turn' });
  await page.clock.runFor(20_000);
  await expect(page.getByRole('timer').nth(1)).toHaveText('0:40');
  await expect(page.getByRole('timer').nth(0)).toHaveText('1:00');
  await page.clock.runFor(41_000);
  await expect(table.status).toHaveText(/Black has no time left/);
});

test('engines play each other, and pause', async ({ table }) => {
  await table.begin('Gekitai', { first: 'beginner', second: 'beginner' });
  await expect.poll(async () => (await table.moves()).length).toBeGreaterThan(1);
  await table.button('Pause').click();
  await table.page.waitForTimeout(600);
  const shown = await table.moves();
  await table.page.waitForTimeout(1000);
  expect(await table.moves()).toEqual(shown);
});

test('the keyboard is enough', async ({ table, page }) => {
  await table.begin('Lines of Action');
  await table.cell('b1').focus();
  await page.keyboard.press('ArrowRight');
  await expect(table.cell('c1')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => table.moves()).toEqual(['c1-c3']);
  await expect(page.getByTestId('announcement')).toHaveText('Black played c1-c3. White to move.');
  await page.keyboard.press('u');
  await expect.poll(() => table.moves()).toEqual([]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the board is flipped and turned, and stays playable', async ({ table }) => {
  await table.begin('Lines of Action');
  const before = await table.cell('a1').boundingBox();
  await table.button('Flip').click();
  const after = await table.cell('a1').boundingBox();
  expect(after?.x).toBeGreaterThan((before?.x ?? 0) + 200);
  await table.button('Rotate').click();
  await table.click('b1', 'b3');
  await expect.poll(() => table.moves()).toEqual(['b1-b3']);
});

test('left and right step through the game', async ({ table, page }) => {
  await table.begin('Gekitai');
  await table.click('c3', 'd5');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await page.getByRole('heading', { name: 'plywood' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.list [aria-current]')).toHaveText('c3');
  await expect(table.status).toHaveText(/Viewing an earlier position/);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.list [aria-current]')).toHaveText('d5');
});

test('a finished game says how it ended, and is played again with sides changed', async ({ table, page }) => {
  await table.begin('Hex', { second: 'beginner', rules: { size: '2', swap: 'off' } });
  await table.click('a2');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  // Black connects at a1 and at b1, and White has taken one of them at most.
  const [, reply] = await table.moves();
  await table.click(reply === 'a1' ? 'b1' : 'a1');
  await expect(table.status).toHaveText(/(Black|White) wins: \1 has connected/);
  await table.button('Rematch').click();
  await expect(page.getByTestId('bar-first')).toHaveText(/Beginner/);
});

test('a hint is drawn, and goes with the next move', async ({ table, page }) => {
  await table.begin('Lines of Action');
  await table.button('Hint').click();
  await expect(page.locator('.arrow')).toHaveCount(1);
  await table.click('b1', 'b3');
  await expect(page.locator('.arrow')).toHaveCount(0);
});

test('the turns of Arimaa are numbered as its players do', async ({ table, page }) => {
  await table.begin('Arimaa');
  for (const side of ['Gold', 'Silver']) {
    await expect(table.status).toHaveText(new RegExp(`${side} to move`));
    await table.button('Random').click();
    await table.button('Setup done').click();
  }
  await expect(page.locator('.list .number')).toHaveText(['1g', '1s']);
});

test('Hex begins with the swap, and sizes are in order', async ({ table, page }) => {
  await table.begin('Hex');
  await expect(page).toHaveURL(/swap=pieces/);
  await page.getByRole('button', { name: /^New/ }).click();
  const sizes = await page.getByTestId('rule-size').locator('option').allTextContents();
  const numbers = sizes.filter((size) => /^\d+$/.test(size)).map(Number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

test('Hex has boards of any columns and rows', async ({ table, page }) => {
  await page.goto(table.server.address);
  await page.locator('.card', { hasText: 'Hex' }).click();
  await page.getByTestId('rule-size').selectOption('own');
  await page.getByRole('textbox', { name: 'Columns x rows…' }).fill('4x6');
  await table.button('Play Hex').click();
  await expect(table.cell('d6')).toBeAttached();
  await expect(page.getByRole('gridcell')).toHaveCount(24);
});

test('an editor stands where the board stood', async ({ table, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await table.begin('Gekitai', { analyse: true });
  await table.click('c3', 'd5');
  const before = await page.locator('.drawing svg.board').boundingBox();
  await table.button('Edit position').click();
  await expect(page.locator('.editor svg.board').first()).toBeVisible();
  // At once: nothing of the table stays for an animation.
  expect(await page.locator('.table').count()).toBe(0);
  const after = await page.locator('.editor .drawing svg.board').boundingBox();
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(40);
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(20);
});

test.describe('the browser of a German', () => {
  test.use({ locale: 'de-DE' });

  test('refusals and endings are told in the language of the page', async ({ table, page }) => {
    const begin = async (hash: string) => {
      await page.goto('about:blank');
      await page.goto(`${table.server.address}#${hash}`);
      await expect(page.locator('svg.board [role=gridcell]').first()).toBeAttached();
    };
    await begin('game=loa');
    await table.click('a4');
    await expect(table.status).toHaveText('Der Stein auf a4 gehört dem Gegner.');
    await table.click('b1', 'b2');
    await expect(table.status).toHaveText('Der Zug ist 1 weit, Steine auf dieser Linie: 2.');
    await begin('game=hex&rules=size=2&moves=a1,b1,a2');
    await expect(table.status).toHaveText('Schwarz gewinnt: Schwarz hat oben und unten verbunden.');
    await begin('game=hex&rules=size=3&moves=a1,swap-pieces');
    await expect(table.status).toHaveText(/: Steintausch ist nicht erlaubt: diese Regeln kennen keinen Tausch\.$/);
    await begin('game=loa&moves=q');
    await expect(table.status).toHaveText(/: „q“ ist nicht wie ein Zug geschrieben, etwa b1-h1, c1xa3, pass\.$/);
    await begin('game=gekitai&moves=c3,c3');
    await expect(table.status).toHaveText(
      'Die Züge stimmen bis zum Halbzug 1: c3 ist nicht erlaubt: dort steht ein Stein von X.'
    );
    await table.button('Laden …').click();
    await page.getByRole('textbox', { name: /einfügen/ }).fill('6/6/6/6/6/q5 x');
    await table.button('Als Stellung lesen').click();
    await expect(page.getByRole('alert')).toHaveText(
      '„q“ in Reihe 1 steht weder für eine Figur noch für ein leeres Feld'
    );
  });

  test('what is wrong with a record or a position is told exactly', async ({ table, page }) => {
    await page.goto(`${table.server.address}#game=hex&rules=size=5`);
    await table.button('Laden …').click();
    const box = page.getByRole('textbox', { name: /einfügen/ });
    const problem = page.locator('dialog .problem');
    await box.fill('(;GM[11]SZ[5];B[c3]');
    await table.button('Als Partie lesen').click();
    await expect(problem).toHaveText('Zeile 1, Spalte 1: die Partie ist nicht geschlossen');
    await box.fill('5/5/5/5 x');
    await table.button('Als Stellung lesen').click();
    await expect(problem.first()).toHaveText('das Brett hat 5 Reihen, nicht 4');
    await box.fill('(;GM[11]SZ[5];B[c3](;W[b2])(;W[c3]))');
    await table.button('Als Partie lesen').click();
    await expect(page.getByText('Nicht gelesen: Zeile 1, Spalte 32: c3 ist nicht erlaubt')).toBeVisible();
  });
});

test('a language is loaded when it is spoken, and not before', async ({ table, page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
  await table.begin('Gekitai');
  expect(loaded).toContain('app.js');
  expect(loaded.filter((name) => /^(de|fr)\.js$/.test(name))).toEqual([]);
  await table.button('Appearance').click();
  await page.getByTestId('language').selectOption('fr');
  await expect(table.status).toHaveText(/À X de jouer/);
  await page.getByTestId('language').selectOption('de');
  await expect(table.status).toHaveText(/X am Zug/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(table.status).toHaveText(/X am Zug/);
  expect(loaded.filter((name) => name === 'fr.js')).toHaveLength(1);
});
