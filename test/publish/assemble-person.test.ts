import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { derivedRange } from '../../src/calendar/derived-range.ts';
import type { Person } from '../../src/calendar/lessons/index-persons.ts';
import { listLessons } from '../../src/calendar/lessons/list-lessons.ts';
import type { Calendar, LessonUnit, PersonalTimetables, Timetable } from '../../src/contract/types.generated.ts';
import { createPersonAssembler, type PersonalDocuments } from '../../src/publish/personal/assemble-person.ts';
import { documents } from '../demo/demo-documents.ts';
import { validate } from '../support/published-school.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';

const range = derivedRange(november, 'Europe/Copenhagen');
const published = documents.filter(({ status }) => status === 'published');
const everyThird = <Item>(items: readonly Item[]) => items.filter((_, index) => index % 9 === 0);
const persons = published.flatMap(({ classes, teachers, rooms, students = [] }): Person[] => [
  ...everyThird(classes).map(({ entityId }): Person => ({ kind: 'class', entityId })),
  ...everyThird(teachers).map(({ entityId }): Person => ({ kind: 'teacher', entityId })),
  ...everyThird(rooms).map(({ entityId }): Person => ({ kind: 'room', entityId })),
  ...everyThird(students).map(({ entityId }): Person => ({ kind: 'student', entityId })),
]);

type School = { versions?: readonly Timetable[]; calendar?: Calendar | null; tzdata?: string };

function assembler({ versions = published, calendar = smallCalendar(), tzdata = '2026z' }: School = {}) {
  const loaded = { onCalendar: [...versions], documents: [...versions] };
  const parts = { organisationId: org('north'), orgName: 'North', generation: 7, calendar, range, tzdata, days: null };
  return createPersonAssembler(validate, { ...parts, versions: loaded });
}

const dataOf = ({ my }: PersonalDocuments): PersonalTimetables => JSON.parse(new TextDecoder().decode(my.encode()));

/** The documents with every third unit changed. */
const withUnits = (change: (unit: LessonUnit) => Partial<LessonUnit>): Timetable[] =>
  published.map((document) => ({
    ...document,
    lessonUnits: document.lessonUnits.map((unit, index) => (index % 50 === 0 ? { ...unit, ...change(unit) } : unit)),
  }));

test.each<[string, School]>([
  ['nothing', {}],
  ['rooms', { versions: withUnits(() => ({ roomIds: [] })) }],
  ['periods', { versions: withUnits(({ periodIndex }) => ({ periodIndex: (periodIndex ?? 0) + 1 })) }],
  ['classes', { versions: withUnits(() => ({ classIds: [] })) }],
  ['spans', { versions: withUnits(() => ({ spanId: null })) }],
  [
    'names',
    { versions: published.map((each) => ({ ...each, teachers: each.teachers.map((t) => ({ ...t, name: 'T' })) })) },
  ],
  [
    'buildings',
    { versions: published.map((each) => ({ ...each, rooms: each.rooms.map((r) => ({ ...r, buildingName: 'B' })) })) },
  ],
  ['dates of versions', { versions: published.map((each) => ({ ...each, effectiveFrom: 20261201 })) }],
  ['the calendar', { calendar: smallCalendar({ exceptions: [] }) }],
  [
    'an exception of a class',
    {
      calendar: smallCalendar({
        exceptions: [{ date: 20261130, name: 'Trip', kind: 'closed', classEntityIds: ['class-11A'] }],
      }),
    },
  ],
  ['versions', { versions: published.slice(1) }],
])('where %s changes, a feed says the same if it is made from the same', (what, changed) => {
  const [before, after] = [assembler(), assembler(changed)];
  let same = 0;
  for (const person of persons) {
    const [one, other] = [before(person), after(person)].map(({ feed }) => feed);
    if (one?.source !== other?.source) continue;
    same += 1;
    expect(other?.draft().basis).toBe(one?.draft().basis);
  }
  if (what === 'nothing') expect(same).toBe(persons.length);
});

test('an edit of few units leaves most persons with the same source', () => {
  const [first, ...others] = published;
  if (first === undefined) throw new Error('the demo school has timetables');
  const lessonUnits = first.lessonUnits.map((unit, index) => (index === 0 ? { ...unit, roomIds: [] } : unit));
  const [before, after] = [assembler(), assembler({ versions: [{ ...first, lessonUnits }, ...others] })];
  const changed = persons.filter((person) => before(person).feed.source !== after(person).feed.source);
  expect(changed.length).toBeLessThan(persons.length / 4);
});

test('the document is the same whenever it is made, but for its generation and the times of edits', () => {
  const edited = published.map((each) => ({ ...each, updatedAt: '2026-11-24T00:00:00.000Z' }));
  const [before, after] = [assembler(), assembler({ versions: edited })];
  for (const person of persons) expect(after(person).my.basis).toBe(before(person).my.basis);
});

test('each document satisfies its schema, names its generation, and has only what concerns the person of the calendar', () => {
  const [own, other] = ['class-11A', 'class-5A'].map((entityId) => ({ classEntityIds: [entityId] }));
  const exceptions: Calendar['exceptions'] = [
    { date: 20261201, name: 'Own trip', kind: 'closed', ...own },
    { date: 20261202, name: 'Secret trip', kind: 'closed', ...other },
  ];
  const data = dataOf(assembler({ calendar: smallCalendar({ exceptions }) })({ kind: 'class', entityId: 'class-11A' }));
  expect(data).toMatchObject({ generation: 7, orgName: 'North', calendar: { generation: 7 } });
  expect(data.calendar?.exceptions.map(({ name }) => name)).toEqual(['Own trip']);
  expect(JSON.stringify(data)).not.toContain('Secret trip');
  expect(JSON.stringify(data.calendar)).not.toContain('class-5A');
  expect(data.calendar?.days.find(({ date }) => date === 20261201)?.scoped).toMatchObject([{ name: 'Own trip' }]);
});

test('where the time-zone data is too old for the zone, the feed has the reason and no lesson', () => {
  const person: Person = { kind: 'class', entityId: 'class-11A' };
  const calendar = smallCalendar({ timeZone: 'America/Vancouver' });
  const { bytes, leftOut } = assembler({ calendar, tzdata: '2025c' })(person).feed.draft().write(null, november);
  const text = new TextDecoder().decode(bytes).replace(/\r\n /g, '');
  expect([text.match(/BEGIN:VEVENT/g)?.length, leftOut]).toEqual([1, 0]);
  expect(text).toContain('SUMMARY:The lessons are withheld');
  const { firstDay, lastDay } = { firstDay: 20261123, lastDay: 20261127 };
  expect(listLessons({ calendar, versions: published, firstDay, lastDay, person })).not.toEqual([]);
});
