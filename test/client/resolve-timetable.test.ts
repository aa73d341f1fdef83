import { expect, test } from 'vitest';
import { resolveTimetable } from '../../src/client/resolve-timetable.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';

const documents = demoSchool().documents.map(({ document }) => document);

test.each(documents.map((document) => [document.id, document] as const))(
  'everything in %s is found by each of its ids',
  (_, document) => {
    const resolved = resolveTimetable(document);
    for (const kind of ['teachers', 'subjects', 'classes', 'rooms', 'students'] as const) {
      for (const item of document[kind] ?? []) {
        const { byLocalId, byEntityId, byExternalId } = resolved[kind];
        expect(byLocalId.get(item.localId)).toBe(item);
        expect(byEntityId.get(item.entityId)).toBe(item);
        if (item.externalId !== null) expect(byExternalId.get(item.externalId)).toBe(item);
      }
      expect(resolved[kind].all).toBe(document[kind] ?? resolved[kind].all);
    }
    for (const group of document.roomGroups) expect(resolved.roomGroups.byLocalId.get(group.id)).toBe(group);
    for (const unit of document.lessonUnits) {
      expect(resolved.lessons.byLocalId.get(unit.lessonLocalId)?.localId).toBe(unit.lessonLocalId);
      for (const id of unit.subjectIds) expect(resolved.taught(id)?.localId).toBe(id);
    }
  },
);

test('a class that names no bell schedule runs on the default one', () => {
  const [upper] = documents;
  if (upper === undefined) throw new Error('the demo school has no timetables');
  const { bellScheduleOf, classes } = resolveTimetable(upper);
  const names = new Set(classes.all.map((each) => `${each.bellScheduleId} ${bellScheduleOf(each).id}`));
  expect([...names].sort()).toEqual(['bs_river bs_river', 'null bs_upper']);
});

test('if several items have one externalId, the first is found', () => {
  const [upper] = structuredClone(documents);
  const [first, second] = upper?.teachers ?? [];
  if (upper === undefined || first === undefined || second === undefined) throw new Error('two teachers are needed');
  second.externalId = first.externalId = 'T-1';
  expect(resolveTimetable(upper).teachers.byExternalId.get('T-1')).toBe(first);
});
