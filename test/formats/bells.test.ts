import { describe, expect, test } from 'vitest';
import { type Bells, bellsFromOption, parseBellPattern } from '../../src/formats/reading/bells.ts';
import { buildBellSchedule } from '../../src/formats/school/build-bell-schedule.ts';
import { smallSchool } from './small-school.ts';

const names = ['1', '2', '3'];
const patternOf = (text: string): Bells => {
  const bells = parseBellPattern(text);
  if (bells === null) throw new Error(`${text} is not a pattern`);
  return bells;
};

describe('a pattern', () => {
  test('is start, minutes and pause', () => {
    expect(bellsFromOption(patternOf('8:05,45,10'), 2, names)).toEqual([
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
    expect(parseBellPattern(text)).toBeNull();
  });

  test('that ends after midnight is refused', () => {
    expect(bellsFromOption(patternOf('22:00,45,5'), 2, names)).toMatch(/3 periods .* after midnight/);
  });
});

describe('a bell schedule of the specification', () => {
  const { bells, ...rest } = smallSchool();
  const schedule = buildBellSchedule({ ...rest, bells });

  test('gives its periods and breaks', () => {
    expect(bellsFromOption({ kind: 'schedule', schedule }, 2, ['1', '2'])).toEqual(bells);
  });

  test('of a cycle gives those of its first week', () => {
    const weeks = ['A', 'B'].map((label) => ({ label, shortLabel: label }));
    const cycle = buildBellSchedule({ ...rest, bells, weeks });
    expect(bellsFromOption({ kind: 'schedule', schedule: cycle }, 2, ['1', '2'])).toEqual(bells);
  });

  test('with too few days or periods says so', () => {
    expect(bellsFromOption({ kind: 'schedule', schedule }, 3, ['1'])).toMatch(/has 2 days, and the file has 3/);
    expect(bellsFromOption({ kind: 'schedule', schedule }, 2, names)).toMatch(
      /Monday has 2 periods, and the file has 3/,
    );
  });
});
