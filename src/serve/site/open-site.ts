// Decides the answer to a request for the public site, for every server and for the function at the edge.

import { encodings, mayBeCompressed, paths } from '../../snapshot/paths.ts';
import type { ReadTagged } from '../../store/bucket/read-object.ts';
import { type ByteRange, parseByteRange } from '../http/byte-range.ts';
import { isStrong } from '../http/etag.ts';
import { negotiateEncoding } from '../http/negotiate.ts';
import { checkPreconditions, type Preconditions } from '../http/preconditions.ts';
import { recordCache } from '../record-cache.ts';
import { headersOf, isSitePath, notFound, siteHeaders } from './site-file.ts';

/** The parts of a request that decide its answer. `path` is not decoded and has no query. */
export type SiteRequest = Preconditions & {
  method: string;
  path: string;
  acceptEncoding: string | undefined;
  range: string | undefined;
  ifRange: string | undefined;
};

/** A HEAD has the headers of its GET. `path` is that of the file in the published output whose bytes the body is, all of them. */
export type SiteAnswer = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
  path?: string;
};

type SiteFile = { body: Uint8Array<ArrayBuffer>; tag: string; changedAt: number | null };

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
    const found = files.record(path, siteFile).finally(() => reading.delete(path));
    reading.set(path, found);
    return found;
  };

  return async (request) => {
    const { method, path, acceptEncoding } = request;
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null };
    if (!isSitePath(path)) return notFound;
    // The path of a folder stands for its index.html.
    const isPage = path.endsWith('/') || !path.slice(path.lastIndexOf('/')).includes('.');
    const file = `${paths.site}${path.slice(1)}${isPage ? `${path.endsWith('/') ? '' : '/'}index.html` : ''}`;
    const encoding = mayBeCompressed(path) ? negotiateEncoding(acceptEncoding) : 'identity';
    const compressedFile = `${file}${encodings[encoding]}`;
    const compressed = encoding === 'identity' ? null : await read(compressedFile);
    const found = compressed ?? (await read(file));
    if (found === null) return notFound;
    const headers = headersOf(file, found.tag);
    const status = checkPreconditions(request, found, Date.now());
    if (status === 304) return { status, headers, body: null };
    if (status === 412) return { status, headers: { ...siteHeaders, 'Content-Length': '0' }, body: null };
    const size = found.body.length;
    headers['Accept-Ranges'] = 'bytes';
    if (compressed !== null) headers['Content-Encoding'] = encoding;
    const range = rangeOf(request, found);
    if (range === null)
      return {
        status,
        headers: { ...headers, 'Content-Length': String(size) },
        body: found.body,
        path: compressed === null ? file : compressedFile,
      };
    if (range === 'unsatisfiable') {
      const refused = { ...siteHeaders, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' };
      return { status: 416, headers: refused, body: null };
    }
    const body = found.body.subarray(range.first, range.last + 1);
    headers['Content-Range'] = `bytes ${range.first}-${range.last}/${size}`;
    headers['Content-Length'] = String(body.length);
    return { status: 206, headers, body };
  };
}

const siteFile = (body: Uint8Array<ArrayBuffer>, tag: string, age: number): SiteFile => ({
  body,
  tag,
  changedAt: Number.isFinite(age) ? Date.now() - age : null,
});

/**
 * The part of the file that is asked for; null for all of it. Only a strong tag says that two parts are of the same bytes, and a
 * date never does here, since the site sends no Last-Modified (RFC 9110, section 13.1.5).
 */
function rangeOf({ method, range, ifRange }: SiteRequest, { body, tag }: SiteFile): ByteRange | null {
  if (method !== 'GET' || range === undefined) return null;
  return ifRange === undefined || (isStrong(tag) && ifRange === tag) ? parseByteRange(range, body.length) : null;
}
