// Serves the public site of the published output, from a folder or a bucket, with serve-handler: it sends a file, or the range
// of it that is asked for. Which file that is and with which headers is decided as at the edge, before serve-handler is called.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import serveHandler from 'serve-handler';
import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import type { ReadTagged } from '../../store/bucket/read-object.ts';
import { openSite } from '../open-site.ts';
import { pathOf } from '../route.ts';
import { readTaggedFile } from './read-tagged-file.ts';

/** Answers a request for the site. Rejects when the site cannot be read. */
export type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The site of the published output in `folder`. */
export const siteOfFolder = (folder: string): Site => siteOf(readTaggedFile(folder));

/** The site of a published output in a bucket. */
export const siteOfBucket = ({ readTagged }: BucketStore): Site => siteOf(readTagged);

function siteOf(readTagged: ReadTagged): Site {
  const answerSite = openSite(readTagged);
  return async (request, response) => {
    const { method = 'GET', url = '/', headers: asked } = request;
    const acceptEncoding = asked['accept-encoding']?.toString();
    const path = pathOf(url) || '/';
    const { status, headers, body } = await answerSite({
      method,
      path,
      acceptEncoding,
      ifNoneMatch: asked['if-none-match'],
    });
    if (status !== 200 || body === null) {
      response.writeHead(status, headers).end(method === 'HEAD' ? undefined : (body ?? undefined));
      return;
    }
    // serve-handler parses the whole target, which may be an absolute URL.
    request.url = path;
    await serveInMemory(request, response, ...fileInMemory(body, headers));
  };
}

/** serve-handler as it is documented: a cast, since its types know neither a header that is removed nor a file that is not on a disk. */
const serveInMemory = serveHandler as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  ...file: ReturnType<typeof fileInMemory>
) => Promise<void>;

/** The options and methods by which serve-handler finds this file, whatever the path. */
function fileInMemory(body: Uint8Array, headers: Record<string, string>) {
  // These two it would derive from a path and a time on disk.
  const own = { ...headers, 'Content-Disposition': null, 'Last-Modified': null };
  const options = {
    cleanUrls: false,
    headers: [{ source: '**', headers: Object.entries(own).map(([key, value]) => ({ key, value })) }],
  };
  const stats = { size: body.length, mtime: new Date(0), isDirectory: () => false, isSymbolicLink: () => false };
  const methods = {
    lstat: async () => stats,
    createReadStream: (_path: string, { start = 0, end = body.length - 1 }: { start?: number; end?: number }) =>
      Readable.from([body.subarray(start, end + 1)]),
  };
  return [options, methods] as const;
}
