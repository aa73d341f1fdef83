import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Calendar, DayChange, Timetable } from '../../src/contract/types.generated.ts';
import type { Audience } from '../../src/days/lesson-outcome.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { type DaysAsked, resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { bells, calendar, firstClass, secondClass, span, unit, version } from '../calendar/small-school.ts';

const table = readFileSync('src/days/README.md', 'utf8').matchAll(/^\| ([^|]+) \| (.+) \|$/gm);
const rules = new Map([...table].map(([, name = '', text = '']) => [name, text]));
const tested = new Set<string>();
/** A test of a rule of the table, named after it. */
function rule(name: string, body: () => void): void {
  const text = rules.get(name);
  if (text === undefined) throw new Error(`no rule ${name}`);
  tested.add(name);
  test(`${name}: ${text}`, body);
}
afterAll(() => expect([...rules.keys()].filter((name) => name !== 'rule' && !tested.has(name))).toEqual([]));

/** Monday to Wednesday; the following Saturday is no school day. */
const [monday, tuesday, wednesday, saturday] = [20261123, 20261124, 20261125, 20261128] as const;
const everybody: Audience = { teachers: 'all', self: null };
const double = () => version('v1', { lessonUnits: span('s', 'd0', [0, 1]) });
const single = (changes: Partial<Parameters<typeof unit>[3]> = {}) =>
  version('v1', { lessonUnits: [unit('lu_1', 'd0', 0, changes)] });

type Given = Partial<Omit<DaysAsked, 'changes' | 'versions'>> & { versions?: Timetable[]; school?: Calendar };
const days = (
  changes: Omit<DayChange, 'ref'>[],
  { versions = [single()], school = calendar(), ...given }: Given = {},
) =>
  resolveDays({
    ...{ ...noChanges, ...given, calendar: school, versions, sha256: sha256OfText },
    changes: changes.map((change, index) => ({ ref: `${index}`, ...change })),
  });
const at = (startTime: string, more: Partial<DayChange['lesson']> = {}) => ({ startTime, ...more });
/** Start, end and status in one line each. */
const lines = (resolved: ReturnType<typeof days>, date: number = monday) =>
  resolved.on(date, everybody).lessons.map(({ startTime, endTime, status }) => `${startTime}-${endTime} ${status}`);
const cancelledOn = (resolved: ReturnType<typeof days>, date: number = monday) =>
  resolved.on(date, everybody).cancelled.map(({ startTime, endTime }) => `${startTime}-${endTime}`);
const idsOn = (resolved: ReturnType<typeof days>, date: number = monday) =>
  resolved.on(date, everybody).lessons.map(({ id }) => id);
const codes = (resolved: ReturnType<typeof days>) => resolved.orphaned.map(({ index, code }) => `${index} ${code}`);
const closedOn = (date: number, classEntityIds: string[] | null = null) =>
  calendar({ exceptions: [{ date, name: 'Closed', kind: 'closed', classEntityIds }] });

rule('closed days', () => {
  const resolved = days([{ date: monday, lesson: at('08:00'), cancelled: true }], { school: closedOn(monday) });
  expect(resolved.on(monday, everybody)).toMatchObject({ lessons: [], cancelled: [] });
  expect(codes(resolved)).toEqual(['0 no-lesson']);
});

rule('one lesson', () => {
  const parallel = version('v1', {
    lessonUnits: [unit('lu_1', 'd0', 0), unit('lu_2', 'd0', 0, { classIds: ['cls_2'], subjectIds: [] })],
  });
  const resolved = days(
    [
      { date: monday, lesson: at('08:00'), cancelled: true },
      { date: monday, lesson: at('07:00'), cancelled: true },
      { date: monday, lesson: at('08:00', { subjects: ['Phy'] }), cancelled: true },
    ],
    { versions: [parallel] },
  );
  expect(codes(resolved)).toEqual(['0 several-lessons', '1 no-lesson']);
  expect(resolved.orphaned[0]?.candidates.map(({ classes }) => classes)).toEqual([['Yea'], ['Yea']]);
  expect(lines(resolved)).toEqual(['08:00-08:45 regular']);
});

