// The names in findings stand in answers to a stranger's document: it may hold anything where an id should be, and have a finding in
// each of its rows.

import { describe, expect, test } from 'vitest';
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { findReferenceProblems } from '../../src/document/check-references.ts';
import { locateRow } from '../../src/document/locate-row.ts';
import { createNames, shortName } from '../../src/document/name-things.ts';
import { processorTime } from '../support/processor-time.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { count } from '../support/worst-documents.ts';

/** JSON that `String` throws on: as a text it would call what is no function, or overflow the stack. */
const withoutText: [string, unknown][] = [
  ['an object whose toString is a number', { toString: 1, valueOf: 2 }],
  ['lists in lists', count(100_000, () => 0).reduce<unknown>((inner) => [inner], [])],
];

describe.each(withoutText)('%s', (_, odd) => {
  test.each([
    ['id of the document', { id: odd }],
    ['localId of a subject', { subjects: [{ localId: odd }] }],
    ['localId of the unit', { lessonUnits: [{ localId: odd, subjectIds: ['sub_1'] }] }],
    ['ids of a unit', { lessonUnits: [{ subjectIds: [odd], classIds: [odd], dayId: 'monday', periodIndex: 0 }] }],
    ['bell schedule of a class', { classes: [{ localId: 'cls_1', bellScheduleId: odd }] }],
    ['id of a bell schedule and its days', { bellSchedules: [{ id: odd, days: [{ id: odd }] }] }],
  ])('as %s gets a row and names', (_, changes) => {
    const document = { ...smallTimetable(), ...changes };
    for (const list of ['lessonUnits', 'subjects', 'classes', 'bellSchedules'] as const) {
      const at = [list, 0, 'name'];
      expect(locateRow(document, at)).toContain('of timetable_version');
      expect(createNames(document).at(at)).toHaveProperty('thing');
    }
    expect(createNames(document).of('days', 'x')).toBe('x');
  });
});

test('a name is cut between two characters', () => {
  expect(shortName(`${'x'.repeat(79)}😀`)).toBe(`${'x'.repeat(79)}…`);
  const problems = createValidator()('timetable', { ...smallTimetable(), [`${'x'.repeat(79)}😀`]: 1 });
  expect(problems).toMatchObject({ problems: [{ code: 'field-unknown', field: 'x'.repeat(79) }] });
});

describe('60,000 days, and a finding in each', () => {
  const base = publishedTimetable('version-1');
  const [{ bellSchedule }, [unit], [schoolClass]] = [base, base.lessonUnits, base.classes];
  const [configuration] = bellSchedule.dayConfigurations;
  const days = count(60_000, (index) => ({ ...bellSchedule.days[0], id: `day ${index}` }));
  const dayIds = days.map(({ id }) => id);
  const withDays = (configured: string[][], units: (id: string, index: number) => Partial<LessonUnit>) => {
    const dayConfigurations = configured.map((dayIds, index) => ({ ...configuration, id: `c${index}`, dayIds }));
    const schedule = { ...bellSchedule, days, dayConfigurations };
    const lessonUnits = dayIds.map((id, index) => ({ ...unit, localId: `lu_${index}`, ...units(id, index) }));
    // As the schema has it; the parts of the small timetable are there.
    return {
      ...base,
      bellSchedules: [schedule],
      bellSchedule: schedule,
      classes: [schoolClass],
      lessonUnits,
    } as Timetable;
  };
  const each = dayIds.map((id) => [id]);
  test.each([
    ['no such period', withDays(each, (_, index) => ({ dayId: dayIds.at(-1 - index) ?? '', periodIndex: 99 }))],
    ['no such day', withDays(each, (_, index) => ({ dayId: `nowhere ${index}` }))],
    ['configured twice', withDays([dayIds, dayIds.toReversed()], () => ({ dayId: null, periodIndex: null }))],
  ])('%s: names are looked up, not searched for', (_, timetable) => {
    const { result, time } = processorTime(() => findReferenceProblems(timetable));
    expect(result.count).toBeGreaterThanOrEqual(60_000);
    expect([time < 2000, time < 2000 || time]).toEqual([true, true]);
  });
});

test('two lessons in a finding take some hundred characters, however many names they have and however long', () => {
  const long = (localId: string) => ({ localId, name: 'x'.repeat(4096) });
  const ids = count(1000, (index) => `id_${index}`);
  const names = createNames({ subjects: ids.map(long), classes: ids.map(long) });
  const unit = { ...publishedTimetable('version-1').lessonUnits[0], subjectIds: ids, classIds: ids } as LessonUnit;
  expect(names.lesson(unit).length).toBeLessThan(100);
  expect(names.lesson(unit)).toMatch(/^x{40}… … \(x{40}… …\)$/);
});
