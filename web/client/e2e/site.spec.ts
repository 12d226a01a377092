/** What only one home has: the static site alone, and both side by side. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk } from '../src/api/desk';
import { Server } from './server';
import { expect, Table, test } from './table';

test.describe('the static site', () => {
  test.beforeEach(({ site }) => {
    test.skip(site === '', 'the server is no static site');
  });

  test('works without a network once it has been opened', async ({ table, page, context }) => {
    await page.goto(table.server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.reload();
    await table.begin('Gekitai', { second: 'beginner' });
    await table.click('c3');
    await expect.poll(async () => (await table.moves()).length).toBe(2);
  });

  test('stops a search without losing its worker once headers allow it', async ({ table, page }) => {
    await page.goto(table.server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await table.begin('Lines of Action', { analyse: true });
    await page.getByTestId('analysis').click();
    await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth/);
    await page.getByTestId('analysis').click();
    await page.getByTestId('analysis').click();
    await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth/);
  });

  test('loads nothing from elsewhere', async ({ table, page }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(table.server.address)) elsewhere.push(request.url());
    });
    await table.begin('Hex', { second: 'beginner' });
    await table.click('f6');
    await expect.poll(async () => (await table.moves()).length).toBeGreaterThan(1);
    expect(elsewhere.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([]);
  });

  test('counts the same nodes as the server', async ({ site }) => {
    const server = await Server.start();
    const module = await WebAssembly.compile(await readFile(join(site, 'plywood.wasm')));
    const desk = new Desk(module, () => 0);
    try {
      for (const [game, engine] of [
        ['loa', 'pvs:depth=6'],
        ['gekitai', 'pvs:depth=8,book=off'],
        ['hex', 'pvs:nodes=300'],
        ['arimaa', 'pvs:depth=4,book=off']
      ]) {
        const body = JSON.stringify({ line: { game }, engine });
        let here = '';
        desk.ask(
          'search',
          body,
          (name, data) => name === 'best' && (here = data),
          () => false
        );
        const headers = { 'content-type': 'application/json' };
        const there = await (await fetch(`${server.address}api/search`, { method: 'POST', headers, body })).text();
        const found = /event: best\ndata: (.*)/.exec(there)?.[1] ?? '{}';
        const facts = ({ nodes, move, score }: { nodes: number; move: string; score: unknown }) => ({
          nodes,
          move,
          score
        });
        expect(facts(JSON.parse(here)), game).toEqual(facts(JSON.parse(found)));
      }
    } finally {
      await server.down();
    }
  });

  test('a link of the site opens on its own', async ({ page, table, browser, server }) => {
    await table.begin('Hex', { rules: { size: '7' } });
    await table.click('d4', 'c3');
    await expect.poll(async () => (await table.moves()).length).toBe(2);
    const context = await browser.newContext();
    const other = new Table(await context.newPage(), server);
    await other.page.goto(page.url());
    await expect.poll(() => other.moves()).toEqual(['d4', 'c3']);
    await context.close();
  });
});
