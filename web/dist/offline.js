/**
 * The service worker of the static site: the page works without a network once it has been opened.
 *
 * All files of a version are kept together, so that the page and its engines always fit; `plywood site`
 * writes the version and the list. The two headers let the page share memory with its workers, on hosts that
 * cannot be told to send them. Of the engines, those that this browser will use are kept at once: with threads
 * where it has cores for them. The others are kept when they are asked for.
 */
const VERSION = 'none';
const FILES = [];

const [SINGLE, THREADS] = ['./plywood.wasm', './plywood-threads.wasm'];
const SPARE = navigator.hardwareConcurrency > 1 && FILES.includes(THREADS) ? SINGLE : THREADS;

const CACHE = `plywood ${VERSION}`;

addEventListener('install', (event) => {
  skipWaiting();
  const fresh = FILES.filter((file) => file !== SPARE).map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), forget()]));
});

addEventListener('fetch', (event) => {
  const { origin } = new URL(event.request.url);
  if (event.request.method === 'GET' && origin === location.origin) event.respondWith(answer(event.request));
});

/** Forgets the versions before this one. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('plywood ') && name !== CACHE).map((name) => caches.delete(name))
  );
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  return isolated(kept ?? (await fetched(request, cache)));
}

async function fetched(request, cache) {
  const response = await fetch(request);
  if (response.ok && request.url === new URL(SPARE, location.href).href) await cache.put(request, response.clone());
  return response;
}

function isolated(response) {
  if (response.type === 'opaque' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
