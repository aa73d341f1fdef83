// From a School to the document, which is common to all formats.

import { describe, expect, test } from 'vitest';
import { unknownEntity } from '../../src/document/assemble-timetable.ts';
import { createFindings } from '../../src/formats/report/finding.ts';
import { buildDocument } from '../../src/formats/school/build-document.ts';
import type { School } from '../../src/formats/school/school.ts';
import { problemsOf } from './problems-of.ts';
import { entity, lesson, smallSchool } from './small-school.ts';
import { versionFields } from './version-fields.ts';

function build(changes: Partial<School> = {}) {
  const findings = createFindings();
  const document = buildDocument(smallSchool(changes), versionFields, findings, 'school');
  if (document === null) throw new Error(JSON.stringify(findings.list()));
  expect(problemsOf(document)).toEqual([]);
  return { document, rules: findings.counts().map(({ rule }) => rule) };
}

test('a school becomes a consistent document, without findings', () => {
  const { document, rules } = build();
  expect(rules).toEqual([]);
  expect(document.teachers).toEqual([
    {
      localId: 'tch_ADA',
      entityId: 'teacher-ADA',
      externalId: 'ADA',
      name: 'Ada Lovelace',
      shortName: 'ADA',
      color: null,
      isActive: true,
      maxPeriods: null,
    },
  ]);
  expect(document.classes).toMatchObject([{ localId: 'cls_5A', classTeacherId: 'tch_ADA', bellScheduleId: null }]);
  expect(document.rooms).toMatchObject([{ capacity: 24, buildingName: 'Main' }, { capacity: 0 }]);
  expect(document.lessons[0]?.groups).toMatchObject([{ id: '1', name: null, roomMode: 'all', roomIds: ['rom_R1'] }]);
  expect(document.lessonUnits).toMatchObject([
    { localId: 'lu_1-d1-p2', dayId: 'd1', periodIndex: 1, spanId: null, groupName: null, roomIds: ['rom_R1'] },
  ]);
});

test('the order of units in the file does not matter', () => {
  const at = [3, 1, 2, 0].map((place) => ({ week: 0, day: place >> 1, period: place & 1 }));
  const units = [...at, null].map((each) => ({ group: 0, at: each, span: null, rooms: [], locked: false }));
  const one = build({ lessons: [lesson('1', { units })] }).document;
  const other = build({ lessons: [lesson('1', { units: units.toReversed() })] }).document;
  expect(other).toEqual(one);
  expect(one.lessonUnits.map(({ localId }) => localId)).toEqual(
    ['d1-p1', 'd1-p2', 'd2-p1', 'd2-p2', 'u'].map((place) => `lu_1-${place}`),
  );
});

test('a cycle has each day in each of its weeks, and a unit is in one of them', () => {
  const weeks = ['A', 'B'].map((label) => ({ label: `Week ${label}`, shortLabel: label }));
  const units = [1, 0].map((week) => ({
    group: 0,
    at: { week, day: 1, period: 0 },
    span: null,
    rooms: [],
    locked: true,
  }));
  const { document } = build({ weeks, lessons: [lesson('1', { units })] });
  const { scheduleType, cycleLength, days } = document.bellSchedule;
  expect({ scheduleType, cycleLength }).toEqual({ scheduleType: 'cycle', cycleLength: 2 });
  expect(days.map(({ id, label, dayOfWeek, weekInCycle }) => [id, label, dayOfWeek, weekInCycle])).toEqual([
    ['w1-d1', 'Monday A', 1, 1],
    ['w1-d2', 'Tuesday A', 2, 1],
    ['w2-d1', 'Monday B', 1, 2],
    ['w2-d2', 'Tuesday B', 2, 2],
  ]);
  expect(document.lessonUnits.map(({ dayId, locked }) => [dayId, locked])).toEqual([
    ['w1-d2', true],
    ['w2-d2', true],
  ]);
});

test('the name of a week is shown beside the day only if it is short', () => {
  const namesOf = (...names: string[]) =>
    build({ weeks: names.map((shortLabel) => ({ label: shortLabel, shortLabel })) })
      .document.bellSchedule.days.filter(({ dayOfWeek }) => dayOfWeek === 1)
      .map(({ label, weekInCycle }) => [label, weekInCycle]);
  expect(namesOf('T1', 'T2')).toEqual([
    ['Monday T1', 1],
    ['Monday T2', 2],
  ]);
  expect(namesOf('Term 1 Week 1', 'Term 1 Week 2')).toEqual([
    ['Monday', 1],
    ['Monday', 2],
  ]);
});

