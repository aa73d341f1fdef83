// Serves the public site of the published output, from a folder or a bucket. What is answered is decided as at the edge. A whole
// file of a folder is then sent by serve-handler, which is made for that; parts and refusals are already in memory.

import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import serveHandler from 'serve-handler';
import type { BucketStore } from '../../store/bucket/bucket-store.ts';
import type { ReadTagged } from '../../store/bucket/read-object.ts';
import { preconditionsOf } from '../http/preconditions.ts';
import { pathOf } from '../route.ts';
import { openSite, type SiteAnswer } from '../site/open-site.ts';
import { readTaggedFile } from './read-tagged-file.ts';

/** Answers a request for the site. Rejects when the site cannot be read. */
export type Site = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The site of the published output in `folder`. */
export const siteOfFolder = (folder: string): Site => siteOf(readTaggedFile(folder), folder);

/** The site of a published output in a bucket. */
export const siteOfBucket = ({ readTagged }: BucketStore): Site => siteOf(readTagged, null);

function siteOf(readTagged: ReadTagged, folder: string | null): Site {
  const answerSite = openSite(readTagged);
  return async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const header = (name: string) => headers[name]?.toString();
    const answer = await answerSite({
      ...preconditionsOf(header),
      method,
      path: pathOf(url) || '/',
      acceptEncoding: header('accept-encoding'),
      range: header('range'),
      ifRange: header('if-range'),
    });
    if (folder !== null && method === 'GET' && answer.path !== undefined)
      return sendFile(request, response, folder, answer.path, answer.headers);
    const body = method === 'HEAD' ? null : answer.body;
    response.writeHead(answer.status, answer.headers).end(body ?? undefined);
  };
}

/** Sends a file of the folder. It has the length that it has now, if it was replaced since the answer was decided. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  path: string,
  { 'Content-Length': _, ...headers }: SiteAnswer['headers'],
): Promise<void> {
  request.url = `/${path}`;
  // What these ask for is decided.
  delete request.headers.range;
  delete request.headers['if-none-match'];
  // The types do not know that null removes a header. These two are derived from the name and the time of the file.
  const removed = { 'Content-Disposition': null, 'Last-Modified': null } as unknown as Record<string, string>;
  const given = Object.entries({ ...headers, ...removed }).map(([key, value]) => ({ key, value }));
  return serveHandler(
    request,
    response,
    { public: folder, cleanUrls: false, directoryListing: false, headers: [{ source: '**', headers: given }] },
    { createReadStream: (...file) => endWith(response, createReadStream(...file)) },
  );
}

/** Closes the file with the response: serve-handler leaves it open for a reader who has gone, and a failure to nobody. */
function endWith(response: ServerResponse, file: ReturnType<typeof createReadStream>): typeof file {
  response.once('close', () => file.destroy());
  return file.once('error', (error) => response.destroy(error));
}
