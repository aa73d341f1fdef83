// The room requirement of a lesson group, in the words in which a planner would state it. Each form fills exactly the fields
// that its room mode uses and leaves the others empty.
import type { LessonGroup } from '../../contract/types.generated.ts';

export type RoomNeed = Pick<
  LessonGroup,
  'roomMode' | 'roomIds' | 'roomCandidateIds' | 'roomGroupIds' | 'roomVariation'
>;

const unused = { roomIds: [], roomCandidateIds: [], roomGroupIds: [], roomVariation: null };

export const noRoom: RoomNeed = { ...unused, roomMode: 'none' };

/** All of these rooms at once. */
export const allOf = (...roomIds: string[]): RoomNeed => ({ ...unused, roomMode: 'all', roomIds });

/** One of these rooms, or of the rooms of these groups: the same each time, or one that varies. */
export const oneOf = (
  roomVariation: 'same' | 'vary',
  rooms: { candidates?: string[]; groups?: string[] },
): RoomNeed => ({
  ...unused,
  roomMode: 'any',
  roomCandidateIds: rooms.candidates ?? [],
  roomGroupIds: rooms.groups ?? [],
  roomVariation,
});
