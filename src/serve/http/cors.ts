// Cross-origin headers (https://fetch.spec.whatwg.org/#http-cors-protocol). Off by default, since a page
// that holds an API key reveals it to everybody who opens the page.

/** Origins that may read answers: `*` for all, or a list; empty for none. */
export type CorsOrigins = '*' | readonly string[];

/** Parses the setting: `*`, or origins separated by commas. */
export const parseCorsOrigins = (setting: string | undefined): CorsOrigins =>
  setting?.trim() === '*'
    ? '*'
    : (setting ?? '').split(',').flatMap((origin) => (origin.trim() === '' ? [] : [origin.trim()]));

/** The headers to add to an answer to a request from `origin`; null when there are none. */
export function corsHeaders(
  allowed: CorsOrigins,
  origin: string | undefined,
  method: string,
): Record<string, string> | null {
  if (allowed !== '*' && allowed.length === 0) return null;
  const granted = allowed === '*' ? '*' : allowed.find((each) => each === origin);
  // With a list the answer depends on the origin, even when the origin is not allowed.
  const vary: Record<string, string> = allowed === '*' ? {} : { Vary: 'Origin, Authorization, Accept-Encoding' };
  if (granted === undefined) return vary;
  const headers = {
    ...vary,
    'Access-Control-Allow-Origin': granted,
    'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
  };
  if (method !== 'OPTIONS') return headers;
  return {
    ...headers,
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  };
}
