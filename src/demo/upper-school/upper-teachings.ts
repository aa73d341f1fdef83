// Everything that is taught in the Upper School: each class's own lessons, practicals in two halves, languages and options
// across a year group, and one rehearsal that no bell schedule can hold.
import { allOf, oneOf, type RoomNeed } from '../plan/room-need.ts';
import { type GroupPlan, optionsBlock, plainLesson, splitLesson, type Teaching } from '../plan/teaching.ts';
import { eleventh, twelfth, type UpperRow, upperClassTeachers, upperCurriculum } from './upper-curriculum.ts';

export const upperClassIds = [...eleventh, ...twelfth, '11R', '12R'].map((className) => `cls_${className}`);

export function upperTeachings(): Teaching[] {
  return [
    ...upperClassIds.map(classTime),
    ...upperCurriculum.flatMap(curriculumLessons),
    ...[...eleventh, ...twelfth].map(sciencePractical),
    ...years.map(languages),
    ...years.map(humanitiesOptions),
    ...years.map(studioOptions),
    graduationRehearsal(),
  ];
}

interface Year {
  number: 11 | 12;
  classNames: readonly string[];
}

const years: Year[] = [
  { number: 11, classNames: eleventh },
  { number: 12, classNames: twelfth },
];

function classTime(classId: string): Teaching {
  const className = classId.replace('cls_', '');
  return plainLesson(
    {
      key: `${className}-cls`,
      teacherIds: [upperClassTeachers.get(classId) ?? ''],
      classIds: [classId],
      subjectId: 'sub_cls',
      room: allOf(`rom_${className}`),
    },
    [[2, 1]],
  );
}

function curriculumLessons(row: UpperRow): Teaching[] {
  return row.classNames.map((className) => {
    const handPickedRoomId = row.handPickedRoomIds?.[className];
    const group = {
      key: `${className}-${row.subject}`,
      teacherIds: [row.teacherId],
      classIds: [`cls_${className}`],
      subjectId: `sub_${row.subject}`,
      room: row.room(className),
      ...(handPickedRoomId === undefined ? {} : { handPickedRoomId }),
    };
    return plainLesson(group, row.times, row.pins ? { pins: row.pins } : {});
  });
}

/** One half of the class is in biology while the other is in chemistry. */
function sciencePractical(className: string): Teaching {
  const key = `${className}-lab`;
  const classIds = [`cls_${className}`];
  const room = oneOf('vary', { candidates: ['rom_ulab1', 'rom_ulab2', 'rom_ulab3'] });
  const halves: GroupPlan[] = [
    { key: `${key}-bio`, name: 'Half 1', teacherIds: ['tch_59'], classIds, subjectId: 'sub_bio', room },
    { key: `${key}-che`, name: 'Half 2', teacherIds: ['tch_61'], classIds, subjectId: 'sub_che', room },
  ];
  return splitLesson(key, `Science practical ${className}`, halves, [[2, 2]]);
}

/** Latin in year 12 is still planned with a teacher whom the organisation no longer has. */
function languages({ number, classNames }: Year): Teaching {
  const key = `y${number}-lang`;
  const homeRooms = classNames.map((className) => `rom_${className}`);
  const room = oneOf('same', { candidates: homeRooms, groups: ['rgp_sem'] });
  const groups = [
    yearGroup(key, classNames, ['fra', 'Français', 'tch_66'], room),
    yearGroup(key, classNames, ['deu', 'Deutsch', 'tch_67'], room),
    yearGroup(key, classNames, ['jpn', '日本語', 'tch_68'], room),
  ];
  const latin = yearGroup(key, classNames, ['lat', 'Latina', 'tch_99'], room);
  return splitLesson(key, `Languages ${number}`, number === 12 ? [...groups, latin] : groups, [[6, 1]]);
}

/** Visual arts in year 12 is still planned in a room which the organisation no longer has. */
function humanitiesOptions({ number, classNames }: Year): Teaching {
  const key = `y${number}-opt1`;
  const seminarRoom = oneOf('vary', { groups: ['rgp_sem'] });
  const studio = allOf(number === 12 ? 'rom_99' : 'rom_ustudio');
  const groups = [
    yearGroup(key, classNames, ['eco', 'Economics', 'tch_69'], seminarRoom),
    yearGroup(key, classNames, ['psy', 'Psychology', 'tch_70'], seminarRoom),
    yearGroup(key, classNames, ['art', 'Visual Arts', 'tch_71'], studio),
  ];
  return optionsBlock(key, `Options 1, year ${number}`, groups, [[2, 2]]);
}

function studioOptions({ number, classNames }: Year): Teaching {
  const key = `y${number}-opt2`;
  const groups = [
    yearGroup(key, classNames, ['com', 'Computing', 'tch_33'], oneOf('same', { groups: ['rgp_com'] })),
    yearGroup(key, classNames, ['dra', 'Theatre', 'tch_31'], allOf('rom_aula', 'rom_drama')),
    yearGroup(key, classNames, ['mus', 'Music', 'tch_30'], oneOf('same', { candidates: ['rom_mus1', 'rom_mus2'] })),
  ];
  return optionsBlock(key, `Options 2, year ${number}`, groups, [[2, 2]]);
}

/** Its two classes keep different bells, so there is no placement that both of them know: it stays unplaced. */
function graduationRehearsal(): Teaching {
  return plainLesson(
    {
      key: 'graduation',
      name: 'Graduation rehearsal',
      teacherIds: ['tch_31'],
      classIds: ['cls_12A', 'cls_12R'],
      subjectId: 'sub_dra',
      room: allOf('rom_aula'),
    },
    [[1, 1]],
  );
}

function yearGroup(
  key: string,
  classNames: readonly string[],
  [subject, name, teacherId]: [subject: string, name: string, teacherId: string],
  room: RoomNeed,
): GroupPlan {
  const classIds = classNames.map((className) => `cls_${className}`);
  return { key: `${key}-${subject}`, name, teacherIds: [teacherId], classIds, subjectId: `sub_${subject}`, room };
}
