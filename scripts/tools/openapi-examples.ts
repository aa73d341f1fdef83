// Examples for the API description from the demo school: a list, and a few lessons of two timetables with everything they
// refer to, so that each example is valid.

import { accessEnded, refusalBody, refusals } from '../../src/access/refusal.ts';
import type { OpenapiExamples } from '../../src/contract/build-openapi.ts';
import type { Json } from '../../src/contract/collect-components.ts';
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { assembleList, pickSummary } from '../../src/document/assemble-list.ts';

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
    refusals: {
      401: refused(refusals.authenticationRequired, refusals.unknownKey, refusals.expiredKey, refusals.apiDisabled),
      402: refused(
        accessEnded({ state: 'locked', lockedBecause: 'trial_ended' }),
        accessEnded({ state: 'locked', lockedBecause: 'plan_ended' }),
        accessEnded({ state: 'locked', lockedBecause: 'payment_failed' }),
        accessEnded({ state: 'suspended', lockedBecause: null }),
      ),
      404: refused(refusals.timetableNotFound),
      405: refused(refusals.methodNotAllowed),
      500: refused(refusals.internalError),
    },
  };
}

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
