import type { RequestListener } from 'node:http';
import { sha256 } from '../snapshot/encode-response.ts';
import type { Store } from '../snapshot/store.ts';
import { answerSite } from './answer-site.ts';
import { matchesEntityTag } from './negotiate.ts';
import { pathOf } from './route.ts';

/** Serves GET and HEAD from the site of a published form in a bucket. */
export function bucketSiteListener(store: Store): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const accepted = request.headers['accept-encoding']?.toString();
    answerSite(method, pathOf(url), store.read, accepted).then(
      ({ status, headers, body }) => {
        const tag = status === 200 && body !== null ? { ETag: `"${sha256(body).slice(0, 32)}"` } : {};
        const known = 'ETag' in tag && matchesEntityTag(request.headers['if-none-match'], tag.ETag);
        response.writeHead(known ? 304 : status, { ...headers, ...tag });
        response.end(method === 'HEAD' || known ? undefined : (body ?? undefined));
      },
      () => response.writeHead(502, { 'Cache-Control': 'no-store' }).end(),
    );
  };
}
