// Serves the public site of the published output: a folder with serve-handler, or a bucket. Nothing outside the site folder is
// reachable: symbolic links are not followed, and folders are not listed.

import { createReadStream, type lstat as lstatWithCallback, type Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, resolve } from 'node:path';
import serveHandler from 'serve-handler';
import { compressedEndings, encodings, mayBeCompressed, paths } from '../../snapshot/paths.ts';
import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import { bucketSite } from '../bucket-site.ts';
import { negotiateEncoding } from '../negotiate.ts';
import { pathOf } from '../route.ts';
import { isSitePath, notFound, siteHeaders, siteType } from '../site-file.ts';

const shared = Object.entries(siteHeaders).map(([key, value]) => ({ key, value }));
/** A compressed file has the content type of the plain one. */
const compressed = compressedEndings.flatMap((ending) =>
  (['gzip', 'br'] as const).map((encoding) => ({
    source: `**/*.${ending}${encodings[encoding]}`,
    headers: [
      { key: 'Content-Type', value: siteType(`.${ending}`) },
      { key: 'Content-Encoding', value: encoding },
    ],
  })),
);

/** Answers a request for the site. Rejects when the site cannot be read. */
export type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves GET and HEAD from the site folder of the published output in `folder`. */
export function siteOfFolder(folder: string): Site {
  const site = resolve(folder, paths.site);
  const options = {
    public: site,
    cleanUrls: true,
    directoryListing: false,
    symlinks: false,
    etag: true,
    headers: [{ source: '**', headers: shared }, ...compressed],
  };
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const path = pathOf(request.url ?? '/') || '/';
    if (!isSitePath(path)) {
      sendNotFound(request, response);
      return;
    }
    // serve-handler matches its patterns against the whole target, including the query.
    request.url = path;
    // serve-handler leaves the file open after a 304, and when the caller disconnects.
    const openFor: typeof createReadStream = (...args) => {
      const stream = createReadStream(...args);
      response.once('close', () => stream.destroy());
      return stream;
    };
    // serve-handler answers an unexpected error with a page of its own, so it is told that the file is missing.
    let failure: unknown;
    const lstatOrMissing = (path: string) =>
      lstatWithoutLinks(site, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') failure = error;
        throw missing(path);
      });
    const sendError = async (...args: unknown[]) => {
      if (failure !== undefined) throw failure;
      // Its types leave the last argument open; it is an error with a status code.
      const { statusCode } = args.at(-1) as { statusCode: number };
      if (statusCode === 404) sendNotFound(request, response);
      else response.writeHead(statusCode, siteHeaders).end();
    };
    // serve-handler's types want the callback function, but it awaits the result.
    const lstatMethod = lstatOrMissing as unknown as typeof lstatWithCallback;
    await chooseEncoding(site, path, request);
    await serveHandler(request, response, options, { lstat: lstatMethod, createReadStream: openFor, sendError });
  };
}

function sendNotFound({ method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(notFound.status, notFound.headers).end(method === 'HEAD' ? undefined : notFound.body);
}

/** Changes the URL to the compressed file's, when there is one and the browser accepts it. */
async function chooseEncoding(site: string, path: string, request: IncomingMessage): Promise<void> {
  const encoding = negotiateEncoding(request.headers['accept-encoding']?.toString());
  if (encoding === 'identity' || !mayBeCompressed(path)) return;
  const compressedPath = `${path}${encodings[encoding]}`;
  await lstatWithoutLinks(site, join(site, compressedPath)).then(
    () => {
      request.url = compressedPath;
    },
    () => {},
  );
}

const missing = (path: string) => Object.assign(new Error(`${path} is missing`), { code: 'ENOENT' });

/**
 * The stats of a file of the site. serve-handler notices a symbolic link only in the last segment of the path.
 * @throws ENOENT when there is no such file, or a symbolic link leads to it
 */
async function lstatWithoutLinks(site: string, path: string): Promise<Stats> {
  const expected = join(await realpath(site), relative(site, path));
  if ((await realpath(path)) !== expected) throw missing(path);
  return lstat(path);
}

/** Serves GET and HEAD from the site of a published output in a bucket. */
export function siteOfBucket(store: BucketStore): Site {
  const answerSite = bucketSite(store.readTagged);
  return async ({ method = 'GET', url = '/', headers: asked }, response) => {
    const acceptEncoding = asked['accept-encoding']?.toString();
    const target = { method, path: pathOf(url), acceptEncoding, ifNoneMatch: asked['if-none-match'] };
    const { status, headers, body } = await answerSite(target);
    response.writeHead(status, headers).end(method === 'HEAD' ? undefined : (body ?? undefined));
  };
}
