import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUnits, idsWithUnits } from '../../src/client/find-units.ts';
import { resolveTimetable } from '../../src/client/resolve-timetable.ts';
import { denseTimetable } from '../support/dense-timetable.ts';

test('idsWithUnits finds the entities for which findUnits finds any', () => {
  fc.assert(
    fc.property(denseTimetable, (document) => {
      const timetable = resolveTimetable(document);
      const found = idsWithUnits(timetable);
      const { teachers, rooms, subjects, courses, classes, students } = timetable;
      for (const { localId } of classes.all)
        expect(found.has(localId)).toBe(findUnits(timetable, { class: localId }).length > 0);
      for (const { localId } of students.all)
        expect(found.has(localId)).toBe(findUnits(timetable, { student: localId }).length > 0);
      for (const { localId } of teachers.all)
        expect(found.has(localId)).toBe(findUnits(timetable, { teacher: localId }).length > 0);
      for (const { localId } of rooms.all)
        expect(found.has(localId)).toBe(findUnits(timetable, { room: localId }).length > 0);
      for (const { localId } of [...subjects.all, ...courses.all])
        expect(found.has(localId)).toBe(findUnits(timetable, { subject: localId }).length > 0);
    }),
  );
});
