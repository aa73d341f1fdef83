// The reader of Untis' GPU files: GPU001 is the timetable, GPU002 the required lessons, GPU003 to GPU006 the names.

import { groupBy } from '../group-by.ts';
import { limits } from '../reading/limits.ts';
import type { ReadSchool, SchoolReader } from '../reading/school-reader.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { School, SchoolLesson } from '../school/school.ts';
import { applyWeekGroups } from './apply-week-groups.ts';
import { collectParts, type PlacedRow } from './collect-parts.ts';
import { frameWeek } from './frame-week.ts';
import { gpuLosses } from './gpu-losses.ts';
import { type Keys, mapLesson } from './map-lesson.ts';
import { createNameList, type NameList, readNames } from './name-list.ts';
import { openGpuFiles, type Topic } from './open-gpu-files.ts';
import { placeRows } from './place-rows.ts';
import { type LessonRow, readLessons } from './read-lessons.ts';
import { readTimetable, type TimetableRow } from './read-timetable.ts';

export const readUntis: SchoolReader = (files, options, findings) => {
  const { byTopic, notUsed } = openGpuFiles(files, findings);
  const timetable = byTopic.get('timetable');
  if (timetable === undefined || findings.hasErrors()) return null;
  const allRows = readTimetable(timetable.rows, timetable.file, findings);
  const lessons = byTopic.get('lessons');
  const sources = { timetable: timetable.file, lessons: lessons?.file ?? null };
  const listed = lessons === undefined ? [] : readLessons(lessons.rows, lessons.file, findings);
  const { rows, due, weekNames } = applyWeekGroups(allRows, listed, options.weekGroups, sources, findings);
  if (options.term !== null) {
    const message = 'GPU files have no terms, so --term cannot be used: leave it out, and export each term separately';
    findings.add('school.option-unusable', { file: timetable.file }, message);
  }
  if (findings.hasErrors()) return null;
  const week = frameWeek(rows, weekNames, options, timetable.file, findings);
  if (week === null || findings.hasErrors()) return null;
  if (!fits(rows, due, week.weeks.length, timetable.file, findings)) return null;
  const listOf = (what: string, topic: Topic): NameList => {
    const named = byTopic.get(topic);
    const listed = named === undefined ? null : { file: named.file, rows: readNames(named.rows) };
    return createNameList(what, listed, findings);
  };
  const lists = {
    teachers: listOf('teacher', 'teachers'),
    subjects: listOf('subject', 'subjects'),
    classes: listOf('class', 'classes'),
    rooms: listOf('room', 'rooms'),
  };
  const placed = placeRows(rows, week.frame, timetable.file, findings);
  const school: School = {
    name: null,
    days: week.days,
    weeks: week.weeks,
    bells: week.bells,
    lessons: mapLessons(placed, due, week.weeks.length, sources, lists, findings),
    ...entitiesOf(lists),
  };
  if (findings.hasErrors()) return null;
  const partOfYear = findPartsOfYear(due, sources.lessons, findings);
  const read = { 'rows of GPU001': allRows.length, 'rows of GPU002': due.length, lessons: school.lessons.length };
  const losses = gpuLosses(due, (topic) => byTopic.get(topic)?.rows ?? [], partOfYear, notUsed);
  return { school, read, losses } satisfies ReadSchool;
};

/** Checked before units are built, since a few rows may ask for more memory than the machine has. */
function fits(
  rows: readonly TimetableRow[],
  due: readonly LessonRow[],
  weeks: number,
  file: string,
  findings: Findings,
) {
  const placed = rows.reduce((sum, { week, length }) => sum + (week === null ? weeks : 1) * length, 0);
  const hours = due.reduce((sum, row) => sum + (row.hours ?? 0) * weeks, 0);
  // Every class, teacher and room of a unit has its own row.
  const most = limits.units * 10;
  if (placed <= most && hours <= most) return true;
  findings.add('school.too-large', { file }, `${rows.length} rows in ${weeks} weeks are more than any school has`);
  return false;
}

