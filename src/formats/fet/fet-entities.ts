// Reads the teachers, subjects, students and rooms of a FET file. FET refers to everything by name, so ids are made
// from names. Long names and codes are shown where they exist.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { School, SchoolEntity } from '../school/school.ts';
import type { FetData, Named, Room } from './fet-data.ts';

export type FetEntities = {
  /** All entities, including those that were added. */
  lists(): Pick<School, 'teachers' | 'subjects' | 'classes' | 'rooms'>;
  /** The key for a name. A name that is not listed is added as missing. */
  teacher(name: string, line: number): string;
  subject(name: string, line: number): string;
  /** Null where no year, group or subgroup has this name, which is then reported. */
  students(name: string, line: number): string | null;
  /** The real rooms of a room. Empty where they are unknown, which is then reported. */
  realRooms(name: string, given: readonly string[], line: number): string[];
  isRealRoom(name: string): boolean;
};

export function createFetEntities(data: FetData, file: string, findings: Findings): FetEntities {
  const entityOf = (what: string, { name, longName, code, line }: Named): SchoolEntity => ({
    key: name,
    permanentId: name,
    name: longName || name,
    shortName: code || (longName === '' ? '' : name),
    color: null,
    place: { file, line, element: `${what} ${quote(name)}` },
  });
  const listOf = (what: string, named: readonly Named[]) =>
    new Map(named.flatMap((each) => (each.name === '' ? [] : [[each.name, entityOf(what, each)] as const])));
  const teachers = listOf('teacher', firstOfEach(data.teachers));
  const subjects = listOf('subject', firstOfEach(data.subjects));
  const students = listOf('students', firstOfEach(data.students));
  const rooms = new Map(firstOfEach(data.rooms).map((room) => [room.name, room]));
  // A virtual room may stand for thousands of real ones, and thousands of activities may be in it.
  const resolved = new Map<Room, readonly string[] | null>();
  const resolveOnce = (room: Room): readonly string[] | null => {
    const known = resolved.get(room);
    const names = known === undefined ? resolve(room) : known;
    resolved.set(room, names);
    return names;
  };
  let references = 0;
  const listed = (what: string, list: Map<string, SchoolEntity>) => (name: string, line: number) => {
    if (!list.has(name)) {
      const place = { file, line, element: `${what} ${quote(name)}` };
      findings.add('school.reference-unknown', place, `the ${what} ${quote(name)} is not listed in the file`, { name });
      list.set(name, { ...entityOf(what, { name, longName: '', code: '', line }), missing: true });
    }
    return name;
  };
  return {
    lists: () => ({
      teachers: [...teachers.values()],
      subjects: [...subjects.values()],
      classes: [...students.values()].map((each) => ({ ...each, classTeacher: null })),
      rooms: [...rooms.values()].flatMap((room) => (isReal(room) ? [roomOf(room, entityOf)] : [])),
    }),
    teacher: listed('teacher', teachers),
    subject: listed('subject', subjects),
    students(name, line) {
      if (students.has(name)) return name;
      findings.add('fet.students-unknown', { file, line }, `there is no year, group or subgroup ${quote(name)}`, {
        name,
      });
      return null;
    },
    realRooms(name, given, line) {
      const room = rooms.get(name);
      const names = !room?.isVirtual ? [name] : given.length > 0 ? given : resolveOnce(room);
      references += names?.length ?? 0;
      if (references > limits.references) {
        const message = `the activities have more than ${limits.references} rooms, counting repetitions`;
        findings.add('school.too-large', { file, line }, message);
        return [];
      }
      if (names === null) {
        const message = `the room ${quote(name)} is virtual, and the file does not say which real rooms belong to it`;
        findings.add('fet.virtual-room', { file, line }, message, { name });
      }
      return (names ?? []).filter((each) => {
        const isListed = isReal(rooms.get(each));
        if (!isListed)
          findings.add('fet.room-unknown', { file, line }, `the room ${quote(each)} is not listed`, { name: each });
        return isListed;
      });
    },
    isRealRoom: (name) => isReal(rooms.get(name)),
  };
}

const isReal = (room: Room | undefined): boolean => room !== undefined && !room.isVirtual && room.name !== '';

/** FET requires unique names. A group that belongs to several years is repeated in the file. */
function firstOfEach<Item extends Named>(named: readonly Item[]): Item[] {
  const byName = new Map<string, Item>();
  for (const each of named) if (!byName.has(each.name)) byName.set(each.name, each);
  return [...byName.values()];
}

/** A virtual room stands for one real room of each of its sets. It is resolved where every set has only one room. */
function resolve({ realRoomSets }: Room): readonly string[] | null {
  const isPlain = realRoomSets.length > 0 && realRoomSets.every((set) => set.length === 1);
  return isPlain ? [...new Set(realRoomSets.flat())] : null;
}

/** FET writes 30,000 where no capacity is set. */
const noCapacity = 30_000;

function roomOf(room: Room, entityOf: (what: string, named: Named) => SchoolEntity): School['rooms'][number] {
  const capacity = room.capacity >= noCapacity ? 0 : room.capacity;
  return { ...entityOf('room', room), capacity, buildingName: room.building };
}
