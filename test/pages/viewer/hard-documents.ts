// Three timetables that are as difficult to show as those of real schools, with names, bells and groups as imports make
// them. Each is based on a document of the demo school.

import type { BellSchedule, Class, LessonUnit, Subject, Timetable } from '../../../src/contract/types.generated.ts';

type Bells = {
  days: BellSchedule['days'];
  periods: [string, string, string][];
  breaks: [string, string, string, number][];
};
type Taught = Pick<LessonUnit, 'dayId' | 'periodIndex' | 'classIds' | 'subjectIds'> & Partial<LessonUnit>;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Days of a cycle of weeks, Monday to Friday. */
const daysOf = (weeks: number, labels: readonly string[]): BellSchedule['days'] =>
  Array.from({ length: weeks * 5 }, (_, index) => ({
    id: `day-${index}`,
    label: labels[index % 5] ?? `Day ${index + 1}`,
    shortLabel: String(index + 1),
    dayOfWeek: (index % 5) + 1,
    weekInCycle: weeks > 1 ? Math.floor(index / 5) + 1 : null,
  }));

/** A document with these bells, classes, subjects and units, which use the teachers and rooms of `like` in turn. */
function hard(
  like: Timetable,
  names: Pick<Timetable, 'id' | 'name' | 'description'>,
  { days, periods, breaks }: Bells,
  classes: readonly Pick<Class, 'name' | 'shortName'>[],
  subjects: readonly Pick<Subject, 'name' | 'shortName'>[],
  taught: readonly Taught[],
): Timetable {
  const [modelUnit] = like.lessonUnits;
  const [modelClass] = like.classes;
  const [modelSubject] = like.subjects;
  const [modelLesson] = like.lessons;
  const group = modelLesson?.groups[0];
  if (!modelUnit || !modelClass || !modelSubject || !modelLesson || !group) throw new Error('the model is empty');
  const bellSchedule: BellSchedule = {
    ...like.bellSchedule,
    cycleLength: Math.max(1, ...days.map(({ weekInCycle }) => weekInCycle ?? 1)),
    days,
    dayConfigurations: [
      {
        id: 'all',
        dayIds: days.map(({ id }) => id),
        periods: periods.map(([name, startTime, endTime], index) => ({ id: `p${index}`, name, startTime, endTime })),
        breaks: breaks.map(([name, startTime, endTime, followsPeriodIndex], index) => ({
          id: `b${index}`,
          name,
          startTime,
          endTime,
          followsPeriodIndex,
        })),
      },
    ],
  };
  const nth = <Item extends { localId: string }>(items: readonly Item[], index: number) =>
    [items[index % items.length]].flatMap((item) => (item === undefined ? [] : [item.localId]));
  return {
    ...like,
    ...names,
    groupId: names.id,
    versionName: null,
    bellSchedule,
    bellSchedules: [bellSchedule],
    roomGroups: [],
    classes: classes.map((each, index) => ({
      ...modelClass,
      ...each,
      localId: `cls_${index}`,
      entityId: `${names.id}-class-${index}`,
      externalId: null,
      classTeacherId: null,
      bellScheduleId: null,
    })),
    subjects: subjects.map((each, index) => ({
      ...{
        ...modelSubject,
        ...each,
        localId: `sub_${index}`,
        entityId: `${names.id}-subject-${index}`,
        externalId: null,
      },
    })),
    lessons: [
      {
        ...modelLesson,
        localId: 'lsn_1',
        groups: [
          {
            ...group,
            id: 'g',
            roomMode: 'none',
            roomVariation: null,
            roomIds: [],
            roomCandidateIds: [],
            roomGroupIds: [],
            teacherIds: [],
            studentIds: [],
            classIds: ['cls_0'],
            subjectIds: ['sub_0'],
          },
        ],
      },
    ],
    lessonUnits: taught.map((each, index) => ({
      ...modelUnit,
      localId: `lu_${index}`,
      lessonLocalId: 'lsn_1',
      lessonGroupId: 'g',
      spanId: null,
      groupName: null,
      teacherIds: nth(like.teachers, index),
      roomIds: nth(like.rooms, index),
      locked: false,
      lockReason: null,
      ...each,
    })),
  };
}

