// The public part: the site folder of the published form, through serve-handler. Nothing outside it is reachable: no
// symlink is followed, nothing is listed.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
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
  const options = {
    public: join(folder, paths.site),
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
    serveHandler(request, response, options).catch(() => response.destroy());
  };
}
