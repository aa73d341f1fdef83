// A school of 100 classes and 3,000 lesson units, for measuring.

import type { LessonUnit, Timetable } from '../../../src/contract/types.generated.ts';

/** @param like a class-based document whose bells are used */
export function largeSchool(like: Timetable): Timetable {
  const [schoolClass] = like.classes;
  const [lesson] = like.lessons;
  const [unit] = like.lessonUnits;
  const { days } = like.bellSchedule;
  if (schoolClass === undefined || lesson === undefined || unit === undefined) throw new Error('the model is empty');
  const classes = Array.from({ length: 100 }, (_, index) => ({
    ...schoolClass,
    localId: `cls_${index}`,
    entityId: `class-${index}`,
    name: `Class ${index}`,
    shortName: `C${index}`,
    bellScheduleId: null,
  }));
  const lessons = classes.map((each) => ({
    ...lesson,
    localId: `lsn_${each.localId}`,
    groups: lesson.groups.slice(0, 1).map((group) => ({ ...group, id: 'g', classIds: [each.localId] })),
  }));
  const lessonUnits = classes.flatMap((each, index) =>
    Array.from({ length: 30 }, (_, place): LessonUnit => {
      const pick = <Item extends { localId: string }>(items: readonly Item[]) =>
        [items[(index * 7 + place) % items.length]].flatMap((item) => item?.localId ?? []);
      return {
        ...unit,
        localId: `lu_${index}-${place}`,
        lessonLocalId: `lsn_${each.localId}`,
        lessonGroupId: 'g',
        dayId: days[place % 5]?.id ?? null,
        periodIndex: Math.floor(place / 5),
        spanId: null,
        classIds: [each.localId],
        teacherIds: pick(like.teachers),
        subjectIds: pick(like.subjects),
        roomIds: pick(like.rooms),
      };
    }),
  );
  return { ...like, id: 'large-v1', groupId: 'large', name: 'Large School', classes, lessons, lessonUnits };
}
