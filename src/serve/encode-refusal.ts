// A refusal as it is sent: by the request path, and by a server that refuses a connection.

import { type Refusal, refusalBody } from '../access/refusal.ts';

export const contentType = 'application/json; charset=utf-8';

/** A refusal's body, and the headers that every refusal has. @param now the clock, in milliseconds since 1970 */
export function encodeRefusal(refusal: Refusal, now: number): { headers: Record<string, string>; body: Uint8Array } {
  const body = new TextEncoder().encode(JSON.stringify(refusalBody(refusal, new Date(now).toISOString())));
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': contentType, 'Content-Length': String(body.length) };
  return { headers, body };
}
