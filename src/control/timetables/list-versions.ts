// Lists the versions of an organisation as the database has them, and compares each with what readers get.

import type { OrganisationId } from '../../access/ids.ts';
import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { readPending } from '../../database/queue/pending-changes.ts';
import { hasVersion, readVersions, type VersionCut } from '../../database/timetable/read-version.ts';
import { assembleSummary } from '../../document/assemble-list.ts';
import { InvalidInputError } from '../../errors.ts';
import { loadPointer } from '../../snapshot/load-published.ts';
import type { Store } from '../../store/store.ts';
import type { Operator } from '../operator.ts';
import { cutToPage, type Listed, type Page } from '../paging.ts';

/** `served` is what readers get: the version as the database has it, an earlier state of it, or nothing. */
export type ListedVersion = TimetableVersionSummary & {
  served: 'current' | 'earlier' | 'none';
  /** Why `served` is not `current`; null when it is. */
  because: 'withheld' | 'waiting' | 'rolled back' | null;
};

export type VersionList = {
  versions: ListedVersion[];
  /** The generation that is shown again after a rollback, or null. */
  rolledBackTo: number | null;
};

/**
 * Newest first. Autosaves are left out, as in the API.
 * @param cut which of them; all by default
 * @throws NotFoundError when there is no such organisation
 */
export async function listVersions(
  database: Database,
  store: Store,
  organisationId: OrganisationId,
  cut?: VersionCut,
): Promise<VersionList> {
  const handle = await selectHandle(database, organisationId);
  if (handle === null) throw noSuchOrganisation(organisationId);
  await enqueueUnlessReadOnly(database);
  const pending = await readPending(database, organisationId, 'documents');
  const rows = await readVersions(database, organisationId, cut);
  const { pointer, problems } = await loadPointer(store, organisationId, handle);
  const withheld = new Set(problems?.withheld.map(({ versionId }) => versionId));
  const waiting = new Set(pending.map(({ what, subject }) => (what === 'version' ? subject : what)));
  const rolledBackTo = pointer?.rolledBackTo ?? null;

  const reasonFor = (id: string, isShown: boolean): ListedVersion['because'] => {
    if (withheld.has(id)) return 'withheld';
    if (waiting.has(id) || waiting.has('organisation')) return 'waiting';
    if (rolledBackTo !== null) return 'rolled back';
    return isShown ? null : 'waiting';
  };
  const versions = rows.map((row): ListedVersion => {
    const isShown = Object.hasOwn(pointer?.timetables ?? {}, row.id);
    const because = reasonFor(row.id, isShown);
    const served = !isShown ? 'none' : because === null ? 'current' : 'earlier';
    return { ...assembleSummary(row), served, because };
  });
  return { versions, rolledBackTo };
}

/**
 * A page of them. The cursor is the id of the last version, since a version is listed by its own values, which may be any number and moment.
 * @throws NotFoundError, InvalidInputError
 */
export async function listVersionsPage(
  { open: { database }, publisher: { store } }: Pick<Operator, 'open' | 'publisher'>,
  organisationId: OrganisationId,
  page: Page,
): Promise<Listed<ListedVersion>> {
  const cut = { limit: page.limit + 1, after: page.after };
  const { versions } = await listVersions(database, store, organisationId, cut);
  if (page.after !== null && !(await hasVersion(database, organisationId, page.after)))
    throw new InvalidInputError([{ path: 'after', message: 'The version that it names is not listed, or no longer.' }]);
  return cutToPage(
    versions,
    page,
    ({ id }) => id,
    (version) => version,
  );
}
