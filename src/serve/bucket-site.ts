import type { RequestListener } from 'node:http';
import type { Store } from '../snapshot/store.ts';
import { answerSite } from './answer-site.ts';
import { pathOf } from './route.ts';

/** Serves GET and HEAD from the site of a published form in a bucket. */
export function bucketSiteListener(store: Store): RequestListener {
  return (request, response) => {
    const { method = 'GET', url = '/' } = request;
    answerSite(method, pathOf(url), store.read).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers);
        response.end(method === 'HEAD' ? undefined : (body ?? undefined));
      },
      () => response.writeHead(502, { 'Cache-Control': 'no-store' }).end(),
    );
  };
}