type Lists = Record<'teachers' | 'subjects' | 'classes' | 'rooms', NameList>;

function mapLessons(
  placed: readonly PlacedRow[],
  due: readonly LessonRow[],
  weeks: number,
  sources: { timetable: string; lessons: string | null },
  lists: Lists,
  findings: Findings,
): SchoolLesson[] {
  const isNumbered = (lesson: string) => lesson !== '' && !/^0+$/.test(lesson);
  const keyOf = (row: { lesson: string; teacher: string; subject: string }): string =>
    isNumbered(row.lesson) ? row.lesson : JSON.stringify(['', row.teacher, row.subject]);
  const rowsOf = groupBy(placed, ({ row }) => keyOf(row));
  const dueOf = groupBy(due, keyOf);
  return [...new Set([...dueOf.keys(), ...rowsOf.keys()])].map((key) => {
    const [ofLesson, ofDue] = [rowsOf.get(key) ?? [], dueOf.get(key) ?? []];
    const [first, firstDue] = [ofLesson[0]?.row, ofDue[0]];
    const { teacher = '', subject = '', lesson = '' } = first ?? firstDue ?? {};
    const file = first === undefined ? (sources.lessons ?? '') : sources.timetable;
    const place = { file, row: (first ?? firstDue)?.row ?? 0, element: `lesson ${quote(lesson)}` };
    if (!isNumbered(lesson)) {
      const message = `the rows of teacher ${quote(teacher)} and subject ${quote(subject)} have no lesson number`;
      findings.add('untis.lesson-without-number', place, message);
    }
    const parts = collectParts(ofLesson, ofDue);
    for (const part of sources.lessons === null ? [] : parts)
      if (part.due.length === 0) {
        const message = `lesson ${quote(lesson)} with teacher ${quote(part.teacher)} and subject ${quote(part.subject)} is not in ${sources.lessons}`;
        findings.add('untis.lesson-not-listed', place, message);
      }
    const keys: Keys = {
      teacher: (shortName) => lists.teachers.keyOf(shortName, place),
      subject: (shortName) => lists.subjects.keyOf(shortName, place),
      className: (shortName) => lists.classes.keyOf(shortName, place),
      room: (shortName) => lists.rooms.keyOf(shortName, place),
    };
    const identity = isNumbered(lesson)
      ? { permanentId: lesson, shortName: '', name: '' }
      : { permanentId: null, shortName: `${teacher} ${subject}`, name: '' };
    return { ...mapLesson(identity, parts, weeks, place, keys, findings), key };
  });
}

function entitiesOf({ teachers, subjects, classes, rooms }: Lists): Pick<School, keyof Lists> {
  return {
    teachers: teachers.entries().map(({ entity }) => entity),
    subjects: subjects.entries().map(({ entity }) => entity),
    classes: classes.entries().map(({ entity, listed }) => {
      const classTeacher = listed?.classTeacher ?? '';
      return { ...entity, classTeacher: teachers.has(classTeacher) ? classTeacher : null };
    }),
    rooms: rooms
      .entries()
      .map(({ entity, listed }) => ({ ...entity, capacity: listed?.capacity ?? 0, buildingName: '' })),
  };
}

/** Compared with the longest window in the file, which is the school year. */
function findPartsOfYear(due: readonly LessonRow[], file: string | null, findings: Findings): number {
  const from = due.flatMap((row) => row.from || []).reduce((first, day) => (day < first ? day : first), '99999999');
  const until = due.reduce((last, row) => (row.until > last ? row.until : last), '');
  const parts = due.filter((row) => (row.from !== '' && row.from > from) || (row.until !== '' && row.until < until));
  for (const { lesson, row, from: first, until: last } of parts) {
    const message = `lesson ${quote(lesson)} is taught only from ${first || from} to ${last || until}`;
    findings.add('untis.part-of-year', { file: file ?? '', row, element: `lesson ${quote(lesson)}` }, message);
  }
  return new Set(parts.map(({ lesson }) => lesson)).size;
}
