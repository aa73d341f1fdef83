import { describe, expect, test } from 'vitest';
import { type Bells, bellsFromOption, parseBells } from '../../src/formats/reading/bells.ts';
import { buildBellSchedule } from '../../src/formats/school/build-bell-schedule.ts';
import { smallSchool } from './small-school.ts';

const names = ['1', '2', '3'];
const patternOf = (text: string): Bells => {
  const bells = parseBells(text);
  if (bells === null) throw new Error(`${text} is not a pattern`);
  return bells;
};

describe('a pattern', () => {
  test('is start, minutes and pause', () => {
    expect(bellsFromOption(patternOf('8:05,45,10'), [1, 2], names)).toEqual([
      {
        days: [0, 1],
        periods: [
          { name: '1', startTime: '08:05', endTime: '08:50' },
          { name: '2', startTime: '09:00', endTime: '09:45' },
          { name: '3', startTime: '09:55', endTime: '10:40' },
        ],
        breaks: [],
      },
    ]);
  });

  test.each(['08:00', '08:00,0,5', '24:00,45,5', '08:60,45,5', 'bells.json', ''])('%j is not a pattern', (text) => {
    expect(parseBells(text)).toBeNull();
  });

  test('that ends after midnight is refused', () => {
    expect(bellsFromOption(patternOf('22:00,45,5'), [1, 2], names)).toMatch(/3 periods .* after midnight/);
  });
});

describe('a list', () => {
  const list = patternOf('8:00-08:45,08:55-09:40, 10:00-10:45;5=08:00-08:30,08:35-09:05,09:10-09:40');

  test('is the times of each period, and those of a weekday that differs', () => {
    const [usual, short] = bellsFromOption(list, [1, 2, 5], names);
    expect(usual).toMatchObject({ days: [0, 1], periods: [{ startTime: '08:00' }, { startTime: '08:55' }, {}] });
    expect(short).toMatchObject({ days: [2], periods: [{}, {}, { name: '3', startTime: '09:10', endTime: '09:40' }] });
  });

  test('of too few periods says so', () => {
    expect(bellsFromOption(list, [1], ['1', '2', '3', '4'])).toMatch(/the list has 3 periods, and the file has 4/);
    expect(bellsFromOption(patternOf('08:00-08:45,09:00-09:45;5=08:00-08:30'), [5], ['1', '2'])).toMatch(/day 5/);
  });

  test.each([
    '08:00-07:00',
    '08:00-08:45,08:30-09:15',
    '08:00-08:45;8=08:00-08:30',
    '08:00-08:45;5=08:00-08:30;5=08:00-08:30',
    '08:00-08:45,',
    `08:00-08:01${',08:01-08:02'.repeat(100)}`,
  ])('%s is none', (text) => expect(parseBells(text)).toBeNull());
});

describe('a bell schedule of the specification', () => {
  const { bells, ...rest } = smallSchool();
  const schedule = buildBellSchedule({ ...rest, bells });

  test('gives its periods and breaks', () => {
    expect(bellsFromOption({ kind: 'schedule', schedule }, [1, 2], ['1', '2'])).toEqual(bells);
  });

  test('of a cycle gives those of its first week', () => {
    const weeks = ['A', 'B'].map((label) => ({ label, shortLabel: label }));
    const cycle = buildBellSchedule({ ...rest, bells, weeks });
    expect(bellsFromOption({ kind: 'schedule', schedule: cycle }, [1, 2], ['1', '2'])).toEqual(bells);
  });

  test('with too few days or periods says so', () => {
    expect(bellsFromOption({ kind: 'schedule', schedule }, [1, 2, 3], ['1'])).toMatch(/has 2 days, and the file has 3/);
    expect(bellsFromOption({ kind: 'schedule', schedule }, [1, 2], names)).toMatch(
      /Monday has 2 periods, and the file has 3/,
    );
  });
});
