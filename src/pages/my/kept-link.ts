// Keeps the link in this browser, together with what it showed last, so that the page opens again from the home screen and
// without a network. Both are one entry (kept-entry.ts): when the link goes, what it showed goes with it.

import type { PersonalTimetables } from '../../contract/types.generated.ts';
import { type Kept, readKept, type Seen, writeKept } from './kept-entry.ts';

function ofLink(token: string): Kept | null {
  const kept = readKept();
  return kept?.token === token ? kept : null;
}

/** Whether two answers show the same lessons; every publication has another generation. */
const isSame = (one: PersonalTimetables, other: PersonalTimetables): boolean => shownBy(one) === shownBy(other);
const shownBy = (my: PersonalTimetables): string =>
  JSON.stringify(my, (key, value: unknown) => (key === 'generation' || key === 'updatedAt' ? undefined : value));

export const keptLink = {
  token: (): string | null => readKept()?.token ?? null,
  /** What the link showed last, and when, in milliseconds since 1970. */
  seen: (token: string): Seen | null => ofLink(token)?.seen ?? null,
  /** What it showed before its last changes that were not read yet. */
  before: (token: string): Seen | null => ofLink(token)?.before ?? null,
  hidden: (token: string): readonly string[] => ofLink(token)?.hidden ?? [],
  open(token: string): void {
    if (readKept()?.token !== token) writeKept({ token, seen: null });
  },
  /** Keeps what the link shows, unless another page has forgotten the link in the meantime. */
  see(token: string, seen: Seen): void {
    const kept = ofLink(token);
    if (kept === null) return;
    const before = kept.before ?? (kept.seen !== null && !isSame(kept.seen.my, seen.my) ? kept.seen : undefined);
    const { hidden } = kept;
    // Without room for both, what it shows now is worth more.
    if (writeKept({ token, seen, ...(before && { before }), ...(hidden && { hidden }) })) return;
    if (!writeKept({ token, seen, ...(hidden && { hidden }) })) writeKept({ token, seen: null });
  },
  /** The person has read what changed. */
  readChanges(token: string): void {
    const { before: _, ...kept } = ofLink(token) ?? { token: '', seen: null };
    if (kept.token === token) writeKept(kept);
  },
  hideGroups(token: string, hidden: readonly string[]): void {
    const kept = ofLink(token);
    if (kept !== null) writeKept({ ...kept, hidden });
  },
  /** Forgets what it showed, and keeps the link, which may show something again. */
  hide(token: string): void {
    if (ofLink(token) !== null) writeKept({ token, seen: null });
  },
  /** @param token forgets only this link; any if it is left out */
  forget(token?: string): void {
    if (token === undefined || readKept()?.token === token) writeKept(null);
  },
};
