// The time of what a reader's page computes from the worst documents: it may grow with the lessons, not with their square.

import { expect, test } from 'vitest';
import { changedEntities } from '../../src/client/comparison/changed-entities.ts';
import { compareVersions } from '../../src/client/comparison/compare-versions.ts';
import { freeRooms, freeTogether, periodsOf } from '../../src/client/find-free.ts';
import { gridFor } from '../../src/client/grid/grid-for.ts';
import { gridOfChanges } from '../../src/client/grid/grid-of-changes.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { processorTime } from '../support/processor-time.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { worst } from '../support/thoroughness.ts';
import { count, worstDocument } from '../support/worst-documents.ts';

/** Milliseconds: as many lessons compared in pairs take much longer. */
const { rows, time: enough } = worst({ rows: 10_000, time: 4000 }, 2);

/** Students of one class, whose lessons name the class alone. */
const oneClass = (): Timetable => ({
  ...smallTimetable(),
  students: count(rows, (index) => ({
    ...(smallTimetable().students?.[0] ?? never()),
    localId: `stu_${index}`,
    entityId: `student-${index}`,
  })),
});
const never = (): never => {
  throw new Error('the small timetable has a student');
};
/** A span of so many periods of one day. */
function longSpan(): Timetable {
  const document = worstDocument('thousands of days, each with thousands of periods', rows);
  const lessonUnits = document.lessonUnits.map((unit, index) => ({
    ...unit,
    dayId: 'd0',
    periodIndex: index,
    spanId: 's',
  }));
  return { ...document, lessonUnits };
}

const documents: [string, () => Timetable][] = [
  ...[
    'all units at one time in one class, of one lesson',
    'all units at one time in one class and one block',
    'one teacher everywhere, in a cycle of many weeks',
    'all units in one span, the first with every room',
    'thousands of days, each with thousands of periods',
    'thousands of breaks and day configurations',
  ].map((kind): [string, () => Timetable] => [kind, () => worstDocument(kind, rows)]),
  ['students of one class', oneClass],
  ['one span of a whole day', longSpan],
];

test.each(documents)('%s', (_, make) => {
  const document = make();
  // The same lessons an hour later would all have moved; here each has another room.
  const after: Timetable = { ...document, lessonUnits: document.lessonUnits.map((unit) => ({ ...unit, roomIds: [] })) };
  const teacher = { teacher: 'tch_1' };
  const entity = { teacher: 'entity-tch_1' };
  const time = periodsOf(document)[0];
  const steps: Record<string, () => unknown> = {
    grid: () => gridFor(document, teacher),
    comparison: () => gridOfChanges(compareVersions(document, after, entity)),
    'changed entities': () => changedEntities(document, after),
    'free together': () => freeTogether(document, [teacher, { class: 'cls_1' }]),
    'free rooms': () => time && freeRooms(document, time),
  };
  for (const [step, take] of Object.entries(steps)) {
    const { time: taken } = processorTime(take);
    expect([step, taken < enough || taken]).toEqual([step, true]);
  }
});
