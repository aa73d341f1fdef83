// What the status page shows, read from the published output alone: this process has no database. However many
// organisations there are, one look reads a bounded number of small files: those in need, as the publisher named them,
// and one page of the rest.

import { isOrganisationId, type OrganisationId } from '../access/ids.ts';
import type { Pointer, Problems } from '../contract/types.generated.ts';
import { type AgedHeartbeat, type NeedOfAttention, readHeartbeat } from '../snapshot/heartbeat.ts';
import { paths } from '../snapshot/paths.ts';
import { parseProblems } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';
import { readOrganisation, whole } from '../snapshot/stored-organisation.ts';

export type OrganisationOverview = {
  organisationId: OrganisationId;
  /** What readers see; `broken` when it cannot be read, null when there is nothing yet. */
  shown: { generation: number; rolledBackTo: number | null; publishedAt: number; versions: number } | 'broken' | null;
  withheld: Problems['withheld'];
  /** What the publisher says of it; null when it did not name it. */
  need: NeedOfAttention | null;
};

export type Overview = {
  /** Why the store could not be read; null when it could. */
  unreadable: string | null;
  heartbeat: AgedHeartbeat | null;
  inNeed: OrganisationOverview[];
  /** One page of all organisations by name, and how many there are in all. */
  page: OrganisationOverview[];
  total: number;
  /** Where the page stands among them, from 0, and the names that the pages beside it begin with; null at an end. */
  start: number;
  previous: string | null;
  next: string | null;
};

/** What can be told of a store that cannot be read. */
export const unreadableOverview = (error: unknown): Overview => ({
  unreadable: error instanceof Error ? error.message : String(error),
  ...{ heartbeat: null, inNeed: [], page: [], total: 0, start: 0, previous: null, next: null },
});

/** How many organisations a page holds, and how many are read at the same time. */
export const pageSize = 200;
const readsAtOnce = 16;

/**
 * @param now the clock, in milliseconds since 1970
 * @returns reads the overview; its argument is the name that the page begins with, or what would come before it
 */
export function overviewReader(store: Store, now: () => number): (from: string) => Promise<Overview> {
  let names: { found: Promise<OrganisationId[]>; until: number } | undefined;

  /** All names in order. Listing many takes a while, so it is done again when that is a hundredth of the time since. */
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
    const inNeed = (heartbeat?.first ?? []).flatMap((need) =>
      isOrganisationId(need.organisationId) ? [[need.organisationId, need] as const] : [],
    );
    const needs = new Map(inNeed);
    const found = all.findIndex((name) => name >= from);
    const start = found < 0 ? Math.max(0, all.length - pageSize) : found;
    const onPage = all.slice(start, start + pageSize);
    const read = new Map<OrganisationId, OrganisationOverview>();
    const wanted = [...new Set([...needs.keys(), ...onPage])];
    for (let first = 0; first < wanted.length; first += readsAtOnce)
      for (const each of await Promise.all(
        wanted
          .slice(first, first + readsAtOnce)
          .map((organisationId) => readOverview(store, organisationId, needs.get(organisationId) ?? null)),
      ))
        read.set(each.organisationId, each);
    const pick = (ids: Iterable<OrganisationId>) => [...ids].flatMap((id) => read.get(id) ?? []);
    return {
      unreadable: null,
      heartbeat,
      inNeed: pick(needs.keys()),
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
  need: NeedOfAttention | null,
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
  return { organisationId, shown, withheld, need };
}

/** What an organisation shows, or null when there is nothing. What cannot be read must not hide the others. */
async function readPointer(store: Store, organisationId: OrganisationId): Promise<Pointer | 'broken' | null> {
  const { record, bytes } = await readOrganisation(store, organisationId);
  return bytes !== null && record === null ? 'broken' : (record?.pointer ?? null);
}

async function readProblems(store: Store, organisationId: OrganisationId): Promise<Problems | null> {
  const bytes = await store.read(paths.problems(organisationId));
  return bytes && whole(() => parseProblems(bytes), organisationId);
}
