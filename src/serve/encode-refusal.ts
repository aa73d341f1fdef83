// A refusal in the form of a published file: a body that ends in a stamp, and headers. It is made once, so that refusing a
// caller costs no more than answering one.

import { type Refusal, refusalBody, refusals } from '../access/refusal.ts';
import { storedTime } from '../snapshot/envelope.ts';
import { type Stamp, stampedCopy } from '../snapshot/stamp-response.ts';

export const contentType = 'application/json; charset=utf-8';
export const methods = 'GET, HEAD, OPTIONS';

/** Shared by all answers: the adapter writes the stamp when it sends the body. */
export type EncodedRefusal = { headers: Readonly<Record<string, string>>; body: Uint8Array };

const encoded = new WeakMap<Refusal, EncodedRefusal>();

/** A refusal's body, and the headers that its status demands. */
export function encodeRefusal(refusal: Refusal): EncodedRefusal {
  const known = encoded.get(refusal);
  if (known !== undefined) return known;
  const body = new TextEncoder().encode(JSON.stringify(refusalBody(refusal, storedTime)));
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Type': contentType,
    'Content-Length': String(body.length),
    ...headersOfStatus(refusal),
  };
  const made = { headers, body };
  encoded.set(refusal, made);
  return made;
}

function headersOfStatus(refusal: Refusal): Record<string, string> {
  if (refusal.status === 405) return { Allow: methods };
  if (refusal.status !== 401) return {};
  // RFC 6750, section 3: no error code when the request carried no credential at all.
  const why = refusal === refusals.authenticationRequired ? '' : `, error="invalid_token"`;
  return { 'WWW-Authenticate': `Bearer realm="belfry"${why}` };
}

/** The stamp of a refusal at a time, in milliseconds since 1970; the 402 has no timestamp. */
export const stampOfRefusal = ({ status }: Refusal, time: number): Stamp | null =>
  status === 402 ? null : { time, encoding: 'identity' };

/** The body as it is sent at a time, for a connection that is refused before there is a request. */
export function refusalAt(refusal: Refusal, time: number): EncodedRefusal {
  const { headers, body } = encodeRefusal(refusal);
  return { headers, body: stampedCopy(body, stampOfRefusal(refusal, time)) };
}
