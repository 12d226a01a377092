/** A visitor's walk: a game by touch to its end, all that follows, and whatever is typed into the fields. */
import { expect, test, Table } from './table';

const GAMES: [string, Record<string, string>][] = [
  ['Lines of Action', { size: '5' }],
  ['Gekitai', {}],
  ['Hex', { size: '5' }],
  ['Arimaa', {}]
];

/** Text that nobody should type, and somebody will. */
const WRONG = ['pvs:dpth=3', 'stockfish', 'a b', '=', ':', 'pvs:time=soon', '\u0007\u202e<b>', 'x'.repeat(50_000)];

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  for (const [title, rules] of GAMES) {
    test(`${title} is played, looked at and shared`, async ({ table, page, browser, server }) => {
      test.setTimeout(300_000);
      const tap = (cell: string) => table.cell(cell).tap();
      const finish = () => table.button('Finish turn').tap();
      await table.begin(title, { second: title === 'Arimaa' ? 'medium' : 'beginner', rules });
      if (title === 'Arimaa') {
        await table.button('Random').tap();
        await table.button('Setup done').tap();
      }
      for (let plies = 0; (await table.settled()) !== 'over'; plies++) {
        expect(plies).toBeLessThan(400);
        await table.playSomething(tap, finish);
      }
      const told = await table.status.textContent();
      const played = await table.moves();
      await table.button('Copy record').tap();
      await table.button('Analyse the game').tap();
      await table.button('Evaluate the whole game').tap();
      await expect(table.button('Evaluate the whole game')).toBeVisible({ timeout: 120_000 });
      await expect(page.locator('.curve')).toHaveAttribute('d', /^M0 /);
      const link = page.url();
      await table.button('Learn from the mistakes').tap();
      await expect(page.getByTestId('learn')).toHaveText(/Find a better turn|No mistakes were found/);

      const context = await browser.newContext();
      const other = new Table(await context.newPage(), server);
      await other.page.goto(link);
      await expect.poll(() => other.moves()).toEqual(played);
      await expect(other.status).toHaveText(told ?? '');
      await context.close();
    });
  }
});

test('whatever is typed as an engine is refused in a line', async ({ table, page }) => {
  await table.begin('Hex', { rules: { size: '5' }, analyse: true });
  await page.getByTestId('analysis').click();
  const engine = page.locator('.engine input');
  const problem = page.locator('.numbers .problem');
  for (const text of WRONG) {
    await engine.fill(text);
    await engine.press('Enter');
    await expect(problem).toBeVisible();
    expect((await problem.textContent())?.length).toBeLessThan(700);
  }
  await engine.fill('');
  await engine.press('Enter');
  await expect(problem).toHaveCount(0);
  const lines = page.locator('.head input[type=number]');
  for (const count of ['', '0', '-3', '2.5', '99999999999']) {
    await lines.fill(count);
    await lines.press('Enter');
    await expect(page.locator('.lines li').first()).toBeVisible();
    await expect(problem).toHaveCount(0);
  }
});

test('whatever is typed as a record or a position is refused in words', async ({ table, page }) => {
  for (const [title] of GAMES) {
    await table.begin(title, { analyse: true });
    const before = page.url();
    await table.button('Load…').click();
    const box = page.getByRole('textbox', { name: /Paste/ });
    const said = page.getByRole('dialog').locator('.problem').first();
    for (const text of [...WRONG, '(;', '(;B[', '\0', 'x'.repeat(400_000), '1g Ra1', '#5,z9z9', '{"a":1}']) {
      await box.fill(text);
      await table.button('Read as a position').click();
      await expect(said).toBeVisible();
      expect((await said.textContent())?.length).toBeLessThan(700);
      await table.button('Read as a record').click();
      await expect(said).toBeVisible();
      expect((await said.textContent())?.length).toBeLessThan(700);
    }
    expect(page.url()).toBe(before);
    await page.keyboard.press('Escape');
    const comment = page.getByRole('textbox', { name: /Comment/ });
    await comment.fill(`<img src=x onerror=alert(1)> ]) \\ 🐘 ${'y'.repeat(3_000)}`);
    await comment.blur();
    await page.reload();
    await expect(comment).toHaveValue(/^<img src=x onerror=alert\(1\)> \]\) \\ 🐘 y+/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test('whatever is typed before a game is refused, or made right', async ({ table, page }) => {
  await page.goto(table.server.address);
  await page.locator('.card', { hasText: 'Hex' }).click();
  await page.getByTestId('rules').evaluate((details) => details.setAttribute('open', ''));
  await page.getByTestId('rule-size').selectOption({ label: 'Columns x rows…' });
  const size = page.getByRole('textbox', { name: 'Columns x rows…' });
  for (const text of ['0x9', '7x', 'seven', '99', '5,swap=on', 'x'.repeat(10_000)]) {
    await size.fill(text);
    await page.getByRole('button', { name: 'Play Hex' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toBeVisible();
    expect((await alert.textContent())?.length).toBeLessThan(700);
  }
  await size.fill('5x4');
  await page.getByTestId('player-second').selectOption({ label: 'Custom engine…' });
  await page.getByTestId('clock').selectOption({ label: 'Custom clock…' });
  const minutes = page.getByRole('spinbutton').first();
  await minutes.fill('-1e9');
  await page.getByRole('button', { name: 'Play Hex' }).click();
  expect(await minutes.evaluate((field: HTMLInputElement) => field.validationMessage)).not.toBe('');
  await minutes.fill('5');
  for (const text of WRONG) {
    await page.getByRole('textbox', { name: /Engine of/ }).fill(text);
    await page.getByRole('button', { name: 'Play Hex' }).click();
    await table.click('c2');
    await expect(table.status).toHaveClass(/refused/);
    expect((await table.status.textContent())?.length).toBeLessThan(800);
    await page.getByRole('button', { name: /^New/ }).click();
  }
});
