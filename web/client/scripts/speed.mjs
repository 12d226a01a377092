/**
 * Compares the speed of the engines in Chromium with that of the program: nodes per second on the first
 * position of each game, for the engines without threads, for those with threads on one and on two, and for
 * the program. `SITE=DIR PLYWOOD=PROGRAM node scripts/speed.mjs [ROUNDS [SECONDS]]`; the folder is one that
 * `plywood site` has written. The runs take turns, and the fastest of each kind counts, so that other work of
 * the machine matters little.
 */
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const SITE = process.env.SITE ?? 'site';
const PLYWOOD = process.env.PLYWOOD ?? '../../target/release/plywood';
const [ROUNDS, SECONDS] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 2)];
const [HOST_PORT, SERVER_PORT] = [8330, 8331];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const GAMES = { loa: 'pvs', gekitai: 'pvs:book=off', hex: 'pvs', arimaa: 'pvs:book=off' };
const KINDS = [
  { name: 'program', file: null, threads: 1 },
  { name: 'no threads', file: 'plywood.wasm', threads: 1 },
  { name: 'one thread', file: 'plywood-threads.wasm', threads: 1 },
  { name: 'two threads', file: 'plywood-threads.wasm', threads: 2 }
];

const host = createServer((request, response) => {
  const file = join(SITE, request.url === '/' ? 'index.html' : (request.url ?? ''));
  const headers = {
    'content-type': TYPES[extname(file)] ?? 'text/plain',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp'
  };
  readFile(file).then(
    (content) => response.writeHead(200, headers).end(content),
    () => response.writeHead(404).end()
  );
});
await new Promise((resume) => host.listen(HOST_PORT, 'localhost', resume));
const server = spawn(PLYWOOD, ['serve', '--port', `${SERVER_PORT}`], { stdio: 'ignore' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox']
});
const context = await browser.newContext({ serviceWorkers: 'block' });

/** Nodes per second of the program. */
async function native(body) {
  const headers = { 'content-type': 'application/json' };
  const address = `http://127.0.0.1:${SERVER_PORT}/api/search`;
  const said = await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  return JSON.parse(/event: best\ndata: (.*)/.exec(said)[1]).nps;
}

/** The same in the page: a desk in a worker, with another worker where a second thread is wanted. */
async function inPage({ file, threads, body }) {
  const module = await WebAssembly.compileStreaming(fetch(file));
  const began = (message) => {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.postMessage({ module, ...message });
    return worker;
  };
  let crew = null;
  if (file.includes('threads')) {
    const memory = new WebAssembly.Memory({ initial: 8192, maximum: 8192, shared: true });
    crew = { memory, slots: new SharedArrayBuffer(32), threads: 2 };
    new Int32Array(crew.slots).set([-1, 0, 0, 0, -1]);
  }
  const workers = [began({ stop: null, crew })];
  if (threads > 1) {
    workers.push(began({ crew, slot: 1 }));
    await new Promise((resume) => (workers[1].onmessage = resume));
  }
  const best = await new Promise((resume, refuse) => {
    workers[0].onmessage = ({ data }) => {
      if (data.name === 'best') resume(data.data);
      else if (data.kind === 'answer') refuse(new Error(data.body || 'no best move'));
    };
    for (const worker of workers) worker.onerror = ({ message }) => refuse(new Error(message));
    workers[0].postMessage({ id: 1, operation: 'search', body: JSON.stringify(body) });
  });
  for (const worker of workers) worker.terminate();
  return JSON.parse(best).nps;
}

console.log(`nodes per second, the fastest of ${ROUNDS} runs of ${SECONDS} s each; part of the program's`);
for (const [game, engine] of Object.entries(GAMES)) {
  const fastest = new Map(KINDS.map(({ name }) => [name, 0]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, file, threads } of KINDS) {
      const wish = threads > 1 ? `${engine}${engine.includes(':') ? ',' : ':'}threads=${threads}` : engine;
      const body = { line: { game }, engine: wish, time: `${SECONDS}s` };
      const page = await context.newPage();
      await page.goto(`http://localhost:${HOST_PORT}/`);
      const speed = file ? await page.evaluate(inPage, { file, threads, body }) : await native(body);
      await page.close();
      fastest.set(name, Math.max(fastest.get(name), speed));
    }
  }
  const whole = fastest.get('program');
  const parts = [...fastest].map(([name, speed]) => `${name} ${Math.round(speed)} (${(speed / whole).toFixed(2)})`);
  console.log(`${game}: ${parts.join(', ')}`);
}
await browser.close();
server.kill();
host.close();
