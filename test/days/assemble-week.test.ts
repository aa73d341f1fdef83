import { describe, expect, test } from 'vitest';
import { calendar, unit, version } from '../calendar/small-school.ts';
import { regularWeek } from './regular-week.ts';

describe('a week', () => {
  const versions = [version('v1', { lessonUnits: [unit('lu_1', 'd0', 0)] })];
  test('is named, and has the lessons from its Monday to its Sunday', () => {
    expect(regularWeek(calendar(), versions, '2026-W53', { generation: 7 })).toMatchObject({
      generation: 7,
      week: '2026-W53',
      timeZone: 'Europe/Berlin',
      lessons: [{ date: 20261228, status: 'regular', kind: 'lesson', changed: [], original: null, text: null }],
      cancelled: [],
      notes: [],
      absent: [],
    });
  });

  test('that does not exist is a mistake of the caller', () => {
    expect(() => regularWeek(calendar(), versions, '2027-W53')).toThrow(RangeError);
  });
});
