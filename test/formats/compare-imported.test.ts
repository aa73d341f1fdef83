// The changes that a second import reports.

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { compareImported, isUnchanged } from '../../src/formats/report/compare-imported.ts';
import { type AscElements, ascCard, ascLesson } from './asc/asc-xml.ts';
import { convertSmall } from './asc/convert-asc.ts';

const lists = {
  teacher: [
    { id: 'T1', name: 'Ada Lovelace', short: 'ADA' },
    { id: 'T2', name: 'Grace Hopper', short: 'GRA' },
  ],
  classroom: ['R1', 'R2'].map((id) => ({ id, name: id, short: id })),
};
const documentOf = (changes: AscElements = {}): Timetable => convertSmall({ ...lists, ...changes }).document;
const before = documentOf();
const compare = (after: Timetable) => {
  const changes = compareImported(before, after);
  const { bells, entities, ...kinds } = changes;
  const told = Object.entries(kinds).flatMap(([kind, list]) => list.map(({ what }) => `${kind}: ${what}`));
  return {
    told: [...told, ...(bells ? ['bells'] : []), ...(entities ? ['entities'] : [])],
    same: isUnchanged(changes),
  };
};

test('a version with the same content is unchanged, in any order of its lists', () => {
  const { lessonUnits, teachers, rooms, ...rest } = before;
  const after = {
    ...rest,
    lessonUnits: lessonUnits.toReversed(),
    teachers: teachers.toReversed(),
    rooms: rooms.toReversed(),
  };
  expect(
    compare({ ...after, id: 'v2', versionNumber: 2, createdAt: 'x', updatedAt: 'y', status: 'published' }),
  ).toEqual({ told: [], same: true });
});

test('a document whose lessons are numbered anew is not all gone and all new', () => {
  const anew = (id: string) => `${id}-anew`;
  const after: Timetable = {
    ...before,
    lessons: before.lessons.map((lesson) => ({ ...lesson, localId: anew(lesson.localId) })),
    lessonUnits: before.lessonUnits.map((unit) => ({ ...unit, lessonLocalId: anew(unit.lessonLocalId) })),
  };
  expect(compare(after)).toEqual({ told: ['otherwise: Mat · 5A · ADA'], same: false });
});

describe('each difference is reported', () => {
  test.each<[string, AscElements, string[]]>([
    ['a card on another day', { card: [ascCard(), ascCard({ period: '3', days: '01' })] }, ['moved: Mat · 5A · ADA']],
    ['a card that is gone', { card: [ascCard()] }, ['moved: Mat · 5A · ADA', 'otherRoom: Mat · 5A · ADA']],
    ['another teacher', { lesson: [ascLesson({ teacherids: 'T2' })] }, ['otherTeacher: Mat · 5A · GRA']],
    [
      'another room',
      {
        lesson: [ascLesson({ classroomids: 'R2' })],
        card: [ascCard({ classroomids: 'R2' }), ascCard({ classroomids: 'R2', days: '01', period: '2' })],
      },
      ['otherRoom: Mat · 5A · ADA'],
    ],
    ['another group', { lesson: [ascLesson({ groupids: 'G1' })] }, ['otherwise: Mat · 5A · ADA']],
    [
      'another lesson',
      { lesson: [ascLesson(), ascLesson({ id: 'L2', periodsperweek: '1', teacherids: '' })] },
      ['added: Mat · 5A'],
    ],
    [
      // No reader sees that it is another one.
      'the same lesson under another id',
      {
        lesson: [ascLesson({ id: 'L2' })],
        card: [ascCard({ lessonid: 'L2' }), ascCard({ lessonid: 'L2', days: '01', period: '2' })],
      },
      ['otherwise: Mat · 5A · ADA'],
    ],
    [
      'a lesson under another id that moved as well',
      {
        lesson: [ascLesson({ id: 'L2' })],
        card: [ascCard({ lessonid: 'L2' }), ascCard({ lessonid: 'L2', days: '01', period: '3' })],
      },
      ['moved: Mat · 5A · ADA'],
    ],
    [
      'a lesson under another id, of another teacher, at the same time',
      {
        lesson: [ascLesson({ id: 'L2', teacherids: 'T2' })],
        card: [ascCard({ lessonid: 'L2' }), ascCard({ lessonid: 'L2', days: '01', period: '2' })],
      },
      ['otherTeacher: Mat · 5A · GRA'],
    ],
    [
      'another lesson in its place',
      {
        subject: [
          { id: 'S1', name: 'Mathematics', short: 'Mat' },
          { id: 'S2', name: 'Physics', short: 'Phy' },
        ],
        lesson: [ascLesson({ id: 'L2', subjectid: 'S2' })],
        card: [ascCard({ lessonid: 'L2' }), ascCard({ lessonid: 'L2', days: '01', period: '2' })],
      },
      ['added: Phy · 5A · ADA', 'gone: Mat · 5A · ADA', 'entities'],
    ],
    ['other bells', { break: [] }, ['bells']],
    ['a name', { subject: [{ id: 'S1', name: 'Maths', short: 'Mat' }] }, ['entities']],
  ])('%s', (_, changes, told) => {
    expect(compare(documentOf(changes))).toEqual({ told, same: false });
  });
});
