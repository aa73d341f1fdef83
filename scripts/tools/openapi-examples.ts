// Examples for the API description from the demo school: a list, and a few lessons of two timetables with everything they
// refer to, so that each example is valid.

import { accessEnded, refusalBody, refusals } from '../../src/access/refusal.ts';
import { assembleCalendar } from '../../src/calendar/assemble-calendar.ts';
import { createSchoolYear } from '../../src/calendar/create-school-year.ts';
import type { Json } from '../../src/contract/collect-components.ts';
import type { OpenapiExamples } from '../../src/contract/openapi-responses.ts';
import type { Calendar, LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { assembleDay } from '../../src/days/assemble-day.ts';
import { assembleWeek } from '../../src/days/assemble-week.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { assembleList, pickSummary } from '../../src/document/assemble-list.ts';
import { cutToPerson } from '../../src/document/cut-to-person.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';

const timestamp = '2026-11-20T08:30:00.000Z';
// The round trip drops what is undefined, so the cast is safe.
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json;

export function openapiExamples(): OpenapiExamples {
  const { organisation, documents } = demoSchool();
  const listed = documents.filter(({ autosave }) => !autosave).map(({ document }) => document);
  const named = (id: string) => {
    const found = listed.find((document) => document.id === id);
    if (found === undefined) throw new Error(`the demo school has no timetable ${id}`);
    return found;
  };
  const answer = (data: unknown) => asJson({ success: true, data, timestamp });
  const refused = (...each: Parameters<typeof refusalBody>[0][]) =>
    Object.fromEntries(each.map((refusal, index) => [`case${index + 1}`, asJson(refusalBody(refusal, timestamp))]));
  return {
    list: { demoSchool: answer(assembleList(organisation.id, listed.map(pickSummary))) },
    timetable: {
      classBased: answer(excerpt(named('upper-2026-v1'))),
      studentLevel: answer(excerpt(named('diploma-2026-v1'))),
    },
    ...datedExamples(
      organisation,
      listed.filter(({ status, isCurrent }) => status === 'published' && isCurrent),
      excerpt(named('upper-2026-v1')),
      answer,
    ),
    refusals: {
      401: refused(refusals.authenticationRequired, refusals.unknownKey, refusals.expiredKey, refusals.apiDisabled),
      402: refused(
        accessEnded({ state: 'locked', lockedBecause: 'trial_ended' }),
        accessEnded({ state: 'locked', lockedBecause: 'plan_ended' }),
        accessEnded({ state: 'locked', lockedBecause: 'payment_failed' }),
        accessEnded({ state: 'suspended', lockedBecause: null }),
      ),
      404: refused(
        ...[
          refusals.timetableNotFound,
          refusals.calendarNotFound,
          refusals.dayNotFound,
          refusals.weekNotFound,
          refusals.entityNotFound,
        ],
      ),
      link401: refused(refusals.authenticationRequired, refusals.unknownLink, refusals.expiredLink),
      link404: refused(refusals.myNotFound),
      405: refused(refusals.methodNotAllowed),
      412: refused(refusals.preconditionFailed),
      500: refused(refusals.internalError),
    },
  };
}

/** A few dates of a calendar over these timetables, a few lessons of a week, and what a link of a teacher shows of `own`. */
function datedExamples(
  { id: organisationId, name: orgName }: { id: string; name: string },
  versions: readonly Timetable[],
  own: Timetable,
  answer: (data: unknown) => Json,
) {
  const calendar: Calendar = {
    timeZone: 'Europe/Copenhagen',
    schoolDays: [1, 2, 3, 4, 5],
    terms: [{ id: 'autumn', name: 'Autumn', firstDay: 20260810, lastDay: 20261218 }],
    closures: [{ id: 'break', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 }],
    counting: 'calendarWeeks',
    anchors: [{ date: 20260810, week: 1 }],
    exceptions: [{ date: 20261127, name: 'Open house', kind: 'closed' }],
  };
  const [generation, today, week] = [7, 20261123, '2026-W48'];
  const parts = { organisationId, generation, calendar, versions, today, tzdata: '2026c' };
  const assembled = assembleCalendar(parts);
  const days = assembled.days.filter(({ date }) => date >= 20261126 && date <= 20261128);
  const everybody = { teachers: 'all', self: null } as const;
  const ofSchool = { ...noChanges, calendar, versions, sha256: sha256OfText };
  const changes = resolveDays(ofSchool)
    .on(today, everybody)
    .lessons.slice(0, 1)
    .map(({ id }) => ({ ref: '4711', date: today, lesson: { id }, cancelled: true as const, text: 'Museum' }));
  const resolved = resolveDays({ ...ofSchool, changes });
  const asDays = { days: resolved, audience: everybody, generation };
  const { lessons, ...ofWeek } = assembleWeek({ ...asDays, timeZone: calendar.timeZone, week });
  const day = assembleDay({ ...asDays, year: createSchoolYear(calendar), date: today });
  const first = lessons.find(({ periods }) => periods === 1);
  const double = lessons.find(({ periods }) => periods === 2);
  const { entityId, externalId, name, shortName } = own.teachers.find(teachesIn(own)) ?? { ...nobody };
  const person = { kind: 'teacher', entityId } as const;
  const shown = { kind: person.kind, entity: { entityId, externalId, name, shortName }, orgName, generation };
  const timetables = [cutToPerson(own, person)].flatMap((each) => each ?? []);
  return {
    my: { ofTeacher: answer({ ...shown, timetables, calendar: { ...assembled, days } }) },
    calendar: { dates: answer({ ...assembled, days }) },
    day: { ofClass: answer({ ...day, lessons: day.lessons.slice(0, 1), cancelled: day.cancelled.slice(0, 1) }) },
    week: { lessons: answer({ ...ofWeek, lessons: [first, double].flatMap((lesson) => lesson ?? []) }) },
  };
}

const nobody = { entityId: '', externalId: null, name: '', shortName: '' };

const teachesIn =
  ({ lessonUnits }: Timetable) =>
  ({ localId }: { localId: string }): boolean =>
    lessonUnits.some(({ teacherIds }) => teacherIds.includes(localId));

/** The first two single periods and the first double one, with everything they refer to. At most two students each. */
function excerpt(document: Timetable): Timetable {
  const span = document.lessonUnits.find(({ spanId }) => spanId !== null)?.spanId;
  const few = (unit: LessonUnit) => ({ ...unit, studentIds: unit.studentIds.slice(0, 2) });
  const units = [
    ...document.lessonUnits.filter(({ spanId }) => spanId === null).slice(0, 2),
    ...document.lessonUnits.filter(({ spanId }) => spanId !== null && spanId === span),
  ].map(few);
  const lessonIds = new Set(units.map(({ lessonLocalId }) => lessonLocalId));
  const students = new Set(units.flatMap(({ studentIds }) => studentIds));
  const known = (ids: string[]) => ids.filter((id) => students.has(id));
  const lessons = document.lessons
    .filter(({ localId }) => lessonIds.has(localId))
    .map((lesson) => ({
      ...lesson,
      groups: lesson.groups.map((group) => ({ ...group, studentIds: known(group.studentIds) })),
    }));
  const sections = document.sections
    ?.filter(({ localId }) => units.some(({ sectionLocalId }) => sectionLocalId === localId))
    .map((section) => ({ ...section, studentIds: known(section.studentIds) }));
  const courses = document.courses?.filter(
    ({ localId }) =>
      sections?.some(({ courseLocalId }) => courseLocalId === localId) ||
      units.some(({ subjectIds }) => subjectIds.includes(localId)),
  );
  const courseIds = new Set(courses?.map(({ localId }) => localId));
  const chosenStudents = document.students
    ?.filter(({ localId }) => students.has(localId))
    .map((student) => ({ ...student, courseIds: student.courseIds.filter((id) => courseIds.has(id)) }));
  // As text, to search it for ids.
  const chosen = JSON.stringify([units, lessons, sections, courses, chosenStudents]);
  const mentioned = (id: string, where = chosen) => where.includes(`"${id}"`);
  const classes = document.classes.filter(({ localId }) => mentioned(localId));
  const roomGroups = document.roomGroups.filter(({ id }) => mentioned(id));
  return {
    ...document,
    bellSchedules: document.bellSchedules.filter(
      ({ id, isDefault }) => isDefault || mentioned(id, JSON.stringify(classes)),
    ),
    teachers: document.teachers.filter(({ localId }) => mentioned(localId, chosen + JSON.stringify(classes))),
    subjects: document.subjects.filter(({ localId }) => mentioned(localId)),
    classes,
    rooms: document.rooms.filter(({ localId }) => mentioned(localId, chosen + JSON.stringify(roomGroups))),
    roomGroups,
    lessons,
    lessonUnits: units,
    ...(chosenStudents && { students: chosenStudents }),
    ...(courses && { courses }),
    ...(sections && { sections }),
  };
}
