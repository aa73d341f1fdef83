// The reader's settings, kept in this browser: the language, the pinned timetable, and the week of the cycle where the
// school counts differently. Never the key. Without browser storage they last until the page is closed.

import { type Kind, kinds } from '../viewer/address.ts';

export type Mine = { groupId: string; kind: Kind; entityId: string };

const inPage = new Map<string, string>();

function read(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? inPage.get(name) ?? null;
  } catch {
    return inPage.get(name) ?? null;
  }
}

function keep(name: string, value: string | null): void {
  if (value === null) inPage.delete(name);
  else inPage.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Falls back to memory, as described above.
  }
}

const mineName = 'belfry-mine';
const languageName = 'belfry-language';
const shiftName = (groupId: string) => `belfry-weeks-${groupId}`;

export const keptChoices = {
  /** Null where the browser decides. */
  language: (): string | null => read(languageName),
  setLanguage: (tag: string) => keep(languageName, tag),
  mine(): Mine | null {
    const [kind, groupId, entityId] = (read(mineName) ?? '').split('/').map(decodeURIComponent);
    const known = kinds.find((each) => each === kind);
    return known === undefined || !groupId || !entityId ? null : { kind: known, groupId, entityId };
  },
  pin: (mine: Mine | null) =>
    keep(mineName, mine && [mine.kind, mine.groupId, mine.entityId].map(encodeURIComponent).join('/')),
  /** How many weeks the school is ahead of the count. */
  shift(groupId: string): number {
    const kept = Number(read(shiftName(groupId)) ?? 0);
    return Number.isInteger(kept) ? kept : 0;
  },
  setShift: (groupId: string, shift: number) => keep(shiftName(groupId), shift === 0 ? null : String(shift)),
};
