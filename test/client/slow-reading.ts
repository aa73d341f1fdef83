// An independent, slow and simple reading of a timetable: for each unit, each bell schedule, each day, each week,
// ask whether the specification puts it there. Shares no code with the client.

import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';

export type Kind = 'class' | 'teacher' | 'room' | 'student' | 'subject';

/**
 * Where a grid has to show a unit: 'week/dayId-or-number day/from-to/unit', or 'unplaced/unit'.
 * @param groupOf of a class that is a group: the class that it belongs to
 */
export function slowReading(document: Timetable, kind: Kind, id: string, groupOf?: string): string[] {
  const classIds = kind !== 'class' ? [] : groupOf === undefined ? [id] : [id, groupOf];
  const classOf = (student: string) => document.students?.find(({ localId }) => localId === student)?.classId ?? null;
  const bellsOf = (classId: string) => {
    for (const each of document.classes) {
      if (each.localId === classId) return each.bellScheduleId ?? document.bellSchedule.id;
    }
    return document.bellSchedule.id;
  };
  const pupils = (unit: LessonUnit) => {
    if (unit.studentIds.length > 0) return unit.studentIds;
    for (const section of document.sections ?? [])
      if (section.localId === unit.sectionLocalId) return section.studentIds;
    return [];
  };
  const concerns = (unit: LessonUnit): boolean => {
    switch (kind) {
      case 'teacher':
        return unit.teacherIds.includes(id);
      case 'room':
        return unit.roomIds.includes(id);
      case 'subject':
        return unit.subjectIds.includes(id);
      case 'class':
        return unit.classIds.length > 0
          ? unit.classIds.some((each) => classIds.includes(each))
          : pupils(unit).some((each) => classIds.includes(classOf(each) ?? ''));
      case 'student': {
        const own = classOf(id);
        return pupils(unit).length > 0 ? pupils(unit).includes(id) : own !== null && unit.classIds.includes(own);
      }
    }
  };
  const home = kind === 'student' ? [classOf(id) ?? []].flat() : classIds;
  const bellsFor = (unit: LessonUnit): string[] => {
    const own = unit.classIds.filter((each) => home.includes(each));
    if (own.length > 0) return own.map(bellsOf);
    return unit.classIds.length > 0 ? unit.classIds.map(bellsOf) : [document.bellSchedule.id];
  };

  const units = document.lessonUnits.filter(concerns);
  const inUse = new Set(units.flatMap(bellsFor));
  for (const each of home) inUse.add(bellsOf(each));
  if (inUse.size === 0) inUse.add(document.bellSchedule.id);
  const weeks = new Set<number | null>();
  for (const { id: bells, days } of document.bellSchedules) {
    if (inUse.has(bells)) for (const day of days) if (day.weekInCycle !== null) weeks.add(day.weekInCycle);
  }
  if (weeks.size === 0) weeks.add(null);

  const seen = new Set<string>();
  for (const unit of units) {
    let placed = false;
    for (const schedule of document.bellSchedules) {
      if (!bellsFor(unit).includes(schedule.id)) continue;
      for (const day of schedule.days) {
        if (day.id !== unit.dayId) continue;
        for (const { dayIds, periods } of schedule.dayConfigurations) {
          if (!dayIds.includes(day.id)) continue;
          for (const [index, period] of periods.entries()) {
            if (index !== unit.periodIndex) continue;
            placed = true;
            for (const week of weeks) {
              if (day.weekInCycle !== null && day.weekInCycle !== week) continue;
              seen.add(`${week}/${day.dayOfWeek}/${period.startTime}-${period.endTime}/${unit.localId}`);
            }
          }
        }
      }
    }
    if (!placed) seen.add(`unplaced/${unit.localId}`);
  }
  return [...seen].sort();
}
