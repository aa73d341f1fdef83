// Any school, written as an aSc file and read back, is the same school: every lesson with its people, and every placed
// period at its day, week and period.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../support/thoroughness.ts';
import type { AscElements, Attributes } from './asc-xml.ts';
import { convertAsc } from './convert-asc.ts';

const name = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcÄžß 王&<"\'5') })
  .filter((text) => text.trim() !== '');
const bits = (width: number, index: number) =>
  '0'.repeat(width).replace(/0/g, (zero, at) => (at === index ? '1' : zero));

const school = fc
  .record({
    days: fc.integer({ min: 1, max: 6 }),
    weeks: fc.integer({ min: 1, max: 3 }),
    periods: fc.integer({ min: 1, max: 8 }),
    firstPeriod: fc.integer({ min: 0, max: 2 }),
    teachers: fc.array(name, { minLength: 1, maxLength: 4 }),
    classes: fc.array(name, { minLength: 1, maxLength: 4 }),
    rooms: fc.array(name, { minLength: 1, maxLength: 4 }),
  })
  .chain((size) => {
    const some = (list: readonly string[]) => fc.subarray(list.map((_, index) => index));
    const card = fc.record({
      day: fc.nat({ max: size.days - 1 }),
      weeks: fc.subarray(
        Array.from({ length: size.weeks }, (_, week) => week),
        { minLength: 1 },
      ),
      start: fc.nat({ max: size.periods - 1 }),
      rooms: some(size.rooms),
      locked: fc.boolean(),
    });
    const lesson = fc.record({
      ...{
        teachers: some(size.teachers),
        classes: some(size.classes),
        length: fc.integer({ min: 1, max: size.periods }),
      },
      cards: fc.uniqueArray(card, { maxLength: 4, selector: ({ day, start }) => `${day} ${start}` }),
    });
    return fc.record({ size: fc.constant(size), lessons: fc.array(lesson, { minLength: 1, maxLength: 5 }) });
  })
  // A file that places nothing is refused.
  .filter(({ lessons }) => lessons.some(({ cards }) => cards.length > 0));
type AnySchool = typeof school extends fc.Arbitrary<infer Kind> ? Kind : never;

/** The periods that a lesson's cards take, once for each week; a card has as many periods as its lesson says. */
function occurrencesOf({ size }: AnySchool, { length, cards }: AnySchool['lessons'][number]) {
  return cards.flatMap(({ day, weeks, start, rooms, locked }) =>
    Array.from({ length: Math.min(length, size.periods - start) }, (_, index) => ({
      day,
      weeks,
      period: start + index,
      rooms,
      locked,
    })),
  );
}

function writeAsc(any: AnySchool): AscElements {
  const { size, lessons } = any;
  const all = Array.from({ length: size.weeks }, (_, week) => week);
  const ids = (prefix: string, list: readonly number[]) => list.map((index) => `${prefix}${index}`).join();
  const listed = (prefix: string, names: readonly string[]): Attributes[] =>
    names.map((each, index) => ({ id: `${prefix}${index}`, name: each, short: `${prefix}${index}` }));
  return {
    period: Array.from({ length: size.periods }, (_, index) => ({
      name: `P${index}`,
      period: String(size.firstPeriod + index),
      starttime: `${8 + index}:00`,
      endtime: `${8 + index}:45`,
    })),
    daysdef: Array.from({ length: size.days }, (_, day) => ({
      id: `D${day}`,
      name: `Day ${day}`,
      days: bits(size.days, day),
    })),
    weeksdef: all.map((week) => ({ id: `W${week}`, name: `Week ${week}`, weeks: bits(size.weeks, week) })),
    teacher: listed('T', size.teachers),
    subject: listed('S', ['Something']),
    class: listed('C', size.classes),
    classroom: listed('R', size.rooms),
    lesson: lessons.map(({ teachers, classes, length }, index) => ({
      id: `L${index}`,
      teacherids: ids('T', teachers),
      classids: ids('C', classes),
      subjectid: 'S0',
      periodspercard: String(length),
      periodsperweek: '0.0',
    })),
    card: lessons.flatMap((lesson, index) =>
      occurrencesOf(any, lesson).map(({ day, weeks, period, rooms, locked }) => ({
        lessonid: `L${index}`,
        days: bits(size.days, day),
        period: String(size.firstPeriod + period),
        weeks: all.map((week) => (weeks.includes(week) ? '1' : '0')).join(''),
        classroomids: ids('R', rooms),
        locked: locked ? '1' : '0',
      })),
    ),
  };
}

test('a school that is written and read back is the same', () =>
  fc.assert(
    fc.property(school, (any) => {
      const { size, lessons } = any;
      const { document } = convertAsc(writeAsc(any));
      if (document === null) throw new Error('it was refused');
      expect(document.teachers.map((each) => [each.entityId, each.name])).toEqual(
        size.teachers.map((each, index) => [`teacher-T${index}`, each.trim()]),
      );
      const read = document.lessonUnits.map((unit) => {
        const day = document.bellSchedule.days.find(({ id }) => id === unit.dayId);
        const { lessonLocalId, periodIndex, teacherIds, classIds, roomIds, locked } = unit;
        return JSON.stringify([
          lessonLocalId,
          day?.label.slice(0, 5),
          day?.weekInCycle,
          periodIndex,
          teacherIds,
          classIds,
          roomIds,
          locked,
        ]);
      });
      const written = lessons.flatMap((lesson, index) =>
        occurrencesOf(any, lesson).flatMap(({ day, weeks, period, rooms, locked }) =>
          weeks.map((week) => {
            const ids = (prefix: string, list: readonly number[]) => list.map((each) => `${prefix}${each}`);
            return JSON.stringify([
              ...[
                `lsn_L${index}`,
                `Day ${day}`,
                size.weeks > 1 ? week + 1 : null,
                period,
                ids('tch_T', lesson.teachers),
              ],
              ...[ids('cls_C', lesson.classes), ids('rom_R', rooms), locked],
            ]);
          }),
        ),
      );
      expect(read.toSorted()).toEqual(written.toSorted());
    }),
    { numRuns: times(40, 200) },
  ));

test('the order of the elements does not change what is placed', () =>
  fc.assert(
    fc.property(school, (any) => {
      const elements = writeAsc(any);
      const reversed = Object.fromEntries(Object.entries(elements).map(([list, all]) => [list, all.toReversed()]));
      const [one, other] = [convertAsc(elements), convertAsc(reversed)].map(({ document }) => {
        const { bellSchedule, lessonUnits = [], teachers = [] } = document ?? {};
        return [
          bellSchedule,
          lessonUnits.map((unit) => JSON.stringify(unit)).toSorted(),
          teachers.toSorted((a, b) => (a.localId < b.localId ? -1 : 1)),
        ];
      });
      expect(other).toEqual(one);
    }),
    { numRuns: times(20, 100) },
  ));
