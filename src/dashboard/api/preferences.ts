// Reads the headers that change how a call is carried out: If-Match and If-None-Match (RFC 9110) and Prefer: wait (RFC 7240).

import type { FastifyRequest } from 'fastify';
import { hashState } from '../../control/hash-state.ts';
import { expectsSomething, meets, type Precondition } from '../../control/precondition.ts';
import { refuseCall } from '../answers/refuse-call.ts';

const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*\s*$/;

/** @throws a refusal when a header is not what its RFC says: a precondition that is not understood must not be passed over */
export function preconditionOf({ headers }: FastifyRequest): Precondition {
  const [match, none] = [headers['if-match'], headers['if-none-match']];
  if (none !== undefined && none.trim() !== '*')
    throw refuseCall({ problem: 'bad-request', detail: 'If-None-Match of a change is *, or absent.' });
  return { ifMatch: match === undefined ? null : tagsIn(match), isNew: none !== undefined };
}

function tagsIn(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  if (!tagList.test(header))
    throw refuseCall({ problem: 'bad-request', detail: 'If-Match is a list of entity tags in quotes, or *.' });
  // A weak tag never matches here (RFC 9110, section 13.1.1).
  return header.split(',').map((tag) => tag.trim());
}

/** Whether a reader has this state already. */
export const hasAlready = ({ headers }: FastifyRequest, etag: string): boolean => {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
};

/** How long a caller waits for a result by default and at most, in seconds. */
const [usualWait, longestWait] = [10, 50];

/** Milliseconds; a preference that is not understood is passed over, as RFC 7240 says. */
export function waitOf({ headers }: FastifyRequest): number {
  const [, digits] = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,5})"?/i.exec(String(headers['prefer'] ?? '')) ?? [];
  return Math.min(digits === undefined ? usualWait : Number(digits), longestWait) * 1000;
}

/** @param state the present one; null when there is none. @throws a refusal */
export function assertState(precondition: Precondition, state: unknown): void {
  if (!expectsSomething(precondition)) return;
  if (!meets(precondition, state === null ? null : hashState(state))) throw preconditionFailed();
}

export const preconditionFailed = () =>
  refuseCall({
    problem: 'precondition-failed',
    detail: 'Somebody else changed it meanwhile; read it again, then decide.',
  });
