// `npm run import` with a school's own files: converted, compared with the version before, and stored as the next one.

import type { OrganisationId } from '../../src/access/ids.ts';
import { importSchool, type SchoolImport, type SchoolOutcome } from '../../src/database/timetable/import-school.ts';
import { formatCount } from '../../src/format-count.ts';
import { isUnchanged, type LessonChange, type VersionChanges } from '../../src/formats/compare-versions.ts';
import { type ConvertOptions, convertFiles } from '../../src/formats/convert-files.ts';
import { draftFields } from '../../src/formats/draft-fields.ts';
import { formatReport } from '../../src/formats/format-report.ts';
import type { ConversionReport } from '../../src/formats/report.ts';
import type { SchoolFile } from '../../src/formats/school-reader.ts';
import { findingLines } from './print-report.ts';
import type { OpenPublisher } from './with-database.ts';

export type SchoolImportOptions = {
  organisation: OrganisationId;
  /** Creates the organisation under this name if it does not exist. */
  name: string | undefined;
  timetableId: string;
  timetableName: string | null;
  versionName: string | null;
  /** Null leaves a draft. */
  publish: SchoolImport['publish'];
  evenIfDifferent: boolean;
  convert: ConvertOptions;
};

export type SchoolFileOutcome = { files: string[]; report: ConversionReport } & (
  | SchoolOutcome
  | { outcome: 'not converted' }
);

export async function importSchoolFiles(
  { database, publisher }: OpenPublisher,
  files: readonly SchoolFile[],
  options: SchoolImportOptions,
): Promise<SchoolFileOutcome> {
  const { organisation, timetableId, timetableName, versionName, publish, evenIfDifferent } = options;
  const now = new Date(publisher.now()).toISOString();
  const { document, report } = convertFiles(files, options.convert, (name) =>
    draftFields({ timetableId, organisationId: organisation, name: timetableName ?? name, number: 1, now }),
  );
  const input = { files: files.map(({ name }) => name), report };
  if (document === null) return { ...input, outcome: 'not converted' };
  const outcome = await importSchool(database, publisher.validate, document, {
    organisationId: organisation,
    createAs: options.name,
    timetableId,
    publish,
    versionName,
    now,
    evenIfDifferent,
  });
  return { ...input, ...outcome };
}

export function summariseSchool(outcome: SchoolFileOutcome) {
  if (!('timetable' in outcome)) return outcome;
  const { timetable, ...rest } = outcome;
  return { ...rest, id: timetable.id, name: timetable.name, status: timetable.status };
}

export function describeSchool(outcome: SchoolFileOutcome): string[] {
  const lines = formatReport(outcome.report);
  const file = outcome.files[0] ?? '';
  if (outcome.outcome === 'not converted') return [...lines, `${file}: not imported`];
  if (outcome.outcome === 'refused') {
    const { problems } = outcome;
    return [
      ...lines,
      `${file}: not imported, ${formatCount(problems.length, 'problem')}`,
      ...findingLines(problems, 100),
    ];
  }
  if (outcome.outcome === 'different') {
    const { known, teachers, before } = outcome;
    return [
      ...lines,
      `${file}: not imported; ${known} of its ${teachers} teachers are in ${before}, so this is probably another school's file.`,
      '  If it is the same school, add --even-if-different. To keep both timetables, give this one its own name with --timetable.',
    ];
  }
  const { timetable } = outcome;
  const what = `${timetable.name}, version ${timetable.versionNumber} (${timetable.id})`;
  if (outcome.outcome === 'unchanged') return [...lines, `${file}: ${what} is unchanged, nothing written`];
  const state = timetable.status === 'draft' ? 'a draft' : `published from ${timetable.effectiveFrom}`;
  if (outcome.outcome === 'published') return [...lines, `${file}: ${what} is unchanged, and now ${state}`];
  const changes = outcome.changes === null ? [] : describeChanges(outcome.changes, outcome.before ?? '');
  return [...lines, ...changes, `${file}: imported ${what}, ${state}`];
}

/** How many lessons are listed for each kind of change. */
const maxListed = 5;

function describeChanges(changes: VersionChanges, before: string): string[] {
  if (isUnchanged(changes)) return [];
  const { bells, entities, ...lists } = changes;
  const words: Record<keyof typeof lists, string> = {
    added: 'added',
    gone: 'removed',
    moved: 'moved',
    otherTeacher: 'with another teacher',
    otherRoom: 'with another room',
    otherwise: 'with other changes',
  };
  const named = (list: LessonChange[]) => [
    ...list.slice(0, maxListed).map(({ lesson, what }) => `    ${what || lesson}`),
    ...(list.length > maxListed ? [`    and ${list.length - maxListed} more`] : []),
  ];
  return [
    `against ${before}:`,
    ...(Object.keys(words) as (keyof typeof lists)[]) // its own keys
      .filter((kind) => lists[kind].length > 0)
      .flatMap((kind) => [`  ${formatCount(lists[kind].length, 'lesson')} ${words[kind]}`, ...named(lists[kind])]),
    ...(bells ? ['  days, weeks, periods or breaks have changed'] : []),
    ...(entities ? ['  teachers, subjects, classes or rooms were added, removed or renamed'] : []),
  ];
}
