// A slice is the week, cut to what names one class, teacher or room.

import { expect, test } from 'vitest';
import type { DayChange, Week } from '../../src/contract/types.generated.ts';
import { assembleWeek } from '../../src/days/assemble-week.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { assembleSlices } from '../../src/publish/derived/assemble-slices.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { calendar, firstClass, secondClass, unit, version } from '../calendar/small-school.ts';

const date = 20261123;
const versions = [
  version('v1', {
    lessonUnits: [
      unit('lu_1', 'd0', 0),
      unit('lu_2', 'd0', 1, { classIds: ['cls_2'], teacherIds: [], roomIds: [] }),
      unit('lu_3', 'd1', 0),
    ],
  }),
];
const changes: DayChange[] = [
  { ref: '1', date, lesson: { startTime: '08:00' }, teachers: ['Bob'], rooms: ['Barn'] },
  { ref: '2', date: 20261124, lesson: { startTime: '08:00' }, cancelled: true },
];
const teachers = [{ entityId: 'bob', externalId: null, name: 'Bob', shortName: 'B' }];

function slices(): { week: Week; of: (name: string) => Week | undefined; names: string[] } {
  const days = resolveDays({
    ...{ ...noChanges, entities: { ...noChanges.entities, teachers }, changes },
    notes: [
      { date, text: 'For all', classes: null },
      { date, text: 'For one', classes: ['Year 1'] },
    ],
    absent: [{ date, kind: 'class', entity: 'Year 1' }],
    ...{ calendar: calendar(), versions, sha256: sha256OfText },
  });
  const audience = { teachers: 'all', self: null } as const;
  const week = assembleWeek({ days, audience, generation: 1, timeZone: 'Europe/Berlin', week: '2026-W48' });
  const made = new Map(
    Array.from(assembleSlices(week, versions), ([name, data]) => [name, Buffer.from(data).toString()]),
  );
  const of = (name: string) => (made.has(name) ? (JSON.parse(made.get(name) ?? '') as Week) : undefined);
  return { week, of, names: [...made.keys()] };
}

test('a class has its lessons, what is cancelled of it, its notes and its absences', () => {
  const { week, of } = slices();
  expect(of(`class/${firstClass}`)).toEqual({ ...week, lessons: [week.lessons[0]] });
  expect(of(`class/${secondClass}`)).toMatchObject({
    lessons: [{ startTime: '08:45' }],
    cancelled: [],
    notes: [{ text: 'For all' }],
    absent: [],
  });
});

test('who is replaced finds the lesson by its original, and who replaces has it', () => {
  const { of } = slices();
  expect(of('teacher/bob')).toMatchObject({ lessons: [{ date, startTime: '08:00' }], cancelled: [] });
  expect(of('teacher/entity-tch_1')).toMatchObject({
    lessons: [{ status: 'changed', original: { teachers: [{ entityId: 'entity-tch_1' }] } }],
    cancelled: [{ date: 20261124 }],
  });
});

test('who is in a version and has nothing has an empty slice; who is in none has none', () => {
  const [first] = versions;
  if (first === undefined) throw new Error('there is a version');
  const { of, names } = slices();
  const idle = first.rooms.find(({ localId }) => localId !== 'rom_1');
  if (idle !== undefined) expect(of(`room/${idle.entityId}`)).toMatchObject({ lessons: [], cancelled: [] });
  expect(of('class/nobody')).toBeUndefined();
  const known = [first.classes, first.teachers, first.rooms].flat().length;
  expect(names).toHaveLength(known + 1); // and the substitute, who is in no version
});
