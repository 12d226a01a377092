/** What only one home has: the static site alone, and both side by side. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { crew } from '../src/api/crew';
import { Desk } from '../src/api/desk';
import { ISOLATION, Server, Site } from './server';
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

  test('searches with two threads where the host sends the headers', async ({ site, browser }) => {
    const host = await Site.start(site, ISOLATION);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const table = new Table(page, host);
    const engines: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.wasm')) engines.push(new URL(request.url()).pathname);
    });
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 2 });
      const { postMessage } = Worker.prototype;
      // Notes what the workers for threads share with the page.
      Worker.prototype.postMessage = function (...values: unknown[]) {
        const [message] = values as [{ slot?: number; crew?: unknown }];
        if ('slot' in message) Object.assign(window, { crew: message.crew });
        return Reflect.apply(postMessage, this, values);
      };
    });
    /** Whether a thread is at work beside the one that leads. */
    const helps = () =>
      page.evaluate(() => {
        const { crew } = window as unknown as { crew?: { slots: SharedArrayBuffer } };
        return crew !== undefined && Atomics.load(new Int32Array(crew.slots), 4) > 0;
      });
    try {
      await table.begin('Lines of Action', { analyse: true });
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      const engine = page.getByRole('textbox', { name: 'Engine' });
      const toggle = page.getByTestId('analysis');
      await engine.fill('pvs:threads=2');
      await engine.press('Tab');
      for (const search of ['the first', 'the second']) {
        await toggle.click();
        await expect.poll(helps, search).toBe(true);
        await expect(page.getByTestId('analysis-numbers'), search).toHaveText(/depth/);
        await toggle.click();
        await expect.poll(helps, search).toBe(false);
      }
      // One that answers, one that searches, one for its thread: none was lost.
      expect(page.workers()).toHaveLength(3);
      expect(engines).toEqual(['/plywood-threads.wasm']);
      await engine.fill('pvs:threads=3');
      await engine.press('Tab');
      await toggle.click();
      await expect(page.getByTestId('analysis-numbers')).toHaveText(/1 (to|bis) 2/);
      expect(table.errors).toEqual([]);
    } finally {
      await context.close();
      await host.down();
    }
  });

  test('keeps the engines with threads for the time without a network', async ({ table, page, context }) => {
    test.skip(availableParallelism() < 2, 'one core needs no threads');
    await page.goto(table.server.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await table.begin('Lines of Action', { analyse: true });
    const engine = page.getByRole('textbox', { name: 'Engine' });
    await engine.fill('pvs:threads=2');
    await engine.press('Tab');
    await page.getByTestId('analysis').click();
    await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth/);
    await page.getByTestId('analysis').click();
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

  for (const [file, shared] of [
    ['plywood.wasm', null],
    ['plywood-threads.wasm', crew(1)]
  ] as const) {
    test(`counts the same nodes as the server with ${file}`, async ({ site }) => {
      const server = await Server.start();
      const module = await WebAssembly.compile(await readFile(join(site, file)));
      const desk = new Desk(module, () => 0, shared);
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
  }

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