rule('half a double', () => {
  const second = days([{ date: monday, lesson: at('08:45'), cancelled: true }], { versions: [double()] });
  expect([lines(second), cancelledOn(second)]).toEqual([['08:00-08:45 regular'], ['08:45-09:30']]);
  const byPeriod = days([{ date: monday, lesson: { periodIndex: 0 }, cancelled: true }], { versions: [double()] });
  expect([lines(byPeriod), cancelledOn(byPeriod)]).toEqual([['08:45-09:30 regular'], ['08:00-08:45']]);
  const whole = days([{ date: monday, lesson: at('08:45', { wholeLesson: true }), cancelled: true }], {
    versions: [double()],
  });
  expect([lines(whole), cancelledOn(whole)]).toEqual([[], ['08:00-09:30']]);
});

rule('ids of parts', () => {
  const [id] = idsOn(days([], { versions: [double()] }));
  const divided = days([{ date: monday, lesson: at('08:45'), rooms: ['R9'] }], { versions: [double()] });
  const [first, second] = idsOn(divided);
  expect(first).toBe(id);
  expect(second).toMatch(/^20261123T0845-[0-9a-f]{16}$/);
});

rule('id of a lesson', () => {
  const [id = ''] = idsOn(days([], { versions: [double()] }));
  const whole = days([{ date: monday, lesson: { id }, cancelled: true }], { versions: [double()] });
  expect(cancelledOn(whole)).toEqual(['08:00-09:30']);
  const rest = days(
    [
      { date: monday, lesson: { id }, rooms: ['R9'] },
      { date: monday, lesson: at('08:45'), cancelled: true },
    ],
    { versions: [double()] },
  );
  expect([lines(rest), cancelledOn(rest), codes(rest)]).toEqual([['08:00-08:45 changed'], ['08:45-09:30'], []]);
  const second = id.replace('T0800', 'T0845');
  expect(
    cancelledOn(days([{ date: monday, lesson: { id: second }, cancelled: true }], { versions: [double()] })),
  ).toEqual(['08:45-09:30']);
});

rule('joined parts', () => {
  const both = days(
    ['08:00', '08:45'].map((time) => ({ date: monday, lesson: at(time), teachers: ['Bob'], text: 'Read' })),
    { versions: [double()] },
  );
  expect(lines(both)).toEqual(['08:00-09:30 changed']);
  const times = ['08', '09', '10', '11', '12'].map((hour): [string, string] => [`${hour}:00`, `${hour}:45`]);
  const triple = version('v1', {
    bellSchedule: bells([[1, null]], { times }),
    lessonUnits: span('s', 'd0', [2, 3, 4]),
  });
  const first = days([{ date: monday, lesson: at('10:00'), cancelled: true }], { versions: [triple] });
  expect(lines(first)).toEqual(['11:00-12:45 regular']);
});

rule('names', () => {
  const teachers = [
    { entityId: 'x', externalId: 'SCH', name: 'First', shortName: 'A' },
    { entityId: 'y', externalId: null, name: 'Second', shortName: 'SCH' },
    { entityId: 'z', externalId: null, name: 'Twin', shortName: 'T' },
    { entityId: 'q', externalId: null, name: 'Twin', shortName: 'U' },
  ];
  const entities = { ...noChanges.entities, teachers };
  const who = (name: string) => {
    const resolved = days([{ date: monday, lesson: at('08:00'), teachers: [name] }], { entities });
    return [resolved.on(monday, everybody).lessons[0]?.teachers.map(({ entityId }) => entityId), codes(resolved)];
  };
  expect(who('SCH')).toEqual([['x'], []]);
  expect(who('Second')).toEqual([['y'], []]);
  expect(who('Twin')).toEqual([['entity-tch_1'], ['0 ambiguous-name']]);
});

rule('plain names', () => {
  const resolved = days([{ date: monday, lesson: at('08:00'), rooms: ['Barn'], subjects: [], teachers: ['Nobody'] }]);
  expect(resolved.on(monday, everybody).lessons).toMatchObject([
    {
      status: 'changed',
      changed: ['subjects', 'teachers', 'rooms'],
      subjects: [],
      teachers: [{ entityId: null, externalId: null, name: 'Nobody', shortName: 'Nobody' }],
      rooms: [{ entityId: null, externalId: null, name: 'Barn', shortName: 'Barn' }],
      original: { date: monday, startTime: '08:00', endTime: '08:45', teachers: [{ entityId: 'entity-tch_1' }] },
    },
  ]);
  expect(codes(days([{ date: monday, lesson: at('08:00'), classes: ['9Z'] }]))).toEqual(['0 unknown-class']);
});

