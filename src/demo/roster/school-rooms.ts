// The rooms of the demo school: a home room for every class of the Main and Upper School, then the rooms with a purpose.
// The last row is a room that a lesson still names although the organisation has none such any more.
import type { Room } from '../../contract/types.generated.ts';
import { colorOf } from './color-of.ts';
import { schoolClasses } from './school-classes.ts';

type RoomRow = [key: string, name: string, shortName: string, capacity: number, buildingName: string];

/** Home rooms bear the short name of their class: `rom_7B` is where 7B sits. */
const homeRooms = schoolClasses
  .filter((row) => !row.shortName.startsWith('D'))
  .map((row, index): RoomRow => {
    const number = 100 * (1 + Math.floor(index / 10)) + (index % 10) + 1;
    const building = row.shortName.endsWith('R') ? 'Riverside' : index < 30 ? 'Linden House' : 'Upper House';
    return [row.shortName, `Room ${number}`, String(number), 24 + (index % 4) * 2, building];
  });

const purposeRooms: RoomRow[] = [
  ['lab1', 'Biology Lab 1', 'Bio1', 28, 'Science Wing'],
  ['lab2', 'Biology Lab 2', 'Bio2', 28, 'Science Wing'],
  ['lab3', 'Chemistry Lab 1', 'Che1', 26, 'Science Wing'],
  ['lab4', 'Chemistry Lab 2', 'Che2', 26, 'Science Wing'],
  ['lab5', 'Physics Lab 1', 'Phy1', 28, 'Science Wing'],
  ['lab6', 'Physics Lab 2', 'Phy2', 28, 'Science Wing'],
  ['lab7', 'Laboratorium Skłodowska', 'LabS', 30, 'Science Wing'],
  ['lab8', 'Laboratorio Leloir', 'LabL', 30, 'Science Wing'],
  ['lab9', 'Laboratoire Curie', 'LabC', 24, 'Science Wing'],
  ['lab10', '実験室', '実験', 24, 'Science Wing'],
  ['com1', 'Computer Room 1', 'Com1', 28, 'Linden House'],
  ['com2', 'Computer Room 2', 'Com2', 28, 'Linden House'],
  ['com3', 'Media Lab', 'Media', 24, 'Library'],
  ['art1', 'Atelier Nord', 'AtN', 26, 'Arts Pavilion'],
  ['art2', 'Atelier Süd', 'AtS', 26, 'Arts Pavilion'],
  ['mus1', 'Sala de Música', 'Mus1', 30, 'Arts Pavilion'],
  ['mus2', 'Music Room 2', 'Mus2', 26, 'Arts Pavilion'],
  ['drama', 'Drama Studio', 'Dra', 30, 'Arts Pavilion'],
  ['aula', 'Aula', 'Aula', 320, 'Arts Pavilion'],
  ['hall1', 'Sports Hall 1', 'Hal1', 60, 'Sports Centre'],
  ['hall2', 'Sports Hall 2', 'Hal2', 60, 'Sports Centre'],
  ['gym', 'Gymnasium', 'Gym', 40, 'Sports Centre'],
  ['dojo', '道場', '道場', 30, 'Sports Centre'],
  ['sem1', 'Seminar Room Averroes', 'Sem1', 20, 'Library'],
  ['sem2', 'Seminar Room Hypatia', 'Sem2', 20, 'Library'],
  ['sem3', 'Seminar Room Lovelace', 'Sem3', 22, 'Library'],
  ['sem4', 'Seminar Room Tagore', 'Sem4', 24, 'Library'],
  ['sem5', 'Seminar Room Achebe', 'Sem5', 24, 'Library'],
  ['work', 'Workshop', 'Work', 22, 'Arts Pavilion'],
  ['ulab1', 'Upper Lab 1', 'ULa1', 24, 'Upper House'],
  ['ulab2', 'Upper Lab 2', 'ULa2', 24, 'Upper House'],
  ['ulab3', 'Upper Lab 3', 'ULa3', 24, 'Upper House'],
  ['rlab', 'River Lab', 'RLab', 24, 'Riverside'],
  ['ustudio', 'Upper Studio', 'USt', 24, 'Upper House'],
  ['dip1', 'Diploma Room 1', 'Dip1', 24, 'Upper House'],
  ['dip2', 'Diploma Room 2', 'Dip2', 24, 'Upper House'],
  ['dip3', 'Diploma Room 3', 'Dip3', 24, 'Upper House'],
  ['dip4', 'Diploma Room 4', 'Dip4', 24, 'Upper House'],
];

const unknownRoom: Room = {
  localId: 'rom_99',
  entityId: 'room-99',
  externalId: null,
  name: 'Unknown',
  shortName: 'Unknown',
  color: null,
  isActive: false,
  capacity: 0,
  buildingName: '',
};

export const schoolRooms: Room[] = [
  ...[...homeRooms, ...purposeRooms].map(([key, name, shortName, capacity, buildingName], index) => ({
    localId: `rom_${key}`,
    entityId: `room-${key}`,
    externalId: key.startsWith('sem') ? null : `FM-${2000 + index}`,
    name,
    shortName,
    color: index % 6 === 5 ? null : colorOf(index + 400),
    isActive: true,
    capacity,
    buildingName,
  })),
  unknownRoom,
];
