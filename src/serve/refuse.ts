// The refusals of the request path as answers.

import type { Owned } from '../access/ids.ts';
import type { Refusal } from '../access/refusal.ts';
import { encodeRefusal, stampOfRefusal } from './encode-refusal.ts';
import type { Answer } from './exchange.ts';

/** @param caller whose organisation goes to the log; null when the caller is unknown */
export function refuse(refusal: Refusal, now: number, caller: Owned<object> | null): Answer<never> {
  const { headers, body } = encodeRefusal(refusal);
  const { status } = refusal;
  return { status, headers, body, stamp: stampOfRefusal(refusal, now), organisationId: caller?.organisationId ?? null };
}
