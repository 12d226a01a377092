/**
 * What visitors expect of a table: sound, clocks of their own, games that are kept, a board they can enlarge.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './table';

test('nothing is heard until sound is turned on', async ({ table, page }) => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) {
      heard.push('tone');
      start.apply(this, args);
    };
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.length);
  await table.begin('Gekitai');
  await table.click('c3');
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  expect(await heard()).toBe(0);
  await table.button('Appearance').click();
  await page.getByLabel('Sound').check();
  await page.keyboard.press('Escape');
  await table.click('d5');
  await expect.poll(heard).toBeGreaterThan(0);
});

test('a clock has the minutes and seconds that people write', async ({ table, page }) => {
  await page.clock.install();
  await page.goto(table.server.address);
  await page.locator('.card', { hasText: 'Gekitai' }).click();
  await page.getByTestId('player-second').selectOption('human');
  await page.getByTestId('clock').selectOption({ label: 'Custom clock…' });
  await page.getByLabel('Minutes for the game').fill('2.5');
  await page.getByLabel('Seconds per turn').fill('7');
  await table.button('Play Gekitai').click();
  const left = async () => {
    const [minutes = 0, seconds = 0] = (await page.getByRole('timer').nth(1).innerText()).split(':').map(Number);
    return 60 * minutes + seconds;
  };
  await expect.poll(left).toBeLessThanOrEqual(150);
  // From here on no time passes but what the test lets pass.
  await page.clock.pauseAt(Date.now() + 10_000);
  const before = await left();
  expect(before).toBeGreaterThan(60);
  await page.clock.runFor(10_000);
  await expect.poll(left).toBe(before - 10);
  await table.click('c3');
  await expect.poll(left).toBe(before - 3);
});

test('games are kept between visits, carried elsewhere and taken up again', async ({ table, page, server }) => {
  await table.begin('Gekitai');
  await table.click('c3', 'd5');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  await table.begin('Hex', { rules: { size: '5' } });
  await table.click('a2');
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(server.address);
  await table.button('My games').click();
  const games = page.getByRole('dialog').getByRole('listitem');
  await expect(games).toHaveText([/Hex.*1 ply/s, /Gekitai.*2 plies/s]);
  const [saved] = await Promise.all([page.waitForEvent('download'), table.button('Save all as a file').click()]);
  const file = await readFile(await saved.path());
  await games.nth(1).getByRole('button').first().click();
  await expect.poll(() => table.moves()).toEqual(['c3', 'd5']);

  // As if on another computer.
  await page.evaluate(() => localStorage.clear());
  await table.button('My games').click();
  await expect(games).toHaveCount(0);
  const chosen = page.getByLabel('Load a file of games');
  await chosen.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.getByRole('dialog')).toContainText('There are no games in this file.');
  await chosen.setInputFiles({ name: 'games.json', mimeType: 'application/json', buffer: file });
  await expect(page.getByRole('dialog')).toContainText('2 games loaded.');
  await games
    .first()
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(games).toHaveText([/Gekitai/]);
});

test('a large board on a phone is enlarged, moved and played on', async ({ table, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await table.begin('Hex', { rules: { size: '19' } });
  const width = async () => (await table.cell('j10').boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThan(24);
  await table.button('Zoom in').click();
  await table.button('Zoom in').click();
  await expect.poll(width).toBeGreaterThan(34);
  const middle = await table.cell('j10').boundingBox();
  expect(middle?.x).toBeGreaterThan(100);
  expect(middle?.x).toBeLessThan(290);
  await table.click('j10');
  await expect.poll(async () => (await table.moves()).length).toBe(1);
  await table.cell('a1').scrollIntoViewIfNeeded();
  await table.click('a1');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.keyboard.press('0');
  await expect.poll(width).toBeLessThan(24);
});

test('a wheel with Ctrl enlarges the board about the pointer', async ({ table, page }) => {
  await table.begin('Hex', { rules: { size: '13' } });
  await table.cell('c3').hover();
  const before = await table.cell('c3').boundingBox();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect
    .poll(async () => (await table.cell('c3').boundingBox())?.width)
    .toBeGreaterThan(1.5 * (before?.width ?? 0));
  const after = await table.cell('c3').boundingBox();
  const middle = (box: typeof after) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
  expect(Math.abs(middle(after) - middle(before))).toBeLessThan(4);
});

test.describe('on a screen that is touched', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  /** What is smaller than 44 pixels, and can be pressed. Turns within lines are text. */
  const tooSmall = (page: Page) =>
    page
      .locator('button:not(.turn), select, summary, .file, .tick, input[type=text], input[type=number]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
          .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
          .map(({ text, box }) => `${text} ${box.width} x ${box.height}`)
      );

  test('everything is large enough for a finger, and nothing sticks out', async ({ table, page }) => {
    const fits = async () => {
      expect(await tooSmall(page)).toEqual([]);
      const { wide, room } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        room: innerWidth
      }));
      expect(wide).toBeLessThanOrEqual(room);
    };
    await page.goto(table.server.address);
    await expect(page.locator('.card').first()).toBeVisible();
    await fits();
    await table.begin('Arimaa', { analyse: true });
    await fits();
    for (const [width, height] of [
      [360, 740],
      [390, 844],
      [844, 390]
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const language of ['de', 'fr', 'en']) {
        await page.getByRole('button', { name: /^(Appearance|Darstellung|Apparence)$/ }).click();
        await page.getByTestId('language').selectOption(language);
        await fits();
        await page.keyboard.press('Escape');
        await fits();
      }
    }
    for (const name of ['Help', 'Load…', 'My games', 'Edit position']) {
      await table.button(name).click();
      await fits();
      if (name !== 'Edit position') await page.keyboard.press('Escape');
    }
  });

  test('the coordinates of a large board can be read', async ({ table, page }) => {
    for (const [width, height] of [
      [390, 844],
      [844, 390]
    ] as const) {
      await page.setViewportSize({ width, height });
      await table.begin('Hex', { rules: { size: '19' } });
      const heights = await page.locator('.drawing .coordinate').evaluateAll((all) =>
        all.map((text) => {
          const { a } = (text as SVGTextElement).getScreenCTM() ?? { a: 0 };
          return Number.parseFloat(getComputedStyle(text).fontSize) * a;
        })
      );
      expect(heights).toHaveLength(38);
      expect(Math.min(...heights)).toBeGreaterThan(8.5);
    }
  });

  test('two fingers enlarge the board', async ({ table, page }) => {
    await table.begin('Hex', { rules: { size: '13' } });
    const before = await table.cell('g7').boundingBox();
    const [x, y] = [(before?.x ?? 0) + (before?.width ?? 0) / 2, (before?.y ?? 0) + (before?.height ?? 0) / 2];
    const hand = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      hand.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-apart, apart].map((by, id) => ({ x: x + by, y, id }))
      });
    await touch('touchStart', 30);
    for (const apart of [30, 45, 60, 75]) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    await expect
      .poll(async () => (await table.cell('g7').boundingBox())?.width)
      .toBeGreaterThan(2 * (before?.width ?? 99));
    const after = await table.cell('g7').boundingBox();
    expect(Math.abs((after?.x ?? 0) + (after?.width ?? 0) / 2 - x)).toBeLessThan(6);
    expect(await table.moves()).toEqual([]);
  });
});

