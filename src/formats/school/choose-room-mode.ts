// Chooses the room mode of a lesson from the rooms that the file names for it and the rooms of its units.

import type { LessonGroup } from '../../contract/types.generated.ts';

type RoomNeed = Pick<LessonGroup, 'roomMode' | 'roomIds' | 'roomCandidateIds' | 'roomGroupIds' | 'roomVariation'>;

/**
 * `assumed`: the mode was inferred from the given rooms, since no file says whether a lesson needs one of its rooms or
 * all of them, or whether the room may change.
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
    roomMode,
    roomIds: roomMode === 'all' ? rooms : [],
    roomCandidateIds: roomMode === 'any' ? rooms : [],
    roomGroupIds: [],
    roomVariation,
  };
}
