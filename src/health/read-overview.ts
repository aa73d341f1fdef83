// Reads what the status page shows from the published output, since this process has no database. A page view reads a
// bounded number of small files, however many organisations there are: those the publisher named in its heartbeat, and one
// page of all of them.

import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { OrganisationAttention, Pointer, Problems } from '../contract/types.generated.ts';
import { reasonOf } from '../errors.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { type AgedHeartbeat, readHeartbeat } from '../snapshot/heartbeat.ts';
import { paths } from '../snapshot/paths.ts';
import { parseProblems } from '../snapshot/read-record.ts';
import { parseOwned, readRecordById } from '../snapshot/stored-organisation.ts';
import { readsAtOnce } from '../store/reads-at-once.ts';
import type { Store } from '../store/store.ts';

export type OrganisationOverview = {
  organisationId: OrganisationId;
  /** What is published; `broken` when it cannot be read, null when nothing is. */
  shown: { generation: number; rolledBackTo: number | null; publishedAt: number; versions: number } | 'broken' | null;
  withheld: Problems['withheld'];
  /** The organisation's entry in the heartbeat; null when it has none. */
  attention: OrganisationAttention | null;
};

export type Overview = {
  /** Why the store could not be read; null when it could. */
  unreadable: string | null;
  heartbeat: AgedHeartbeat | null;
  /** Those that the heartbeat names. */
  named: OrganisationOverview[];
  /** One page of all organisations by name, and how many there are in all. */
  page: OrganisationOverview[];
  total: number;
  /** The index of the page's first organisation. */
  start: number;
  /** The name at which the previous page starts; null on the first page. */
  previous: string | null;
  /** The name at which the next page starts; null on the last page. */
  next: string | null;
};

/** The overview when the store cannot be read. */
export const unreadableOverview = (error: unknown): Overview => ({
  unreadable: reasonOf(error),
  heartbeat: null,
  named: [],
  page: [],
  total: 0,
  start: 0,
  previous: null,
  next: null,
});

/** How many organisations a page shows. */
export const pageSize = 200;

/**
 * @param now the clock, in milliseconds since 1970
 * @returns a function that reads the overview; the page starts at the first name >= its argument
 */
export function overviewReader(store: Store, now: () => number): (from: string) => Promise<Overview> {
  let names: { found: Promise<OrganisationId[]>; until: number } | undefined;

  /** All ids in order. Cached for a hundred times as long as the listing took, so that it takes 1 % of the time. */
  function listNames(): Promise<OrganisationId[]> {
    if (names !== undefined && now() < names.until) return names.found;
    const started = now();
    const listed = {
      found: store.listNames(paths.organisations).then((all) => all.filter(isOrganisationId).toSorted()),
      until: Infinity,
    };
    names = listed;
    listed.found.then(
      () => {
        listed.until = now() + 100 * (now() - started);
      },
      () => {
        names = undefined;
      },
    );
    return listed.found;
  }

  return async (from) => {
    const [heartbeat, all] = await Promise.all([readHeartbeat(store), listNames()]);
    const named = new Map(
      (heartbeat?.attention.first ?? []).flatMap((entry) =>
        isOrganisationId(entry.organisationId) ? [[entry.organisationId, entry] as const] : [],
      ),
    );
    const found = all.findIndex((name) => name >= from);
    const start = found < 0 ? Math.max(0, all.length - pageSize) : found;
    const onPage = all.slice(start, start + pageSize);
    const wanted = [...new Set([...named.keys(), ...onPage])];
    const overviews = await mapConcurrently(wanted, readsAtOnce, (organisationId) =>
      readOverview(store, organisationId, named.get(organisationId) ?? null),
    );
    const read = new Map(overviews.map((each) => [each.organisationId, each]));
    const pick = (ids: Iterable<OrganisationId>) => [...ids].flatMap((id) => read.get(id) ?? []);
    return {
      unreadable: null,
      heartbeat,
      named: pick(named.keys()),
      page: pick(onPage),
      total: all.length,
      start,
      previous: start === 0 ? null : (all[Math.max(0, start - pageSize)] ?? null),
      next: all[start + pageSize] ?? null,
    };
  };
}

async function readOverview(
  store: Store,
  organisationId: OrganisationId,
  attention: OrganisationAttention | null,
): Promise<OrganisationOverview> {
  const [pointer, problems] = await Promise.all([
    readPointer(store, organisationId).catch(() => 'broken' as const),
    readProblems(store, organisationId).catch(() => null),
  ]);
  const shown =
    pointer === null || pointer === 'broken'
      ? pointer
      : {
          generation: pointer.generation,
          rolledBackTo: pointer.rolledBackTo,
          publishedAt: Date.parse(pointer.publishedAt),
          versions: Object.keys(pointer.timetables).length,
        };
  const withheld = problems?.withheld ?? [];
  return { organisationId, shown, withheld, attention };
}

/** An organisation's pointer, or null when nothing is published. A broken record must not hide the other rows. */
async function readPointer(store: Store, organisationId: OrganisationId): Promise<Pointer | 'broken' | null> {
  const { record, bytes } = await readRecordById(store, organisationId);
  return bytes !== null && record === null ? 'broken' : (record?.pointer ?? null);
}

async function readProblems(store: Store, organisationId: OrganisationId): Promise<Problems | null> {
  const bytes = await store.read(paths.problems(organisationId));
  return bytes && parseOwned(() => parseProblems(bytes), organisationId);
}
