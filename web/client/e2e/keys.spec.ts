/** Whole games without a pointer: chosen, played and ended by keys alone. */
import type { Page } from '@playwright/test';
import { neighbour, type Point } from '../src/board/geometry';
import { expect, test, type Table } from './table';

const GAMES: [string, string, string, number][] = [
  ['Lines of Action', 'size', '6', 1],
  ['Gekitai', '', '', 1],
  ['Hex', 'size', '5', 1],
  ['Arimaa', '', '', 2]
];

const ARROWS: [string, number, number][] = [
  ['ArrowLeft', -1, 0],
  ['ArrowRight', 1, 0],
  ['ArrowUp', 0, -1],
  ['ArrowDown', 0, 1]
];

class Keys {
  constructor(private readonly table: Table) {}

  private get page(): Page {
    return this.table.page;
  }

  /** Goes on from field to field until one with this name has the focus. */
  async tabTo(name: RegExp): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      const here = await this.page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        const labels = [...(element?.labels ?? [])].map((label) => label.textContent);
        const within = element === document.body ? '' : element?.textContent;
        return (element?.ariaLabel ?? (labels.join(' ') || within) ?? '').trim();
      });
      if (name.test(here)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`nothing named ${name} can be reached`);
  }

  async press(name: RegExp): Promise<void> {
    await this.tabTo(name);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Goes along the shortest way of arrow keys to a cell, which must have the focus then, and presses Enter.
   */
  async choose(cell: string): Promise<void> {
    const places = await this.places();
    const start = await this.focused();
    for (const key of way(places, start, cell)) await this.page.keyboard.press(key);
    expect(await this.focused()).toBe(cell);
    await this.page.keyboard.press('Enter');
  }

  private focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
  }

  /** The middles of the cells, in widths of a cell. */
  private async places(): Promise<Map<string, Point>> {
    const boxes = await this.page.locator('[data-cell]').evaluateAll((cells) =>
      cells.map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return { name: cell.getAttribute('data-cell') ?? '', x: x + width / 2, y: y + height / 2, width };
      })
    );
    return new Map(boxes.map(({ name, x, y, width }) => [name, { x: x / width, y: y / width }]));
  }
}

function way(places: Map<string, Point>, from: string, to: string): string[] {
  const ways = new Map<string, string[]>([[from, []]]);
  for (const [cell, keys] of ways) {
    if (cell === to) return keys;
    for (const [key, dx, dy] of ARROWS) {
      const next = neighbour(places, cell, dx, dy);
      if (!ways.has(next)) ways.set(next, [...keys, key]);
    }
  }
  throw new Error(`no keys lead from ${from} to ${to}`);
}

for (const [title, rule, setting, level] of GAMES) {
  test(`${title} is chosen, played and ended by keys`, async ({ table, page }) => {
    test.setTimeout(300_000);
    const keys = new Keys(table);
    await page.goto(table.server.address);
    await expect(page.locator('.card').first()).toBeVisible();
    await keys.tabTo(/^(Lines of Action|Gekitai|Hex|Arimaa)/);
    for (let game = 0; game < GAMES.findIndex(([name]) => name === title); game++)
      await page.keyboard.press('ArrowDown');
    await keys.tabTo(/\(begins\)/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Home');
    for (let down = 0; down <= level; down++) await page.keyboard.press('ArrowDown');
    if (rule) {
      await keys.tabTo(/^Size/);
      await page.keyboard.type(setting);
    }
    await page.keyboard.press('Shift+Tab');
    await keys.press(new RegExp(`^Play ${title}`));
    await expect(page.locator('svg.board [role=gridcell]').first()).toBeAttached();
    if (title === 'Arimaa') {
      await keys.press(/^Random/);
      await keys.press(/^Setup done/);
    }
    for (let plies = 0; (await table.settled()) !== 'over'; plies++) {
      expect(plies).toBeLessThan(400);
      await table.playSomething(
        (cell) => toCell(keys, cell),
        () => keys.press(/^Finish turn/)
      );
    }
    await expect(table.status).toHaveText(/(wins|draw)/i);
    await expect(page.getByTestId('announcement')).toHaveText(/(wins|draw)/i);
    await keys.press(/^Rematch/);
    await expect(table.status).not.toHaveText(/(wins|draw)/i);
  });
}

async function toCell(keys: Keys, cell: string): Promise<void> {
  await keys.tabTo(/^[a-z]\d+, /);
  await keys.choose(cell);
}

test('what is played is told in order', async ({ table, page }) => {
  await table.begin('Gekitai', { second: 'beginner' });
  await table.click('c3');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  const [mine, answer] = await table.moves();
  const told = await page.getByRole('log').locator('p').allTextContents();
  expect(told.slice(-2)).toEqual([`X played ${mine}. O (Beginner) to move.`, `O played ${answer}. X to move.`]);
});
