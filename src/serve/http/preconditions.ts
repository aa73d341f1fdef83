// Decides by the preconditions of a GET or HEAD (RFC 9110, section 13), in the order of section 13.2.2. They are looked at once
// the answer would be a 200: a refusal stays a refusal.

import { parseHttpDate } from '../../http-date.ts';
import { matchesEntityTag, matchesStrongly } from './etag.ts';

/** The request headers, as they were sent. */
export type Preconditions = {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
  ifUnmodifiedSince: string | undefined;
};

/** What the answer would be: its ETag, and when it became so, in milliseconds since 1970; null where that is not known. */
export type Validators = { tag: string; changedAt: number | null };

/** @param now see `parseHttpDate` */
export function checkPreconditions(asked: Preconditions, { tag, changedAt }: Validators, now: number): 200 | 304 | 412 {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = asked;
  /** Whether it has changed since then; null where there is nothing to compare. HTTP knows whole seconds. */
  const hasChangedSince = (date: string | undefined): boolean | null => {
    const since = date === undefined || changedAt === null ? null : parseHttpDate(date, now);
    return since === null || changedAt === null ? null : Math.floor(changedAt / 1000) * 1000 > since;
  };
  if (ifMatch === undefined ? hasChangedSince(ifUnmodifiedSince) === true : !matchesStrongly(ifMatch, tag)) return 412;
  if (ifNoneMatch !== undefined) return matchesEntityTag(ifNoneMatch, tag) ? 304 : 200;
  return hasChangedSince(ifModifiedSince) === false ? 304 : 200;
}

/** The preconditions among the headers of a request. */
export const preconditionsOf = (header: (name: string) => string | undefined): Preconditions => ({
  ifMatch: header('if-match'),
  ifNoneMatch: header('if-none-match'),
  ifModifiedSince: header('if-modified-since'),
  ifUnmodifiedSince: header('if-unmodified-since'),
});
