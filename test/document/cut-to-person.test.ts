import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findUnits } from '../../src/client/find-units.ts';
import type { Grid, GridSelection } from '../../src/client/grid/grid.ts';
import { gridFor } from '../../src/client/grid/grid-for.ts';
import { resolveTimetable } from '../../src/client/resolve-timetable.ts';
import type { PersonalTimetable, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { createCutter, cutToPerson, type Person } from '../../src/document/cut-to-person.ts';
import { documentOf, documents } from '../demo/demo-documents.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { deepFreeze } from './deep-freeze.ts';

const validate = createValidator();

/** Everybody of a document, each with their localId. */
function everybody({ classes, teachers, rooms, students = [] }: Timetable): (Person & { localId: string })[] {
  const of = (kind: Person['kind'], list: readonly { entityId: string; localId: string }[]) =>
    list.map(({ entityId, localId }) => ({ kind, entityId, localId }));
  return [...of('class', classes), ...of('teacher', teachers), ...of('room', rooms), ...of('student', students)];
}

function selectionOf({ kind, localId }: PersonalTimetable['person']): GridSelection {
  switch (kind) {
    case 'class':
      return { class: localId };
    case 'teacher':
      return { teacher: localId };
    case 'room':
      return { room: localId };
    case 'student':
      return { student: localId };
  }
}

/** All that a grid shows but other students and the reasons for locking. */
function shown({ weeks, unplaced }: Grid, localId: string) {
  const named = (items: readonly { localId: string; name: string }[]) => items.map((each) => [each.localId, each.name]);
  const cell = ({
    units,
    subjects,
    teachers,
    classes,
    rooms,
    students,
    lockReason: _,
    ...more
  }: Grid['unplaced'][number]) => ({
    ...more,
    units: units.map((unit) => unit.localId),
    named: [subjects, teachers, classes, rooms, students.filter((each) => each.localId === localId)].map(named),
  });
  return {
    weeks: weeks.map(({ week, days }) => ({
      week,
      days: days.map(({ timelines, blocks, ...day }) => ({
        ...day,
        timelines: timelines.map(({ bellSchedule, dayId, periods, breaks }) => ({
          schedule: [bellSchedule.id, bellSchedule.name],
          dayId,
          periods: periods.map(({ id, name, startTime, endTime }) => [id, name, startTime, endTime]),
          breaks: breaks.map((each) => [each.id, each.name, each.startTime, each.endTime, each.followsPeriodIndex]),
        })),
        blocks: blocks.map(({ cells, ...block }) => ({ ...block, cells: cells.map(cell) })),
      })),
    })),
    unplaced: unplaced.map(cell),
  };
}

function cutOrFail(cutter: ReturnType<typeof createCutter>, person: Person): PersonalTimetable {
  return cutter(person) ?? expect.unreachable(`${person.kind} ${person.entityId} is not in the document`);
}

/** Expects that the timetable of each person has their units, their grid, all that is referred to, and is valid. */
function expectTheirOwn(document: Timetable): void {
  const whole = resolveTimetable(document);
  const cutter = createCutter(document);
  // Another entry with an entityId that is there already is nobody of their own.
  const seen = new Set<string>();
  for (const { kind, entityId, localId } of everybody(document)) {
    const key = `${kind} ${entityId}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = cutOrFail(cutter, { kind, entityId });
    const selection = selectionOf({ kind, localId });
    const message = `${key} of ${document.id}`;
    expect(own.person, message).toEqual({ kind, localId });
    expect(
      own.lessonUnits.map((unit) => unit.localId),
      message,
    ).toEqual(findUnits(whole, selection).map((unit) => unit.localId));
    expect(shown(gridFor(own, selection), localId), message).toEqual(shown(gridFor(whole, selection), localId));
    expect(validate('personal-timetable', own), message).toEqual({ valid: true, value: own });
    expect(checkReferences(own), message).toEqual([]);
    const named = new Set(own.lessonUnits.map(({ lessonGroupId }) => lessonGroupId));
    for (const { groups } of own.lessons)
      if (groups.length > 1)
        expect(
          groups.filter(({ id }) => !named.has(id)),
          message,
        ).toEqual([]);
  }
}

describe.each(documents.map((document) => [document.id, document] as const))('of %s, each person', (_, document) => {
  test('has their own units, the same grid as in the whole, and all that is referred to', () => {
    expectTheirOwn(document);
  });

  test('sees no other student: no name, no id, no group of others, and no text of planners', () => {
    const cutter = createCutter(document);
    const texts = [
      document.description,
      document.versionName ?? '',
      ...document.lessonUnits.map((unit) => unit.lockReason),
    ];
    const secrets = new Set(texts.filter((text) => text !== null && text !== ''));
    const students = (document.students ?? []).map(({ localId, entityId, externalId, name }) => ({
      localId,
      marks: [...[localId, entityId, externalId ?? localId].map((id) => JSON.stringify(id)), name],
    }));
    for (const person of everybody(document)) {
      const bytes = JSON.stringify(cutOrFail(cutter, person));
      const others = students.filter(({ localId }) => person.kind !== 'student' || localId !== person.localId);
      expect(others.filter(({ marks }) => marks.some((mark) => bytes.includes(mark)))).toEqual([]);
      expect([...secrets].filter((text) => bytes.includes(JSON.stringify(text)))).toEqual([]);
      const own = students.find(({ localId }) => localId === person.localId);
      expect(own?.marks.filter((mark) => !bytes.includes(mark)) ?? []).toEqual([]);
    }
  });
});

test('the demo school has what these tests are about: students, locked units, split lessons and units without classes', () => {
  const units = documents.flatMap(({ lessonUnits }) => lessonUnits);
  expect(documents.flatMap(({ students = [] }) => students).length).toBeGreaterThan(100);
  expect(units.some(({ lockReason }) => lockReason !== null)).toBe(true);
  expect(units.some(({ classIds, studentIds }) => classIds.length === 0 && studentIds.length > 0)).toBe(true);
});

test('who is not in the document has no timetable, nor has the id of one kind for another', () => {
  const document = documentOf('diploma-2026-v1');
  const [student] = document.students ?? [];
  expect(cutToPerson(document, { kind: 'student', entityId: 'nobody' })).toBeNull();
  expect(cutToPerson(document, { kind: 'teacher', entityId: student?.entityId ?? '' })).toBeNull();
  expect(cutToPerson(documentOf('main-2026-v1'), { kind: 'student', entityId: student?.entityId ?? '' })).toBeNull();
});

test('a document is not changed by cutting it', () => {
  const document = deepFreeze(structuredClone(documentOf('diploma-2026-v1')));
  for (const person of everybody(document)) cutToPerson(document, person);
});

test('a student without lessons has none, and their class and courses', () => {
  const document = structuredClone(documentOf('diploma-2026-v1'));
  document.lessonUnits = document.lessonUnits.slice(0, 0);
  const [student] = document.students ?? [];
  const own = cutToPerson(document, { kind: 'student', entityId: student?.entityId ?? '' });
  expect(own).toMatchObject({ lessonUnits: [], lessons: [], sections: [], teachers: [{}], students: [student] });
  expect(own?.classes.map(({ localId }) => localId)).toEqual([student?.classId]);
  expect(own?.courses?.map(({ localId }) => localId).toSorted()).toEqual(student?.courseIds.toSorted());
});

describe('generated timetables', () => {
  test('are cut to the same grids, where grids are most unusual', () => {
    fc.assert(fc.property(denseTimetable, expectTheirOwn), { numRuns: 150 });
  });

  test('are cut to the same grids, where documents are most unusual', () => {
    fc.assert(fc.property(arbitraryTimetable(), expectTheirOwn), { numRuns: 150 });
  });

  test('show no other student and no text of planners, whatever open fields and settings hold', () => {
    fc.assert(
      fc.property(arbitraryTimetable('student-level').map(withMarks), (document) => {
        const cutter = createCutter(document);
        for (const person of everybody(document)) {
          const bytes = JSON.stringify(cutOrFail(cutter, person));
          expect(bytes).not.toContain('planner');
          const found = [...bytes.matchAll(/marked-(\d+)/g)].map(([, number]) => number);
          const own = person.kind === 'student' ? /marked-(\d+)/.exec(person.localId)?.[1] : undefined;
          expect(new Set(found)).toEqual(new Set(own === undefined ? [] : [own]));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('do not show how many others there are: one classmate more changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryTimetable('student-level'), denseTimetable), (document) => {
        const [before, after] = [document, withOneMore(document)].map(createCutter);
        for (const person of everybody(document)) expect(after?.(person)).toEqual(before?.(person));
      }),
      { numRuns: 150 },
    );
  });
});

/** The document with a number in all that is a student's own, and a word in all that planners may have written. */
function withMarks(document: Timetable): Timetable {
  const numbers = new Map(document.students?.map(({ localId }, index) => [localId, `stu_marked-${index}`]));
  const renamed: Timetable = JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'studentIds' ? value.map((id: string) => numbers.get(id)) : value,
  );
  const open = { remark: 'planner', nested: [{ who: 'planner marked-0' }] };
  const withOpen = (schedule: Timetable['bellSchedule']): Timetable['bellSchedule'] => ({
    ...schedule,
    ...open,
    days: schedule.days.map((day) => ({ ...day, ...open })),
    dayConfigurations: schedule.dayConfigurations.map((configuration) => ({
      ...configuration,
      ...open,
      periods: configuration.periods.map((period) => ({ ...period, ...open })),
      breaks: configuration.breaks.map((each) => ({ ...each, ...open })),
    })),
  });
  return {
    ...renamed,
    description: 'planner',
    versionName: 'planner',
    bellSchedule: withOpen(renamed.bellSchedule),
    bellSchedules: renamed.bellSchedules.map(withOpen),
    lessonUnits: renamed.lessonUnits.map((unit) => ({ ...unit, lockReason: 'planner' })),
    students: (renamed.students ?? []).map((student, index) => ({
      ...student,
      localId: `stu_marked-${index}`,
      entityId: `entity-marked-${index}`,
      externalId: `external marked-${index}`,
      name: `name marked-${index}`,
      shortName: `short marked-${index}`,
      color: `colour marked-${index}`,
    })),
    courses: (renamed.courses ?? []).map((course) => ({ ...course, ...open })),
    sectionSettings: open,
  };
}

/** The document with a further student, who is wherever others are. */
function withOneMore(document: Timetable): Timetable {
  const add = <Named extends { studentIds: string[] }>(named: Named): Named =>
    named.studentIds.length === 0 ? named : { ...named, studentIds: [...named.studentIds, 'stu_more'] };
  const more = {
    localId: 'stu_more',
    entityId: 'more',
    externalId: null,
    name: 'More',
    shortName: 'More',
    color: null,
  };
  return {
    ...document,
    lessonUnits: document.lessonUnits.map(add),
    lessons: document.lessons.map((lesson) => ({ ...lesson, groups: lesson.groups.map(add) })),
    ...(document.schedulingMode === 'student-level' && {
      students: [...(document.students ?? []), { ...more, classId: null, courseIds: [] }],
      sections: (document.sections ?? []).map((each) => ({ ...add(each), capacity: (each.capacity ?? 0) + 1 })),
    }),
  };
}
