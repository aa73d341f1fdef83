// The public site from a bucket, where there is no folder for serve-handler: the files under site/ by their names, and
// nothing else.

import { encodings, paths } from '../snapshot/paths.ts';
import { negotiateEncoding } from './negotiate.ts';
import { isSitePath, mayBeCompressed, siteHeaders, siteType } from './site-file.ts';

/** Reads a file of the published form, or null when there is none. */
type ReadFile = (path: string) => Promise<Uint8Array | null>;

export type SiteAnswer = { status: number; headers: Record<string, string>; body: Uint8Array | null };

/**
 * @param path the path of the request as it came, without its query
 * @param acceptEncoding undefined where whoever passes the answer on compresses it, as a CDN does
 */
export async function answerSite(
  method: string,
  path: string,
  read: ReadFile,
  acceptEncoding?: string,
): Promise<SiteAnswer> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' }, body: null };
  if (!isSitePath(path)) return nothing;
  // A page may be asked for by the name of its folder, as serve-handler has it.
  const isPage = path.endsWith('/') || !path.slice(path.lastIndexOf('/')).includes('.');
  const file = `${paths.site}${path.slice(1)}${isPage ? `${path.endsWith('/') ? '' : '/'}index.html` : ''}`;
  const headers = { ...siteHeaders, 'Content-Type': siteType(file) };
  const encoding = mayBeCompressed(path) ? negotiateEncoding(acceptEncoding) : 'identity';
  if (encoding !== 'identity') {
    const body = await read(`${file}${encodings[encoding]}`);
    if (body !== null) return { status: 200, headers: { ...headers, 'Content-Encoding': encoding }, body };
  }
  const body = await read(file);
  return body === null ? nothing : { status: 200, headers, body };
}

const nothing: SiteAnswer = {
  status: 404,
  headers: { ...siteHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode('There is nothing here. The API is under /api/v1.\n'),
};