/** Long names of periods and some that repeat the times, years without lessons before their classes, thirteen at once. */
function crowded(like: Timetable): Timetable {
  const groups = Array.from({ length: 13 }, (_, index) => ({ name: `9A Group ${index + 1}`, shortName: 'S1' }));
  const classes = [
    { name: 'Year 9', shortName: 'S1' },
    { name: 'Year 10', shortName: 'S1' },
    { name: '9A', shortName: 'S1' },
  ];
  const subjects = Array.from({ length: 716 }, (_, index) => ({
    name:
      ['Mathematics', 'English Language', 'Environmental Responsibility', 'Art'][index % 4] +
      (index < 4 ? '' : ` ${index}`),
    shortName: 'S',
  }));
  const taught: Taught[] = [];
  for (let day = 0; day < 5; day++) {
    for (let period = 0; period < 6; period++) {
      const at = { dayId: `day-${day}`, periodIndex: period };
      if (period === 1)
        for (let group = 0; group < 13; group++)
          taught.push({ ...at, classIds: [`cls_${group + 3}`], subjectIds: ['sub_4'] });
      // One teacher's and one room's lesson for all thirteen groups, which are all of 9A.
      else if (period === 2)
        taught.push({ ...at, classIds: groups.map((_, group) => `cls_${group + 3}`), subjectIds: ['sub_0'] });
      else if (period === 3)
        for (const subject of [1, 2]) taught.push({ ...at, classIds: ['cls_2'], subjectIds: [`sub_${subject}`] });
      else taught.push({ ...at, classIds: ['cls_2'], subjectIds: [`sub_${(day + period) % 4}`] });
    }
  }
  const periods: Bells['periods'] = [
    ['08:30~09:10', '08:30', '09:10'],
    ['The second period, before the long break of the morning', '09:10', '09:50'],
    ['10:15–10:55', '10:15', '10:55'],
    ['Unterrichtsstundenbezeichnung', '10:55', '11:35'],
    ['5', '12:30', '13:10'],
    ['Period 6', '13:10', '13:30'],
  ];
  const breaks: Bells['breaks'] = [
    ['09:50~10:15', '09:50', '10:15', 1],
    ['Lunch', '11:35', '12:30', 3],
  ];
  const names = { id: 'crowded', name: 'Crowded School', description: 'As it came out of an import.' };
  const days = daysOf(1, ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
  return hard(like, names, { days, periods, breaks }, [...classes, ...groups], subjects, taught);
}

/** Four weeks, and sixty periods of ten minutes with long names. */
function longCycle(like: Timetable): Timetable {
  const periods = Array.from({ length: 60 }, (_, index): [string, string, string] => [
    `Sitzung ${index + 1} des Vormittagsbandes`,
    clock(480 + index * 10),
    clock(490 + index * 10),
  ]);
  const taught = Array.from(
    { length: 240 },
    (_, index): Taught => ({
      ...{
        dayId: `day-${index % 20}`,
        periodIndex: Math.floor(index / 20) * 5,
        classIds: ['cls_0'],
        subjectIds: [`sub_${index % 3}`],
      },
    }),
  );
  const subjects = ['Naturwissenschaften', 'Gemeinschaftskunde mit Wirtschaft', 'Sport'].map((name) => ({
    name,
    shortName: name.slice(0, 2),
  }));
  const days = daysOf(4, ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag']);
  const names = { id: 'long-cycle', name: 'Vierwochenschule', description: '' };
  return hard(like, names, { days, periods, breaks: [] }, [{ name: '7', shortName: '7' }], subjects, taught);
}

/** Everything in Arabic, and a cycle of 25 days without week numbers. */
function arabic(like: Timetable): Timetable {
  const days = daysOf(5, ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة']).map((day) => ({
    ...day,
    weekInCycle: null,
  }));
  const ordinals = ['الحصة الأولى', 'الحصة الثانية', 'الحصة الثالثة', 'الحصة الرابعة'];
  const periods = ordinals.map((name, index): [string, string, string] => [
    name,
    clock(480 + index * 50),
    clock(525 + index * 50),
  ]);
  const subjects = ['اللغة العربية', 'الرياضيات', 'العلوم الطبيعية'].map((name) => ({ name, shortName: name }));
  const taught = Array.from(
    { length: 100 },
    (_, index): Taught => ({
      ...{
        dayId: `day-${index % 25}`,
        periodIndex: Math.floor(index / 25),
        classIds: ['cls_0'],
        subjectIds: [`sub_${index % 3}`],
      },
    }),
  );
  const names = { id: 'arabic', name: 'مدرسة النهضة', description: 'جدول الفصل الدراسي الأول' };
  return hard(
    like,
    names,
    { days, periods, breaks: [] },
    [{ name: 'الصف السابع أ', shortName: '٧أ' }],
    subjects,
    taught,
  );
}

/** @param like a class-based document whose form, teachers and rooms are taken over */
export const hardDocuments = (like: Timetable): Timetable[] => [crowded(like), longCycle(like), arabic(like)];