describe('names', () => {
  test('that are missing are replaced by the short name or else the id, and missing short names by the name', () => {
    const { document, rules } = build({
      teachers: [
        entity('ADA', ''),
        entity('', 'Grace Hopper'),
        entity('', '', { key: 'T3', permanentId: 'T3' }),
        entity('', '', { key: 'K4' }),
      ],
    });
    expect(document.teachers.map(({ name, shortName, externalId }) => [name, shortName, externalId])).toEqual([
      ['ADA', 'ADA', 'ADA'],
      ['Grace Hopper', 'Grace Hopper', null],
      ['T3', 'T3', null],
      ['K4', 'K4', null],
    ]);
    expect(rules).toEqual(['school.name-missing']);
  });

  test('that are short and not unique are not shown', () => {
    const { document, rules } = build({
      teachers: [entity('ADA', 'Ada Lovelace'), entity('ADA', 'Adam Riese', { key: 'other' })],
    });
    expect(document.teachers.map(({ shortName, externalId }) => [shortName, externalId])).toEqual([
      ['Ada Lovelace', 'ADA'],
      ['Adam Riese', 'ADA'],
    ]);
    expect(rules).toEqual(['school.ids-collide', 'school.short-name-repeated']);
  });

  test('lose characters that cannot be stored or that change the direction of writing', () => {
    const { document, rules } = build({ subjects: [entity('Mat', ' Ma\u202ethe\0matics\ud800\n2 ')] });
    expect(document.subjects[0]?.name).toBe('Mathematics 2');
    expect(rules).toEqual(['school.name-cleaned']);
  });

  test('an entity that is missing is shown as Unknown', () => {
    const { document } = build({ teachers: [entity('ADA', '', { missing: true })] });
    expect(document.teachers[0]).toEqual({
      localId: 'tch_ADA',
      entityId: 'teacher-ADA',
      maxPeriods: null,
      ...unknownEntity,
    });
  });

  test.each([
    ['#a1b2c3', '#A1B2C3', []],
    ['', null, []],
    ['red', null, ['school.colour-unreadable']],
  ])('the colour %j becomes %j', (color, expected, told) => {
    const { document, rules } = build({ subjects: [entity('Mat', 'Mathematics', { color })] });
    expect(document.subjects[0]?.color).toBe(expected);
    expect(rules).toEqual(told);
  });
});

describe('rooms of a lesson', () => {
  const withRooms = (roomCandidates: string[], given: string[][]) => {
    const units = given.map((rooms, period) => ({
      group: 0,
      at: { week: 0, day: 0, period },
      span: null,
      rooms,
      locked: false,
    }));
    const groups = lesson('1').groups.map((group) => ({ ...group, roomCandidates }));
    const { document, rules } = build({ lessons: [lesson('1', { groups, units })] });
    const { roomMode, roomIds, roomCandidateIds, roomVariation } = document.lessons[0]?.groups[0] ?? {};
    const pickedBy = document.lessonUnits.map(({ roomPickedBy }) => roomPickedBy);
    return { roomMode, rooms: [roomIds, roomCandidateIds], roomVariation, pickedBy, rules };
  };
  const [one, two] = ['rom_R1', 'rom_R2'];

  test.each([
    ['none', [], [[]], 'none', [[], []], null, []],
    ['one', ['R1'], [['R1'], []], 'all', [[one], []], null, []],
    ['two at once', ['R1', 'R2'], [['R1', 'R2']], 'all', [[one, two], []], null, ['school.room-mode-assumed']],
    [
      'always the same of two',
      ['R1', 'R2'],
      [['R2'], ['R2']],
      'any',
      [[], [one, two]],
      'same',
      ['school.room-mode-assumed'],
    ],
    ['now this, now that', ['R1'], [['R1'], ['R2']], 'any', [[], [one, two]], 'vary', ['school.room-mode-assumed']],
    ['two, and none given', ['R1', 'R2'], [[]], 'any', [[], [one, two]], 'same', ['school.room-mode-assumed']],
  ])('%s', (_, candidates, given, roomMode, rooms, roomVariation, rules) => {
    const found = withRooms(candidates, given);
    expect(found).toMatchObject({ roomMode, rooms, roomVariation, rules });
    expect(found.pickedBy).toEqual(given.map((each) => (roomMode === 'any' && each.length > 0 ? 'system' : null)));
  });
});

test('groups that are taught at the same time are a parallel block, each with its name', () => {
  const [group] = lesson('1').groups;
  if (group === undefined) throw new Error('a lesson has a group');
  const groups = ['Boys', 'Girls'].map((name) => ({ ...group, key: name, name }));
  const units = [0, 1].map((place) => ({
    group: place,
    at: { week: 0, day: 0, period: 0 },
    span: null,
    rooms: [],
    locked: false,
  }));
  const { document } = build({ lessons: [lesson('1', { groups, units })] });
  expect(
    document.lessonUnits.map(({ localId, parallelGroupId, groupName, lessonGroupId }) => [
      ...[localId, parallelGroupId, groupName, lessonGroupId],
    ]),
  ).toEqual([
    ['lu_1-d1-p1', 'par_1-d1-p1', 'Boys', '1-Boys'],
    ['lu_1-d1-p1-2', 'par_1-d1-p1', 'Girls', '1-Girls'],
  ]);
});

test.each<[string, Partial<School>, string]>([
  ['days', { days: [], bells: [] }, 'school.empty'],
  ['periods', { bells: [] }, 'school.empty'],
  ['lessons', { lessons: [] }, 'school.empty'],
  ['a reasonable number of weeks', { weeks: Array(61).fill({ label: 'w', shortLabel: 'w' }) }, 'school.too-large'],
  [
    'a reasonable number of references',
    {
      lessons: Array.from({ length: 4 }, (_, key) => {
        const [group] = lesson('1').groups;
        const groups = group === undefined ? [] : [{ ...group, teachers: Array(1_000_000).fill('ADA') }];
        return lesson(String(key), { groups });
      }),
    },
    'school.too-large',
  ],
])('a school without %s is refused, and nothing is built', (_, changes, rule) => {
  const findings = createFindings();
  expect(buildDocument(smallSchool(changes), versionFields, findings, 'school.xml')).toBeNull();
  expect(findings.counts()).toContainEqual(expect.objectContaining({ rule, severity: 'error' }));
  expect(findings.list()[0]?.place.file).toBe('school.xml');
});
