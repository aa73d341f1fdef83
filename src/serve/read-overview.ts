// What the operator's page shows, read from the published form alone: this process has no database. However many
// organisations there are, one look reads a bounded number of small files: those in need, as the publisher named them,
// and one page of the rest.

import type { Problems } from '../contract/types.generated.ts';
import { paths } from '../snapshot/paths.ts';
import { readPointer, readProblems } from '../snapshot/read-record.ts';
import { lastSignOfLife, type NeedOfAttention, type SignOfLife } from '../snapshot/sign-of-life.ts';
import type { Store } from '../snapshot/store.ts';

export type OrganisationOverview = {
  organisationId: string;
  /** What readers see; `broken` when it cannot be read, null when there is nothing yet. */
  shown: { generation: number; rolledBackTo: number | null; publishedAt: number; versions: number } | 'broken' | null;
  withheld: Problems['withheld'];
  /** What the publisher says of it; null when it did not name it. */
  need: NeedOfAttention | null;
};

export type Overview = {
  sign: SignOfLife | null;
  inNeed: OrganisationOverview[];
  /** One page of all organisations by name, and how many there are in all. */
  page: OrganisationOverview[];
  total: number;
  /** Where the page stands among them, from 0, and the names that the pages beside it begin with; null at an end. */
  start: number;
  previous: string | null;
  next: string | null;
};

/** How many organisations a page holds, and how many are read at the same time. */
export const pageSize = 200;
const readsAtOnce = 16;

/**
 * @param now the clock, in milliseconds since 1970
 * @returns reads the overview; its argument is the name that the page begins with, or what would come before it
 */
export function overviewReader(store: Store, now: () => number): (from: string) => Promise<Overview> {
  let names: { found: Promise<string[]>; until: number } | undefined;

  /** All names in order. Listing many takes a while, so it is done again when that is a hundredth of the time since. */
  function listNames(): Promise<string[]> {
    if (names !== undefined && now() < names.until) return names.found;
    const started = now();
    const listed = { found: store.listNames(paths.organisations).then((all) => all.toSorted()), until: Infinity };
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
    const [sign, all] = await Promise.all([lastSignOfLife(store), listNames()]);
    const needs = new Map(sign?.first.map((need) => [need.organisationId, need]));
    const found = all.findIndex((name) => name >= from);
    const start = found < 0 ? Math.max(0, all.length - pageSize) : found;
    const onPage = all.slice(start, start + pageSize);
    const read = new Map<string, OrganisationOverview>();
    const wanted = [...new Set([...needs.keys(), ...onPage])];
    for (let first = 0; first < wanted.length; first += readsAtOnce)
      for (const each of await Promise.all(
        wanted
          .slice(first, first + readsAtOnce)
          .map((organisationId) => readOrganisation(store, organisationId, needs.get(organisationId) ?? null)),
      ))
        read.set(each.organisationId, each);
    const pick = (ids: Iterable<string>) => [...ids].flatMap((id) => read.get(id) ?? []);
    return {
      sign,
      inNeed: pick(needs.keys()),
      page: pick(onPage),
      total: all.length,
      start,
      previous: start === 0 ? null : (all[Math.max(0, start - pageSize)] ?? null),
      next: all[start + pageSize] ?? null,
    };
  };
}

async function readOrganisation(
  store: Store,
  organisationId: string,
  need: NeedOfAttention | null,
): Promise<OrganisationOverview> {
  const [pointer, problems] = await Promise.all([
    readOwn(store, paths.pointer(organisationId), organisationId, readPointer),
    readOwn(store, paths.problems(organisationId), organisationId, readProblems),
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
  const withheld = problems === null || problems === 'broken' ? [] : problems.withheld;
  return { organisationId, shown, withheld, need };
}

/** A record in its organisation's place, or null when there is none. What cannot be read must not hide the others. */
async function readOwn<Kind extends { organisationId: string }>(
  store: Store,
  path: string,
  organisationId: string,
  parse: (bytes: Uint8Array) => Kind,
): Promise<Kind | 'broken' | null> {
  try {
    const bytes = await store.read(path);
    if (bytes === null) return null;
    const record = parse(bytes);
    return record.organisationId === organisationId ? record : 'broken';
  } catch {
    return 'broken';
  }
}
