// FET's modes: two days that make one, and terms that are the weeks of a cycle.

import { describe, expect, test } from 'vitest';
import { parseBells } from '../../../src/formats/reading/bells.ts';
import { unitsOf } from '../units-of.ts';
import { activity, convertFet, element, fetText, periodsOf, readFetTexts, time } from './fet-file.ts';

const bells = parseBells('08:00,45,5');

describe('Mornings-Afternoons', () => {
  const head = '<Mode>Mornings_Afternoons</Mode>';
  const days = ['Mon AM', 'Mon PM', 'Tue AM', 'Tue PM'];
  const activities = activity({ id: 1 }) + activity({ id: 2, duration: 2 });
  const times = time(1, 'Mon PM', '1') + time(2, 'Tue AM', '1');

  test('a morning and an afternoon are one day with twice the hours, and this is reported', () => {
    const { document, rules } = convertFet({ head, days, hours: ['1', '2'], activities, times }, { bells });
    expect(document.bellSchedule.days.map(({ label, dayOfWeek }) => [label, dayOfWeek])).toEqual([
      ['Mon', 1],
      ['Tue', 2],
    ]);
    expect(unitsOf(document)).toEqual([
      'Mon 1 afternoon ADA Maths 5A -',
      'Tue 1 morning ADA Maths 5A -',
      'Tue 2 morning ADA Maths 5A -',
    ]);
    expect(document.lessonUnits[0]).toMatchObject({ dayId: 'd1', periodIndex: 2 });
    expect(rules).toContain('fet.mornings-afternoons');
  });

  test('real days and hours have names of their own since version 7', () => {
    const real = `<Real_Days_List>${['Monday', 'Tuesday'].map((day) => `<Real_Day>${element('Name', day)}</Real_Day>`).join('')}</Real_Days_List>
<Real_Hours_List>${['08:00', '09:00', '14:00', '15:00'].map((hour) => `<Real_Hour>${element('Name', hour)}</Real_Hour>`).join('')}</Real_Hours_List>`;
    const { document } = convertFet({ head: head + real, days, hours: ['1', '2'], activities, times });
    expect(unitsOf(document)[0]).toBe('Monday 14:00 ADA Maths 5A -');
    expect(periodsOf(document)).toEqual([
      '08:00 08:00-09:00',
      '09:00 09:00-14:00',
      '14:00 14:00-15:00',
      '15:00 15:00-16:00',
    ]);
  });

  test('the times in names of hours are not used if the hours are of both half days', () => {
    const parts = { head, days, hours: ['08:00', '09:00'], times: time(1, 'Mon PM', '08:00') };
    const { findings } = readFetTexts({ 'school.fet': fetText(parts) });
    expect(findings.at(-1)).toMatchObject({ rule: 'school.no-bells' });
  });

  test('an activity ends with its half day', () => {
    const { document, rules } = convertFet(
      { head, days, hours: ['1', '2'], activities: activity({ id: 1, duration: 2 }), times: time(1, 'Mon AM', '2') },
      { bells },
    );
    expect(unitsOf(document)).toEqual(['Mon 2 morning ADA Maths 5A -', '- ADA Maths 5A -']);
    expect(rules).toContain('fet.past-end');
  });

  test('is recognised by the version in files without a mode', () => {
    const parts = { version: '5.48.1-morocco', head: '', days, hours: ['1', '2'], activities, times };
    expect(convertFet(parts, { bells }).document.bellSchedule.days).toHaveLength(2);
  });

  test('with an odd number of days is refused', () => {
    const { found, findings } = readFetTexts({ 'school.fet': fetText({ head, days: days.slice(1) }) }, { bells });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule: 'fet.days-do-not-fit' }]);
  });
});

describe('Terms', () => {
  const terms = (count: number, days: number) =>
    `<Mode>Terms</Mode>${element('Number_of_Terms', count)}${element('Number_of_Days_Per_Term', days)}`;
  const days = ['Mon', 'Tue', 'Mon 2', 'Tue 2'];

  test('a term is a week of the cycle, and this is reported', () => {
    const activities = activity({ id: 1 }) + activity({ id: 2 });
    const times = time(1, 'Tue', '08:00-08:45') + time(2, 'Mon 2', '08:00-08:45');
    const { document, rules } = convertFet({ head: terms(2, 2), days, activities, times });
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'cycle', cycleLength: 2 });
    expect(document.bellSchedule.days.map(({ dayOfWeek, weekInCycle }) => [dayOfWeek, weekInCycle])).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
    ]);
    expect(document.lessonUnits.map(({ dayId }) => dayId)).toEqual(['w1-d2', 'w2-d1']);
    expect(rules).toContain('fet.terms');
  });

  test('a term is chosen by its week, not by --term', () => {
    const parts = { 'school.fet': fetText({ head: terms(2, 2), days }) };
    const { found, findings } = readFetTexts(parts, { term: 1 });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule: 'school.option-unusable', message: expect.stringContaining('--week') }]);
  });

  test.each([
    [3, 2],
    [0, 2],
    [2, 3],
  ])('%i terms of %i days do not fit four days', (count, perTerm) => {
    const { found, findings } = readFetTexts({ 'school.fet': fetText({ head: terms(count, perTerm), days }) });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule: 'fet.days-do-not-fit' }]);
  });
});

test('Block-Planning is read like any other mode, and this is reported', () => {
  const { document, rules } = convertFet({ head: '<Mode>Block_Planning</Mode>' });
  expect(document.lessonUnits).toMatchObject([{ dayId: 'd1', periodIndex: 0 }]);
  expect(rules).toContain('fet.block-planning');
});

test('--term is refused where the mode has no terms', () => {
  const { found, findings } = readFetTexts({ 'school.fet': fetText({}) }, { term: 1 });
  expect(found).toBeNull();
  expect(findings).toMatchObject([
    { rule: 'school.option-unusable', message: expect.stringContaining('leave it out') },
  ]);
});
