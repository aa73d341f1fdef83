// Keeps up to which change the reader has seen what changed: for each organisation from the first look on, and for the classes,
// teachers and rooms that were looked at last. It stands where the key does, on the device or in the tab, and goes with it, so that a
// shared computer does not tell who looked at what. Without browser storage nothing is said to have changed.

import { name as keyName, looks as looksName } from '../key/kept-key.ts';

/** Classes, teachers and rooms that are remembered of an organisation, and organisations. */
const [mostSeen, mostOrganisations] = [20, 5];

type Looks = { first: string; seen: Record<string, string> };

const storage = (): Storage => (localStorage.getItem(keyName) === null ? sessionStorage : localStorage);

function readAll(): Record<string, Looks> {
  try {
    const kept: unknown = JSON.parse(storage().getItem(looksName) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).filter((each): each is [string, Looks] => isLooks(each[1])));
  } catch {
    return {}; // blocked, or written by something else
  }
}

function isLooks(value: unknown): value is Looks {
  if (typeof value !== 'object' || value === null || !('first' in value) || !('seen' in value)) return false;
  const { first, seen } = value;
  if (typeof first !== 'string' || typeof seen !== 'object' || seen === null) return false;
  return Object.values(seen).every((id) => typeof id === 'string');
}

/** With this one as the most recent, and without the oldest. */
const withRecent = <Value>(all: Record<string, Value>, key: string, value: Value, most: number) => {
  const { [key]: _, ...others } = all;
  return Object.fromEntries([...Object.entries(others), [key, value] as const].slice(-most));
};

export const keptLooks = {
  /** The id of the last change that the reader has seen of one class, teacher or room; null at the first look. */
  last(organisationId: string, of: string): string | null {
    const looks = readAll()[organisationId];
    return looks === undefined ? null : (looks.seen[of] ?? looks.first);
  },
  /** @param id of the last change by now */
  keep(organisationId: string, of: string, id: string): void {
    const all = readAll();
    const { first, seen } = all[organisationId] ?? { first: id, seen: {} };
    const looks = { first, seen: withRecent(seen, of, id, mostSeen) };
    try {
      storage().setItem(looksName, JSON.stringify(withRecent(all, organisationId, looks, mostOrganisations)));
    } catch {
      // Then it is told again.
    }
  },
};
