// Ids that are the same in the next export: made from what an entity is, never from where it stands in the file.

import type { Identity } from './school.ts';

/** Characters of the part that is made here; a prefix such as `teacher-` comes before it, and 64 is the most of an id. */
const most = 40;

/**
 * A text as the last part of an id: 1 to 40 letters, digits, `_` and `-`. A text that is one already stays as it is, so that
 * the program's ids are found again. Any other keeps what is readable of it, and ends in a hash of the whole.
 */
export function idPart(text: string): string {
  if (/^[A-Za-z0-9_-]{1,40}$/.test(text)) return text;
  const readable = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return [readable.slice(0, most - 9), hash(text)].filter(Boolean).join('-');
}

/** The text that says what an entity is, where the file says it at all. */
export const naturalKey = ({ permanentId, shortName, name }: Identity): string => permanentId ?? (shortName || name);

export type IdClash = { position: number; kind: 'collision' | 'duplicate' };

/**
 * An id for each identity, no two alike. Where two would be, both get a hash of all their names, whichever comes first; only
 * those that do not differ in anything are numbered.
 */
export function stableIds(identities: readonly Identity[]): { ids: string[]; clashes: IdClash[] } {
  const plain = identities.map((identity) => idPart(naturalKey(identity)));
  const timesUsed = new Map<string, number>();
  for (const id of plain) timesUsed.set(id, (timesUsed.get(id) ?? 0) + 1);
  const isShared = (id: string) => timesUsed.get(id) !== 1;
  const told = plain.map((id, position) => {
    const { permanentId, shortName, name } = identities[position] ?? { permanentId: null, shortName: '', name: '' };
    return isShared(id) ? `${id.slice(0, most - 9)}-${hash(JSON.stringify([permanentId, shortName, name]))}` : id;
  });
  const timesTold = new Map<string, number>();
  for (const id of told) timesTold.set(id, (timesTold.get(id) ?? 0) + 1);
  const taken = new Set(plain.filter((id) => !isShared(id)));
  const lastNumber = new Map<string, number>();
  const clashes: IdClash[] = [];
  const ids = told.map((id, position) => {
    if (!isShared(plain[position] ?? '')) return id;
    let free = id;
    let number = lastNumber.get(id) ?? 1;
    while (taken.has(free)) free = `${id.slice(0, most - 7)}-${++number}`;
    lastNumber.set(id, number);
    clashes.push({ position, kind: timesTold.get(id) === 1 ? 'collision' : 'duplicate' });
    taken.add(free);
    return free;
  });
  return { ids, clashes };
}

/** 32 bits of FNV-1a over the UTF-16 units, as eight hexadecimal digits: it need only be the same everywhere. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    value = Math.imul(value ^ (unit & 0xff), 0x01000193);
    value = Math.imul(value ^ (unit >>> 8), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
