// Ids that stay the same in the next export: made from what an entity is, never from its position in the file.

import type { Identity } from './school.ts';

/** The maximum for the part made here: an id has at most 64 characters, and begins with a prefix such as `teacher-`. */
const maxLength = 40;

/**
 * Turns a text into the last part of an id: 1 to 40 letters, digits, `_` and `-`. A text of that form is kept, so that
 * the program's ids are recognisable. Any other keeps its readable part and ends in a hash of the whole text.
 */
export function idPart(text: string): string {
  if (/^[A-Za-z0-9_-]{1,40}$/.test(text)) return text;
  const readable = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return [readable.slice(0, maxLength - 9), hash(text)].filter(Boolean).join('-');
}

/** The text that identifies an entity, if the file has one. */
export const naturalKey = ({ permanentId, shortName, name }: Identity): string => permanentId ?? (shortName || name);

export type IdClash = { position: number; kind: 'collision' | 'duplicate' };

/**
 * A unique id for each identity. Where two would collide, both get a hash of all their names, in either order.
 * Identities without any difference are numbered.
 */
export function stableIds(identities: readonly Identity[]): { ids: string[]; clashes: IdClash[] } {
  const plain = identities.map((identity) => idPart(naturalKey(identity)));
  const timesUsed = new Map<string, number>();
  for (const id of plain) timesUsed.set(id, (timesUsed.get(id) ?? 0) + 1);
  const isShared = (id: string) => timesUsed.get(id) !== 1;
  const hashed = plain.map((id, position) => {
    const { permanentId, shortName, name } = identities[position] ?? { permanentId: null, shortName: '', name: '' };
    return isShared(id) ? `${id.slice(0, maxLength - 9)}-${hash(JSON.stringify([permanentId, shortName, name]))}` : id;
  });
  const timesHashed = new Map<string, number>();
  for (const id of hashed) timesHashed.set(id, (timesHashed.get(id) ?? 0) + 1);
  const taken = new Set(plain.filter((id) => !isShared(id)));
  const lastNumber = new Map<string, number>();
  const clashes: IdClash[] = [];
  const ids = hashed.map((id, position) => {
    if (!isShared(plain[position] ?? '')) return id;
    let free = id;
    // By the shortened id, since many ids may be shortened to the same one.
    const short = id.slice(0, maxLength - 7);
    let number = lastNumber.get(short) ?? 1;
    while (taken.has(free)) free = `${short}-${++number}`;
    lastNumber.set(short, number);
    clashes.push({ position, kind: timesHashed.get(id) === 1 ? 'collision' : 'duplicate' });
    taken.add(free);
    return free;
  });
  return { ids, clashes };
}

/** 32 bits of FNV-1a over the UTF-16 units, as eight hexadecimal digits. It must only be the same everywhere. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    value = Math.imul(value ^ (unit & 0xff), 0x01000193);
    value = Math.imul(value ^ (unit >>> 8), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}
