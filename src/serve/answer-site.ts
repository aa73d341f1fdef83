// The public site from a bucket, where there is no folder for serve-handler: the files under site/ by their names, and
// nothing else.

import { paths, storageHeaders } from '../snapshot/paths.ts';

/** Reads a file of the published form, or null when there is none. */
type ReadFile = (path: string) => Promise<Uint8Array | null>;

export type SiteAnswer = { status: number; headers: Record<string, string>; body: Uint8Array | null };

/** Headers of every page: a page loads only what this server has, and no other site shows it in a frame. */
export const siteHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** @param path the path of the request as it came, without its query */
export async function answerSite(method: string, path: string, read: ReadFile): Promise<SiteAnswer> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null };
  // Names of letters, digits, dot, dash and underscore, none of which starts with a dot: no way leads out.
  const isName = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/.test(path);
  const file = `${paths.site}${path.slice(1)}${path.endsWith('/') ? 'index.html' : ''}`;
  const bytes = isName ? await read(file) : null;
  if (bytes === null) return { status: 404, headers: { ...siteHeaders, 'Content-Type': 'text/plain' }, body: notFound };
  return { status: 200, headers: { ...siteHeaders, 'Content-Type': storageHeaders(file).contentType }, body: bytes };
}

const notFound = new TextEncoder().encode('There is nothing here. The API is under /api/v1.\n');
