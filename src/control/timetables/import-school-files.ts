// Imports a school's own files: converted, compared with the version before, and stored as the next one. A document in Belfry's own
// form is stored as it is.

import type { OrganisationId } from '../../access/ids.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { importSchool, type SchoolOutcome } from '../../database/timetable/import-school.ts';
import { type ConvertOptions, convertFiles } from '../../formats/convert-files.ts';
import type { SchoolFile } from '../../formats/reading/school-reader.ts';
import type { ConversionReport } from '../../formats/report/report.ts';
import { draftFields } from '../../formats/school/draft-fields.ts';
import { loadPublished } from '../../snapshot/load-published.ts';
import type { Store } from '../../store/store.ts';
import { recordAs } from '../audit/record-audit.ts';
import { readToday } from '../calendars/read-today.ts';
import type { Actor } from '../operator.ts';
import { readShown } from '../publication/read-shown.ts';
import { importOwnDocument, ownDocumentIn, refuseSeveral } from './import-own-document.ts';

export type { SchoolFile };

export type SchoolImportOptions = {
  organisation: OrganisationId;
  /** Creates the organisation under this name if it does not exist. */
  name: string | undefined;
  /** The timetable that the files are a version of; null for the organisation's first. */
  timetableId: string | null;
  timetableName: string | null;
  versionName: string | null;
  /** Null leaves a draft. `from` is its first day as YYYYMMDD; null for today at the school. */
  publish: { from: number | null } | null;
  evenIfDifferent: boolean;
  evenIfNearlyEmpty: boolean;
  /** Says what would become of the files, and stores nothing. */
  isDryRun?: boolean;
  convert: ConvertOptions;
};

type Imported = { report: ConversionReport } & (SchoolOutcome | { outcome: 'not converted' });
export type SchoolFileOutcome = { files: string[] } & Imported;

/** What stores it, and who is recorded in the audit. */
type Importer = { database: Database; store: Store; validate: Validator; now: () => number; actor: Actor };

export async function importSchoolFiles(
  importer: Importer,
  files: readonly SchoolFile[],
  options: SchoolImportOptions,
): Promise<SchoolFileOutcome> {
  const names = files.map(({ name }) => name);
  const { organisation, isDryRun = false } = options;
  const record = (transaction: Database, timetable: Timetable, format: string | null) =>
    recordAs(transaction, importer.actor, {
      organisationId: organisation,
      resource: 'timetable',
      action: 'imported',
      subject: timetable.id,
      new: { name: timetable.name, status: timetable.status, format, files: names.slice(0, 10) },
    });
  const own = options.convert.from === null ? files.map(ownDocumentIn) : [];
  const [document = null] = own;
  if (document !== null && own.every((each) => each !== null)) {
    if (own.length > 1) return { files: names, ...refuseSeveral(files) };
    const recordOwn = (transaction: Database, timetable: Timetable) => record(transaction, timetable, 'belfry');
    return {
      files: names,
      ...(await importOwnDocument(importer, organisation, document, {
        ...{ isDryRun, name: options.timetableName, record: recordOwn },
      })),
    };
  }
  return { files: names, ...(await importConverted(importer, files, options, record)) };
}

async function importConverted(
  { database, store, validate, now: clock }: Importer,
  files: readonly SchoolFile[],
  options: SchoolImportOptions,
  record: (transaction: Database, timetable: Timetable, format: string | null) => Promise<void>,
): Promise<Imported> {
  const { organisation, timetableName, versionName, publish, evenIfDifferent, evenIfNearlyEmpty } = options;
  const timetableId = options.timetableId ?? `${organisation.slice(0, 47)}-timetable`;
  const now = new Date(clock()).toISOString();
  const { document, report, otherName } = convertFiles(files, options.convert, (name) =>
    draftFields({ timetableId, organisationId: organisation, name: timetableName ?? name, number: 1, now }),
  );
  if (document === null) return { report, outcome: 'not converted' };
  const today = await readToday(database, organisation, clock());
  const outcome = await importSchool(database, validate, document, {
    organisationId: organisation,
    createAs: options.name,
    timetableId,
    publish: publish && { from: publish.from ?? today, today },
    versionName,
    otherName,
    now,
    evenIfDifferent,
    evenIfNearlyEmpty,
    isDryRun: options.isDryRun ?? false,
    shown: await readRolledBack(store, organisation, timetableId),
    record: (transaction, timetable) => record(transaction, timetable, report.format),
  });
  return { report, ...outcome };
}

/** The newest version of the timetable that readers get, while an earlier state is shown; null otherwise. */
async function readRolledBack(
  store: Store,
  organisation: OrganisationId,
  timetableId: string,
): Promise<Timetable | null> {
  const { pointer, entries } = await loadPublished(store, organisation);
  if (pointer === null || pointer.rolledBackTo === null) return null;
  const own = [...entries.values()].filter(({ groupId }) => groupId === timetableId);
  const [newest] = own.toSorted((one, other) => other.versionNumber - one.versionNumber);
  return newest === undefined ? null : readShown(store, pointer, newest.id);
}
