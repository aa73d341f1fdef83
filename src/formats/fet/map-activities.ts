// Maps activities to lessons: the parts of a split activity are one lesson, and an activity of several hours is one
// span.

import { groupBy } from '../group-by.ts';
import type { SchoolGroup, SchoolLesson, SchoolUnit } from '../school/school.ts';
import type { Activity, FetData } from './fet-data.ts';
import type { FetEntities } from './fet-entities.ts';
import { findParallel } from './find-parallel.ts';
import type { PlacedActivity } from './place-activities.ts';

export function mapActivities(
  data: FetData,
  placed: readonly PlacedActivity[],
  periodOf: ReadonlyMap<number, number>,
  entities: FetEntities,
  file: string,
): SchoolLesson[] {
  const parallel = findParallel(data, placed);
  const lessons = groupBy(placed, ({ activity: { id, groupId } }) => (groupId === '0' ? `single ${id}` : groupId));
  return [...lessons].map(([key, parts]): SchoolLesson => {
    const [first] = parts.map(({ activity }) => activity);
    const { id = '', groupId = '', line = 0 } = first ?? {};
    const byTaught = groupBy(parts, ({ activity }) => taughtBy(activity));
    const groups = [...byTaught].map(([taught, ofGroup]) => mapGroup(data, taught, ofGroup, entities));
    const indexOf = new Map([...byTaught.keys()].map((taught, index) => [taught, index]));
    return {
      key,
      identity: { permanentId: groupId === '0' ? id : groupId, shortName: '', name: '' },
      place: { file, line, element: `activity ${id}` },
      groups,
      configurations: configurationsOf(parts),
      units: parts.flatMap((part) =>
        unitsOf(part, indexOf.get(taughtBy(part.activity)) ?? 0, periodOf, entities, parallel.get(part.activity.id)),
      ),
    };
  });
}

/** Parts of one activity with other teachers or students become separate groups. */
const taughtBy = ({ teachers, subject, students }: Activity): string =>
  JSON.stringify([subject, [...teachers].sort(), [...students].sort()]);

function mapGroup(data: FetData, key: string, parts: readonly PlacedActivity[], entities: FetEntities): SchoolGroup {
  const [first] = parts.map(({ activity }) => activity);
  const { line = 0, teachers = [], subject = '', students = [] } = first ?? {};
  const wishes = parts.flatMap(({ activity }) => data.roomWishes.get(activity.id) ?? []);
  return {
    key,
    name: null,
    teachers: [...new Set(teachers)].map((name) => entities.teacher(name, line)),
    classes: [...new Set(students)].flatMap((name) => entities.students(name, line) ?? []),
    subjects: subject === '' ? [] : [entities.subject(subject, line)],
    roomCandidates: [...new Set(wishes)].filter((name) => entities.isRealRoom(name)),
  };
}

function unitsOf(
  { activity, slots, chosen }: PlacedActivity,
  group: number,
  periodOf: ReadonlyMap<number, number>,
  entities: FetEntities,
  parallel: string | undefined,
): SchoolUnit[] {
  const room = chosen?.room ?? null;
  const rooms = room === null ? [] : [...new Set(entities.realRooms(room.room, room.realRooms, room.line))];
  const span = slots.length > 1 ? `a${activity.id}` : null;
  const locked = chosen?.time?.isLocked ?? false;
  return slots.map((slot): SchoolUnit => {
    const period = slot === null ? undefined : periodOf.get(slot.slot);
    if (slot === null || period === undefined) return { group, at: null, span, rooms: [], locked: false };
    const at = { week: slot.week, day: slot.day, period };
    return { group, at, span, rooms, locked, ...(parallel === undefined ? {} : { parallel }) };
  });
}

function configurationsOf(parts: readonly PlacedActivity[]): SchoolLesson['configurations'] {
  const byLength = groupBy(parts, ({ slots }) => slots.length);
  const configurations = [...byLength].map(([length, of]) => ({ frequency: of.length, length }));
  return configurations.sort((one, other) => other.length - one.length);
}
