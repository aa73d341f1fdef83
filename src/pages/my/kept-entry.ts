// The one entry of the browser's storage that holds the link and what belongs to it. Without browser storage it lasts until the
// page is closed.

import type { PersonalTimetables } from '../../contract/types.generated.ts';

export type Seen = { my: PersonalTimetables; at: number };
export type Kept = {
  token: string;
  seen: Seen | null;
  /** What it showed before it changed, until the person has read what is different. */
  before?: Seen;
  /** The groups that the person does not attend (my-groups.ts). */
  hidden?: readonly string[];
};

const name = 'belfry-my';

let inPage: Kept | null = null;

export function readKept(): Kept | null {
  try {
    const text = localStorage.getItem(name);
    // It was written below; nothing else writes under this name.
    return text === null ? inPage : (JSON.parse(text) as Kept);
  } catch {
    return inPage;
  }
}

export function writeKept(kept: Kept | null): boolean {
  inPage = kept;
  try {
    // First the old one goes, which must not stay when there is no room for the new one.
    localStorage.removeItem(name);
    if (kept !== null) localStorage.setItem(name, JSON.stringify(kept));
    return true;
  } catch {
    return false; // blocked, or full
  }
}
