// Puts the rows of lessons whose group is a week into that week, and warns of groups that meet at one time.

import type { ReadOptions } from '../reading/school-reader.ts';
import { type Findings, quote } from '../report/finding.ts';
import { findWeekGroups, weekGroupsOf } from './find-week-groups.ts';
import type { LessonRow } from './read-lessons.ts';
import type { TimetableRow } from './read-timetable.ts';

export type GroupedRows = { rows: TimetableRow[]; due: LessonRow[]; weekNames: string[] };

export function applyWeekGroups(
  rows: readonly TimetableRow[],
  due: readonly LessonRow[],
  option: ReadOptions['weekGroups'],
  sources: { timetable: string; lessons: string | null },
  findings: Findings,
): GroupedRows {
  const listed = [...new Set(due.map(({ lessonGroup }) => lessonGroup))].filter(Boolean);
  const given = option == null ? null : weekGroupsOf(option);
  const unknown = [...(given?.weeksOf.keys() ?? [])].filter((name) => !listed.includes(name));
  const file = sources.lessons ?? sources.timetable;
  if (unknown.length > 0) {
    const groups =
      listed
        .slice(0, 20)
        .map((name) => quote(name))
        .join(', ') || 'none';
    const message = `--week-groups names ${unknown.map((name) => quote(name)).join(', ')}; the lesson groups of GPU002 are ${groups}`;
    findings.add('school.option-unusable', { file }, message);
  }
  const groups = given ?? findWeekGroups(listed);
  if (groups !== null) {
    const words = [...groups.weeksOf]
      .map(([name, weeks]) => `${quote(name)} is week ${weeks.join(' and ')}`)
      .join(', ');
    findings.add('untis.week-groups', { file }, `${words} of ${groups.names.length}`);
  }
  const groupOf = indexGroups(due);
  const grouped = rows.flatMap((row): TimetableRow[] => {
    const weeks = groups?.weeksOf.get(groupOf(row));
    if (weeks === undefined || row.week !== null || weeks.length === groups?.names.length) return [row];
    return weeks.map((week) => ({ ...row, week, weekName: groups?.names[week - 1] ?? '' }));
  });
  warnOfOverlaps(grouped, groupOf, sources.timetable, findings);
  const isWeek = (group: string) => groups?.weeksOf.has(group) === true;
  return {
    rows: grouped,
    due: due.map((row) =>
      isWeek(row.lessonGroup)
        ? { ...row, lessonGroup: '', weeks: groups?.weeksOf.get(row.lessonGroup)?.length ?? null }
        : row,
    ),
    weekNames: groups?.names ?? [],
  };
}

/** The group of a row of GPU001: that of its own part of the lesson, else that of the lesson. */
function indexGroups(due: readonly LessonRow[]): (row: TimetableRow) => string {
  const groupOf = new Map<string, string>();
  const keysOf = ({
    lesson,
    teacher,
    subject,
    className,
  }: Pick<TimetableRow, 'lesson' | 'teacher' | 'subject' | 'className'>) =>
    [[lesson, teacher, subject, className], [lesson, teacher, subject], [lesson]].map((key) => JSON.stringify(key));
  for (const row of due) for (const key of keysOf(row)) if (!groupOf.has(key)) groupOf.set(key, row.lessonGroup);
  return (row) =>
    keysOf(row)
      .map((key) => groupOf.get(key))
      .find((group) => group !== undefined) ?? '';
}

/** Lessons of different groups that have a class, teacher or room at one time may take place in different weeks or terms. */
function warnOfOverlaps(
  rows: readonly TimetableRow[],
  groupOf: (row: TimetableRow) => string,
  file: string,
  findings: Findings,
): void {
  const first = new Map<string, { lesson: string; group: string }>();
  for (const row of rows) {
    const { className, teacher, room, day, period, week, lesson } = row;
    const group = groupOf(row);
    if (group === '' || day === null || period === null) continue;
    for (const [kind, name] of Object.entries({ className, teacher, room })) {
      if (name === '') continue;
      const key = JSON.stringify([kind, name, day, period, week]);
      const other = first.get(key);
      if (other === undefined) first.set(key, { lesson, group });
      else if (other.group !== group) {
        const message = `${quote(name)} has lesson ${quote(other.lesson)} of group ${quote(other.group)} and lesson ${quote(lesson)} of group ${quote(group)} on day ${day}, period ${period}`;
        findings.add('untis.groups-overlap', { file, row: row.row }, message);
        break;
      }
    }
  }
}
