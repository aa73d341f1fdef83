import { describe, expect, test } from 'vitest';
import type { LessonUnit } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import type { VersionRows } from '../../src/document/version-rows.ts';
import { findRowWarnings } from '../../src/document/warnings/find-row-warnings.ts';
import { findWarnings } from '../../src/document/warnings/find-warnings.ts';
import {
  addUnit,
  alone,
  type Case,
  type Change,
  elsewhere,
  expectOne,
  group,
  set,
  small,
  standard,
  warningsOf,
} from './odd-rows.ts';
import { rowsOf } from './rows-of.ts';

test('a correct document has no warnings', () => {
  expect(warningsOf(() => {})).toEqual([]);
  expect(warningsOf(() => {}, standard())).toEqual([]);
});

test.each(demoSchool().documents)('the demo school has none ($document.id)', ({ document }) => {
  expect(findWarnings(document, findRowWarnings(rowsOf(document), document))).toEqual([]);
});

const units: Case[] = [
  [
    'a double on two days',
    (rows) => {
      set(rows.lessonUnits.spanId, ['s']);
      addUnit(rows, { spanId: 's', dayId: 'tuesday' });
    },
    '$.lessonUnits[2].dayId',
    'lu_1 of the same double period is on another day, monday',
    'lesson_unit lu_3 of ',
  ],
  [
    'a double in two rooms',
    (rows) => {
      set(rows.lessonUnits.spanId, ['s']);
      addUnit(rows, { spanId: 's', periodIndex: 1, roomIds: [] });
    },
    '$.lessonUnits[2].roomIds',
    'lu_1 of the same double period is in another room',
    'lesson_unit lu_3 of ',
  ],
  [
    'a room that is not a candidate',
    (rows) => {
      set(group(rows, 1), { roomCandidateIds: ['rom_9'], roomGroupIds: [] });
      set(rows.lessonUnits.lessonGroupId, ['g2']);
    },
    '$.lessonUnits[0].roomIds[0]',
    'rom_1 is neither a candidate of lesson group g2 nor in its room groups',
    'lesson_unit lu_1 of ',
  ],
  [
    'one lesson and group at two places at once',
    (rows) => addUnit(rows, elsewhere),
    '$.lessonUnits[2]',
    'the same group of the same lesson has lu_1 at the same time',
    'lesson_unit lu_3 of ',
  ],
  ...(['teacher', 'class', 'room'] as const).map((name): Case => {
    const field = `${name}Ids`;
    const id = { teacher: 'tch_1', class: 'cls_1', room: 'rom_1' }[name];
    const change: Change = (rows) => {
      set(rows.lessonUnits.periodIndex, [1]);
      addUnit(rows, { ...alone, [field]: [id], lessonLocalId: 'lsn_2', lessonGroupId: 'only' });
    };
    const message = `${name} ${id} is in lu_1 at the same time`;
    return [`a ${name} at two places`, change, `$.lessonUnits[2].${field}`, message, 'lesson_unit lu_3 of '];
  }),
];
test.each(units)('units: %s', (...each) => expectOne(each, small()));

describe('no warning for', () => {
  const meant: [string, Change][] = [
    ['two groups of a lesson', (rows) => addUnit(rows, { ...elsewhere, lessonGroupId: 'g2' })],
    ['two sections', (rows) => addUnit(rows, { ...elsewhere, sectionLocalId: 'section-2' })],
    ['two days', (rows) => addUnit(rows, { dayId: 'tuesday' })],
    ['units of a split lesson that name no group', (rows) => {
      set(rows.lessonUnits.lessonGroupId, [null]);
      addUnit(rows, { ...elsewhere, lessonGroupId: null });
    }],
    ['a room of the group’s room group', (rows) => {
      set(group(rows, 1), { roomCandidateIds: [] });
      set(rows.lessonUnits.lessonGroupId, ['g2']);
    }],
    ['any room, where none is named', (rows) => {
      set(group(rows, 1), { roomCandidateIds: [], roomGroupIds: [] });
      set(rows.lessonUnits.lessonGroupId, ['g2']);
    }],
  ]; // biome-ignore format: one line each
  test.each(meant)('%s', (_, change) => {
    expect(warningsOf(change)).toEqual([]);
  });
});

describe('a fault that occurs many times', () => {
  const many = (changes: (index: number) => object) => (rows: VersionRows) => {
    for (let index = 0; index < 10_000; index += 1) addUnit(rows, changes(index));
  };

  test('is one warning, with the number of the others', () => {
    const found = warningsOf(
      many(() => ({ studentIds: ['stu_1'], dayId: null, periodIndex: null })),
      standard(),
    );
    expect(found.map(({ message }) => message)).toEqual([
      'student_ids are not shown in standard mode; at least 9999 more of the kind',
    ]);
  });

  test('10,000 units at one place and time give at most a hundred clashes, and one warning of a repeated lesson', () => {
    const lessonLocalId = (index: number) => (index % 2 === 0 ? 'lsn_1' : 'lsn_2');
    const found = warningsOf(many((index) => ({ lessonLocalId: lessonLocalId(index), lessonGroupId: 'g1' })));
    expect(found.length).toBe(102);
    expect(found[0]?.message).toMatch(/^the same group .*; at least 9999 more of the kind$/);
    expect(found.at(-1)?.message).toBe('and more of the kind');
  });

  test('correct units are each compared once', () => {
    const rows = small();
    many((index) => ({ dayId: null, periodIndex: null, spanId: `s${index}` }))(rows);
    let looks = 0;
    const get = (unit: object, name: string | symbol): unknown => {
      looks += 1;
      return Reflect.get(unit, name);
    };
    const counted = (list: LessonUnit[]) => list.map((unit) => new Proxy<LessonUnit>(unit, { get }));
    const timetable = assembleTimetable(rows);
    const watched = { ...timetable, lessonUnits: counted(timetable.lessonUnits) };
    findWarnings(watched, findRowWarnings(rows, watched));
    expect(looks / timetable.lessonUnits.length).toBeLessThan(40);
  });
});
