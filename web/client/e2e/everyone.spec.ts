/** For everyone: screen readers, small screens, dark rooms, steady layouts. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { de } from '../src/words/de';
import { en } from '../src/words/en';
import { expect, test } from './table';

const GAMES = ['Lines of Action', 'Gekitai', 'Hex', 'Arimaa'];

/** What axe complains about, however small. */
async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join('; ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any view in the ${theme} theme`, async ({ table, page, server }) => {
    test.setTimeout(400_000);
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(server.address);
    await expect(page.locator('.card').first()).toBeVisible();
    expect(await problems(page)).toEqual([]);
    for (const title of GAMES) {
      await table.begin(title, { analyse: true });
      expect(await problems(page)).toEqual([]);
      await table.button('Edit position').click();
      expect(await problems(page)).toEqual([]);
      await table.begin(title);
      expect(await problems(page)).toEqual([]);
    }
    for (const [button, dialog] of [
      ['Help', 'Help'],
      ['Appearance', 'Appearance'],
      ['My games', 'My games'],
      ['Load…', 'Load a record or a position']
    ] as const) {
      await table.button(button).click();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      expect(await problems(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await table.begin('Hex', { rules: { size: '2', swap: 'off' } });
    await table.click('a1', 'b1', 'a2');
    await expect(table.button('Rematch')).toBeVisible();
    expect(await problems(page)).toEqual([]);
  });
}

test('a screen reader hears every view', async ({ table, page, server }) => {
  test.setTimeout(400_000);
  const hears = (name: string) => expect(page.locator('body')).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
  await page.goto(server.address);
  await expect(page.locator('.card').first()).toBeVisible();
  await hears('games');
  await table.begin('Lines of Action', { rules: { size: '5' } });
  await table.click('b1', 'b3');
  await expect.poll(() => table.moves()).toEqual(['b1-b3']);
  await hears('loa');
  await table.begin('Gekitai', { analyse: true });
  await table.click('c3', 'd4');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await hears('gekitai-analysis');
  await table.begin('Hex', { rules: { size: '3' } });
  await table.click('b2');
  await expect.poll(() => table.moves()).toEqual(['b2']);
  await hears('hex');
  await table.begin('Arimaa');
  await page.locator('[data-word="tray:E"]').click();
  await table.click('e2');
  await hears('arimaa-setup');
  await table.button('Help').click();
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot({ name: 'help.aria.yml' });
});

test('with colours chosen by the system, what is pressed and whose turn it is can be told', async ({ table, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await table.begin('Gekitai');
  const background = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await background('Play')).not.toBe(await background('Analyse'));
  const border = (side: string) =>
    page.getByTestId(`bar-${side}`).evaluate((bar) => getComputedStyle(bar).borderTopWidth);
  expect(await border('first')).not.toBe(await border('second'));
  await table.click('c3', 'd5');
  await expect(page.locator('.drawing .token')).toHaveCount(2);
  const [one, other] = await page
    .locator('.drawing .token')
    .evaluateAll((all) => all.map((token) => getComputedStyle(token).fill));
  expect(one).not.toBe(other);
  await table.picture('gekitai-forced-colors');
});

test('nothing moves for whoever wants no motion', async ({ table, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await table.begin('Gekitai', { analyse: true });
  await table.click('c3', 'b3');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('on a small screen nothing sticks out, and the board has the width', async ({ table, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const title of GAMES) {
    for (const analyse of [false, true]) {
      await table.begin(title, { analyse });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      const board = await page.locator('.drawing svg.board').boundingBox();
      expect(board?.width).toBeGreaterThan(330);
    }
    await table.picture(`${title.split(' ')[0]?.toLowerCase()}-phone`);
  }
});

test('a phone on its side shows the whole board beside the moves', async ({ table, page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (const title of GAMES) {
    await table.begin(title);
    const board = await page.locator('.drawing svg.board').boundingBox();
    expect((board?.y ?? 0) + (board?.height ?? 999)).toBeLessThanOrEqual(391);
    expect(board?.height).toBeGreaterThan(300);
    await expect(table.status).toBeInViewport();
  }
});

test('the board fills the height of a wide window', async ({ table, page }) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await table.begin('Lines of Action');
  const board = await page.locator('.drawing svg.board').boundingBox();
  expect(board?.height).toBeGreaterThan(800);
});

test('on a phone a game begins at the top of the page', async ({ table, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await table.begin('Lines of Action');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('the high-contrast board in the dark', async ({ table, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await table.begin('Gekitai', { analyse: true });
  await table.button('Appearance').click();
  await page.getByRole('dialog').getByLabel('Board').selectOption('contrast');
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'contrast');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await table.click('c3', 'd4', 'e5');
  await table.picture('gekitai-contrast-dark');
});

test('the edges of Hex can be told from the page and from each other in both themes', async ({ table, page }) => {
  await table.begin('Hex');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const contrasts = await page.evaluate(() => {
      const light = (colour: string) => {
        const linear = (part: number) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => linear(Number(part) / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const style = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body);
      const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const rim = light(style('.rim').stroke);
      const sides = [style('.edge.black').fill, style('.edge.white').fill, style('body').backgroundColor];
      return sides.map((side) => contrast(rim, light(side)));
    });
    // In the light theme the black edge stands out from the page by itself.
    const [black = 0, white = 0, around = 0] = contrasts;
    expect(white).toBeGreaterThan(3);
    expect(around).toBeGreaterThan(3);
    if (colorScheme === 'dark') expect(black).toBeGreaterThan(4);
  }
});

test('nothing jumps while a game is played and analysed', async ({ table, page }) => {
  await table.begin('Gekitai', { analyse: true });
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // What a click opens may move what lies beneath it: as in the usual measure, such shifts do not count.
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: false });
  });
  await page.getByTestId('analysis').click();
  await table.click('c3', 'f6', 'a6');
  await expect.poll(async () => (await table.moves()).length).toBe(3);
  await table.click('c3');
  await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth/);
  const total = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0)
  );
  expect(total).toBeLessThan(0.02);
});

