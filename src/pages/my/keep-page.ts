// Keeps the page's own files in this browser, so that it opens without a network. They hold nobody's data and no token: what
// the link showed is kept elsewhere (kept-link.ts), and goes with the link.

import type { DifferentDays } from './days/different-day.ts';
import { fileCache } from './file-cache.ts';
import { loadWords } from './load-words.ts';

let keeping: Promise<void> = Promise.resolve();
/** The paths that this page has kept: each once, since a release may have replaced it. */
const fresh = new Set<string>();

/**
 * Called whenever the page has been drawn, since another language has other files. English is kept too: it stands in for a
 * language whose words cannot be loaded. Browsers allow keeping on https and on this machine; elsewhere nothing is kept.
 */
export function keepPage(different: DifferentDays | null): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return Promise.resolve();
  // One after the other. Without space or network nothing more is kept, and the next page tries again.
  keeping = keeping.then(() => keepFiles(different)).catch(() => {});
  return keeping;
}

async function keepFiles(different: DifferentDays | null): Promise<void> {
  await navigator.serviceWorker.register('/my-worker.js', { scope: '/my' });
  await loadWords('en');
  await different?.loadDayWords('en');
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const files = [...new Set(['/my', ...loaded.filter((path) => path.startsWith('/my/') || path === '/favicon.svg')])];
  const cache = await caches.open(fileCache);
  const missing = files.filter((path) => !fresh.has(path));
  await cache.addAll(missing);
  for (const path of missing) fresh.add(path);
  // Those of an earlier release or another language.
  for (const { url } of await cache.keys()) if (!fresh.has(new URL(url).pathname)) await cache.delete(url);
}
