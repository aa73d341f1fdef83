// The public part: the site folder of the published form, through serve-handler. Nothing outside it is reachable: no
// symlink is followed, nothing is listed.

import { createReadStream, type lstat as lstatWithCallback, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative, resolve } from 'node:path';
import serveHandler from 'serve-handler';
import { encodings, paths } from '../snapshot/paths.ts';
import { negotiateEncoding } from './negotiate.ts';
import { pathOf } from './route.ts';
import { compressedEndings, mayBeCompressed, siteHeaders, siteType } from './site-file.ts';

const shared = Object.entries(siteHeaders).map(([key, value]) => ({ key, value }));
/** A compressed file bears the type of what it unpacks to. */
const compressed = compressedEndings.flatMap((ending) =>
  (['gzip', 'br'] as const).map((encoding) => ({
    source: `**/*.${ending}${encodings[encoding]}`,
    headers: [
      { key: 'Content-Type', value: siteType(`.${ending}`) },
      { key: 'Content-Encoding', value: encoding },
    ],
  })),
);

/** Serves GET and HEAD from the site folder of the published form in `folder`. */
export function siteListener(folder: string): RequestListener {
  const site = resolve(folder, paths.site);
  const withoutLinks = (place: string) => lstatWithoutLinks(site, place);
  // Its types ask for node's function with a callback; what it does is to await the result.
  const lstatMethod = withoutLinks as unknown as typeof lstatWithCallback;
  const options = {
    public: site,
    cleanUrls: true,
    directoryListing: false,
    symlinks: false,
    etag: true,
    headers: [{ source: '**', headers: shared }, ...compressed],
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    // serve-handler opens the file before it answers 304, and leaves it open then, as after a caller who has gone.
    const openFor: typeof createReadStream = (...asked) => {
      const stream = createReadStream(...asked);
      response.once('close', () => stream.destroy());
      return stream;
    };
    chooseForm(site, request)
      .then(() => serveHandler(request, response, options, { lstat: lstatMethod, createReadStream: openFor }))
      .catch(() => response.destroy());
  };
}

/** Asks for the compressed file in place of the plain one, where there is one and the browser takes it. */
async function chooseForm(site: string, request: IncomingMessage): Promise<void> {
  const path = pathOf(request.url ?? '/');
  const encoding = negotiateEncoding(request.headers['accept-encoding']?.toString());
  if (encoding === 'identity' || !mayBeCompressed(path)) return;
  const form = `${path}${encodings[encoding]}`;
  await lstatWithoutLinks(site, join(site, form)).then(
    () => {
      request.url = form;
    },
    () => {},
  );
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