test('all that is drawn comes from the server itself', async ({ table, page, server }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  await table.begin('Hex', { analyse: true });
  expect(elsewhere).toEqual([]);
});

test.describe('the browser of a German', () => {
  test.use({ locale: 'de-DE' });

  test('shows no English', async ({ table, page, server }) => {
    const english = Object.entries(en).filter(([key, text]) => text.length > 5 && de[key as keyof typeof en] !== text);
    const found = async () => {
      const shown = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
      const heard = await page.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel));
      return english.filter(([, text]) => shown.includes(text) || heard.includes(text)).map(([key]) => key);
    };
    await page.goto(server.address);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('.card').first()).toBeVisible();
    expect(await found()).toEqual([]);
    await page.locator('.card', { hasText: 'Arimaa' }).click();
    await page.getByRole('button', { name: 'Arimaa spielen' }).click();
    await expect(table.status).toHaveText(/Gold am Zug/);
    expect(await found()).toEqual([]);
    await page.getByRole('button', { name: 'Analysieren' }).click();
    await page.getByRole('button', { name: 'Stellung bearbeiten' }).click();
    await expect(page.locator('.editor')).toBeVisible();
    expect(await found()).toEqual([]);
    await page.getByRole('button', { name: 'Hilfe' }).click();
    expect(await found()).toEqual([]);
  });

  test('is told in another language how a game ended', async ({ table, page, server }) => {
    await page.goto(`${server.address}#game=hex&rules=size=2&moves=a1,b1,a2`);
    await expect(table.status).toHaveText('Schwarz gewinnt: Schwarz hat oben und unten verbunden.');
    await page.getByRole('button', { name: 'Darstellung' }).click();
    await page.getByTestId('language').selectOption('fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.keyboard.press('Escape');
    await expect(table.status).toHaveText('Noir gagne : Noir a relié le haut et le bas.');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});

for (const locale of ['en-US', 'de-DE', 'fr-FR']) {
  test.describe(`a phone in ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });

    test('has buttons that a finger can hit, and nothing sticks out', async ({ page, server, table }) => {
      await page.goto(`${server.address}#game=hex&rules=size=5&moves=a1`);
      await expect(table.cell('c3')).toBeAttached();
      const small = await page.locator('header button:visible').evaluateAll((all) =>
        all
          .map((button) => button.getBoundingClientRect())
          .filter(({ width, height }) => width < 32 || height < 32)
          .map(({ width, height }) => [width, height])
      );
      expect(small).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
  });
}
