// Rooms for lesson groups. A group that keeps one room for every occurrence gets it before anything is placed, the least
// used of its candidates; a group whose room may vary gets one at each placement.
import type { LessonGroup, RoomGroup } from '../../contract/types.generated.ts';
import type { Teaching } from '../plan/teaching.ts';
import type { Slot } from './bell-slots.ts';
import type { Occurrence, Placement } from './occurrence.ts';

export type ChooseRooms = (
  occurrence: Occurrence,
  slots: readonly Slot[],
  isFree: (roomId: string, slots: readonly Slot[]) => boolean,
) => Placement['rooms'];

export function roomChooser(teachings: readonly Teaching[], roomGroups: readonly RoomGroup[]): ChooseRooms {
  const members = new Map(roomGroups.map(({ id, memberIds }) => [id, memberIds]));
  const candidatesOf = (group: LessonGroup) => [
    ...new Set([...group.roomCandidateIds, ...group.roomGroupIds.flatMap((id) => members.get(id) ?? [])]),
  ];
  const settled = settleRooms(teachings, candidatesOf);

  return (occurrence, slots, isFree) => {
    const rooms = new Map<string, string[]>();
    const given = new Set<string>();
    for (const group of occurrence.groups) {
      const fixed = group.roomMode === 'any' ? settled.get(group.id) : group.roomIds;
      const roomIds = fixed ?? varyingRoom(rotated(candidatesOf(group), occurrence.number));
      rooms.set(group.id, roomIds);
      for (const roomId of roomIds) given.add(roomId);
    }
    return rooms;

    /** The first free candidate; where none is free, the first of all, and whoever holds it has to move. */
    function varyingRoom(candidates: string[]): string[] {
      const left = candidates.filter((roomId) => !given.has(roomId));
      return [left.find((roomId) => isFree(roomId, slots)) ?? left[0]].filter((roomId) => roomId !== undefined);
    }
  };
}

function settleRooms(
  teachings: readonly Teaching[],
  candidatesOf: (group: LessonGroup) => string[],
): Map<string, string[]> {
  const settled = new Map<string, string[]>();
  const periods = new Map<string, number>();
  for (const { lessons, handPickedRooms } of teachings) {
    const given = new Set<string>();
    for (const { groups, lessonConfigurations } of lessons) {
      const duration = lessonConfigurations.reduce((sum, { frequency, length }) => sum + frequency * length, 0);
      for (const group of groups) {
        const handPicked = handPickedRooms.get(group.id);
        if (group.roomMode !== 'any' || (group.roomVariation === 'vary' && !handPicked)) continue;
        const left = candidatesOf(group).filter((roomId) => !given.has(roomId));
        const roomId = handPicked ?? leastUsed(left, periods);
        if (roomId === undefined) throw new Error(`no candidate room is left for lesson group ${group.id}`);
        settled.set(group.id, [roomId]);
        given.add(roomId);
        periods.set(roomId, (periods.get(roomId) ?? 0) + duration);
      }
    }
  }
  return settled;
}

function leastUsed(roomIds: string[], periods: ReadonlyMap<string, number>): string | undefined {
  const use = (roomId: string) => periods.get(roomId) ?? 0;
  return roomIds.toSorted((one, other) => use(one) - use(other))[0];
}

function rotated<T>(items: T[], by: number): T[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
