// The courses of the Diploma Programme. Six lines offer three courses each, of which a student takes one; the core is taken
// by everyone, class by class.
import type { Course } from '../../contract/types.generated.ts';
import { allOf, noRoom, oneOf, type RoomNeed } from '../plan/room-need.ts';
import type { Times } from '../plan/teaching.ts';

export interface CourseRow {
  key: string;
  name: string;
  courseCode: string | null;
  /** 1 to 6; null for the core. */
  line: number | null;
  teacherIds: string[];
  rooms: Pick<Course, 'roomIds' | 'roomGroupIds' | 'roomVariation'>;
}

const diplomaRooms = ['rom_dip1', 'rom_dip2', 'rom_dip3', 'rom_dip4'];
type Rooms = CourseRow['rooms'];
const own: Rooms = { roomIds: diplomaRooms, roomGroupIds: [], roomVariation: 'same' };
const varying: Rooms = { roomIds: [], roomGroupIds: ['rgp_sem'], roomVariation: 'vary' };
const seminar: Rooms = { roomIds: [], roomGroupIds: ['rgp_sem'], roomVariation: 'same' };
const outdoors: Rooms = { roomIds: [], roomGroupIds: [], roomVariation: null };
const fixed = (roomId: string): Rooms => ({ ...outdoors, roomIds: [roomId] });

type Line = [key: string, name: string, courseCode: string | null, teacherId: string, rooms: Rooms][];

const lines: Line[] = [
  [
    ['enl', 'English A: Literature', 'ENL-A', 'tch_72', own],
    ['ela', 'English A: Language', 'ELA-A', 'tch_73', own],
    ['esa', 'Español A', 'ESP-A', 'tch_74', own],
  ],
  [
    ['frb', 'Français B', 'FRA-B', 'tch_75', seminar],
    ['deb', 'Deutsch B', 'DEU-B', 'tch_76', seminar],
    ['zhi', '中文入门', 'ZHO-I', 'tch_43', seminar],
  ],
  [
    ['his', 'History', 'HIS', 'tch_73', varying],
    ['eco', 'Economics', 'ECO', 'tch_69', varying],
    ['psy', 'Psychology', 'PSY', 'tch_70', { ...own, roomVariation: 'vary' }],
  ],
  [
    ['bio', 'Biology', 'BIO', 'tch_78', { ...own, roomIds: ['rom_lab9', 'rom_lab10'] }],
    ['che', 'Chemistry', 'CHE', 'tch_79', { ...seminar, roomGroupIds: ['rgp_wet'] }],
    ['phy', 'Physics', 'PHY', 'tch_80', { ...own, roomIds: ['rom_lab5', 'rom_lab6'] }],
  ],
  [
    ['maa', 'Mathematics: Analysis', 'MAA', 'tch_81', own],
    ['mai', 'Mathematics: Applications', 'MAI', 'tch_82', own],
    ['sta', 'Statistics', null, 'tch_77', own],
  ],
  [
    ['art', 'Visual Arts', 'ART', 'tch_71', fixed('rom_ustudio')],
    ['csc', 'Computer Science', 'CSC', 'tch_81', { ...seminar, roomGroupIds: ['rgp_com'] }],
    ['fil', 'Cine y Film', 'FIL', 'tch_74', { ...own, roomVariation: 'vary' }],
  ],
];

export const inquiry: CourseRow = {
  key: 'inq',
  name: 'Knowledge and Inquiry',
  courseCode: 'INQ',
  line: null,
  teacherIds: ['tch_45', 'tch_47'],
  rooms: own,
};

export const service: CourseRow = {
  key: 'srv',
  name: 'Service and Fieldwork',
  courseCode: null,
  line: null,
  teacherIds: ['tch_72', 'tch_74', 'tch_75', 'tch_76', 'tch_78', 'tch_82'],
  rooms: outdoors,
};

export const lineCourses: CourseRow[] = lines.flatMap((line, index) =>
  line.map(([key, name, courseCode, teacherId, rooms]) => ({
    key,
    name,
    courseCode,
    line: index + 1,
    teacherIds: [teacherId],
    rooms,
  })),
);

/** Sciences and arts work in double periods. */
export function timesOf({ key, line }: CourseRow): Times {
  if (key === service.key) return [[1, 2]];
  if (key === inquiry.key) return [[2, 1]];
  return line === 4 || line === 6
    ? [[2, 2]]
    : [
        [2, 1],
        [1, 2],
      ];
}

export function roomNeedOf({ rooms: { roomIds, roomGroupIds, roomVariation } }: CourseRow): RoomNeed {
  if (roomVariation) return oneOf(roomVariation, { candidates: roomIds, groups: roomGroupIds });
  return roomIds.length > 0 ? allOf(...roomIds) : noRoom;
}

/** The scheduling settings follow the fields that every course has. */
export function writeCourse(row: CourseRow): Course {
  const times = timesOf(row);
  return {
    localId: `crs_${row.key}`,
    entityId: `course-${row.key}`,
    name: row.name,
    courseCode: row.courseCode,
    teacherIds: row.teacherIds,
    ...row.rooms,
    maxPerDay: 2,
    doublePeriods: times.reduce((sum, [frequency, length]) => sum + (length === 2 ? frequency : 0), 0),
    maxSectionSize: 24,
    minSectionSize: 12,
    periodsPerCycle: times.reduce((sum, [frequency, length]) => sum + frequency * length, 0),
  };
}
