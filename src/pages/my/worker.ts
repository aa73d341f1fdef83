// The service worker of the person's page alone. With a network it does nothing but pass requests on; without one it answers
// with the files that the page has kept. It never touches the API, so it holds nothing that could be withdrawn.

import { fileCache } from './file-cache.ts';

/** What is used of a service worker; TypeScript has no types for both a page and a worker. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetched = Event & { request: Request; respondWith(answer: Promise<Response>): void };
declare const self: {
  addEventListener(type: 'install' | 'activate', listen: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetched) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
};

/** Milliseconds after which a kept file is shown instead of waiting on. */
const patience = 4000;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isOwn = pathname === '/my' || pathname.startsWith('/my/') || pathname === '/favicon.svg';
  if (method === 'GET' && origin === self.location.origin && isOwn)
    event.respondWith(answer(event.request, pathname === '/my/' ? '/my' : pathname));
});

async function answer(request: Request, path: string): Promise<Response> {
  const kept = (await caches.open(fileCache)).match(path);
  const fetched = fetch(request);
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patience));
  try {
    const first = await Promise.race([fetched, late]);
    if (first !== 'late' && first.ok) return first;
    return (await kept) ?? (await fetched);
  } catch (error) {
    const file = await kept;
    if (file === undefined) throw error;
    return file;
  }
}
