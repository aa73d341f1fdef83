// The public part: the site folder of the published form, through serve-handler. Nothing outside it is reachable: no
// symlink is followed, nothing is listed.

import type { lstat as lstatWithCallback, Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative, resolve } from 'node:path';
import serveHandler from 'serve-handler';
import { paths } from '../snapshot/paths.ts';

const headers = [
  {
    key: 'Content-Security-Policy',
    value: "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'Cache-Control', value: 'no-cache' },
];

/** Serves GET and HEAD from the site folder of the published form in `folder`. */
export function siteListener(folder: string): RequestListener {
  const site = resolve(folder, paths.site);
  const withoutLinks = (place: string) => lstatWithoutLinks(site, place);
  // Its types ask for node's function with a callback; what it does is to await the result.
  const methods = { lstat: withoutLinks as unknown as typeof lstatWithCallback };
  const options = {
    public: site,
    cleanUrls: true,
    directoryListing: false,
    symlinks: false,
    etag: true,
    headers: [{ source: '**', headers }],
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    serveHandler(request, response, options, methods).catch(() => response.destroy());
  };
}

/**
 * What lies at a place in the site, unless a symlink is on the way there: serve-handler sees one in the last place only.
 * @throws as for a file that is missing, also for a name that no file can have
 */
async function lstatWithoutLinks(site: string, place: string): Promise<Stats> {
  const missing = () => Object.assign(new Error(`${place} is missing`), { code: 'ENOENT' });
  if (place.includes('\0')) throw missing();
  const straight = join(await realpath(site), relative(site, place));
  if ((await realpath(place)) !== straight) throw missing();
  return lstat(place);
}
