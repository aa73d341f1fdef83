// What exports of aSc 2008 say in other places than those of 2012: weeks in the lesson, one card for a whole
// double, times by day.

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { type AscElements, type Attributes, ascCard, ascLesson, smallAsc } from './asc-xml.ts';
import { convertAsc, convertSmall } from './convert-asc.ts';

const placesOf = ({ lessonUnits }: Timetable): string[] =>
  lessonUnits.map(({ dayId, periodIndex }) => `${dayId ?? '-'} ${periodIndex ?? '-'}`);

const twoWeeks = [
  { id: 'A', name: 'A', short: 'A', weeks: '10' },
  { id: 'B', name: 'B', short: 'B', weeks: '01' },
  { id: 'any', name: 'Any', short: 'Any', weeks: '10,01' },
  { id: 'all', name: 'All', short: 'All', weeks: '11' },
];

describe('the weeks of a lesson', () => {
  test.each<[string, Attributes, string | undefined, string[], string[]]>([
    ['hold where the card names none', { weeks: '01' }, undefined, ['w2-d1 0'], ['asc.card-weeks-of-lesson']],
    ['are those of its definition', { weeksdefid: 'A' }, undefined, ['w1-d1 0'], ['asc.card-weeks-of-lesson']],
    [
      'are its own before those of its definition',
      { weeks: '01', weeksdefid: 'A' },
      '',
      ['w2-d1 0'],
      ['asc.card-weeks-of-lesson'],
    ],
    ['hold for a card of every week', { weeks: '01' }, '1', ['w2-d1 0'], ['asc.card-weeks-of-lesson']],
    ['do not hold where the card names its own', { weeks: '01' }, '10', ['w1-d1 0'], []],
    [
      'are every week with a width of one',
      { weeks: '1' },
      undefined,
      ['w1-d1 0', 'w2-d1 0'],
      ['asc.card-weeks-assumed'],
    ],
    ['are every week with all of them', { weeks: '11' }, undefined, ['w1-d1 0', 'w2-d1 0'], ['asc.card-weeks-assumed']],
    [
      'are every week where any will do',
      { weeksdefid: 'any' },
      undefined,
      ['w1-d1 0', 'w2-d1 0'],
      ['asc.card-weeks-assumed'],
    ],
    [
      'are every week where any of the card will do',
      { weeksdefid: 'all' },
      '10,01',
      ['w1-d1 0', 'w2-d1 0'],
      ['asc.card-weeks-assumed'],
    ],
    ['are every week for a card with a width of one', { weeksdefid: 'W' }, '1', ['w1-d1 0', 'w2-d1 0'], []],
    [
      'of which there are none leave it unplaced',
      { weeks: '00' },
      undefined,
      ['- -'],
      ['asc.card-not-placed', 'asc.card-weeks-of-lesson'],
    ],
  ])('%s', (_, lesson, weeks, places, rules) => {
    const periodsperweek = String(places.length / 2);
    const found = convertSmall({
      weeksdef: twoWeeks,
      // The second lesson is in each week, so that something is placed.
      lesson: [ascLesson({ ...lesson, periodsperweek }), ascLesson({ id: 'L2', periodsperweek: '1.0' })],
      card: [ascCard({ weeks }), ascCard({ lessonid: 'L2', days: '01', weeks: '11' })],
    });
    expect([found.document.bellSchedule.cycleLength, placesOf(found.document), found.rules.toSorted()]).toEqual([
      2,
      [...places, 'w1-d2 0', 'w2-d2 0'],
      rules,
    ]);
  });

  test('make the cycle where the file defines no weeks', () => {
    const { document } = convertSmall({
      weeksdef: [],
      lesson: [
        ascLesson({ weeks: '100', periodsperweek: '0.33334' }),
        ascLesson({ id: 'L2', weeks: '011', periodsperweek: '0.66667' }),
        ascLesson({ id: 'L3', weeks: '1', periodsperweek: '1' }),
      ],
      card: ['L1', 'L2', 'L3'].map((lessonid, index) =>
        ascCard({ lessonid, weeks: undefined, period: `${index + 1}` }),
      ),
    });
    expect(document.bellSchedule.cycleLength).toBe(3);
    expect(placesOf(document)).toEqual(['w1-d1 0', 'w2-d1 1', 'w3-d1 1', 'w1-d1 2', 'w2-d1 2', 'w3-d1 2']);
  });
});

