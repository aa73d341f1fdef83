// What `npm run import` says of a school's own files: the report of the conversion, and what became of the version.

import type { SchoolFileOutcome } from '../../src/control/timetables/import-school-files.ts';
import { formatCount } from '../../src/format-count.ts';
import { isUnchanged, type LessonChange, type VersionChanges } from '../../src/formats/report/compare-imported.ts';
import { formatReport } from '../../src/formats/report/format-report.ts';
import { findingLines } from './print-report.ts';

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
  if (outcome.outcome === 'nearly empty') {
    const { placed, placedBefore, before } = outcome;
    return [
      ...lines,
      `${file}: not published; it places ${formatCount(placed, 'lesson unit')}, and ${before}, which would end, places ${placedBefore}.`,
      '  Export the timetable with its lessons placed, or import it without --publish. If it is right, add --even-if-nearly-empty.',
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