rule('nothing changed', () => {
  const changedAt = '2026-11-20T08:00:00.000Z';
  const changed = (more: object) =>
    days([{ date: monday, lesson: at('08:00'), ...more, ...{ changedAt } }]).changedAt(monday);
  expect([changed({ rooms: ['Lab'] }), changed({ rooms: ['Barn'] })]).toEqual([null, changedAt]);
  const resolved = days([{ date: monday, lesson: at('08:00'), rooms: ['Lab'], teachers: ['Ada'] }]);
  expect(resolved.on(monday, everybody)).toEqual(days([]).on(monday, everybody));
});

rule('cancelled', () => {
  const resolved = days([{ date: monday, lesson: at('08:00'), cancelled: true, text: 'Trip' }]);
  expect(lines(resolved)).toEqual([]);
  expect(resolved.on(monday, everybody).cancelled).toMatchObject([
    { startTime: '08:00', status: 'cancelled', kind: 'lesson', movedTo: null, text: 'Trip', timetableId: 'v1' },
  ]);
});

rule('moved', () => {
  const moveTo = { date: wednesday, startTime: '13:00', endTime: '13:45' };
  const resolved = days([{ date: monday, lesson: at('08:00'), moveTo }]);
  const [id] = idsOn(days([]));
  expect(resolved.on(monday, everybody)).toMatchObject({
    lessons: [],
    cancelled: [{ id, movedTo: { date: wednesday, startTime: '13:00' } }],
  });
  expect(resolved.on(wednesday, everybody).lessons).toMatchObject([
    {
      ...{ id, date: wednesday, startTime: '13:00', endTime: '13:45', start: '2026-11-25T13:00:00+01:00' },
      ...{ status: 'changed', changed: ['time'], movedFrom: { date: monday, startTime: '08:00' }, periodIndex: null },
    },
  ]);
  const sameDay = days([{ date: monday, lesson: at('08:00'), moveTo: { ...moveTo, date: monday } }]);
  expect([lines(sameDay), cancelledOn(sameDay)]).toEqual([['13:00-13:45 changed'], ['08:00-08:45']]);
});

rule('moved to a closed day', () => {
  const change = {
    date: monday,
    lesson: at('08:00'),
    moveTo: { date: saturday, startTime: '08:00', endTime: '08:45' },
  };
  const refused = days([change]);
  expect([codes(refused), lines(refused)]).toEqual([['0 closed'], ['08:00-08:45 regular']]);
  expect(lines(days([{ ...change, evenIfClosed: true }]), saturday)).toEqual(['08:00-08:45 changed']);
  const onTuesday = { ...change, moveTo: { ...change.moveTo, date: tuesday } };
  expect(codes(days([onTuesday], { school: closedOn(tuesday, [firstClass]) }))).toEqual(['0 closed']);
  expect(codes(days([onTuesday], { school: closedOn(tuesday, [secondClass]) }))).toEqual([]);
});

rule('added', () => {
  const added = { kind: 'exam', startTime: '08:00', endTime: '09:30', classes: ['Year 1'], rooms: ['Hall'] } as const;
  const exam = (date: number) => ({ date, added: { ...added, classes: [...added.classes], rooms: [...added.rooms] } });
  const resolved = days([exam(monday)]);
  expect(lines(resolved)).toEqual(['08:00-08:45 regular', '08:00-09:30 added']);
  expect(resolved.on(monday, everybody).lessons[1]).toMatchObject({
    ...{ kind: 'exam', timetableId: null, unitLocalIds: [], periodIndex: null, classes: [{ entityId: firstClass }] },
    ...{ id: expect.stringMatching(/^20261123T0800-[0-9a-f]{16}$/), rooms: [{ entityId: null, name: 'Hall' }] },
  });
  expect(codes(days([exam(saturday)]))).toEqual(['0 closed']);
  expect(lines(days([{ ...exam(saturday), evenIfClosed: true }]), saturday)).toEqual(['08:00-09:30 added']);
  const supervision = { kind: 'supervision', startTime: '09:30', endTime: '09:50', teachers: ['Ada'] } as const;
  const plain = days([{ date: monday, added: { ...supervision, teachers: [...supervision.teachers] } }]);
  expect(lines(plain)).toEqual(['08:00-08:45 regular', '09:30-09:50 added']);
});

rule('twice', () => {
  const change = { date: monday, lesson: at('08:00'), rooms: ['A'] };
  const resolved = days([change, { ...change, rooms: ['B'] }]);
  expect(codes(resolved)).toEqual(['1 taken']);
  expect(resolved.on(monday, everybody).lessons).toMatchObject([{ rooms: [{ name: 'A' }] }]);
});

