/** What a person does at the page, in the words of the tests. */
import { test as base, expect, type Page } from '@playwright/test';
import { Server, Site } from './server';

export { expect };

/** Where the page comes from. */
type Home = Server | Site;

/** A test with the program running, and a page on which no error goes unseen. */
export const test = base.extend<{ table: Table }, { site: string; server: Home }>({
  site: ['', { option: true, scope: 'worker' }],
  server: [
    async ({ site }, use) => {
      const server = site ? await Site.start(site) : await Server.start();
      await use(server);
      await server.down();
    },
    { scope: 'worker' }
  ],
  table: async ({ page, server }, use) => {
    const table = new Table(page, server);
    if (process.env.BUNDLE === 'disk' && server instanceof Server) await fromDisk(page, server);
    await use(table);
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    expect(table.errors).toEqual([]);
  }
});

/**
 * Shows the bundle that was built last, with the program's headers, so that trying a change needs no cargo.
 */
async function fromDisk(page: Page, server: Server): Promise<void> {
  await page.context().route(
    (address) => address.href.startsWith(server.address) && !address.pathname.startsWith('/api/'),
    async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      await route.fulfill({ response: await route.fetch(), path: `../dist/${name}` });
    }
  );
}

export interface Choice {
  first?: string;
  second?: string;
  rules?: Record<string, string>;
  clock?: string;
  analyse?: boolean;
}

export class Table {
  readonly errors: string[] = [];
  private seed = 20_240_607;

  constructor(
    readonly page: Page,
    readonly server: Home
  ) {
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  /** Chooses a game as a visitor would, and begins it. */
  async begin(title: string, choice: Choice = {}): Promise<void> {
    const { page } = this;
    await page.goto(this.server.address);
    const card = page.locator('.card', { hasText: title });
    const again = page.getByRole('button', { name: /^New/ });
    await expect(card.or(again)).toBeVisible();
    // The tab has kept its last game.
    if (await again.isVisible()) await again.click();
    await card.click();
    await page.getByTestId('player-first').selectOption(choice.first ?? 'human');
    await page.getByTestId('player-second').selectOption(choice.second ?? 'human');
    const rules = page.getByTestId('rules');
    if (choice.rules) await rules.evaluate((details) => details.setAttribute('open', ''));
    for (const [name, value] of Object.entries(choice.rules ?? {})) {
      await page.getByTestId(`rule-${name}`).selectOption(value);
    }
    if (choice.clock) await page.getByTestId('clock').selectOption({ label: choice.clock });
    await page.getByRole('button', { name: choice.analyse ? 'Analyse instead' : `Play ${title}` }).click();
    await expect(page.locator('svg.board [role=gridcell]').first()).toBeAttached();
  }

  cell(name: string) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  async click(...cells: string[]): Promise<void> {
    for (const name of cells) await this.cell(name).click();
  }

  get status() {
    return this.page.getByTestId('status');
  }

  /** The texts of the plies in the move list. */
  async moves(): Promise<string[]> {
    return this.page.locator('.list .ply:not([data-node="0"])').allTextContents();
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  picture(name: string): Promise<Buffer> {
    return this.page.screenshot({ path: `artifacts/${name}.png` });
  }

  /** Waits until a person is to move, or the game is over. */
  async settled(): Promise<'over' | 'to move'> {
    const over = this.page.locator('[data-testid=status].ended');
    await expect(over.or(this.page.locator('.hit.may').first())).toBeAttached({ timeout: 60_000 });
    return (await over.count()) > 0 ? 'over' : 'to move';
  }

  /** Clicks some legal ply, or the button that ends a turn now and then. */
  async playSomething(
    click = (cell: string): Promise<void> => this.click(cell),
    finish = (): Promise<void> => this.button('Finish turn').click()
  ): Promise<void> {
    const shown = await this.shown();
    const may = await this.button('Finish turn').count();
    if (may > 0 && this.random(2) === 0) await finish();
    else await this.clickSomething(click);
    // The answer of the server is short, but it is not nothing.
    await expect.poll(() => this.shown()).not.toBe(shown);
  }

  private async clickSomething(click: (cell: string) => Promise<void>): Promise<void> {
    // Whatever is in hand after a step is let go.
    await this.page.keyboard.press('Escape');
    const cell = await this.oneOf('.hit.may');
    if (!cell) return;
    await click(cell);
    const target = await this.oneOf('[aria-label*="may be played"]');
    if (target) await click(target);
  }

  private async shown(): Promise<string> {
    return this.page.evaluate(() => location.hash);
  }

  private async oneOf(selector: string): Promise<string | null> {
    const found = await this.page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-cell')));
    return found[this.random(found.length)] ?? null;
  }

  /** The same choices in every run. */
  private random(below: number): number {
    this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return below > 0 ? (this.seed >> 8) % below : 0;
  }
}
