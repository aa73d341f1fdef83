// The loads. A load is a list of requests that the generator repeats in order.

import type { BenchForm, BenchOrganisation } from './bench-form.ts';

/** One request, in terms that each contestant puts into a path and headers of its own. */
export type Wanted = {
  organisationId: string;
  key: string;
  /** A version id, or null for the list. */
  versionId: string | null;
  encoding: 'br' | 'gzip';
  /** Whether the request has the current ETag. */
  conditional?: boolean;
};

export type Load = {
  name: string;
  wanted: readonly Wanted[];
  /** The status that every answer must have. */
  status: 200 | 304 | 401;
  /** Whether the contestants' caches are smaller than what is requested. */
  cold?: boolean;
};

const one = (
  organisation: BenchOrganisation,
  rest: Pick<Wanted, 'versionId' | 'encoding' | 'conditional'>,
): Wanted => ({
  organisationId: organisation.id,
  key: organisation.keys[0] ?? '',
  ...rest,
});

/** The list of an organisation. */
export const listOf = (organisation: BenchOrganisation): Wanted =>
  one(organisation, { versionId: null, encoding: 'br' });

/** @param few leaves out loads that take long or are similar to others */
export function listLoads({ large, huge, small, cold }: BenchForm, few: boolean): Load[] {
  const [versionId = ''] = large.versionIds;
  const unknown = { ...listOf(large), key: `belfry_${'0'.repeat(38)}` };
  const lists = small.map(listOf);
  const mixed = small.map((organisation, index) =>
    one(organisation, { versionId: organisation.versionIds[index % 3] ?? null, encoding: 'br' }),
  );
  const loads: Load[] = [
    { name: 'list, br', wanted: [listOf(large)], status: 200 },
    { name: 'full, br', wanted: [one(large, { versionId, encoding: 'br' })], status: 200 },
    { name: 'full, gzip', wanted: [one(large, { versionId, encoding: 'gzip' })], status: 200 },
    {
      name: 'full of 2.5 MB, gzip',
      wanted: [one(huge, { versionId: huge.versionIds[0] ?? '', encoding: 'gzip' })],
      status: 200,
    },
    {
      name: 'full, 304',
      wanted: [one(large, { versionId, encoding: 'br', conditional: true })],
      status: 304,
    },
    { name: 'list, 401', wanted: [unknown], status: 401 },
    { name: `list, ${lists.length} keys`, wanted: shuffled(lists), status: 200 },
    { name: `list or full, ${mixed.length} keys`, wanted: shuffled(mixed), status: 200 },
    {
      name: `cold, ${cold.versionIds.length} documents`,
      wanted: shuffled(cold.versionIds.map((each) => one(cold, { versionId: each, encoding: 'br' }))),
      status: 200,
      cold: true,
    },
  ];
  return few ? loads.filter(({ name, cold: slow }) => !slow && !name.startsWith('list or')) : loads;
}

/** In a shuffled order that is the same every time. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, place: (index * 2_654_435_761) % 4_294_967_296 }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
