// Which matches count as the entity itself, and which as a coincidence.

import { expect, test } from 'vitest';
import { findMentions, findTexts, noNames } from '../../src/maintain/find-mentions.ts';
import { smallTimetable } from '../support/small-timetable.ts';

const response = (data: object) => JSON.stringify({ success: true, data, timestamp: '1970-01-01T00:00:00.000Z' });
const certain = (text: string, id: string) =>
  findMentions(text, id).flatMap((mention) => (mention.certain ? [mention.at] : []));
const byChance = (text: string, id: string) =>
  findMentions(text, id).flatMap((mention) => (mention.certain ? [] : [mention.at]));

const document = smallTimetable();
const [course] = document.courses ?? [];

test.each([
  ['entity-tch_1', '$.data.teachers[0].entityId'],
  ['entity-sub_1', '$.data.subjects[0].entityId'],
  ['entity-cls_2', '$.data.classes[1].entityId'],
  ['entity-rom_1', '$.data.rooms[0].entityId'],
  ['entity-rgp_1', '$.data.roomGroups[0].entityId'],
  ['entity-stu_1', '$.data.students[0].entityId'],
  ['entity-crs_1', '$.data.courses[0].entityId'],
])('%s is found in a document, with its path', (id, at) => {
  expect(certain(response(document), id)).toEqual([at]);
  expect(certain(response(document), `${id}0`)).toEqual([]);
  expect(certain(response(document), id.slice(0, -1))).toEqual([]);
});

test.each([
  [
    'a value in sectionSettings',
    { sectionSettings: { pinned: { first: ['pupil-1'] } } },
    '$.data.sectionSettings.pinned.first[0]',
  ],
  ['a key in sectionSettings', { sectionSettings: { 'pupil-1': 3 } }, '$.data.sectionSettings["pupil-1"]'],
  [
    'sectionSettings, in a field named as in the contract',
    { sectionSettings: { name: 'pupil-1' } },
    '$.data.sectionSettings.name',
  ],
  [
    'an undescribed field of a course',
    { courses: [{ ...course, keptFor: 'for pupil-1, late' }] },
    '$.data.courses[0].keptFor',
  ],
])('a certain mention: %s', (_, changes, at) => {
  expect(certain(response({ ...document, ...changes }), 'pupil-1')).toEqual([at]);
});

test.each([
  ['a message', { message: 'pupil-1 is nowhere', row: null }, '$.withheld[0].problems[0].message'],
  ['a row', { message: 'is wrong', row: 'student pupil-1' }, '$.withheld[0].problems[0].row'],
])('%s of a problem is found', (_, finding, at) => {
  const problems = { withheld: [{ versionId: 'v1', problems: [{ path: '$', ...finding }] }], warnings: [] };
  expect(certain(JSON.stringify(problems), 'pupil-1')).toEqual([at]);
});

test('an escaped id is found', () => {
  expect(certain('{"entityId":"pupil\\u002d1"}', 'pupil-1')).toEqual(['$.entityId']);
  expect(certain('{"\\u0065ntityId":"\\u0070upil-1"}', 'pupil-1')).toEqual(['$.entityId']);
});

test('in a file that is not JSON, such as half a file, the id is found as a word', () => {
  expect(certain('{"teachers":[{"entityId":"pupil-1","na', 'pupil-1')).toEqual([null]);
  expect(findMentions('{"teachers":[{"entityId":"pupil-10","na', 'pupil-1')).toEqual([]);
});

test('an id is found in settings that are nested thousands of levels deep', () => {
  const depth = 20_000;
  const text = `{"sectionSettings":${'{"a":'.repeat(depth)}"pupil-1"${'}'.repeat(depth)}}`;
  expect(certain(text, 'pupil-1')).toHaveLength(1);
});

test('a short id in a name or a message is a coincidence, and in entityId certain', () => {
  const text = response({ ...document, description: 'Room 7', versionName: '7', lessonUnits: [], classes: [] });
  expect(certain(text, '7')).toEqual([]);
  expect(byChance(text, '7')).toEqual(['$.data.versionName']);
  expect(certain(response({ students: [{ entityId: '7' }] }), '7')).toEqual(['$.data.students[0].entityId']);
  expect(certain(JSON.stringify({ problems: [{ path: '$.a[7]', message: 'must be >= 7', row: null }] }), '7')).toEqual(
    [],
  );
});

test('a version id with the same characters is a coincidence', () => {
  const pointer = { organisationId: 'north', timetables: { 'pupil-1': { hash: 'a' } } };
  expect(certain(JSON.stringify(pointer), 'pupil-1')).toEqual([]);
  expect(byChance(JSON.stringify(pointer), 'pupil-1')).toEqual(['$.timetables["pupil-1"]']);
});

test('the names of an entity are collected from its entries, except Unknown', () => {
  const names = noNames();
  const entries = [
    { entityId: 'pupil-1', name: 'Bo', externalId: '4711' },
    { entityId: 'pupil-1', name: 'Unknown', externalId: null },
    { entityId: 'pupil-2', name: 'Cy', externalId: '4712' },
  ];
  findMentions(response({ students: entries }), 'pupil-1', names);
  expect(names).toEqual({ name: new Set(['Bo']), externalId: new Set(['4711']) });
});

test('a name is found within strings, escaped or not', () => {
  const names = new Set(['Bo "B" Ö']);
  expect(findTexts(JSON.stringify({ a: 'for Bo "B" Ö!', b: ['Bo'] }), names)).toEqual(['$.a']);
  expect(findTexts('{"a":"Bo \\u0022B\\u0022 \\u00d6"}', names)).toEqual(['$.a']);
  expect(findTexts('{"a":"Bo"}', new Set())).toEqual([]);
});
