// Any school, written as a FET file and read back, has the same units, each once.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../support/thoroughness.ts';
import { type MadeLesson, madeSchool, madeUnits } from '../made-school.ts';
import { readUnits } from '../read-units.ts';
import { activity, element, fetText, placements, readFetTexts, room, time } from './fet-file.ts';

const hours = Array.from({ length: 7 }, (_, hour) => `${8 + hour}:00-${8 + hour}:45`);
const days = Array.from({ length: 12 }, (_, day) => `day ${day + 1}`);
const listOf = (name: string, names: Iterable<string>) =>
  [...new Set(names)].map((each) => `<${name}>${element('Name', each)}</${name}>`).join('');

/** Each unit is an activity of its lesson; its ids begin after those of the lessons. Two terms are the two weeks. */
function writeFet(lessons: readonly MadeLesson[], isApart: boolean): Record<string, string> {
  const parts = lessons.flatMap(({ number, parts: own }) => own.map((part) => ({ number, ...part })));
  const units = parts
    .flatMap(({ slots, ...part }) => slots.map((slot) => ({ ...part, ...slot })))
    .map((unit, index) => ({ ...unit, id: 10_000 + index }));
  const dayOf = ({ week, day }: { week: number; day: number }) => days[week * 6 + day] ?? '';
  const hourOf = ({ period }: { period: number }) => hours[period] ?? '';
  const virtual = (id: number) => `virtual room ${id}`;
  const several = units.filter(({ rooms }) => rooms.length > 1);
  const roomOf = ({ id, rooms }: { id: number; rooms: string[] }) =>
    rooms.length > 1 ? { name: virtual(id), real: rooms } : { name: rooms[0] ?? '', real: [] };
  const text = fetText({
    head: `<Mode>Terms</Mode>${element('Number_of_Terms', 2)}${element('Number_of_Days_Per_Term', 6)}`,
    days,
    hours,
    teachers: listOf(
      'Teacher',
      parts.map(({ teacher }) => teacher),
    ),
    subjects: listOf(
      'Subject',
      parts.map(({ subject }) => subject),
    ),
    students: listOf(
      'Year',
      parts.flatMap(({ classes }) => classes),
    ),
    rooms:
      listOf(
        'Room',
        units.flatMap(({ rooms }) => rooms),
      ) + several.map(({ id }) => `<Room>${element('Name', virtual(id))}${element('Virtual', 'true')}</Room>`).join(''),
    activities: units
      .map(({ id, number, teacher, subject, classes }) =>
        activity({ id, group: number, teachers: [teacher], subject, students: classes }),
      )
      .join(''),
    times: isApart ? '' : units.map((unit) => time(unit.id, dayOf(unit), hourOf(unit))).join(''),
    spaces: isApart
      ? ''
      : units
          .flatMap((unit) => (unit.rooms.length === 0 ? [] : [room(unit.id, roomOf(unit).name, roomOf(unit).real)]))
          .join(''),
  });
  if (!isApart) return { 'school.fet': text };
  const rows = units.map((unit) => {
    const { name, real } = roomOf(unit);
    const place = element('Day', dayOf(unit)) + element('Hour', hourOf(unit));
    return `<Activity>${element('Id', unit.id)}${place}${element('Room', name)}${element('Real_Room', real)}</Activity>`;
  });
  return { 'school.fet': text, 'school_activities.xml': placements(rows.join('')) };
}

test('a solved .fet, and a .fet with its activities, give the units that were written', () => {
  fc.assert(
    fc.property(madeSchool, fc.boolean(), (lessons, isApart) => {
      const { found, findings } = readFetTexts(writeFet(lessons, isApart));
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      if (found === null) throw new Error(JSON.stringify(findings));
      expect(readUnits(found.school)).toEqual(madeUnits(lessons));
    }),
    { numRuns: times(30, 150) },
  );
});
