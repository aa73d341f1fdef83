// Every code that the checks of a document know is found in a document, with the school's own names; so no code is dead, and none
// lacks a value that its sentence needs.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type SchemaCode, schemaCode, schemaCodes } from '../../src/contract/schema-codes.ts';
import type { Finding, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { checkOpenFields, checkText } from '../../src/document/check-unsafe-json.ts';
import { type DocumentCode, documentCodes } from '../../src/document/finding-codes.ts';
import { findListWarnings } from '../../src/document/warnings/find-list-warnings.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import {
  addUnit,
  alone,
  type Change,
  configuration,
  elsewhere,
  first,
  group,
  schedule,
  set,
  standard,
  warningsOf,
} from './odd-rows.ts';

type Found = Pick<Finding, 'code' | 'values'>;

/** What a change of the small timetable breaks. */
const broken = (change: (timetable: Timetable) => unknown) => (): Found[] => {
  const timetable = structuredClone(smallTimetable());
  change(timetable);
  return checkReferences(timetable);
};
const odd = (change: Change) => (): Found[] => warningsOf(change);
const open = (value: unknown) => (): Found[] => checkOpenFields({ ...smallTimetable(), sectionSettings: { value } });
const text = (value: string) => (): Found[] => checkText({ value });
const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)]);

const period =
  (fields: object): Change =>
  (rows) =>
    set(first(configuration(rows).periods, 2), fields);
const pause =
  (fields: object): Change =>
  (rows) =>
    set(first(configuration(rows).breaks), fields);
const clash =
  (fields: object): Change =>
  (rows) => {
    set(rows.lessonUnits.periodIndex, [1]);
    addUnit(rows, { ...alone, ...fields, lessonLocalId: 'lsn_2', lessonGroupId: 'only' });
  };
const manyAtOnce =
  (fields: (index: number) => object): Change =>
  (rows) => {
    for (let index = 0; index < 4000; index++) addUnit(rows, fields(index));
  };
const ofTeacher =
  (fields: object): Change =>
  ({ teachers }) =>
    set(first(teachers).organisation ?? {}, fields);
const published = () => publishedTimetable('version-1');

const unit = { thing: 'lesson', name: 'Physics / Physics HL (Year 1)', day: 'monday', period: 'Period 1' };
const teacher = { thing: 'teacher', name: 'Ada' };
const monday = { thing: 'day', name: 'monday' };

