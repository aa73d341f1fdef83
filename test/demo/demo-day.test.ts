// The day of the demo school with everything in it: in each week with school, the same on each day of the week, and applied whole.

import { describe, expect, test } from 'vitest';
import { createSchoolYear } from '../../src/calendar/create-school-year.ts';
import { addDays, weekdayOf } from '../../src/calendar/time/day.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { demoDay } from '../../src/demo/demo-day.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { validate } from '../support/published-school.ts';

const school = demoSchool();
const versions = school.documents.flatMap(({ document, autosave }) => (autosave ? [] : [document]));
const year = createSchoolYear(school.calendar);
const [firstMonday, weeks] = [20260831, 45];
const mondays = Array.from({ length: weeks }, (_, week) => addDays(firstMonday, 7 * week));

describe('in each week of the year', () => {
  const days = mondays.map((monday) => ({ monday, day: demoDay(school, monday) }));

  test('with school there is one, on a school day, and in no other', () => {
    for (const { monday, day } of days) {
      const schoolDays = [0, 1, 2, 3, 4]
        .map((each) => addDays(monday, each))
        .filter((date) => year.on(date).isSchoolDay);
      expect(day?.from ?? null, `week of ${monday}`).toBe(schoolDays.at(-1) ?? null);
      if (day !== null) expect(weekdayOf(day.from)).toBeLessThanOrEqual(5);
    }
    expect(days.filter(({ day }) => day !== null).length).toBeGreaterThan(30);
  });

  test('it is applied whole: every kind of change takes place', () => {
    for (const { day } of days) {
      if (day === null) continue;
      expect(validate('day-changes', day)).toMatchObject({ valid: true });
      const { calendar } = school;
      const resolved = resolveDays({ ...noChanges, ...day, calendar, versions, sha256: sha256OfText });
      expect(resolved.orphaned, String(day.from)).toEqual([]);
      const { lessons, cancelled, notes, absent } = resolved.on(day.from, { teachers: 'all', self: null });
      const changed = lessons.filter(({ status }) => status === 'changed');
      expect(changed.map((lesson) => lesson.changed.join()).toSorted()).toEqual(['rooms', 'teachers', 'time']);
      expect(lessons.filter(({ status }) => status === 'added').map(({ kind }) => kind)).toEqual([
        'supervision',
        'exam',
      ]);
      expect(cancelled.map(({ movedTo }) => movedTo === null).toSorted()).toEqual([false, true]);
      expect([notes.length, absent.classes.length]).toEqual([2, 1]);
    }
  });
});

test('it does not change while the week lasts', () => {
  const [monday, ...others] = [0, 1, 2, 3, 4, 5, 6].map((day) => demoDay(demoSchool(), addDays(20261123, day)));
  expect(monday?.changes).toHaveLength(6);
  for (const other of others) expect(other).toEqual(monday);
});
