// Lesson groups of GPU002 that are weeks of a cycle.

import { describe, expect, test } from 'vitest';
import { findWeekGroups } from '../../../src/formats/untis/find-week-groups.ts';
import { convertGpu, readGpu } from './read-gpu.ts';

describe('by their names', () => {
  test.each<[string[], Record<string, number[]>]>([
    [['A', 'B'], { A: [1], B: [2] }],
    [['A', 'B', 'WA'], { A: [1], B: [2], WA: [1, 2] }],
    [['WA', 'WB'], { WA: [1], WB: [2] }],
    [['A', 'B', 'C', 'AB'], { A: [1], B: [2], C: [3], AB: [1, 2] }],
    [['A-Woche', 'B-Woche', '1SEM'], { 'A-Woche': [1], 'B-Woche': [2] }],
    [['Woche B'], { 'Woche B': [2] }],
    [['Week 1', 'Week 2'], { 'Week 1': [1], 'Week 2': [2] }],
    [['gerade', 'ungerade Woche'], { gerade: [2], 'ungerade Woche': [1] }],
  ])('%j', (names, weeks) => expect(Object.fromEntries(findWeekGroups(names)?.weeksOf ?? [])).toEqual(weeks));

  test.each([[['1SEM', '2SEM', 'JAAR']], [['A']], [['HJ1', 'HJ2']], [[]]])('%j are none', (names) =>
    expect(findWeekGroups(names)).toBeNull(),
  );
});

const timetable = '11,"5A","NOR","MU","R1",1,1,,\n12,"5A","SUD","KU","R2",1,1,,\n13,"5A","NOR","D","R1",1,2,,\n';
const lessons = (first: string, second: string) =>
  [
    `11,1,,,"5A","NOR","MU","R1",,,,"${first}"`,
    `12,1,,,"5A","SUD","KU","R2",,,,"${second}"`,
    '13,1,,,"5A","NOR","D","R1"',
  ]
    .map((row) => `${row}\n`)
    .join('');
const placesOf = ({ document }: ReturnType<typeof convertGpu>) =>
  document.lessonUnits.map(({ lessonLocalId, dayId, periodIndex }) => `${lessonLocalId} ${dayId} ${periodIndex}`);
const inWeeks = ['lsn_11 w1-d1 0', 'lsn_12 w2-d1 0', 'lsn_13 w1-d1 1', 'lsn_13 w2-d1 1'];

test('make a cycle: a lesson of a group is in its week, the others in all', () => {
  const files = { 'GPU001.TXT': timetable, 'GPU002.TXT': lessons('A-Woche', 'B-Woche') };
  const converted = convertGpu(files);
  expect([placesOf(converted), converted.rules]).toEqual([inWeeks, expect.arrayContaining(['untis.week-groups'])]);
  expect(converted.document.bellSchedule).toMatchObject({ scheduleType: 'cycle', cycleLength: 2 });
  expect(converted.losses.filter(({ count, what }) => count > 0 && what.includes('group'))).toEqual([]);
  expect(converted.rules).not.toContain('untis.groups-overlap');
});

test('with other names are warned of where they overlap, and are weeks with the option', () => {
  const files = { 'GPU001.TXT': timetable, 'GPU002.TXT': lessons('Rot', 'Blau') };
  expect(convertGpu(files).rules).toContain('untis.groups-overlap');
  const converted = convertGpu(files, { weekGroups: [['Rot'], ['Blau']] });
  expect([placesOf(converted), converted.rules.includes('untis.groups-overlap')]).toEqual([inWeeks, false]);
  const { findings } = readGpu(files, { weekGroups: [['Rot'], ['Grün']] });
  expect(findings.find(({ severity }) => severity === 'error')?.message).toBe(
    '--week-groups names "Grün"; the lesson groups of GPU002 are "Rot", "Blau"',
  );
});
