// What a reader chose once, kept in this browser: whose timetable opens first, and which week a school is in where it
// counts otherwise. Never the key. Where the browser keeps nothing, the choices last as long as the page.

import { type Kind, kinds } from './address.ts';

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
    // Kept in the page, as above.
  }
}

const mineName = 'belfry-mine';
const shiftName = (groupId: string) => `belfry-weeks-${groupId}`;

export const keptChoices = {
  mine(): Mine | null {
    const [kind, groupId, entityId] = (read(mineName) ?? '').split('/').map(decodeURIComponent);
    const known = kinds.find((each) => each === kind);
    return known === undefined || !groupId || !entityId ? null : { kind: known, groupId, entityId };
  },
  pin: (mine: Mine | null) =>
    keep(mineName, mine && [mine.kind, mine.groupId, mine.entityId].map(encodeURIComponent).join('/')),
  /** Weeks by which the school is ahead of the count. */
  shift(groupId: string): number {
    const kept = Number(read(shiftName(groupId)) ?? 0);
    return Number.isInteger(kept) ? kept : 0;
  },
  setShift: (groupId: string, shift: number) => keep(shiftName(groupId), shift === 0 ? null : String(shift)),
};