/** How a document comes to each code, and values that it has. */
const cases = {
  'bell-schedule-not-default': [broken(({ bellSchedules }) => set(first(bellSchedules, 1), { isDefault: true })), { thing: 'bell-schedule' }],
  'bell-schedule-not-listed': [broken(({ classes }) => set(first(classes), { bellScheduleId: 'no' })), { name: 'Year 1' }],
  'bell-schedule-not-repeated': [broken((timetable) => set(timetable.bellSchedule, { name: 'Other' })), {}],
  'class-not-listed': [broken(({ students }) => set(first(students), { classId: 'no' })), { thing: 'student', name: 'Bo' }],
  'course-not-listed': [broken(({ sections }) => set(first(sections), { courseLocalId: 'no' })), { thing: 'section' }],
  'day-configured-twice': [broken(({ bellSchedules }) => first(first(bellSchedules, 1).dayConfigurations).dayIds.push('late')), { day: 'late' }],
  'day-not-configured': [broken(({ bellSchedules }) => first(bellSchedules, 1).dayConfigurations.pop()), { thing: 'day', name: 'late' }],
  'day-not-listed': [broken(({ bellSchedules }) => first(first(bellSchedules, 1).dayConfigurations).dayIds.push('no')), {}],
  'ends-before-start': [broken((timetable) => set(timetable, { effectiveFrom: 20261127, effectiveTo: 20261031 })), { first: '2026-11-27', last: '2026-10-31' }],
  'forbidden-field': [open(JSON.parse('{"__proto__":1}')), {}],
  'group-not-of-lesson': [broken(({ lessonUnits }) => set(first(lessonUnits), { lessonGroupId: 'no' })), unit],
  'half-character': [text('\ud800'), {}],
  'id-used-twice': [broken(({ teachers }) => teachers.push(first(teachers))), teacher],
  'lesson-half-placed': [broken(({ lessonUnits }) => set(first(lessonUnits), { dayId: null })), { thing: 'lesson' }],
  'lesson-not-listed': [broken(({ lessonUnits }) => set(first(lessonUnits), { lessonLocalId: 'no' })), unit],
  'lesson-outside-days': [broken(({ lessonUnits }) => set(first(lessonUnits), { dayId: 'early' })), { schedule: 'bs_main', day: 'early' }],
  'lesson-outside-periods': [broken(({ lessonUnits }) => set(first(lessonUnits), { periodIndex: 7 })), { schedule: 'bs_main', periods: 3, period: '8' }],
  'more-problems': [broken(({ roomGroups }) => set(first(roomGroups), { memberIds: Array(1001).fill('no') })), { rest: 1 }],
  'nested-too-deep': [open(nested(70)), { levels: 60 }],
  'nul-character': [text('\0'), {}],
  'number-without-json': [open(Number.NaN), {}],
  'room-group-not-listed': [broken(({ courses }) => set(first(courses), { roomGroupIds: ['no'] })), { thing: 'course' }],
  'room-not-listed': [broken(({ roomGroups }) => set(first(roomGroups), { memberIds: ['no'] })), { thing: 'room-group', name: 'Labs' }],
  'section-not-listed': [broken(({ lessonUnits }) => set(first(lessonUnits), { sectionLocalId: 'no' })), unit],
  'student-not-listed': [broken(({ lessonUnits }) => set(first(lessonUnits), { studentIds: ['no'] })), unit],
  'subject-not-listed': [broken(({ lessons }) => set(first(first(lessons).groups), { subjectIds: ['no'] })), { thing: 'lesson' }],
  'teacher-not-listed': [broken(({ classes }) => set(first(classes), { classTeacherId: 'no' })), { thing: 'class', name: 'Year 1' }],
  'value-without-json': [open(() => 1), {}],

  'bells-out-of-order': [odd(period({ startTime: '06:00', endTime: '06:45' })), { thing: 'period', name: 'Period 3', other: 'Period 2' }],
  'bells-overlap': [odd(pause({ startTime: '08:30', endTime: '08:40' })), { thing: 'break', name: 'Break', other: 'Period 2' }],
  'blank-name': [odd(ofTeacher({ name: ' ' })), { thing: 'teacher', name: 'Ada' }],
  'break-after-last-period': [odd(pause({ followsPeriodIndex: 3 })), { name: 'Break', periods: 3 }],
  'clashes-not-compared': [odd(manyAtOnce(() => ({ ...alone, teacherIds: ['tch_1'], parallelGroupId: 'p' }))), {}],
  'control-characters': [odd(ofTeacher({ shortName: '\u009b' })), teacher],
  'day-name-contradicted': [odd((rows) => set(first(schedule(rows).days), { label: 'Sunday' })), { thing: 'day', name: 'Sunday' }],
  'direction-characters': [odd(ofTeacher({ externalId: '12\u202e' })), teacher],
  'double-booked-class': [odd(clash({ classIds: ['cls_1'] })), { name: 'Year 1', lesson: 'Physics / Physics HL (Ada)', period: 'Period 2' }],
  'double-booked-room': [odd(clash({ roomIds: ['rom_1'] })), { name: 'Lab', lesson: 'Physics / Physics HL (Year 1)', other: 'Physics / Physics HL' }],
  'double-booked-teacher': [odd(clash({ teacherIds: ['tch_1'] })), { name: 'Ada', day: 'monday', period: 'Period 2' }],
  'double-in-two-rooms': [odd((rows) => {
    set(rows.lessonUnits.spanId, ['s']);
    addUnit(rows, { spanId: 's', periodIndex: 1, roomIds: [] });
  }), { thing: 'lesson', period: 'Period 2' }],
  'double-on-two-days': [odd((rows) => {
    set(rows.lessonUnits.spanId, ['s']);
    addUnit(rows, { spanId: 's', dayId: 'tuesday' });
  }), { day: 'tuesday', other: 'monday' }],
  'ends-before-it-starts': [odd(period({ startTime: '09:45', endTime: '09:00' })), { start: '09:45', end: '09:00' }],
  'entity-not-known': [odd(({ teachers }) => set(first(teachers), { organisation: null })), { thing: 'teacher', name: 'entity-tch_1' }],
  'field-shadowed': [odd((rows) => set(schedule(rows), { extra: { id: 'x' } })), { field: 'id', name: 'bs_main' }],
  'lesson-repeated': [odd((rows) => addUnit(rows, elsewhere)), unit],
  'lessons-not-compared': [odd((rows) => {
    const [one, own] = [first(rows.classes), schedule(rows)];
    const ids = Array.from({ length: 2300 }, (_, index) => `x${index}`);
    rows.bellSchedules.push(...ids.map((id) => ({ ...own, id, isDefault: false })));
    rows.classes.push(...ids.map((id) => ({ ...one, localId: id, entityId: id, bellScheduleId: id })));
    addUnit(rows, { ...alone, classIds: ids });
  }), {}],
  'listed-twice': [odd(({ teachers }) => teachers.push({ ...first(teachers), localId: 'tch_2' })), teacher],
  'more-warnings': [odd(manyAtOnce((index) => ({ lessonLocalId: index % 2 === 0 ? 'lsn_1' : 'lsn_2', lessonGroupId: 'g1' }))), {}],
  'no-length': [odd(period({ startTime: '09:00', endTime: '09:00' })), { start: '09:00' }],
  'not-in-standard-mode': [() => warningsOf((rows) => set(rows, { sectionSettings: {} }), standard()), {}],
  'not-with-room-mode': [odd((rows) => set(group(rows, 2), { roomMode: 'none', roomIds: ['rom_1'] })), { mode: 'none' }],
  'number-rounded': [odd((rows) => set(rows, { sectionSettings: { a: 2 ** 60 } })), {}],
  'room-not-candidate': [odd((rows) => {
    set(group(rows, 1), { roomCandidateIds: ['rom_9'], roomGroupIds: [] });
    set(rows.lessonUnits.lessonGroupId, ['g2']);
  }), { room: 'Lab' }],
  'room-of-group-not-known': [odd(({ roomGroups }) => first(first(roomGroups).live?.rooms).organisation = null), { room: 'entity-rom_1' }],
  'rooms-not-compared': [odd((rows) => {
    const ids = Array.from({ length: 4000 }, (_, index) => `x${index}`);
    rows.roomGroups.push(...ids.map((id) => ({ ...first(rows.roomGroups), id, entityId: id })));
    set(group(rows, 1), { roomCandidateIds: [], roomGroupIds: ids });
    for (let index = 0; index < 2600; index++) addUnit(rows, { lessonGroupId: 'g2', dayId: null, periodIndex: null, roomIds: ['rom_9'] });
  }), {}],
  'text-too-long': [odd(ofTeacher({ name: 'x'.repeat(201) })), { most: 200, name: `${'x'.repeat(80)}…` }],
  'two-versions-current': [() => listed([{ ...published(), isCurrent: true }, { ...published(), id: 'v2', isCurrent: true }]), {}],
  'week-outside-cycle': [odd((rows) => set(first(schedule(rows).days), { weekInCycle: 2 })), { week: 2, weeks: 1, ...monday }],
  'weekday-unknown': [odd((rows) => set(first(schedule(rows).days), { dayOfWeek: 8 })), monday],
  'windows-overlap': [() => listed([{ ...published(), isCurrent: false }, { ...published(), id: 'v2', isCurrent: false }]), {}],
} as const satisfies Partial<Record<DocumentCode, readonly [() => Found[], object]>>; // biome-ignore format: one line each