rule('orphaned', () => {
  const change = { date: monday, lesson: at('08:00', { subjects: ['Physics'] }), cancelled: true as const };
  const gone = days([change], { versions: [single({ subjectIds: [] })] });
  expect([codes(gone), lines(gone)]).toEqual([['0 no-lesson'], ['08:00-08:45 regular']]);
  expect(codes(days([change]))).toEqual([]);
});

rule('stable ids', () => {
  const before = idsOn(days([]));
  expect(idsOn(days([{ date: monday, lesson: at('08:00'), teachers: [], rooms: [], subjects: [] }]))).toEqual(before);
  const renamed = version('v2', { lessonUnits: [unit('lu_other', 'd0', 0)] });
  expect(idsOn(days([], { versions: [renamed] }))).toEqual(before);
  const twins = version('v1', { lessonUnits: [unit('lu_1', 'd0', 0), unit('lu_2', 'd0', 0)] });
  expect(idsOn(days([], { versions: [twins] }))).toEqual([before[0], `${before[0]}-2`]);
});

rule('other bells', () => {
  const periods = [{ periodIndex: 0, startTime: '09:00', endTime: '09:30' }];
  const school = calendar({ exceptions: [{ date: monday, name: 'Short', kind: 'bells', periods }] });
  const resolved = days([{ date: monday, lesson: at('09:00'), rooms: ['A'] }], { school });
  expect(lines(resolved)).toEqual(['09:00-09:30 changed']);
  const runs = calendar({
    exceptions: [{ date: saturday, name: 'Make-up', kind: 'runs', like: { week: 1, dayOfWeek: 1 } }],
  });
  const makeUp = days([{ date: saturday, lesson: at('08:00'), cancelled: true }], { school: runs });
  expect(cancelledOn(makeUp, saturday)).toEqual(['08:00-08:45']);
});

const hidden = (teachers: Audience['teachers'], self: string | null = null) => {
  const entities = {
    ...noChanges.entities,
    teachers: [{ entityId: 'bob', externalId: null, name: 'Bob', shortName: 'B' }],
  };
  const versions = [version('v1', { lessonUnits: [unit('lu_1', 'd0', 0), unit('lu_2', 'd0', 1)] })];
  const resolved = days(
    [
      { date: monday, lesson: at('08:00'), teachers: ['Bob'] },
      { date: monday, lesson: at('08:45'), cancelled: true },
    ],
    { entities, versions },
  );
  const { lessons, cancelled } = resolved.on(monday, { teachers, self });
  const names = (list: readonly { name: string }[] = []) => list.map(({ name }) => name);
  return [lessons[0]?.teachers, lessons[0]?.original?.teachers, cancelled[0]?.teachers].map(names);
};
rule('shown to keys', () => expect(hidden('all')).toEqual([['Bob'], ['Ada'], ['Ada']]));
rule('substitute', () => {
  expect(hidden('substitute')).toEqual([['Bob'], [], []]);
  expect(hidden('substitute', 'entity-tch_1')).toEqual([['Bob'], ['Ada'], ['Ada']]);
});
rule('none', () => {
  expect(hidden('none')).toEqual([[], [], []]);
  expect(hidden('none', 'bob')).toEqual([['Bob'], [], []]);
});

rule('notes and absences', () => {
  const resolved = days([], {
    notes: [
      { date: monday, text: 'Bus strike', classes: null },
      { date: monday, text: 'Photo', classes: ['Year 1'] },
      { date: monday, text: 'Nobody', classes: ['9Z'] },
    ],
    absent: [
      { date: monday, kind: 'class', entity: 'Year 1' },
      { date: monday, kind: 'room', entity: 'Barn' },
      { date: monday, kind: 'class', entity: '9Z' },
    ],
  });
  expect(resolved.on(monday, everybody)).toMatchObject({
    notes: [
      { text: 'Bus strike', classes: null },
      { text: 'Photo', classes: [{ entityId: firstClass }] },
    ],
    absent: { classes: [{ entityId: firstClass }], rooms: [{ entityId: null, name: 'Barn' }] },
  });
  expect(resolved.orphaned.map(({ list, index, code }) => `${list} ${index} ${code}`)).toEqual([
    'notes 2 unknown-class',
    'absent 2 unknown-class',
  ]);
});
