// A timetable in Belfry's own form among the files that a school hands over: the `data` of Get Timetable or its whole answer. It is
// stored as it is, with its own ids, name and state; only one without a name is given one.

import type { OrganisationId } from '../../access/ids.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { SchoolOutcome } from '../../database/timetable/import-school.ts';
import { importTimetable } from '../../database/timetable/import-timetable.ts';
import { nameUntitled } from '../../database/timetable/name-untitled.ts';
import { parseDocument } from '../../database/timetable/parse-document.ts';
import type { SchoolFile } from '../../formats/reading/school-reader.ts';
import { compareImported } from '../../formats/report/compare-imported.ts';
import { createFindings } from '../../formats/report/finding.ts';
import { type ConversionReport, createReport } from '../../formats/report/report.ts';
import { untitled } from '../../formats/school/draft-fields.ts';

type Stored = { report: ConversionReport } & (SchoolOutcome | { outcome: 'not converted' });

/** The document in a file; null where it has none of Belfry's. */
export function ownDocumentIn({ bytes }: SchoolFile): object | null {
  // A byte order mark, or the zeros of UTF-16, may stand before the first character.
  const first = bytes.subarray(0, 64).find((byte) => byte > 0x20 && byte < 0x80);
  if (first !== 0x7b) return null;
  const parsed = parseDocument(bytes);
  const document = 'document' in parsed ? parsed.document : null;
  return typeof document === 'object' && document !== null && 'lessonUnits' in document ? document : null;
}

/** Of the files of a school that are several and all such documents, one is stored at a time. */
export function refuseSeveral(files: readonly SchoolFile[]): Stored {
  const findings = createFindings();
  const message = `there are ${files.length} timetables in Belfry's own form`;
  findings.add('file.several-schools', { file: files[1]?.name ?? '' }, message);
  return { outcome: 'not converted', report: createReport('belfry', null, findings) };
}

type OwnImport = {
  isDryRun: boolean;
  /** What it is called where it has no name, and its other versions have none; null for the name of the organisation. */
  name: string | null;
  /** In the same transaction. */
  record: (transaction: Database, stored: Timetable) => Promise<void>;
};

export async function importOwnDocument(
  { database, validate }: { database: Database; validate: Validator },
  organisationId: OrganisationId,
  document: object,
  { isDryRun, name, record }: OwnImport,
): Promise<Stored> {
  const undone = new Error('everything is undone');
  let before: Timetable | null = null;
  let tried: Timetable | null = null;
  const done = (timetable: Timetable): Stored => ({
    ...{ outcome: 'imported', timetable, before: before?.id ?? null },
    changes: before && compareImported(before, timetable),
    report: reportOf(timetable),
  });
  try {
    const stored = await importTimetable(database, validate, organisationId, document, {
      expect(replaced) {
        before = replaced === 'too large' ? null : replaced;
      },
      complete: async (transaction, timetable) =>
        timetable.name === untitled
          ? { ...timetable, name: await nameUntitled(transaction, organisationId, timetable.groupId, name) }
          : timetable,
      async afterwards(transaction, timetable) {
        await record(transaction, timetable);
        tried = timetable;
        if (isDryRun) throw undone;
      },
    });
    if (stored.outcome === 'refused') return { ...stored, report: reportOf(null) };
    if (stored.outcome === 'unchanged')
      return { outcome: 'unchanged', timetable: stored.timetable, report: reportOf(stored.timetable) };
    return done(stored.timetable);
  } catch (error) {
    if (error === undone && tried !== null) return done(tried);
    throw error;
  }
}

const reportOf = (document: Timetable | null): ConversionReport =>
  createReport('belfry', document && { read: {}, losses: [], document }, createFindings());
