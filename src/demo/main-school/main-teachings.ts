// Everything that is taught in the Main School: the curriculum of each class, the blocks in which a year group divides, and
// what has no class at all.
import { allOf, oneOf } from '../plan/room-need.ts';
import { type GroupPlan, optionsBlock, plainLesson, splitLesson, type Teaching } from '../plan/teaching.ts';
import { type CurriculumRow, mainClassTeachers, mainCurriculum } from './main-curriculum.ts';

const years = [5, 6, 7, 8, 9, 10];
const classNamesOf = (year: number) => ['A', 'B', 'C', 'D', 'E'].map((letter) => `${year}${letter}`);

export const mainClassIds = years.flatMap(classNamesOf).map((className) => `cls_${className}`);

export function mainTeachings(): Teaching[] {
  return [
    ...mainClassIds.map(classTime),
    ...mainCurriculum.flatMap(curriculumLessons),
    ...years.map(languages),
    ...[7, 8, 9, 10].map(ethics),
    ...[9, 10].map(arts),
    choir(),
  ];
}

const counsellors: Record<string, string> = { cls_10D: 'tch_50', cls_10E: 'tch_51' };

/** All classes open the week with their class teacher, or else a counsellor. */
function classTime(classId: string): Teaching {
  const className = classId.replace('cls_', '');
  return plainLesson(
    {
      key: `${className}-cls`,
      teacherIds: [mainClassTeachers.get(classId) ?? counsellors[classId] ?? ''],
      classIds: [classId],
      subjectId: 'sub_cls',
      room: allOf(`rom_${className}`),
    },
    [[1, 1]],
    { pins: [{ dayId: 'main-mon', periodIndex: 0, reason: 'Class time opens the week' }] },
  );
}

function curriculumLessons(row: CurriculumRow): Teaching[] {
  const classNames = row.years.flatMap(classNamesOf);
  return classNames.map((className, index) => {
    const teacherIndex = Math.floor((index * row.teacherIds.length) / classNames.length);
    const teacherId = row.teacherIds[teacherIndex] ?? '';
    const support = row.support?.classNames.includes(className) ? [row.support.teacherId] : [];
    return plainLesson(
      {
        key: `${className}-${row.subject}`,
        teacherIds: [teacherId, ...support],
        classIds: [`cls_${className}`],
        subjectId: `sub_${row.subject}`,
        room: row.room(className, teacherIndex),
      },
      row.times,
      row.spreadWith ? { distributionGroupId: `dst_${className}-${row.spreadWith}` } : {},
    );
  });
}

/** One lesson for the whole year, split by language; each group keeps one of the year's home rooms. */
function languages(year: number): Teaching {
  const homeRooms = classNamesOf(year).map((className) => `rom_${className}`);
  const groups: [subject: string, name: string, teacherId: string][] = [
    ['fra', 'Français', 'tch_40'],
    ['deu', 'Deutsch', 'tch_41'],
    ['esp', 'Español', 'tch_42'],
    ['zho', '中文', 'tch_43'],
    ['ara', 'العربية', 'tch_44'],
  ];
  const key = `y${year}-lang`;
  const plans = groups.map((group) => yearGroup(key, year, group, oneOf('same', { candidates: homeRooms })));
  return splitLesson(key, `Languages, year ${year}`, plans, [[3, 1]]);
}

function ethics(year: number): Teaching {
  const groups: [subject: string, name: string, teacherId: string][] = [
    ['eth', 'Ethics', 'tch_45'],
    ['rel', 'World Religions', 'tch_46'],
    ['phi', 'Philosophy', 'tch_47'],
  ];
  const key = `y${year}-eth`;
  const plans = groups.map((group) => yearGroup(key, year, group, oneOf('vary', { groups: ['rgp_sem'] })));
  return optionsBlock(key, `Ethics and religion, year ${year}`, plans, [[1, 1]]);
}

function arts(year: number): Teaching {
  const key = `y${year}-arts`;
  const onStage = oneOf('same', { groups: ['rgp_stage'] });
  const plans = [
    yearGroup(key, year, ['art', 'Visual Arts', 'tch_28'], allOf('rom_art2')),
    yearGroup(key, year, ['mus', 'Music', 'tch_30'], onStage),
    yearGroup(key, year, ['dra', 'Drama', 'tch_31'], onStage),
    yearGroup(key, year, ['des', 'Design', 'tch_49'], allOf('rom_work')),
  ];
  return optionsBlock(key, `Arts, year ${year}`, plans, [[1, 2]]);
}

/** Open to all years, so it belongs to no class and keeps the default bells. It needs two rooms at once. */
function choir(): Teaching {
  return plainLesson(
    { key: 'choir', teacherIds: ['tch_29'], subjectId: 'sub_cho', room: allOf('rom_aula', 'rom_mus1') },
    [[1, 2]],
    { pins: [{ dayId: 'main-thu', periodIndex: 5, reason: 'The choir rehearses on Thursday afternoon' }] },
  );
}

function yearGroup(
  key: string,
  year: number,
  [subject, name, teacherId]: [subject: string, name: string, teacherId: string],
  room: GroupPlan['room'],
): GroupPlan {
  const classIds = classNamesOf(year).map((className) => `cls_${className}`);
  return { key: `${key}-${subject}`, name, teacherIds: [teacherId], classIds, subjectId: `sub_${subject}`, room };
}
