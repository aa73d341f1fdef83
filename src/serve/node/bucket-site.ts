import type { RequestListener } from 'node:http';
import type { BucketStore } from '../../snapshot/bucket-store.ts';
import { bucketSite } from '../bucket-site.ts';
import { pathOf } from '../route.ts';

/** Serves GET and HEAD from the site of a published output in a bucket. */
export function bucketSiteListener(store: BucketStore): RequestListener {
  const answerSite = bucketSite(store.readTagged);
  return ({ method = 'GET', url = '/', headers: asked }, response) => {
    const acceptEncoding = asked['accept-encoding']?.toString();
    answerSite({ method, path: pathOf(url), acceptEncoding, ifNoneMatch: asked['if-none-match'] }).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers).end(method === 'HEAD' ? undefined : (body ?? undefined));
      },
      () => response.writeHead(502, { 'Cache-Control': 'no-store' }).end(),
    );
  };
}
