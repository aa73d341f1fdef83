// Rooms of the demo school that can stand in for one another. A group is the same in every timetable that uses it, so that
// the groups of the draft, which are the live ones, agree with those that the published versions kept.
import type { RoomGroup } from '../../contract/types.generated.ts';

const groups: [key: string, name: string, members: string[]][] = [
  ['labs', 'Laboratories', ['lab1', 'lab2', 'lab3', 'lab4', 'lab5', 'lab6', 'lab7', 'lab8', 'lab9', 'lab10']],
  ['wet', 'Laboratories with fume cupboards', ['lab3', 'lab4', 'lab7', 'lab8']],
  ['com', 'Computer rooms', ['com1', 'com2', 'com3']],
  ['stage', 'Music rooms and stages', ['mus1', 'mus2', 'drama', 'aula']],
  ['sport', 'Sports halls', ['hall1', 'hall2', 'gym', 'dojo']],
  ['sem', 'Seminar rooms', ['sem1', 'sem2', 'sem3', 'sem4', 'sem5', 'com3']],
];

export const schoolRoomGroups: RoomGroup[] = groups.map(([key, name, members]) => ({
  id: `rgp_${key}`,
  entityId: `room-group-${key}`,
  name,
  memberIds: members.map((member) => `rom_${member}`),
}));
