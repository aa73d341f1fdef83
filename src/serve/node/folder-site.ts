// The public part: the site folder of the published output, through serve-handler. Nothing outside it is reachable: no
// symlink is followed, nothing is listed.

import { createReadStream, type lstat as lstatWithCallback, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative, resolve } from 'node:path';
import serveHandler from 'serve-handler';
import { encodings, paths } from '../../snapshot/paths.ts';
import { negotiateEncoding } from '../negotiate.ts';
import { notFound } from '../not-found.ts';
import { pathOf } from '../route.ts';
import { compressedEndings, isSitePath, mayBeCompressed, siteHeaders, siteType } from '../site-file.ts';

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

/** Serves GET and HEAD from the site folder of the published output in `folder`. */
export function siteListener(folder: string): RequestListener {
  const site = resolve(folder, paths.site);
  const withoutLinks = (path: string) => lstatWithoutLinks(site, path);
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
    const path = pathOf(request.url ?? '/') || '/';
    if (!isSitePath(path)) {
      sendNotFound(request, response);
      return;
    }
    // serve-handler matches its patterns against the target as it came, the query included.
    request.url = path;
    // serve-handler opens the file before it answers 304, and leaves it open then, as after a caller who has gone.
    const openFor: typeof createReadStream = (...asked) => {
      const stream = createReadStream(...asked);
      response.once('close', () => stream.destroy());
      return stream;
    };
    const sendError = async (...asked: unknown[]) => {
      // Its types leave the last argument open; all that it may be is a file that is missing, or one that cannot be read.
      const { statusCode } = asked.at(-1) as { statusCode: number };
      if (statusCode === 404) sendNotFound(request, response);
      else response.writeHead(statusCode, siteHeaders).end();
    };
    chooseForm(site, path, request)
      .then(() =>
        serveHandler(request, response, options, { lstat: lstatMethod, createReadStream: openFor, sendError }),
      )
      .catch(() => response.destroy());
  };
}

function sendNotFound({ method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(notFound.status, notFound.headers).end(method === 'HEAD' ? undefined : notFound.body);
}

/** Asks for the compressed file in place of the plain one, where there is one and the browser takes it. */
async function chooseForm(site: string, path: string, request: IncomingMessage): Promise<void> {
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
 * The file at a path of the site, unless a symlink leads there: serve-handler notices one only as the last step of the path.
 * @throws as for a file that is missing
 */
async function lstatWithoutLinks(site: string, path: string): Promise<Stats> {
  const missing = () => Object.assign(new Error(`${path} is missing`), { code: 'ENOENT' });
  const straight = join(await realpath(site), relative(site, path));
  if ((await realpath(path)) !== straight) throw missing();
  return lstat(path);
}
