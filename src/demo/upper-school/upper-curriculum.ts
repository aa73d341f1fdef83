// What each class of the Upper School is taught by itself, and who leads it. Times are those of a whole cycle of two weeks;
// Riverside has rows of its own because it shares teachers with Upper House but not its rooms.
import { allOf, noRoom, oneOf, type RoomNeed } from '../plan/room-need.ts';
import type { Pin, Times } from '../plan/teaching.ts';

export interface UpperRow {
  classNames: readonly string[];
  subject: string;
  times: Times;
  teacherId: string;
  room: (className: string) => RoomNeed;
  pins?: Pin[];
  /** Class name to the room that was chosen for it by hand. */
  handPickedRoomIds?: Readonly<Record<string, string>>;
}

export const eleventh = ['11A', '11B', '11C'];
export const twelfth = ['12A', '12B', '12C'];
const upperHouse = [...eleventh, ...twelfth];
const riverside = ['11R', '12R'];

const home = (className: string) => allOf(`rom_${className}`);
const upperLabs = { candidates: ['rom_ulab1', 'rom_ulab2', 'rom_ulab3'] };
const ownLab = () => oneOf('same', upperLabs);
const anyLab = () => oneOf('vary', upperLabs);
const riverLab = () => allOf('rom_rlab');
const sportsHall = () => oneOf('vary', { groups: ['rgp_sport'] });

const boathouse = (dayId: string): Pin => ({
  dayId,
  periodIndex: 4,
  reason: 'The boathouse is booked for these hours',
});

export const upperCurriculum: readonly UpperRow[] = [
  { classNames: eleventh, subject: 'eng', times: [[8, 1]], teacherId: 'tch_53', room: home },
  { classNames: twelfth, subject: 'eng', times: [[8, 1]], teacherId: 'tch_54', room: home },
  {
    classNames: eleventh,
    subject: 'mat',
    times: [
      [4, 1],
      [2, 2],
    ],
    teacherId: 'tch_55',
    room: home,
  },
  {
    classNames: twelfth,
    subject: 'mat',
    times: [
      [4, 1],
      [2, 2],
    ],
    teacherId: 'tch_56',
    room: home,
  },
  { classNames: upperHouse, subject: 'his', times: [[4, 1]], teacherId: 'tch_57', room: home },
  { classNames: upperHouse, subject: 'phi', times: [[2, 1]], teacherId: 'tch_47', room: home },
  { classNames: upperHouse, subject: 'bio', times: [[4, 1]], teacherId: 'tch_60', room: home },
  { classNames: upperHouse, subject: 'che', times: [[4, 1]], teacherId: 'tch_62', room: anyLab },
  {
    classNames: upperHouse,
    subject: 'phy',
    times: [
      [2, 1],
      [2, 2],
    ],
    teacherId: 'tch_63',
    room: ownLab,
    handPickedRoomIds: { '11B': 'rom_ulab3' },
  },
  { classNames: eleventh, subject: 'pe', times: [[2, 2]], teacherId: 'tch_64', room: sportsHall },
  { classNames: twelfth, subject: 'pe', times: [[2, 2]], teacherId: 'tch_65', room: sportsHall },

  { classNames: ['11R'], subject: 'eng', times: [[6, 1]], teacherId: 'tch_53', room: home },
  { classNames: ['12R'], subject: 'eng', times: [[6, 1]], teacherId: 'tch_54', room: home },
  {
    classNames: ['11R'],
    subject: 'mat',
    times: [
      [4, 1],
      [2, 2],
    ],
    teacherId: 'tch_55',
    room: home,
  },
  {
    classNames: ['12R'],
    subject: 'mat',
    times: [
      [4, 1],
      [2, 2],
    ],
    teacherId: 'tch_56',
    room: home,
  },
  { classNames: riverside, subject: 'his', times: [[4, 1]], teacherId: 'tch_58', room: home },
  { classNames: riverside, subject: 'geo', times: [[4, 1]], teacherId: 'tch_58', room: home },
  { classNames: riverside, subject: 'bio', times: [[2, 2]], teacherId: 'tch_59', room: riverLab },
  { classNames: riverside, subject: 'che', times: [[2, 2]], teacherId: 'tch_61', room: riverLab },
  { classNames: riverside, subject: 'phy', times: [[2, 2]], teacherId: 'tch_63', room: riverLab },
  { classNames: riverside, subject: 'fra', times: [[6, 1]], teacherId: 'tch_66', room: home },
  { classNames: riverside, subject: 'eco', times: [[4, 1]], teacherId: 'tch_69', room: home },
  {
    classNames: ['11R'],
    subject: 'pe',
    times: [[2, 2]],
    teacherId: 'tch_64',
    room: () => noRoom,
    pins: [boathouse('river-tue1'), boathouse('river-tue2')],
  },
  {
    classNames: ['12R'],
    subject: 'pe',
    times: [[2, 2]],
    teacherId: 'tch_65',
    room: () => noRoom,
    pins: [boathouse('river-wed1'), boathouse('river-wed2')],
  },
];

export const upperClassTeachers: ReadonlyMap<string, string> = new Map([
  ['cls_11A', 'tch_53'],
  ['cls_11B', 'tch_55'],
  ['cls_11C', 'tch_60'],
  ['cls_12A', 'tch_54'],
  ['cls_12B', 'tch_56'],
  ['cls_12C', 'tch_62'],
  ['cls_11R', 'tch_58'],
  ['cls_12R', 'tch_66'],
]);