describe('a card of a lesson of doubles', () => {
  const period = Array.from({ length: 6 }, (_, index) => ({
    name: `${index + 1}`,
    period: `${index + 1}`,
    starttime: `${8 + index}:00`,
    endtime: `${8 + index}:45`,
  }));
  const lessonOf = (id: string, periodspercard: string, periodsperweek: string) =>
    ascLesson({ id, periodspercard, periodsperweek });
  const cardOf = (lessonid: string, number: number, days = '10') => ascCard({ lessonid, period: `${number}`, days });

  test.each<[string, Attributes[], Attributes[], string[], string[]]>([
    ['is the whole double', [lessonOf('L1', '2', '2.0')], [cardOf('L1', 3)], ['d1 2', 'd1 3'], ['asc.card-is-double']],
    [
      'is the whole triple',
      [lessonOf('L1', '3', '3')],
      [cardOf('L1', 2)],
      ['d1 1', 'd1 2', 'd1 3'],
      ['asc.card-is-double'],
    ],
    [
      'is whole for each of two doubles',
      [lessonOf('L1', '2', '4')],
      [cardOf('L1', 3), cardOf('L1', 1)],
      ['d1 0', 'd1 1', 'd1 2', 'd1 3'],
      ['asc.card-is-double'],
    ],
    [
      'is an hour where there is one for each',
      [lessonOf('L1', '2', '2')],
      [cardOf('L1', 1), cardOf('L1', 2)],
      ['d1 0', 'd1 1'],
      [],
    ],
    [
      'is an hour where two of four are together',
      [lessonOf('L1', '2', '4')],
      [cardOf('L1', 1), cardOf('L1', 2)],
      ['d1 0', 'd1 1', '- -', '- -'],
      ['asc.lesson-unplaced'],
    ],
    [
      'is whole where the other lessons say so',
      [lessonOf('L1', '2', '4'), lessonOf('L2', '2', '2')],
      [cardOf('L1', 1), cardOf('L2', 4)],
      ['d1 0', 'd1 1', '- -', '- -', 'd1 3', 'd1 4'],
      ['asc.card-is-double', 'asc.lesson-unplaced'],
    ],
    [
      'is an hour where the other lessons say so',
      [lessonOf('L1', '2', '4'), lessonOf('L2', '2', '2')],
      [cardOf('L1', 1), cardOf('L2', 4), cardOf('L2', 5)],
      ['d1 0', '- -', '- -', '- -', 'd1 3', 'd1 4'],
      ['asc.double-incomplete', 'asc.lesson-unplaced'],
    ],
    [
      'is whole, and the day too short for it',
      [lessonOf('L1', '2', '2')],
      [cardOf('L1', 6)],
      ['d1 5', '- -'],
      ['asc.card-is-double', 'asc.double-beyond-bell', 'asc.double-incomplete'],
    ],
  ])('%s', (_, lesson, card, places, rules) => {
    const found = convertSmall({ period, break: [], lesson, card });
    expect([placesOf(found.document), found.rules.toSorted()]).toEqual([places, rules]);
  });

  test('shares its span and its rooms with the hours that follow', () => {
    const { document } = convertSmall({
      period,
      break: [],
      lesson: [lessonOf('L1', '2', '2')],
      card: [cardOf('L1', 3)],
    });
    expect(new Set(document.lessonUnits.map(({ spanId }) => spanId)).size).toBe(1);
    expect(document.lessonUnits).toMatchObject([
      { spanId: expect.any(String), roomIds: ['rom_R1'] },
      { spanId: expect.any(String), roomIds: ['rom_R1'] },
    ]);
  });

  test('in one week of two is whole in that week', () => {
    const { document } = convertSmall({
      ...{ period, break: [], weeksdef: twoWeeks },
      lesson: [ascLesson({ periodspercard: '2', periodsperweek: '1.0', weeks: '01' })],
      card: [ascCard({ weeks: undefined, period: '3' })],
    });
    expect(placesOf(document)).toEqual(['w2-d1 2', 'w2-d1 3']);
  });
});

