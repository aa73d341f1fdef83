// A publisher's heartbeat: one small file that shows servers without a database that a publisher is alive, and what needs
// attention. Its age comes from the store (`Store.readWithAge`), never from the file, because the clocks of publishers and
// servers may differ. Servers have no validator, so the file is checked by hand; a test compares that with its schema.

import type { OrganisationAttention, PublisherRecord, WatcherEntry } from '../contract/types.generated.ts';
import type { Store } from '../store/store.ts';
import type { Attention } from './attention.ts';
import { judgePublisher, watcherTimeout } from './judge-publisher.ts';
import { paths } from './paths.ts';
import { recordBytes } from './read-record.ts';

/** The stored record, with the list of those who need attention as one thing. */
export type Heartbeat = Omit<PublisherRecord, 'organisations' | 'inNeed' | 'first' | 'watchers'> & {
  organisations: number;
  attention: Attention;
  watchers: readonly WatcherEntry[];
};

/** A heartbeat with its age in milliseconds, by the store's clock. */
export type AgedHeartbeat = Heartbeat & { age: number };

const builderLimits = { timeout: watcherTimeout, refuseAfter: undefined };

/**
 * Writes a heartbeat. Watchers share one file, so each keeps the entries of the others. A single build replaces a watcher's
 * heartbeat only when that watcher is dead.
 * @param watcher the id of the watcher; null for a single build
 */
export async function writeHeartbeat(
  store: Store,
  heartbeat: Omit<Heartbeat, 'watchers'>,
  watcher: string | null,
): Promise<void> {
  // Fails only when another publisher writes at the same moment. The next heartbeat is soon, so a few attempts suffice.
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await store.readWithAge(paths.publisher);
    const last = before && ageHeartbeat(parseHeartbeat(before.bytes), before.age);
    if (watcher === null && last?.watching && judgePublisher(last, builderLimits).state === 'alive') return;
    const watchers = (last?.watchers ?? [])
      .map(({ id, age }) => ({ id, age: Math.round(age + Math.max(0, last?.age ?? 0)) }))
      .filter(({ id, age }) => id !== watcher && age < watcherTimeout);
    if (watcher !== null) watchers.push({ id: watcher, age: 0 });
    const bytes = recordBytes(storedForm({ ...heartbeat, watchers }));
    if (await store.replace(paths.publisher, bytes, before?.bytes ?? null)) return;
  }
}

/** The last heartbeat with its age, or null when there is no valid one. */
export async function readHeartbeat(store: Store): Promise<AgedHeartbeat | null> {
  const found = await store.readWithAge(paths.publisher);
  return found && ageHeartbeat(parseHeartbeat(found.bytes), found.age);
}

const ageHeartbeat = (heartbeat: Heartbeat | null, age: number): AgedHeartbeat | null =>
  heartbeat && { ...heartbeat, age };

/** The record as it is stored, under names that the previous release reads. */
export const storedForm = ({ attention, watchers, ...rest }: Heartbeat): PublisherRecord => ({
  ...rest,
  inNeed: attention.count,
  first: [...attention.first],
  watchers: [...watchers],
});

/** Parses a heartbeat; null when a number is missing or wrong. A wrong entry of a list, which decides nothing, is left out. */
export function parseHeartbeat(bytes: Uint8Array): Heartbeat | null {
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!isObject(found) || !holdsNumbers(found)) return null;
  const { at, watching, queueDepth, queueAgeSeconds, waitingOrganisations, withheldVersions } = found;
  const { builds, buildSeconds, generation, organisations = 0, inNeed: count = 0 } = found;
  return {
    ...{ at, watching, queueDepth, queueAgeSeconds, withheldVersions, builds, buildSeconds, generation, organisations },
    ...(waitingOrganisations === undefined ? {} : { waitingOrganisations }),
    attention: { count, first: listOf(Reflect.get(found, 'first')).filter(isAttention) },
    watchers: listOf(Reflect.get(found, 'watchers')).filter(isWatcher),
  };
}

/** Whether the record holds everything but its lists. What an earlier release did not write may be absent. */
const holdsNumbers = (found: Record<string, unknown>): found is Omit<PublisherRecord, 'first' | 'watchers'> =>
  typeof found['watching'] === 'boolean' &&
  ['at', 'queueAgeSeconds', 'buildSeconds'].every((name) => Number.isFinite(found[name])) &&
  ['queueDepth', 'withheldVersions', 'builds', 'generation'].every((name) => isCount(found[name])) &&
  ['waitingOrganisations', 'organisations', 'inNeed'].every(
    (name) => found[name] === undefined || isCount(found[name]),
  );

const isAttention = (value: unknown): value is OrganisationAttention =>
  isObject(value) &&
  typeof value['organisationId'] === 'string' &&
  typeof value['rolledBack'] === 'boolean' &&
  Number.isFinite(value['ageSeconds']) &&
  ['changes', 'failures', 'withheld'].every((name) => isCount(value[name]));

const isWatcher = (value: unknown): value is WatcherEntry =>
  isObject(value) && typeof value['id'] === 'string' && Number.isFinite(value['age']) && Number(value['age']) >= 0;

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
