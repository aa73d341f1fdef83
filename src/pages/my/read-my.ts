// Reads what a link shows. Every outcome is a value, since each leads to a page of its own.

import type { PersonalTimetables } from '../../contract/types.generated.ts';
import { takeRequest } from './request-my.ts';

export type ReadOutcome =
  | { outcome: 'shown'; my: PersonalTimetables }
  /** The link is unknown, expired or revoked. */
  | { outcome: 'ended' }
  /** The school's access is locked, or the link shows nothing yet. */
  | { outcome: 'closed' }
  /** No answer, or none that says anything about the link. */
  | { outcome: 'unreachable' };

const longestWait = 15_000;

/** @param signal aborts the request; the outcome is then `unreachable` */
export async function readMy(token: string, signal: AbortSignal): Promise<ReadOutcome> {
  // Phones of two years ago have no AbortSignal.any.
  const wait = new AbortController();
  const timer = setTimeout(() => wait.abort(), longestWait);
  signal.addEventListener('abort', () => wait.abort(), { once: true });
  try {
    const answer = await takeRequest(token, wait.signal);
    if (answer.status === 401) return { outcome: 'ended' };
    if (answer.status === 402 || answer.status === 404) return { outcome: 'closed' };
    if (!answer.ok) return { outcome: 'unreachable' };
    const body: unknown = await answer.json();
    return hasData(body) ? { outcome: 'shown', my: body.data } : { outcome: 'unreachable' };
  } catch {
    return { outcome: 'unreachable' };
  } finally {
    clearTimeout(timer);
  }
}

/** The server checks its documents against their schema; here it is enough to tell them from the page of a captive portal. */
const hasData = (body: unknown): body is { data: PersonalTimetables } =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  typeof body.data === 'object' &&
  body.data !== null &&
  'timetables' in body.data &&
  Array.isArray(body.data.timetables);
