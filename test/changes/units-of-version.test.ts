// The units of a version as a change shows them: with names, and the times of the clock.

import { expect, test } from 'vitest';
import { unitsOfVersion } from '../../src/changes/units-of-version.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { bells, unit, version } from '../calendar/small-school.ts';

const main = bells([[1, null]]);
const later = bells([[2, 1]], { id: 'bs_later', times: [['10:00', '10:45']] });
const [first, second] = version('v1').classes.map((each) => each.localId);
const base = version('v1', { bellSchedule: main });
const classes = base.classes.map((each) => (each.localId === second ? { ...each, bellScheduleId: 'bs_later' } : each));

const placeOf = (changes: Parameters<typeof unit>[3], school: Partial<Timetable> = {}) => {
  const document = { ...base, classes, bellSchedules: [main, later], lessonUnits: [unit('lu', 'd0', 0, changes)] };
  const [{ dayOfWeek, weekInCycle, startTime, endTime, dayId, periodIndex } = never()] = unitsOfVersion({
    ...document,
    ...school,
  });
  return [dayId, periodIndex, dayOfWeek, weekInCycle, startTime, endTime];
};
const never = () => {
  throw new Error('there is a unit');
};

test.each([
  [
    'a class without bells of its own has those of the school',
    { classIds: [first ?? ''] },
    ['d0', 0, 1, null, '08:00', '08:45'],
  ],
  ['a class has its own', { classIds: [second ?? ''] }, ['d0', 0, 2, 1, '10:00', '10:45']],
  ['of several classes the first counts', { classIds: [second ?? '', first ?? ''] }, ['d0', 0, 2, 1, '10:00', '10:45']],
  ['no class is as the school', { classIds: [] }, ['d0', 0, 1, null, '08:00', '08:45']],
  ['a period that the day has not', { classIds: [second ?? ''], periodIndex: 1 }, ['d0', 1, 2, 1, null, null]],
  ['a day that nothing has', { dayId: 'd9' }, ['d9', 0, null, null, null, null]],
  ['no day', { dayId: null }, [null, null, null, null, null, null]],
  ['no period', { periodIndex: null }, [null, null, null, null, null, null]],
])('%s', (_, changes, place) => {
  expect(placeOf(changes)).toEqual(place);
});

test('a day that only other bells have is found there', () => {
  const other = { ...later, days: later.days.map((day) => ({ ...day, id: 'x0' })) };
  const dayConfigurations = later.dayConfigurations.map((each) => ({ ...each, dayIds: ['x0'] }));
  const bellSchedules = [main, { ...other, dayConfigurations }];
  expect(placeOf({ classIds: [first ?? ''], dayId: 'x0' }, { bellSchedules })).toEqual([
    'x0',
    0,
    2,
    1,
    '10:00',
    '10:45',
  ]);
});

test('of several that have one id or one day the first counts, and the bells of the school come first', () => {
  const [configuration = never()] = main.dayConfigurations;
  const twice = { ...main, dayConfigurations: [configuration, { ...configuration, periods: [] }] };
  expect(placeOf({ classIds: [] }, { bellSchedule: twice, bellSchedules: [later] }).at(4)).toBe('08:00');
  expect(placeOf({ classIds: [] }, { bellSchedules: [{ ...later, id: main.id }] }).at(4)).toBe('08:00');
});

test('who takes part is named once, as far as the document has them', () => {
  const teacherIds = ['tch_1', 'tch_1', 'tch_unknown'];
  const [shown] = unitsOfVersion({ ...base, lessonUnits: [unit('lu', 'd0', 0, { teacherIds })] });
  const [teacher] = base.teachers;
  expect(shown?.teachers).toEqual([{ entityId: teacher?.entityId, name: teacher?.name }]);
});
