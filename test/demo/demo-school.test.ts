// What must hold in every document of the demo school, and between them. What each timetable has of its own is in the tests
// beside this one.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { documentOf, documents, school } from './demo-documents.ts';
import { findClashes } from './find-clashes.ts';
import { meetingsOf } from './meetings-of.ts';

describe('the demo school', () => {
  test('is the same each time', () => {
    expect(demoSchool()).toEqual(school);
  });

  test('gives out documents that share nothing a caller could change', () => {
    const [first, second] = [demoSchool(), demoSchool()];
    for (const { document } of first.documents) document.teachers.length = 0;
    expect(second).toEqual(school);
  });

  test('is one organisation with a timetable of each kind', () => {
    expect(school.organisation.id).toBe('demo-school');
    expect(documents.map(({ orgId }) => orgId)).toEqual(documents.map(() => 'demo-school'));
    expect(new Set(documents.map(({ groupId }) => groupId)).size).toBe(3);
    expect(new Set(documents.map(({ schedulingMode }) => schedulingMode))).toEqual(
      new Set(['standard', 'student-level']),
    );
  });

  test('has one autosave, a draft', () => {
    const autosaves = school.documents.filter(({ autosave }) => autosave);
    expect(autosaves.map(({ document }) => document.status)).toEqual(['draft']);
  });

  test('lists its documents oldest first, each under an id of its own', () => {
    expect(documents.map(({ createdAt }) => createdAt)).toEqual(documents.map(({ createdAt }) => createdAt).toSorted());
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
  });

  test('calls an entity the same in all documents', () => {
    expect(variants(commonFieldsOfEntities())).toEqual([]);
  });

  test('has the same room groups in all documents', () => {
    const groups = documents.flatMap(({ rooms, roomGroups }) =>
      roomGroups.map(({ entityId, name, memberIds }): [string, unknown] => {
        const members = memberIds.map((id) => rooms.find(({ localId }) => localId === id)?.entityId);
        return [entityId, { name, members }];
      }),
    );
    expect(variants(groups)).toEqual([]);
  });

  test.each(['main-2026-v1', 'main-2026-v2'])('sends nobody to two timetables at once while %s is in force', (id) => {
    const inForce = [documentOf(id), documentOf('upper-2026-v1'), documentOf('diploma-2026-v1')];
    expect(findClashes(inForce.flatMap(meetingsOf))).toEqual([]);
    const entities = inForce.map(
      ({ teachers, rooms }) => new Set([...teachers, ...rooms].map(({ entityId }) => entityId)),
    );
    expect([...(entities[0] ?? [])].filter((id) => entities[1]?.has(id)).length).toBeGreaterThan(10);
  });
});

describe.each(documents.map((document) => ({ id: document.id, document })))('$id', ({ document }) => {
  test('satisfies the schema, its keys in the order of the schema', () => {
    const validation = createValidator()('timetable', document);
    expect(validation).toMatchObject({ valid: true });
    const schema: { properties: object } = JSON.parse(
      readFileSync(new URL('../../schemas/timetable.json', import.meta.url), 'utf8'),
    );
    const order = Object.keys(schema.properties);
    expect(Object.keys(document)).toEqual(order.filter((key) => key in document));
  });

  test('refers to nothing that it does not list, and places units only where their classes have a period', () => {
    expect(checkReferences(document)).toEqual([]);
  });

  test('uses no id twice', () => {
    const listed = [document.teachers, document.subjects, document.classes, document.rooms, document.lessons];
    const others = [document.lessonUnits, document.students ?? [], document.courses ?? [], document.sections ?? []];
    const ids = [
      ...[...listed, ...others].flatMap((rows) => rows.map(({ localId }) => localId)),
      ...document.roomGroups.map(({ id }) => id),
      ...document.bellSchedules.flatMap(({ id, days }) => [id, ...days.map((day) => day.id)]),
    ];
    expect(ids.length - new Set(ids).size).toBe(0);
    expect(ids.filter((id) => !/^[A-Za-z0-9_-]{1,64}$/.test(id))).toEqual([]);
  });

  test('lists entities with localIds and entityIds one to one', () => {
    for (const rows of [document.teachers, document.subjects, document.classes, document.rooms]) {
      expect(new Set(rows.map(({ entityId }) => entityId)).size).toBe(rows.length);
    }
  });

  test('has times that run forward: created, published, updated', () => {
    const { createdAt, publishedAt, updatedAt } = document;
    expect([createdAt, publishedAt ?? createdAt, updatedAt].toSorted()).toEqual([
      createdAt,
      publishedAt ?? createdAt,
      updatedAt,
    ]);
  });

  test('has bells that run forward, each break after the period that it names', () => {
    for (const { periods, breaks } of document.bellSchedules.flatMap(({ dayConfigurations }) => dayConfigurations)) {
      for (const { followsPeriodIndex, startTime, endTime } of breaks) {
        const before = periods[followsPeriodIndex];
        const after = periods[followsPeriodIndex + 1];
        expect([before?.endTime ?? '', startTime, endTime, after?.startTime ?? '24']).toSatisfy(isAscending);
      }
      expect(periods.flatMap(({ startTime, endTime }) => [startTime, endTime])).toSatisfy(isAscending);
    }
  });

  test('has nobody and no room in two places at once', () => {
    expect(findClashes(meetingsOf(document))).toEqual([]);
  });

  test('would be caught with a clash', () => {
    const meetings = meetingsOf(document);
    const [first] = meetings;
    const other = meetings.find(
      ({ unit }) => unit !== first?.unit && unit.teacherIds.some((id) => first?.unit.teacherIds.includes(id)),
    );
    if (!first || !other) throw new Error('no teacher has two units');
    expect(findClashes([first, { ...first, unit: other.unit }])).not.toEqual([]);
  });

  test('gives no teacher more than 26 periods a week', () => {
    const weeks = document.bellSchedule.cycleLength;
    const loads = document.teachers.map(
      ({ localId }) => document.lessonUnits.filter(({ teacherIds }) => teacherIds.includes(localId)).length / weeks,
    );
    expect(Math.max(...loads)).toBeLessThanOrEqual(26);
  });
});

function isAscending(times: string[]): boolean {
  return times.every((time, index) => index === 0 || (times[index - 1] ?? '') <= time);
}

function commonFieldsOfEntities(): [key: string, fields: unknown][] {
  return documents.flatMap((document: Timetable) => {
    const { teachers, subjects, classes, rooms, students = [], courses = [] } = document;
    return [
      ...teachers.map(({ localId: _, maxPeriods: __, ...fields }): [string, unknown] => [fields.entityId, fields]),
      ...subjects.map(({ localId: _, ...fields }): [string, unknown] => [fields.entityId, fields]),
      ...classes.map(({ localId: _, classTeacherId: __, bellScheduleId: ___, ...fields }): [string, unknown] => [
        fields.entityId,
        fields,
      ]),
      ...rooms.map(({ localId: _, ...fields }): [string, unknown] => [fields.entityId, fields]),
      ...students.map(({ entityId, externalId, name, shortName, color }): [string, unknown] => [
        entityId,
        { externalId, name, shortName, color },
      ]),
      ...courses.map(({ entityId, name, courseCode }): [string, unknown] => [entityId, { name, courseCode }]),
    ];
  });
}

/** The keys that stand for more than one value. */
function variants(entries: [key: string, value: unknown][]): string[] {
  const values = new Map<string, Set<string>>();
  for (const [key, value] of entries) values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
  return [...values].filter(([, texts]) => texts.size > 1).map(([key]) => key);
}
