// Schools for property tests: lessons with their times, people and rooms. Each format writes one as a file and reads it back.

import fc from 'fast-check';

export type MadeSlot = { week: number; day: number; period: number; rooms: string[] };
/** A teacher and a subject of a lesson, with all its classes, at its times. */
type MadePart = { teacher: string; subject: string; classes: string[]; slots: MadeSlot[] };
export type MadeLesson = { number: number; parts: MadePart[] };

/** Short names, usual and difficult ones: other alphabets, quotes, separators, markup. */
const name = fc
  .string({ unit: fc.constantFrom(...'aAbZ09éßЖ学 -_.,;/&<>"\'+(){}'), minLength: 1, maxLength: 8 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/^"|"$/.test(text));
const names = (most: number) => fc.uniqueArray(name, { maxLength: most });

const slot = fc.record({ week: fc.nat(1), day: fc.nat(5), period: fc.nat(6), rooms: names(2) });
const at = ({ week, day, period }: MadeSlot) => `${week}/${day}/${period}`;

const part = fc.record({
  teacher: name,
  subject: name,
  classes: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
  slots: fc.uniqueArray(slot, { selector: at, minLength: 1, maxLength: 4 }),
});

/** Each part of a lesson has a teacher and a subject that no other part of it has. */
const lesson = fc.record({
  number: fc.integer({ min: 1, max: 9999 }),
  parts: fc.uniqueArray(part, { selector: (made) => `${made.teacher}\t${made.subject}`, minLength: 1, maxLength: 3 }),
});

export const madeSchool: fc.Arbitrary<MadeLesson[]> = fc.uniqueArray(lesson, {
  selector: ({ number }) => number,
  minLength: 1,
  maxLength: 6,
});

/** Every unit as text, sorted, so that what was written can be compared with what was read. */
export type UnitWords = {
  lesson: string;
  at: string;
  teachers: readonly string[];
  subjects: readonly string[];
  classes: readonly string[];
  rooms: readonly string[];
};

export const inWords = (units: readonly UnitWords[]): string[] =>
  units
    .map(({ lesson: number, at: place, teachers, subjects, classes, rooms }) =>
      JSON.stringify([number, place, teachers, subjects, [...classes].sort(), [...rooms].sort()]),
    )
    .sort();

export const madeUnits = (lessons: readonly MadeLesson[]): string[] =>
  inWords(
    lessons.flatMap(({ number, parts }) =>
      parts.flatMap(({ teacher, subject, classes, slots }) =>
        slots.map((each) => ({
          lesson: String(number),
          at: at(each),
          teachers: [teacher],
          subjects: [subject],
          classes,
          rooms: each.rooms,
        })),
      ),
    ),
  );
