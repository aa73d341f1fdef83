// Generated changes against a second resolver, which is slow and knows nothing of spans: it looks at each period by itself, and joins
// what is alike at the end.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLessonPlanner } from '../../src/calendar/lessons/plan-lessons.ts';
import type { PlannedLesson } from '../../src/calendar/lessons/planned-lesson.ts';
import type { DayChange } from '../../src/contract/types.generated.ts';
import { noChanges } from '../../src/days/no-changes.ts';
import { resolveDays } from '../../src/days/resolve-days.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { bells, calendar, span, unit, version } from '../calendar/small-school.ts';
import { times } from '../support/thoroughness.ts';

const date = 20261123;
const hours = ['08', '09', '10', '11', '12', '13'];
const [firstOnly, secondOnly] = [{ classIds: ['cls_1'] }, { classIds: ['cls_2'], teacherIds: [], roomIds: [] }];
const versions = [
  version('v1', {
    bellSchedule: bells([[1, null]], { times: hours.map((hour): [string, string] => [`${hour}:00`, `${hour}:50`]) }),
    lessonUnits: [
      ...span('a', 'd0', [2, 3, 4], firstOnly),
      unit('lu_b', 'd0', 0, firstOnly),
      ...span('c', 'd0', [0, 1], secondOnly),
      ...span('d', 'd0', [2, 3, 4, 5], secondOnly),
    ],
  }),
];
const asked = { calendar: calendar(), versions, sha256: sha256OfText };
const everybody = { teachers: 'all', self: null } as const;
const resolve = (changes: DayChange[]) => resolveDays({ ...noChanges, ...asked, changes });

const arbitraryChange = fc.record(
  {
    lesson: fc.record({
      startTime: fc.constantFrom(...hours.map((hour) => `${hour}:00`)),
      classes: fc.constantFrom('Year 1', 'Year 2').map((name) => [name]),
      wholeLesson: fc.boolean(),
    }),
    cancelled: fc.constant(true as const),
    rooms: fc.subarray(['Lab', 'Barn'], { maxLength: 1 }),
    teachers: fc.subarray(['Ada', 'Bob'], { maxLength: 1 }),
    text: fc.constantFrom(null, 'Bring a book'),
  },
  { requiredKeys: ['lesson'] },
);
const arbitraryChanges = fc
  .array(arbitraryChange, { maxLength: 8 })
  .map((changes): DayChange[] => changes.map((change, index) => ({ ref: `${index}`, date, ...change })));

type Shown = { startTime: string; endTime: string; says: string };

/** What becomes of each period: `says` is empty where nothing does. */
function resolveSlowly(changes: readonly DayChange[]): { lessons: Shown[]; cancelled: Shown[]; refused: string[] } {
  const plan = createLessonPlanner(asked).plan(date);
  const periods = plan.flatMap(({ lesson, cut }, number) =>
    Array.from({ length: lesson.periods }, (_, place) => ({ number, place, part: cut(place, place + 1) })),
  );
  const taken = new Map<(typeof periods)[number], DayChange>();
  const refused: string[] = [];
  for (const change of changes) {
    const { startTime, classes = [], wholeLesson } = change.lesson ?? {};
    const [found] = periods.filter(
      ({ part }) => part.startTime === startTime && part.classes.some(({ name }) => classes.includes(name)),
    );
    const meant = periods.filter((each) => (wholeLesson ? each.number === found?.number : each === found));
    if (meant.length === 0 || meant.some((each) => taken.has(each))) refused.push(change.ref);
    else for (const each of meant) taken.set(each, change);
  }
  const shown = periods.map((each) => ({ ...each, says: sayings(each.part, taken.get(each)) }));
  const joined: (Shown & { number: number; place: number })[] = [];
  for (const { number, place, part, says } of shown) {
    const last = joined.at(-1);
    if (last?.number === number && last.says === says) last.endTime = part.endTime;
    else joined.push({ number, place, startTime: part.startTime, endTime: part.endTime, says });
  }
  const plain = (isCancelled: boolean) =>
    joined
      .filter(({ says }) => says.startsWith('cancelled') === isCancelled)
      .map(({ startTime, endTime, says }) => ({ startTime, endTime, says }));
  return { lessons: plain(false), cancelled: plain(true), refused };
}

function sayings(part: PlannedLesson, change: DayChange | undefined): string {
  if (change === undefined) return '';
  const text = change.text ?? '';
  if (change.cancelled) return `cancelled ${text}`;
  const of = (kind: 'teachers' | 'rooms') => {
    const names = change[kind];
    return names === undefined || `${names}` === `${part[kind].map(({ name }) => name)}` ? '' : `${kind}=${names} `;
  };
  return `${of('teachers')}${of('rooms')}${text}`;
}

const byStart = (one: Shown, other: Shown) =>
  one.startTime < other.startTime ? -1 : one.startTime > other.startTime ? 1 : one.says < other.says ? -1 : 1;

describe('whatever is changed', () => {
  test('the resolver says what the slow one does', () => {
    fc.assert(
      fc.property(arbitraryChanges, (changes) => {
        const resolved = resolve(changes);
        const { lessons, cancelled } = resolved.on(date, everybody);
        const slow = resolveSlowly(changes);
        const shown = lessons.map(({ startTime, endTime, changed, teachers, rooms, text }) => {
          const of = (kind: 'teachers' | 'rooms', list: readonly { name: string }[]) =>
            changed.includes(kind) ? `${kind}=${list.map(({ name }) => name)} ` : '';
          return { startTime, endTime, says: `${of('teachers', teachers)}${of('rooms', rooms)}${text ?? ''}` };
        });
        const gone = cancelled.map(({ startTime, endTime, text }) => ({
          ...{ startTime, endTime, says: `cancelled ${text ?? ''}` },
        }));
        expect(shown.sort(byStart)).toEqual(slow.lessons.sort(byStart));
        expect(gone.sort(byStart)).toEqual(slow.cancelled.sort(byStart));
        expect(resolved.orphaned.map(({ index }) => changes[index]?.ref).sort()).toEqual(slow.refused.sort());
      }),
      { numRuns: times(60, 2000) },
    );
  });

  test('ids are unique, and whoever withdraws everything has the day as before', () => {
    const before = resolve([]).on(date, everybody);
    fc.assert(
      fc.property(arbitraryChanges, (changes) => {
        const { lessons, cancelled } = resolve(changes).on(date, everybody);
        const ids = [...lessons, ...cancelled].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        // Every lesson that begins where it was planned to keeps its id.
        for (const { id, startTime, endTime } of before.lessons) {
          const same = [...lessons, ...cancelled].find((each) => each.id === id);
          expect(same?.startTime).toBe(startTime);
          if (same !== undefined) expect(same.endTime <= endTime).toBe(true);
        }
        expect(resolve([]).on(date, everybody)).toEqual(before);
      }),
      { numRuns: times(40, 1000) },
    );
  });
});
