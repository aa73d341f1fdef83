// Draws changes of the days of a school: whatever the school is, they mean lessons that it has, and people who are in it or not.

import * as fc from 'fast-check';
import { createLessonPlanner } from '../../src/calendar/lessons/plan-lessons.ts';
import type { Calendar, DayChange, Timetable } from '../../src/contract/types.generated.ts';
import { createLessonIds } from '../../src/days/lesson-ids.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';

const number = fc.nat(1000);
const drawn = fc.record({
  what: fc.constantFrom('cancelled', 'moved', 'teachers', 'rooms', 'classes', 'subjects', 'text', 'added'),
  ...{ day: number, lesson: number, part: number, one: number, another: number },
  isWhole: fc.boolean(),
});

/** To be given a school with `changesOf`. */
export const drawnChanges = fc.array(drawn, { maxLength: 12 });

type Drawn = ReturnType<typeof drawnChanges.generate>['value'];

const times = ['07:30', '08:00', '09:50', '14:00'];

/** Those of the dates of a week; some of them may be refused, as they are in life. */
export function changesOf(
  drawn: Drawn,
  { calendar, versions }: { calendar: Calendar; versions: readonly Timetable[] },
  dates: readonly number[],
): DayChange[] {
  const lister = createLessonPlanner({ calendar, versions });
  const ids = createLessonIds(sha256OfText);
  const namesOf = (kind: 'teachers' | 'rooms' | 'classes' | 'subjects') => [
    ...new Set(versions.flatMap((version) => version[kind].map(({ entityId }) => entityId))),
    ...(kind === 'classes' ? [] : ['Somebody new']),
  ];
  const pick = <Item>(items: readonly Item[], index: number): Item[] =>
    items.slice(index % (items.length || 1)).slice(0, 1);
  return drawn.flatMap(({ what, day, lesson, part, one, another, isWhole }, index): DayChange[] => {
    const [date = 0] = pick(dates, day);
    const ref = { ref: `${index}`, date, evenIfClosed: true };
    const named = (kind: 'teachers' | 'rooms' | 'classes' | 'subjects') => [
      ...new Set([...pick(namesOf(kind), one), ...(isWhole ? pick(namesOf(kind), another) : [])]),
    ];
    const [startTime = '08:00'] = pick(times, one);
    const [moveDate = 0] = pick(dates, another);
    if (what === 'added')
      return [
        {
          ...{ ref: ref.ref, date, evenIfClosed: true },
          added: {
            ...{ kind: 'exam', startTime, endTime: '15:10' },
            ...{ teachers: named('teachers'), classes: named('classes'), rooms: named('rooms') },
          },
        },
      ];
    const [meant] = pick(ids.withParts(lister.plan(date)), lesson);
    const [id] = pick(meant?.parts ?? [], part);
    if (id === undefined) return [];
    const change = { ...ref, lesson: { id: id.id, wholeLesson: isWhole } };
    if (what === 'cancelled') return [{ ...change, cancelled: true, text: 'Trip' }];
    if (what === 'moved') return [{ ...change, moveTo: { date: moveDate, startTime, endTime: '15:20' } }];
    if (what === 'text') return [{ ...change, text: 'Bring a book, please; or two\nbooks' }];
    return [{ ...change, [what]: named(what) }];
  });
}
