// Exports an organisation's versions from the database as the documents that `import` takes, all from one snapshot. Each
// is checked as before publishing. The same rows give the same bytes.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { readVersions } from '../../database/timetable/read-version.ts';
import { NotFoundError } from '../../errors.ts';
import { databaseVersions } from '../../publish/database/database-versions.ts';
import { type BuiltVersion, buildVersion } from '../../publish/documents/build-version.ts';

type Withheld = Omit<Extract<BuiltVersion, { outcome: 'withheld' }>, 'outcome'>;

export type ExportReport = {
  exported: string[];
  /** Versions whose documents break the contract, and why. They are not exported, since `import` would refuse them. */
  withheld: ({ versionId: string } & Withheld)[];
};

/**
 * Newest first. Autosaves are not exported.
 * @param only these versions; all when empty
 * @param write stores the JSON of one document
 * @throws NotFoundError when there is no such organisation or version; nothing is written then
 */
export function exportTimetables(
  database: Database,
  validate: Validator,
  organisationId: OrganisationId,
  only: readonly string[],
  write: (versionId: string, json: Uint8Array) => Promise<void>,
): Promise<ExportReport> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const report: ExportReport = { exported: [], withheld: [] };
      const versions = databaseVersions(transaction, organisationId);
      for (const versionId of await chooseVersions(transaction, organisationId, only)) {
        const built = await buildVersion(versions, validate, { organisationId, versionId }, (data) => data);
        if (built.outcome === 'withheld') {
          const { outcome: _, ...why } = built;
          report.withheld.push({ versionId, ...why });
        } else if (built.outcome === 'good') {
          await write(versionId, built.encoded);
          report.exported.push(versionId);
        }
      }
      return report;
    });
}

async function chooseVersions(transaction: Database, organisationId: OrganisationId, only: readonly string[]) {
  await assertOrganisation(transaction, organisationId);
  const ids = (await readVersions(transaction, organisationId)).map(({ id }) => id);
  const missing = only.filter((id) => !ids.includes(id));
  if (missing.length > 0)
    throw new NotFoundError(
      `organisation ${organisationId} has no timetable version ${missing.join(', ')}; ` +
        `\`${commandLine(`timetables list --organisation ${organisationId}`)}\` shows what it has`,
    );
  return only.length === 0 ? ids : ids.filter((id) => only.includes(id));
}
