// The slices of a week: what the week has for one class, one teacher or one room. What is cut is the week as it is published, so
// a slice shows nothing that the week does not.

import type { NamedEntity, Participant, Timetable, Week } from '../../contract/types.generated.ts';
import { append } from '../../days/append.ts';
import { nameOfSlice, type Slice } from '../../snapshot/pack/name-of-slice.ts';

type Kind = Slice['kind'];
type Lists = { subjects: Participant[]; teachers: Participant[]; classes: NamedEntity[]; rooms: Participant[] };

const listOf = { class: 'classes', teacher: 'teachers', room: 'rooms' } as const satisfies Record<Kind, keyof Lists>;
const kinds: readonly Kind[] = ['class', 'teacher', 'room'];

/**
 * @param versions those that apply in the week: each class, teacher and room in one of them has a slice, even an empty one
 * @yields the name of each slice, and its JSON text in UTF-8
 */
export function* assembleSlices(week: Week, versions: readonly Timetable[]): Generator<[string, Uint8Array]> {
  for (const kind of kinds) {
    const list = listOf[kind];
    const lessons = new Map<string, Week['lessons']>();
    for (const lesson of week.lessons)
      for (const id of idsIn(lesson[list], lesson.original?.[list] ?? [])) append(lessons, id, lesson);
    const cancelled = new Map<string, Week['cancelled']>();
    for (const lesson of week.cancelled) for (const id of idsIn(lesson[list])) append(cancelled, id, lesson);
    const entityIds = new Set(versions.flatMap((version) => version[list].map(({ entityId }) => entityId)));
    for (const id of [...entityIds, ...lessons.keys(), ...cancelled.keys()]) entityIds.add(id);
    for (const entityId of entityIds) {
      const slice: Week = {
        ...week,
        lessons: lessons.get(entityId) ?? [],
        cancelled: cancelled.get(entityId) ?? [],
        notes: week.notes.filter(({ classes }) => isFor(classes, kind, entityId)),
        absent: week.absent.flatMap((day) => cutAbsent(day, kind, entityId)),
      };
      yield [nameOfSlice({ kind, entityId }), new TextEncoder().encode(JSON.stringify(slice))];
    }
  }
}

const idsIn = (...lists: readonly Participant[][]): Set<string> =>
  new Set(lists.flatMap((list) => list.flatMap(({ entityId }) => entityId ?? [])));

/** A note for some classes is theirs alone. */
const isFor = (classes: NamedEntity[] | null, kind: Kind, entityId: string): boolean =>
  classes === null || (kind === 'class' && classes.some((each) => each.entityId === entityId));

function cutAbsent(day: Week['absent'][number], kind: Kind, entityId: string): Week['absent'] {
  const own = <Who extends Participant>(list: readonly Who[], of: Kind) =>
    kind === of ? list.filter((each) => each.entityId === entityId) : [];
  const [classes, rooms] = [own(day.classes, 'class'), own(day.rooms, 'room')];
  return classes.length + rooms.length === 0 ? [] : [{ ...day, classes, rooms }];
}