const listed = (versions: Timetable[]): Found[] => [...findListWarnings(versions).values()].flat();

/** What only a publisher or a database finds, with the test that says so. */
const foundBy: Record<Exclude<DocumentCode, keyof typeof cases>, string> = {
  'checks-broken-off': 'publish/build-version.test.ts',
  'checks-refused': 'publish/build-version.test.ts',
  'id-not-of-address': 'database/timetable/import-timetable.test.ts',
  'organisation-unknown': 'database/timetable/import-timetable.test.ts',
  'other-organisation': 'publish/build-version.test.ts',
  'other-version': 'publish/build-version.test.ts',
  'row-refused': 'database/timetable/import-timetable.test.ts',
  'stored-meanwhile': 'database/timetable/import-timetable.test.ts',
  'version-unbuildable': 'publish/build-version.test.ts',
  'version-unreadable': 'publish/build-version.test.ts',
};

test.each(Object.entries(foundBy))('%s is found in %s', (code, file) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(`'${code}'`);
});

test.each(Object.entries(cases))('%s is found, with names of the school', (code, [find, values]) => {
  const found = find().find((each) => each.code === code);
  expect(found?.code).toBe(code);
  expect(found?.values ?? {}).toMatchObject(values);
  const own: readonly string[] = documentCodes[code as DocumentCode]; // the keys of `cases`
  expect(Object.keys(found?.values ?? {})).toEqual(expect.arrayContaining([...own]));
});

describe('what a schema finds', () => {
  const validate = createValidator();
  const codesOf = (change: (timetable: Timetable) => unknown) => {
    const timetable = structuredClone(smallTimetable());
    change(timetable);
    const validation = validate('timetable', timetable);
    return validation.valid ? [] : validation.problems.map(({ code, field }) => [code, field]);
  };
  const found: Record<
    Exclude<SchemaCode, 'value-wrong'>,
    [change: (timetable: Timetable) => unknown, field: string]
  > = {
    'field-missing': [({ teachers }) => Reflect.deleteProperty(first(teachers), 'color'), 'color'],
    'field-not-in-standard-mode': [(timetable) => set(timetable, { schedulingMode: 'standard' }), 'students'],
    'field-unknown': [({ teachers }) => set(first(teachers), { shoeSize: 42 }), 'shoeSize'],
    'may-have-more-problems': [({ lessonUnits }) => lessonUnits.push(...Array(1001).fill(null)), ''],
    'value-not-allowed': [(timetable) => set(timetable, { status: 'lost' }), 'status'],
    'value-of-other-form': [(timetable) => set(timetable, { createdAt: 'yesterday' }), 'createdAt'],
    'value-of-other-length': [(timetable) => set(timetable, { bellSchedules: [] }), 'bellSchedules'],
    'value-of-other-type': [({ rooms }) => set(first(rooms), { name: 1 }), 'name'],
    'value-out-of-range': [({ bellSchedules }) => set(first(bellSchedules), { cycleLength: 0 }), 'cycleLength'],
  };

  test.each(Object.entries(found))('%s', (code, [change, field]) => {
    expect(codesOf(change)).toContainEqual([code, field]);
  });

  test('value-wrong: what has no code of its own', () => {
    expect(schemaCode('uniqueItems')).toBe('value-wrong');
    expect(Object.keys(found).sort()).toEqual(schemaCodes.filter((code) => code !== 'value-wrong'));
  });
});
