// What is published of an organisation, what waits, what is withheld and why, and which generations can be shown again.

import type { OrganisationId } from '../../access/ids.ts';
import type { Pointer, Problems } from '../../contract/types.generated.ts';
import { noSuchOrganisation } from '../../database/organisation.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { listGenerations } from '../../snapshot/load-published.ts';
import { paths } from '../../snapshot/paths.ts';
import { parsePointer } from '../../snapshot/read-record.ts';
import type { Operator } from '../operator.ts';
import { type OrganisationStatus, readWithPointers } from './read-status.ts';

/** A version as a generation shows it: what is the same has the same hash. */
type ShownVersion = { id: string; hash: string };

export type Publication = {
  /** Null when nothing readable is published. */
  generation: number | null;
  publishedAt: string | null;
  rolledBackTo: number | null;
  versions: number;
  timetables: ShownVersion[];
  pending: number;
  /** Seconds since the oldest change that waits. */
  lag: number;
  withheld: Problems['withheld'];
  warnings: Problems['warnings'];
  /** Links that show nothing, since all together would show too much. */
  withheldLinks: OrganisationStatus['withheldLinks'];
  /** Changes of days that are kept and not applied, since their lessons are gone. */
  orphanedChanges: number;
  /** Work that failed and is tried again. */
  failing: OrganisationStatus['retries'];
  /** Generations that a rollback can show again, newest first. */
  history: { generation: number; publishedAt: string; versions: number; timetables: ShownVersion[] }[];
};

/** How many earlier generations are listed; the retention keeps ten. */
const maxHistory = 20;

/** @throws NotFoundError */
export async function readPublication(
  { open: { database }, publisher: { store, now } }: Pick<Operator, 'open' | 'publisher'>,
  organisationId: OrganisationId,
): Promise<Publication> {
  await enqueueUnlessReadOnly(database);
  const [read] = await readWithPointers(database, store, now(), [organisationId]);
  if (read === undefined) throw noSuchOrganisation(organisationId);
  const { pointer } = read;
  const { withheld, warnings, withheldLinks, orphanedChanges, pending, retries } = read.status;
  const generations = (await listGenerations(store, organisationId))
    .filter((generation) => generation !== pointer?.generation)
    .sort((one, other) => other - one)
    .slice(0, maxHistory);
  const history: Publication['history'] = [];
  for (const generation of generations) {
    const bytes = await store.read(paths.earlierPointer(organisationId, generation));
    if (bytes === null) continue; // removed meanwhile
    const { publishedAt, timetables } = parsePointer(bytes);
    history.push({
      ...{ generation, publishedAt },
      versions: Object.keys(timetables).length,
      timetables: shownIn(timetables),
    });
  }
  return {
    generation: pointer?.generation ?? null,
    publishedAt: pointer?.publishedAt ?? null,
    rolledBackTo: pointer?.rolledBackTo ?? null,
    versions: read.status.pointer?.versions ?? 0,
    timetables: shownIn(pointer?.timetables ?? {}),
    pending: pending.changes,
    lag: pending.ageSeconds,
    withheld,
    warnings,
    withheldLinks,
    orphanedChanges,
    failing: retries,
    history,
  };
}

/** The most that is listed of one generation. */
const maxVersions = 500;

const shownIn = (timetables: Pointer['timetables']): ShownVersion[] =>
  Object.entries(timetables)
    .slice(0, maxVersions)
    .map(([id, { hash }]) => ({ id, hash }));
