// What the rooms that a file names for a lesson, and those that its units were given, say in the specification's words.

import type { LessonGroup } from '../contract/types.generated.ts';

type RoomNeed = Pick<LessonGroup, 'roomMode' | 'roomIds' | 'roomCandidateIds' | 'roomGroupIds' | 'roomVariation'>;

/**
 * `assumed`: no file says whether it needs one of its rooms or all of them, nor whether the room may change, so that it was
 * concluded from the rooms that were given.
 * @param given the rooms of each unit that has any
 */
export function chooseRoomMode(
  candidates: readonly string[],
  given: readonly (readonly string[])[],
): { need: RoomNeed; assumed: boolean } {
  const rooms = [...new Set([...candidates, ...given.flat()])];
  const [only] = rooms;
  if (only === undefined) return { need: needOf('none', []), assumed: false };
  if (rooms.length === 1) return { need: needOf('all', rooms), assumed: false };
  if (given.some((each) => each.length > 1)) return { need: needOf('all', rooms), assumed: true };
  const changes = new Set(given.flat()).size > 1;
  return { need: needOf('any', rooms, changes ? 'vary' : 'same'), assumed: true };
}

function needOf(
  roomMode: LessonGroup['roomMode'],
  rooms: string[],
  roomVariation: LessonGroup['roomVariation'] = null,
) {
  return {
    ...{ roomMode, roomIds: roomMode === 'all' ? rooms : [], roomCandidateIds: roomMode === 'any' ? rooms : [] },
    ...{ roomGroupIds: [], roomVariation },
  };
}
