// Decides the answer to a request for the public site, for every server and for the function at the edge.

import { encodings, mayBeCompressed, paths } from '../snapshot/paths.ts';
import type { ReadTagged } from '../store/bucket/read-object.ts';
import { matchesEntityTag } from './etag.ts';
import { negotiateEncoding } from './negotiate.ts';
import { recordCache } from './record-cache.ts';
import { isSitePath, notFound, siteHeaders, siteType } from './site-file.ts';

/** The parts of a request that decide its answer. `path` is not decoded and has no query. */
export type SiteRequest = {
  method: string;
  path: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
};

/** A HEAD has the headers of its GET. */
export type SiteAnswer = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null };

type SiteFile = { body: Uint8Array<ArrayBuffer>; tag: string };

/** Enough memory for all files of the site in all encodings. */
const siteBytes = 16 * 1024 * 1024;

/**
 * Each request revalidates the files in memory with their store.
 * @param readTagged reads a path of the published output, in a bucket or a folder
 */
export function openSite(readTagged: ReadTagged): (request: SiteRequest) => Promise<SiteAnswer> {
  const files = recordCache(readTagged, siteBytes);
  // Requests at the same time share one read, and so one copy in memory.
  const reading = new Map<string, Promise<SiteFile | null>>();
  const read = (path: string) => {
    const pending = reading.get(path);
    if (pending !== undefined) return pending;
    const found = files.record(path, (body, tag) => ({ body, tag })).finally(() => reading.delete(path));
    reading.set(path, found);
    return found;
  };

  return async ({ method, path, acceptEncoding, ifNoneMatch }) => {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null };
    if (!isSitePath(path)) return notFound;
    // The path of a folder stands for its index.html.
    const isPage = path.endsWith('/') || !path.slice(path.lastIndexOf('/')).includes('.');
    const file = `${paths.site}${path.slice(1)}${isPage ? `${path.endsWith('/') ? '' : '/'}index.html` : ''}`;
    const encoding = mayBeCompressed(path) ? negotiateEncoding(acceptEncoding) : 'identity';
    const compressed = encoding === 'identity' ? null : await read(`${file}${encodings[encoding]}`);
    const found = compressed ?? (await read(file));
    if (found === null) return notFound;
    const headers: Record<string, string> = { ...siteHeaders, ETag: found.tag, 'Content-Type': siteType(file) };
    if (matchesEntityTag(ifNoneMatch, found.tag)) return { status: 304, headers, body: null };
    headers['Content-Length'] = String(found.body.length);
    if (compressed !== null) headers['Content-Encoding'] = encoding;
    return { status: 200, headers, body: found.body };
  };
}
