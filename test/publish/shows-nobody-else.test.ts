// What a link shows names nobody but those whom the person's own lessons refer to: every name and id of a school is replaced by a
// mark of its own, and the marks are looked for in the bytes of the feed and of the document.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { derivedRange } from '../../src/calendar/derived-range.ts';
import type { Person } from '../../src/calendar/lessons/index-persons.ts';
import { findUnits } from '../../src/client/find-units.ts';
import type { GridSelection } from '../../src/client/grid/grid.ts';
import { type ResolvedTimetable, resolveTimetable } from '../../src/client/resolve-timetable.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { createPersonAssembler } from '../../src/publish/personal/assemble-person.ts';
import { documents as demo } from '../demo/demo-documents.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { validate } from '../support/published-school.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';
import { thorough, times } from '../support/thoroughness.ts';

type Listed = { localId: string; entityId: string };

/** Everybody whom a link may show, each with their localId. */
const everybodyOf = ({ classes, teachers, rooms, students = [] }: Timetable): (Person & { localId: string })[] =>
  Object.entries({ class: classes, teacher: teachers, room: rooms, student: students }).flatMap(([kind, list]) =>
    list.map(({ entityId, localId }: Listed) => ({ kind: kind as Person['kind'], entityId, localId })),
  );

const everyMark = /zz\d+zz/g;

/** The document with a mark in place of each name, and in each id that something refers to. The same entity has one mark. */
function marked(document: Timetable): Timetable {
  const marks = new Map<string, string>();
  const markOf = (id: string): string => {
    const mark = marks.get(id) ?? `zz${marks.size}zz`;
    marks.set(id, mark);
    return mark;
  };
  const { teachers, subjects, classes, rooms, roomGroups, lessons, lessonUnits } = document;
  const { students = [], courses = [] } = document;
  const entities = [teachers, subjects, classes, rooms, students, courses, lessons, lessonUnits].flat();
  const ids = new Map<string, string>();
  for (const { localId } of entities) ids.set(localId, `${/^[a-z]+_|^/.exec(localId)?.[0]}${markOf(localId)}`);
  for (const { id } of roomGroups) ids.set(id, `rgp_${markOf(id)}`);
  // Each reference is a text that is the id, as is each name that happens to be one; names follow.
  const renamed: Timetable = JSON.parse(JSON.stringify(document), (_, value) =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  );
  // The id of a lesson's group or of a section may be any text, and so may others: they are marked where they are referred to.
  const markOfGroup = (id: string): string => markOf(`group ${id}`);
  const markOfSection = (id: string): string => markOf(`section ${id}`);
  const markIn = (id: string): string => id.match(everyMark)?.[0] ?? expect.unreachable(`${id} has no mark`);
  const named = <Item extends Listed & { name: string }>(list: readonly Item[]): Item[] =>
    list.map((each) => {
      const mark = markIn(each.localId);
      const more = 'shortName' in each ? { shortName: mark, externalId: mark } : { courseCode: mark };
      return { ...each, ...more, entityId: mark, name: mark };
    });
  const lists = {
    teachers: named(renamed.teachers),
    subjects: named(renamed.subjects),
    classes: named(renamed.classes),
    rooms: named(renamed.rooms).map((room) => ({ ...room, buildingName: markIn(room.localId) })),
    roomGroups: renamed.roomGroups.map((group) => ({ ...group, entityId: markIn(group.id), name: markIn(group.id) })),
    lessons: renamed.lessons.map((lesson) => ({
      ...lesson,
      groups: lesson.groups.map((group) => ({ ...group, id: markOfGroup(group.id), name: markOfGroup(group.id) })),
    })),
    // A unit's own words are those of the unit.
    lessonUnits: renamed.lessonUnits.map((unit) => {
      const mark = markIn(unit.localId);
      return {
        ...unit,
        lessonGroupId: unit.lessonGroupId === null ? null : markOfGroup(unit.lessonGroupId),
        sectionLocalId: unit.sectionLocalId === null ? null : markOfSection(unit.sectionLocalId),
        parallelGroupName: mark,
        groupName: mark,
        lockReason: unit.locked ? 'planner' : null,
      };
    }),
    ...(renamed.students && { students: named(renamed.students) }),
    ...(renamed.courses && { courses: named(renamed.courses) }),
    ...(renamed.sections && {
      sections: renamed.sections.map((section) => {
        const mark = markOfSection(section.localId);
        return { ...section, localId: mark, name: mark };
      }),
    }),
  };
  return { ...renamed, description: 'planner', versionName: 'planner', ...lists };
}

