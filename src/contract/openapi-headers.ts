// The headers of answers in the OpenAPI description, and the sets of them that answers have.

import type { JsonObject } from './collect-components.ts';
import { reference } from './openapi-reference.ts';

const text = (description: string, more: JsonObject = {}) => ({ description, schema: { type: 'string', ...more } });

export const headers: JsonObject = {
  ETag: text('Changes when the data changes, not with the timestamp.', { examples: ['W/"0123456789abcdef"'] }),
  CacheControl: text('private, no-cache: revalidate before reuse. no-store for refusals.'),
  Vary: text('Authorization, Accept-Encoding; Origin as well where cross-origin requests are allowed.'),
  ContentEncoding: text('How the body is compressed.', { enum: ['br', 'gzip'] }),
  WwwAuthenticate: text('RFC 6750.', { examples: ['Bearer realm="belfry"'] }),
  RequestId: text('Identifies the failure in the log of the server.'),
  LastModified: text('The moment at which the feed became what it is.', {
    examples: ['Tue, 01 Sep 2026 06:30:15 GMT'],
  }),
  FeedVary: text('Accept-Encoding; further ones where cross-origin requests are allowed.'),
  Disposition: text('A name for the file that does not contain the token.'),
  RobotsTag: text('No search engine lists a link.', { const: 'noindex, nofollow' }),
  ReferrerPolicy: text('What is opened from here does not learn the address.', { const: 'no-referrer' }),
  ContentTypeOptions: text('The body is what its type says.', { const: 'nosniff' }),
  Allow: text('The methods that are allowed.', { const: 'GET, HEAD, OPTIONS' }),
};

export const header = (name: string) => reference('headers', name);
export const cached = { ETag: header('ETag'), 'Cache-Control': header('CacheControl'), Vary: header('Vary') };
export const refusedHeaders = { 'Cache-Control': header('CacheControl') };
export const linkHeaders = {
  'X-Robots-Tag': header('RobotsTag'),
  'Referrer-Policy': header('ReferrerPolicy'),
  'X-Content-Type-Options': header('ContentTypeOptions'),
};
export const cachedFeed = {
  ...cached,
  Vary: header('FeedVary'),
  'Last-Modified': header('LastModified'),
  ...linkHeaders,
};
export const encodedFeed = {
  ...cachedFeed,
  'Content-Encoding': header('ContentEncoding'),
  'Content-Disposition': header('Disposition'),
};
