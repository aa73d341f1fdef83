// Days whose names are those of several weeks are a cycle, in every format and language.

import { describe, expect, test } from 'vitest';
import { findNamedWeeks } from '../../src/formats/school/find-named-weeks.ts';
import { ascCard, ascLesson } from './asc/asc-xml.ts';
import { convertSmall } from './asc/convert-asc.ts';

const named = (...labels: string[]) => labels.map((label) => ({ label, shortLabel: label }));
const found = (...labels: string[]) =>
  findNamedWeeks(named(...labels))?.days.map(({ week, number }) => `${week + 1}/${number}`) ?? null;

describe('names of days tell weeks apart', () => {
  const twoByTwo = ['1/1', '1/2', '2/1', '2/2'];
  test.each([
    ['Monday A', 'Tuesday A', 'Monday B', 'Tuesday B'],
    ['A-Lundi', 'A-Mardi', 'B-Lundi', 'B-Mardi'],
    ['Even-Mon', 'Even-Tue', 'Odd-Mon', 'Odd-Tue'],
    ['Mon 1', 'Tue 1', 'Mon 2', 'Tue 2'],
    ['Mon1', 'Tue1', 'Mon2', 'Tue2'],
    ['MoA', 'DiA', 'MoB', 'DiB'],
    ['Woche A Montag', 'Woche A Dienstag', 'Woche B Montag', 'Woche B Dienstag'],
    ['Week 1 Monday', 'Week 1 Tuesday', 'Week 2 Monday', 'Week 2 Tuesday'],
    ['Pondělí (lichý)', 'Úterý (lichý)', 'Pondělí (sudý)', 'Úterý (sudý)'],
    ['Segunda-feira A', 'Terça-feira A', 'Segunda-feira B', 'Terça-feira B'],
    ['Понеділок I', 'Вівторок I', 'Понеділок II', 'Вівторок II'],
    ['الاثنين 1', 'الثلاثاء 1', 'الاثنين 2', 'الثلاثاء 2'],
    ['Monday', 'Tuesday', 'Monday B', 'Tuesday B'],
  ])('%s, %s, %s, %s', (...labels) => expect(found(...labels)).toEqual(twoByTwo));

  test('in any order, and also where a week has a day more', () => {
    expect(found('Mon B', 'Mon A', 'Tue B', 'Tue A', 'Sat A')).toEqual(['2/1', '1/1', '2/2', '1/2', '1/6']);
  });

  test.each([
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
    ['Day 1', 'Day 2', 'Day 3', 'Day 4'],
    ['Monday 12 Jan', 'Tuesday 13 Jan', 'Monday 19 Jan', 'Tuesday 20 Jan'],
    ['Monday A', 'Monday A', 'Tuesday B', 'Tuesday C'],
    ['Monday (A)', 'Tuesday (B)', 'Wednesday (A)', 'Thursday (B)'],
  ])('but not %s, %s, %s, %s', (...labels) => expect(found(...labels)).toBeNull());
});

describe('a file with named weeks', () => {
  const labels = ['Mon A', 'Tue A', 'Mon B', 'Tue B'];
  const daysdef = labels.map((name, index) => ({
    ...{ id: name, name, short: name },
    days: labels.map((_, at) => (at === index ? '1' : '0')).join(''),
  }));
  const school = {
    daysdef,
    lesson: [ascLesson({ periodsperweek: '2' })],
    card: [ascCard({ days: '1000' }), ascCard({ days: '0001', period: '2' })],
  };

  test('is a cycle, and keeps the names of its days', () => {
    const { document, units, rules } = convertSmall(school);
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'cycle', cycleLength: 2 });
    expect(document.bellSchedule.days).toMatchObject([
      { label: 'Mon A', dayOfWeek: 1, weekInCycle: 1 },
      { label: 'Tue A', dayOfWeek: 2, weekInCycle: 1 },
      { label: 'Mon B', dayOfWeek: 1, weekInCycle: 2 },
      { label: 'Tue B', dayOfWeek: 2, weekInCycle: 2 },
    ]);
    expect([units, rules]).toEqual([['w1-d1 0', 'w2-d2 1'], ['school.weeks-recognised']]);
  });

  test('counts its days from --first-day, and has one week with --week', () => {
    const sunday = convertSmall(school, { firstDay: 7 }).document;
    expect(sunday.bellSchedule.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([7, 1, 7, 1]);
    const { document, units } = convertSmall(school, { week: 2 });
    expect(document.bellSchedule.days.map(({ label }) => label)).toEqual(['Mon B', 'Tue B']);
    expect([document.bellSchedule.cycleLength, units]).toEqual([1, ['d2 1']]);
  });

  test('can have other bells in the other week', () => {
    const dayperiod = [{ days: '0010', period: '1', starttime: '7:00', endtime: '7:45' }];
    const { document } = convertSmall({ ...school, dayperiod });
    expect(document.bellSchedule.dayConfigurations.map(({ dayIds }) => dayIds)).toEqual([
      ['w1-d1', 'w1-d2', 'w2-d2'],
      ['w2-d1'],
    ]);
  });
});