/** The marks that a person may see: of their units, and of what these refer to. Found in another way than they are cut. */
function mayShow(
  resolved: ResolvedTimetable,
  { kind, localId }: { kind: Person['kind']; localId: string },
): Set<string> {
  const { document } = resolved;
  const selection = { [kind]: localId } as GridSelection; // of one kind
  const units = findUnits(resolved, selection);
  const shown = new Set<string>([localId]);
  const show = (...lists: (readonly (string | null)[])[]) => {
    for (const id of lists.flat()) if (id !== null) shown.add(id);
  };
  const student = document.students?.find((each) => each.localId === localId && kind === 'student');
  for (const unit of units) {
    show([unit.localId, unit.lessonLocalId, unit.sectionLocalId, unit.lessonGroupId]);
    show(unit.teacherIds, unit.classIds, unit.subjectIds, unit.roomIds);
    const groups = document.lessons.find((lesson) => lesson.localId === unit.lessonLocalId)?.groups ?? [];
    for (const group of groups) {
      if (groups.length > 1 && group.id !== unit.lessonGroupId) continue;
      show([group.id], group.teacherIds, group.classIds, group.subjectIds);
      show(group.roomIds, group.roomCandidateIds, group.roomGroupIds);
    }
    const section = document.sections?.find((each) => each.localId === unit.sectionLocalId);
    if (section !== undefined) show([section.courseLocalId], section.teacherIds, section.roomIds);
  }
  show(student?.courseIds ?? []);
  for (const { id, memberIds } of document.roomGroups) if (shown.has(id)) show(memberIds);
  const own = kind === 'class' ? localId : (student?.classId ?? null);
  show([own, document.classes.find((each) => each.localId === own)?.classTeacherId ?? null]);
  for (const each of document.students ?? []) if (each !== student) shown.delete(each.localId);
  return new Set([...shown].flatMap((id) => id.match(everyMark) ?? []));
}

const start = 20260831;
const publishedOf = (document: Timetable): Timetable => ({
  ...document,
  ...{ status: 'published', isCurrent: true, publishedAt: document.createdAt, effectiveFrom: start, effectiveTo: null },
});

/** With a closure and an exception of each class alone. */
function calendarOf({ classes }: Timetable): Calendar {
  const scopes = classes
    .slice(0, 10)
    .map(({ entityId }, index) => ({ classEntityIds: [entityId], day: 1 + (index % 25) }));
  const one = <Item extends object>(make: (index: number) => Item) =>
    scopes.map(({ classEntityIds }, index) => ({ ...make(index), classEntityIds }));
  const dayOf = (index: number) => 20261101 + (scopes[index]?.day ?? 0);
  return smallCalendar({
    closures: one((index) => ({
      ...{ id: `c${index}`, name: classes[index]?.name ?? '', firstDay: dayOf(index), lastDay: dayOf(index) },
    })),
    exceptions: one((index) => ({
      date: 20261201 + (index % 28),
      name: classes[index]?.name ?? '',
      kind: 'closed' as const,
    })),
  });
}

/** @returns how many bytes were looked at */
function expectNobodyElse(given: Timetable, choose: (index: number) => boolean = () => true): number {
  const document = marked(publishedOf(given));
  const assemble = createPersonAssembler(validate, {
    ...{
      organisationId: org('north'),
      orgName: 'North',
      generation: 1,
      calendar: calendarOf(document),
      tzdata: '2099a',
    },
    versions: { onCalendar: [document], documents: [document] },
    range: derivedRange(november, 'Europe/Copenhagen'),
    days: null,
  });
  const resolved = resolveTimetable(document);
  let looked = 0;
  for (const { kind, entityId, localId } of everybodyOf(document).filter((_, index) => choose(index))) {
    const { feed, my } = assemble({ kind, entityId });
    const bytes = [feed.draft().write(null, november).bytes, my.encode()].map((each) => new TextDecoder().decode(each));
    const text = bytes.join('\n').replaceAll('\r\n ', '');
    const allowed = mayShow(resolved, { kind, localId });
    const found = new Set(text.match(everyMark));
    expect(
      [...found].filter((mark) => !allowed.has(mark)),
      `${kind} ${localId} of ${document.id}`,
    ).toEqual([]);
    expect(text).not.toContain('planner');
    looked += text.length;
  }
  return looked;
}

describe('a link shows no name and no id but those that the person’s own lessons refer to', () => {
  test.each(demo.map((document) => [document.id, document] as const))('at the demo school, in %s', (_, document) => {
    const step = thorough ? 3 : 25;
    expect(expectNobodyElse(document, (index) => index % step === 0)).toBeGreaterThan(10_000);
  });

  test.each([
    ['where documents are most unusual', arbitraryTimetable()],
    ['where everybody has students', arbitraryTimetable('student-level')],
    ['where grids are most unusual', denseTimetable],
  ])('at generated schools, %s', (_, documents) => {
    fc.assert(
      fc.property(documents, (document) => void expectNobodyElse(document)),
      { numRuns: times(15, 100) },
    );
  });
});
