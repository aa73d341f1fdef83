// Keeps the page's own files in this browser, so that it opens without a network. They hold nobody's data and no token: what
// the link showed is kept elsewhere (kept-link.ts), and goes with the link.

import { fileCache } from './file-cache.ts';

let isKept = false;

/** Browsers allow it on https and on this machine; elsewhere nothing is kept. */
export async function keepPage(): Promise<void> {
  if (isKept || !('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  isKept = true;
  try {
    await navigator.serviceWorker.register('/my-worker.js', { scope: '/my' });
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const files = [...new Set(['/my', ...loaded.filter((path) => path.startsWith('/my/') || path === '/favicon.svg')])];
    const cache = await caches.open(fileCache);
    await cache.addAll(files);
    // Those of an earlier version.
    for (const { url } of await cache.keys()) if (!files.includes(new URL(url).pathname)) await cache.delete(url);
  } catch {
    isKept = false; // no space, or no network; the next page tries again
  }
}
