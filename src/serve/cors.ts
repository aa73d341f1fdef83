// Cross-origin headers (https://fetch.spec.whatwg.org/#http-cors-protocol). Off unless configured: keys belong on
// servers, and a page that holds one gives it to everybody who opens it.

/** Origins that may read answers: `*` for all, or a list; empty for none. */
export type CorsOrigins = '*' | readonly string[];

/** From the setting's text: `*`, or origins with commas between them. */
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
  // With a list the answer depends on who asks, also when the asker is refused.
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
