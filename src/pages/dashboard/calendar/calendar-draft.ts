// What was changed in a calendar and is not stored yet. It stays in the page, whatever tab is shown meanwhile and whoever was
// quicker, until it is stored or dropped.

import type { Calendar } from '../answers.ts';

/** As it was read, with its ETag. Null where there is none yet. */
export type StoredCalendar = { calendar: Calendar; etag: string | null } | null;

export type Draft = {
  stored: StoredCalendar;
  calendar: Calendar;
  /** What somebody else stored meanwhile; undefined where nobody did. */
  theirs?: StoredCalendar;
};

/** By who edits the calendar of which organisation. */
const kept = new Map<string, Draft>();

/** Calendars that one page keeps changed and not stored; the one that was left longest goes first. */
const mostKept = 20;

export const isChanged = ({ stored, calendar }: Draft): boolean =>
  stored === null || JSON.stringify(stored.calendar) !== JSON.stringify(calendar);

/** @param owner who edits what */
export const keptDraft = (owner: string): Draft | null => kept.get(owner) ?? null;

export function keepDraft(owner: string, draft: Draft | null): void {
  kept.delete(owner);
  if (draft === null || !isChanged(draft)) return;
  const [oldest] = kept.keys();
  if (kept.size === mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(owner, draft);
}

// Who closes the page is asked first.
window.addEventListener('beforeunload', (event) => {
  if (kept.size > 0) event.preventDefault();
});
