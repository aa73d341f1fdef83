import { expect, test } from 'vitest';
import {
  type Case,
  type Change,
  configuration,
  expectOne,
  first,
  group,
  schedule,
  set,
  small,
  warningsOf,
} from './odd-rows.ts';

const monday = '$.bellSchedules[0].dayConfigurations[0]';
const ofMonday = 'bell_schedule bs_main, day_configuration configuration-monday, ';
const period =
  (index: number, fields: object): Change =>
  (rows) =>
    set(first(configuration(rows).periods, index), fields);
const pause =
  (fields: object): Change =>
  (rows) =>
    set(first(configuration(rows).breaks), fields);
const bells: Case[] = [
  [
    'a period that ends before it starts',
    period(2, { startTime: '09:45', endTime: '09:00' }),
    `${monday}.periods[2].endTime`,
    'period p2 ends before it starts, or crosses midnight: 09:45 to 09:00',
    `${ofMonday}period p2 of `,
  ],
  [
    'a break across midnight',
    pause({ startTime: '23:50', endTime: '00:10' }),
    `${monday}.breaks[0].endTime`,
    'break b ends before it starts, or crosses midnight: 23:50 to 00:10',
    `${ofMonday}break b of `,
  ],
  [
    'a period without a length',
    period(2, { startTime: '09:00', endTime: '09:00' }),
    `${monday}.periods[2].endTime`,
    'period p2 has no length: 09:00 to 09:00',
    `${ofMonday}period p2 of `,
  ],
  [
    'periods that overlap',
    period(1, { endTime: '09:10' }),
    `${monday}.periods[2].startTime`,
    'period p2 begins at 09:00, before period p1 ends at 09:10',
    `${ofMonday}period p2 of `,
  ],
  [
    'a break within a period',
    pause({ startTime: '08:30', endTime: '08:40' }),
    `${monday}.breaks[0].startTime`,
    'break b begins at 08:30, before period p1 ends at 08:45',
    `${ofMonday}break b of `,
  ],
  [
    'periods that are not in order of time',
    period(2, { startTime: '06:00', endTime: '06:45' }),
    `${monday}.periods[2].startTime`,
    'period p2 begins at 06:00, before period p1, which is listed before it',
    `${ofMonday}period p2 of `,
  ],
  [
    'a break after a period that does not exist',
    pause({ followsPeriodIndex: 3 }),
    `${monday}.breaks[0].followsPeriodIndex`,
    'break b follows the period with index 3, but there are only 3 periods',
    `${ofMonday}break b of `,
  ],
  ...[0, 8].map(
    (dayOfWeek): Case => [
      `day ${dayOfWeek} of the week`,
      (rows) => set(first(schedule(rows).days), { dayOfWeek }),
      '$.bellSchedules[0].days[0].dayOfWeek',
      `${dayOfWeek} is not a day of the week: 1 is Monday, 7 is Sunday`,
      'bell_schedule bs_main, bell_day monday of ',
    ],
  ),
  [
    'a week outside the cycle',
    (rows) => set(first(schedule(rows).days), { weekInCycle: 2 }),
    '$.bellSchedules[0].days[0].weekInCycle',
    'week 2 is outside the cycle of 1',
    'bell_schedule bs_main, bell_day monday of ',
  ],
];
test.each(bells)('bells: %s', (...each) => expectOne(each, small()));

const teacher =
  (fields: object): Change =>
  ({ teachers }) =>
    set(first(teachers).organisation ?? {}, fields);
const texts: Case[] = [
  ['an empty name', teacher({ name: '' }), '$.teachers[0].name', 'is blank', 'version_teacher tch_1 of '],
  ['a blank name', teacher({ name: ' \u00a0' }), '$.teachers[0].name', 'is blank', 'version_teacher tch_1 of '],
  ['an escape', teacher({ name: 'a\u001b[2J' }), '$.teachers[0].name', 'contains control characters', 'version_teacher tch_1 of '],
  ['a C1 character', teacher({ shortName: '\u009b' }), '$.teachers[0].shortName', 'contains control characters', 'version_teacher tch_1 of '],
  [
    'a character that changes the direction of writing',
    teacher({ externalId: '12\u202e' }),
    '$.teachers[0].externalId',
    'contains characters that change the direction of writing',
    'version_teacher tch_1 of ',
  ],
  ['an absurd name', teacher({ name: 'x'.repeat(201) }), '$.teachers[0].name', 'has more than 200 characters', 'version_teacher tch_1 of '],
  ['an absurd description', (rows) => set(rows, { description: 'x\n'.repeat(5001) }), '$.description', 'has more than 10000 characters', ''],
  [
    'a label that names another day',
    (rows) => set(first(schedule(rows).days), { label: 'Sunday', dayOfWeek: 1 }),
    '$.bellSchedules[0].days[0].dayOfWeek',
    'the label says day 7 of the week (1 is Monday), as in en, but dayOfWeek is 1: on Mondays readers see the lessons of this day',
    'bell_schedule bs_main, bell_day monday of ',
  ],
  ['the label of a day', (rows) => set(first(schedule(rows).days), { label: '' }), '$.bellSchedules[0].days[0].label', 'is blank', 'bell_schedule bs_main, bell_day monday of '],
  ['the id of a period', period(0, { id: 'p\u0007' }), `${monday}.periods[0].id`, 'contains control characters', `${ofMonday}period p\u0007 of `],
  ['the name of a lesson group', (rows) => set(group(rows), { name: '\u0085' }), '$.lessons[0].groups[0].name', 'contains control characters', 'lesson lsn_1, lesson_group g1 of '],
  ['a lock reason', ({ lessonUnits }) => set(lessonUnits.lockReason, ['\0']), '$.lessonUnits[0].lockReason', 'contains control characters', 'lesson_unit lu_1 of '],
]; // biome-ignore format: one line each
test.each(texts)('texts: %s', (...each) => expectOne(each, small()));

test('texts may have several lines, and names may be in any script', () => {
  const change: Change = (rows) => {
    set(rows, { description: 'one\r\n\ttwo\u202a', versionName: '', name: 'שִׁעוּר 👩🏽‍🏫 Ærøskøbing e\u0301' });
    set(rows.lessonUnits.lockReason, ['by hand\nby Ada']);
  };
  expect(warningsOf(change)).toEqual([]);
});

const numbers: Case[] = [
  [
    'an integer of 20 digits in the settings of sections',
    (rows) => set(rows, { sectionSettings: { a: [1, JSON.parse('12345678901234567890')] } }),
    '$.sectionSettings.a[1]',
    '12345678901234567000 is beyond 2^53 and may have been rounded, as readers may round it; store it as text',
    '',
  ],
  [
    'two integers beyond 2^53 in the settings of a course',
    (rows) => set(first(rows.courses), { settings: { one: 2 ** 53, other: -(2 ** 60), most: 2 ** 53 - 1, half: 0.5 } }),
    '$.courses[0].one',
    '9007199254740992 is beyond 2^53 and may have been rounded, as readers may round it; store it as text; 1 more of the kind',
    'version_course crs_1 of ',
  ],
];
test.each(numbers)('numbers: %s', (...each) => expectOne(each, small()));