test('Hex lies on its side, as a flat diamond, or stands', async ({ table, page }) => {
  await table.begin('Hex');
  const corners = async () => {
    const [a, k] = [await table.cell('a11').boundingBox(), await table.cell('k1').boundingBox()];
    return { level: Math.abs((a?.y ?? 0) - (k?.y ?? 0)) };
  };
  const [first, last] = [await table.cell('a1').boundingBox(), await table.cell('k11').boundingBox()];
  expect((last?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(200);
  await table.button('Rotate').click();
  const [left, right] = [await table.cell('a1').boundingBox(), await table.cell('k11').boundingBox()];
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? 99))).toBeLessThan(2);
  await table.button('Rotate').click();
  expect((await corners()).level).toBeLessThan(2);
  await page.getByRole('button', { name: 'Flip' }).click();
  const [top, bottom] = [await table.cell('a1').boundingBox(), await table.cell('k11').boundingBox()];
  expect(top?.y).toBeGreaterThan((bottom?.y ?? 0) + 200);
});

for (const palette of ['slate', 'meadow']) {
  test(`a board of ${palette} is drawn and kept`, async ({ table, page }) => {
    await table.begin('Lines of Action');
    const colour = () =>
      page
        .locator('.drawing .cell')
        .first()
        .evaluate((cell) => getComputedStyle(cell).fill);
    const natural = await colour();
    await table.button('Appearance').click();
    await page.getByRole('dialog').getByLabel('Board').selectOption(palette);
    await page.keyboard.press('Escape');
    await expect.poll(colour).not.toBe(natural);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-palette', palette);
  });
}
