// Imports a school's own files: converted, compared with the version before, and stored as the next one.

import type { OrganisationId } from '../../access/ids.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { chooseTimetableId } from '../../database/timetable/choose-import-ids.ts';
import { importSchool, type SchoolImport, type SchoolOutcome } from '../../database/timetable/import-school.ts';
import { type ConvertOptions, convertFiles } from '../../formats/convert-files.ts';
import type { SchoolFile } from '../../formats/reading/school-reader.ts';
import type { ConversionReport } from '../../formats/report/report.ts';
import { draftFields } from '../../formats/school/draft-fields.ts';
import { recordAs } from '../audit/record-audit.ts';
import type { Actor } from '../operator.ts';

export type { SchoolFile };

export type SchoolImportOptions = {
  organisation: OrganisationId;
  /** Creates the organisation under this name if it does not exist. */
  name: string | undefined;
  /** The timetable that the files are a version of; null for the organisation's first. */
  timetableId: string | null;
  timetableName: string | null;
  versionName: string | null;
  /** Null leaves a draft. */
  publish: SchoolImport['publish'];
  evenIfDifferent: boolean;
  evenIfNearlyEmpty: boolean;
  /** Says what would become of the files, and stores nothing. */
  isDryRun?: boolean;
  convert: ConvertOptions;
};

export type SchoolFileOutcome = { files: string[]; report: ConversionReport } & (
  | SchoolOutcome
  | { outcome: 'not converted' }
);

/** What stores it, and who is recorded in the audit. */
type Importer = { database: Database; validate: Validator; now: () => number; actor: Actor };

export async function importSchoolFiles(
  { database, validate, now: clock, actor }: Importer,
  files: readonly SchoolFile[],
  options: SchoolImportOptions,
): Promise<SchoolFileOutcome> {
  const {
    organisation,
    timetableName,
    versionName,
    publish,
    evenIfDifferent,
    evenIfNearlyEmpty,
    isDryRun = false,
  } = options;
  const timetableId = options.timetableId ?? (await chooseTimetableId(database, organisation));
  const now = new Date(clock()).toISOString();
  const { document, report } = convertFiles(files, options.convert, (name) =>
    draftFields({ timetableId, organisationId: organisation, name: timetableName ?? name, number: 1, now }),
  );
  const input = { files: files.map(({ name }) => name), report };
  if (document === null) return { ...input, outcome: 'not converted' };
  const outcome = await importSchool(database, validate, document, {
    organisationId: organisation,
    createAs: options.name,
    timetableId,
    publish,
    versionName,
    now,
    evenIfDifferent,
    evenIfNearlyEmpty,
    isDryRun,
    async record(transaction, timetable) {
      await recordAs(transaction, actor, {
        organisationId: organisation,
        resource: 'timetable',
        action: 'imported',
        subject: timetable.id,
        new: { name: timetable.name, status: timetable.status, format: report.format, files: input.files.slice(0, 10) },
      });
    },
  });
  return { ...input, ...outcome };
}
