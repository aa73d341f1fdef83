// The refusals of the request path as answers, with the headers that a status demands.

import type { Owned } from '../access/ids.ts';
import { type Refusal, refusals } from '../access/refusal.ts';
import { encodeRefusal } from './encode-refusal.ts';
import type { Answer } from './exchange.ts';

export const methods = 'GET, HEAD, OPTIONS';

/** @param caller whose organisation goes to the log; null when the caller is unknown */
export function refuse(refusal: Refusal, now: number, caller: Owned<object> | null): Answer<never> {
  const { headers, body } = encodeRefusal(refusal, now);
  if (refusal.status === 401) {
    // RFC 6750, section 3: no error code when the request carried no credential at all.
    const why = refusal === refusals.authenticationRequired ? '' : `, error="invalid_token"`;
    headers['WWW-Authenticate'] = `Bearer realm="belfry"${why}`;
  }
  if (refusal.status === 405) headers['Allow'] = methods;
  return { status: refusal.status, headers, body, stamp: null, organisationId: caller?.organisationId ?? null };
}