describe('times of periods by day', () => {
  const dayOf = (number: string, more: Attributes): Attributes => ({ day: number, ...more });
  const day = [dayOf('1', { name: 'Monday', short: 'Mo' }), dayOf('2', { name: 'Tuesday', short: 'Tu' })];
  const cards = {
    daysdef: [],
    day,
    card: [ascCard({ days: undefined, day: '1' }), ascCard({ days: undefined, day: '2' })],
  };
  const bellsOf = (dayperiod: Attributes[], more: AscElements = {}) => {
    const { document, rules } = convertSmall({ ...cards, ...more, dayperiod });
    const bells = document.bellSchedule.dayConfigurations.map(({ dayIds, periods, breaks }) => [
      dayIds.join(),
      periods.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(' '),
      breaks.map(({ startTime }) => startTime).join(),
    ]);
    return { bells, rules };
  };
  const usual = '07:40-08:25 08:35-09:20 09:20-10:05';

  test('are bells of their own, and a break that does not fit is left out', () => {
    const times = { starttime: '7:50', endtime: '8:30' };
    expect(bellsOf([dayOf('2', { period: '1', ...times })])).toEqual({
      bells: [
        ['d1', usual, '08:25'],
        ['d2', '07:50-08:30 08:35-09:20 09:20-10:05', ''],
      ],
      rules: ['asc.break-not-on-day'],
    });
  });

  test('leave a break that fits', () => {
    const { bells } = bellsOf([dayOf('2', { period: '3', starttime: '9:25', endtime: '10:00' })]);
    expect(bells[1]).toEqual(['d2', '07:40-08:25 08:35-09:20 09:25-10:00', '08:25']);
  });

  test('that are the usual ones make one bell for all days', () => {
    expect(bellsOf([dayOf('2', { period: '1', starttime: '07:40', endtime: '8:25' })]).bells).toEqual([
      ['d1,d2', usual, '08:25'],
    ]);
  });

  test('that are of every day stand for a period without times', () => {
    const period = [{ period: '1' }, { period: '2', starttime: '9:00', endtime: '9:45' }];
    const dayperiod = ['1', '2'].map((each) => dayOf(each, { period: '1', starttime: `8:0${each}`, endtime: '8:45' }));
    expect(bellsOf(dayperiod, { period, break: [] }).bells).toEqual([
      ['d1', '08:01-08:45 09:00-09:45', ''],
      ['d2', '08:02-08:45 09:00-09:45', ''],
    ]);
    const { rules, document } = convertAsc({
      ...smallAsc(),
      ...cards,
      period,
      break: [],
      dayperiod: dayperiod.slice(1),
    });
    expect([document, rules]).toEqual([null, ['asc.period-without-times']]);
  });

  test('are by bits as well', () => {
    const { bells } = bellsOf([{ days: '01', period: '3', starttime: '9:25', endtime: '10:00' }], smallAsc());
    expect(bells.map(([days]) => days)).toEqual(['d1', 'd2']);
  });

  test.each([
    ['of a day that is not there', { day: '9' }],
    ['of a period that is not there', { period: '9' }],
    ['that cannot be read', { starttime: '' }],
  ])('%s are left out, with a warning', (_, wrong) => {
    expect(bellsOf([{ day: '2', period: '1', starttime: '7:50', endtime: '8:20', ...wrong }])).toEqual({
      bells: [['d1,d2', usual, '08:25']],
      rules: ['asc.day-times-unreadable'],
    });
  });

  test('that are repeated are the first', () => {
    const first = { day: '2', period: '3', starttime: '9:25', endtime: '10:00' };
    const { bells, rules } = bellsOf([first, { ...first, starttime: '9:40' }]);
    expect([bells[1]?.[1], rules]).toEqual(['07:40-08:25 08:35-09:20 09:25-10:00', ['asc.period-repeated']]);
  });

  test('give way to --bells', () => {
    const bells = { kind: 'pattern', start: 480, length: 45, pause: 5 } as const;
    const dayperiod = [{ day: '2', period: '1', starttime: '7:50', endtime: '8:20' }];
    const { document } = convertSmall({ ...cards, dayperiod }, { bells });
    expect(document.bellSchedule.dayConfigurations).toHaveLength(1);
  });
});
