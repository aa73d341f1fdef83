// What every class of the Main School is taught by itself: subject, years, periods a week, room and teachers. The classes of
// a row are shared out among its teachers in equal runs.
import { allOf, oneOf, type RoomNeed } from '../plan/room-need.ts';
import type { Times } from '../plan/teaching.ts';

export interface CurriculumRow {
  subject: string;
  years: readonly number[];
  times: Times;
  teacherIds: readonly string[];
  /** Of a class such as 7B, taught by the teacher at this position of the row. */
  room: (className: string, teacherIndex: number) => RoomNeed;
  /** Rows sharing it are spread across the week as one. */
  spreadWith?: string;
  /** A second teacher in the room with some of the classes. */
  support?: { teacherId: string; classNames: readonly string[] };
}

const lower = [5, 6];
const middle = [7, 8];
const senior = [9, 10];
const fromSeven = [...middle, ...senior];
const all = [...lower, ...fromSeven];

const home = (className: string) => allOf(`rom_${className}`);
const atelier = (_: string, teacherIndex: number) => allOf(`rom_art${teacherIndex + 1}`);
const laboratory = () => oneOf('vary', { groups: ['rgp_labs'] });
const fumeCupboards = () => oneOf('vary', { groups: ['rgp_wet'] });
const ownLaboratory = () => oneOf('same', { groups: ['rgp_labs'] });
const computers = () => oneOf('same', { groups: ['rgp_com'] });
const sportsHall = () => oneOf('vary', { groups: ['rgp_sport'] });
const musicRoom = () => oneOf('vary', { candidates: ['rom_mus1', 'rom_mus2'] });

const teachers = (...numbers: number[]) => numbers.map((number) => `tch_${String(number).padStart(2, '0')}`);
const single = (frequency: number): Times => [[frequency, 1]];
const double = (frequency: number): Times => [[frequency, 2]];

export const mainCurriculum: readonly CurriculumRow[] = [
  {
    subject: 'eng',
    years: lower,
    times: single(5),
    teacherIds: teachers(1, 2),
    room: home,
    support: { teacherId: 'tch_48', classNames: ['5A', '5D', '6B', '6E'] },
  },
  { subject: 'eng', years: fromSeven, times: single(4), teacherIds: teachers(3, 4, 5, 6), room: home },
  { subject: 'mat', years: lower, times: single(5), teacherIds: teachers(7, 8), room: home },
  { subject: 'mat', years: fromSeven, times: single(4), teacherIds: teachers(9, 10, 11, 12), room: home },
  { subject: 'his', years: all, times: single(2), teacherIds: teachers(13, 14, 15), room: home },
  { subject: 'geo', years: all, times: single(2), teacherIds: teachers(16, 17, 18), room: home },
  { subject: 'sci', years: lower, times: double(2), teacherIds: teachers(19, 20), room: ownLaboratory },
  {
    subject: 'bio',
    years: fromSeven,
    times: double(1),
    teacherIds: teachers(21, 22),
    room: laboratory,
    spreadWith: 'sci',
  },
  {
    subject: 'che',
    years: fromSeven,
    times: double(1),
    teacherIds: teachers(23, 24),
    room: fumeCupboards,
    spreadWith: 'sci',
  },
  {
    subject: 'phy',
    years: fromSeven,
    times: double(1),
    teacherIds: teachers(25, 26),
    room: laboratory,
    spreadWith: 'sci',
  },
  { subject: 'art', years: [...lower, ...middle], times: double(1), teacherIds: teachers(27, 28), room: atelier },
  { subject: 'mus', years: lower, times: single(2), teacherIds: teachers(29), room: musicRoom },
  { subject: 'mus', years: middle, times: single(1), teacherIds: teachers(30), room: musicRoom },
  { subject: 'dra', years: middle, times: single(1), teacherIds: teachers(31), room: () => allOf('rom_drama') },
  { subject: 'com', years: lower, times: single(2), teacherIds: teachers(32), room: computers },
  { subject: 'com', years: fromSeven, times: double(1), teacherIds: teachers(33, 34), room: computers },
  { subject: 'pe', years: lower, times: [...single(1), ...double(1)], teacherIds: teachers(35, 36), room: sportsHall },
  { subject: 'pe', years: fromSeven, times: double(1), teacherIds: teachers(37, 38), room: sportsHall },
  { subject: 'eco', years: senior, times: single(2), teacherIds: teachers(39), room: home },
];

/** Who leads a class, from 5A to 10C. The last two classes have no class teacher this year. */
export const mainClassTeachers: ReadonlyMap<string, string> = new Map(
  [
    ...teachers(1, 7, 13, 16, 19),
    ...teachers(2, 8, 20, 36, 29),
    ...teachers(3, 9, 14, 17, 21),
    ...teachers(4, 10, 23, 25, 28),
    ...teachers(5, 11, 15, 18, 22),
    ...teachers(6, 12, 24),
  ].map((teacherId, index) => [`cls_${5 + Math.floor(index / 5)}${'ABCDE'[index % 5]}`, teacherId]),
);
