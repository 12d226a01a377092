/** Nothing is lost: by a reload, in another tab, through a link, or when the server is started anew. */
import { Server } from './server';
import { expect, Table, test } from './table';

test('a reload brings back the game, its players and its branches', async ({ table, page }) => {
  await table.begin('Lines of Action', { second: 'beginner' });
  await table.click('b1', 'b3');
  await expect.poll(async () => (await table.moves()).length).toBe(2);
  const moves = await table.moves();
  await page.reload();
  await expect.poll(() => table.moves()).toEqual(moves);
  await expect(page.getByTestId('bar-second')).toHaveText(/Beginner/);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a link opens the same position elsewhere', async ({ table, page, browser, server }) => {
  await table.begin('Hex', { rules: { size: '7' } });
  await table.click('d4', 'c3', 'e5');
  await expect.poll(async () => (await table.moves()).length).toBe(3);
  const context = await browser.newContext();
  const other = new Table(await context.newPage(), server);
  await other.page.goto(page.url());
  await expect.poll(() => other.moves()).toEqual(['d4', 'c3', 'e5']);
  await expect(other.cell('g7')).toBeAttached();
  await expect(other.cell('h7')).toHaveCount(0);
  await context.close();
});

test('a link with a bad move opens up to it, and says so', async ({ table, page, server }) => {
  await page.goto(`${server.address}#game=hex&rules=size=5&moves=a1,b2,z9,c3`);
  await expect.poll(() => table.moves()).toEqual(['a1', 'b2']);
  await expect(table.status).toHaveText(/good up to ply 2/);
});

test('a link to nothing says so', async ({ table, page, server }) => {
  await page.goto(`${server.address}#game=hex&rules=size=z99`);
  await expect(page.getByRole('alert')).toHaveText(/of the link .*z99/);
  expect(table.errors).toEqual([]);
});

test('two tabs are two games', async ({ table, context, server }) => {
  await table.begin('Gekitai');
  const other = new Table(await context.newPage(), server);
  await other.begin('Lines of Action');
  await table.click('a1', 'c3');
  await other.click('b1', 'b3');
  await expect.poll(() => table.moves()).toEqual(['a1', 'c3']);
  await expect.poll(() => other.moves()).toEqual(['b1-b3']);
  await table.page.reload();
  await expect.poll(() => table.moves()).toEqual(['a1', 'c3']);
});

test('the game goes on when the server is started anew', async ({ page, site }) => {
  test.skip(site !== '', 'a static site has no server to lose');
  const server = await Server.start();
  try {
    const table = new Table(page, server);
    await table.begin('Gekitai', { second: 'beginner' });
    await table.click('c3');
    await expect.poll(async () => (await table.moves()).length).toBe(2);
    await server.down();
    await page.locator('.hit.may').first().click();
    await expect(table.status).toHaveText(/does not answer/);
    await server.up();
    await expect(table.status).not.toHaveText(/does not answer/);
    await page.locator('.hit.may').first().click();
    await expect.poll(async () => (await table.moves()).length).toBeGreaterThanOrEqual(4);
  } finally {
    await server.down();
  }
});

test('an engine goes on thinking when the server is started anew', async ({ page, site }) => {
  test.skip(site !== '', 'a static site has no server to lose');
  const server = await Server.start();
  try {
    const table = new Table(page, server);
    await table.begin('Gekitai', { first: 'beginner', second: 'beginner' });
    await expect.poll(async () => (await table.moves()).length).toBeGreaterThan(1);
    await server.down();
    await expect(table.status).toHaveText(/does not answer/);
    const shown = (await table.moves()).length;
    await server.up();
    await expect.poll(async () => (await table.moves()).length).toBeGreaterThan(shown);
  } finally {
    await server.down();
  }
});
