// The lesson units of a version as a change shows them: with entityIds and names, since a localId means something in one response
// only, and with the times of the clock, since the same period may be at another time afterwards.

import type { BellSchedule, LessonUnit, NameInChange, Timetable, UnitOfChange } from '../contract/types.generated.ts';

/** In the order of the document. */
export function unitsOfVersion(version: Timetable): UnitOfChange[] {
  const nameOf = ({ entityId, name }: NameInChange): NameInChange => ({ entityId, name });
  const byLocalId = (list: readonly (NameInChange & { localId: string })[]) =>
    new Map(list.map((each) => [each.localId, nameOf(each)]));
  const subjects = byLocalId([...version.subjects, ...(version.courses ?? [])]);
  const teachers = byLocalId(version.teachers);
  const classes = byLocalId(version.classes);
  const rooms = byLocalId(version.rooms);
  const placeOf = createPlaces(version);
  return version.lessonUnits.map((unit) => ({
    ...placeOf(unit),
    subjects: find(subjects, unit.subjectIds),
    teachers: find(teachers, unit.teacherIds),
    classes: find(classes, unit.classIds),
    rooms: find(rooms, unit.roomIds),
  }));
}

type Place = Pick<UnitOfChange, 'dayId' | 'periodIndex' | 'dayOfWeek' | 'weekInCycle' | 'startTime' | 'endTime'>;

/** Where a unit stands on the bells of its first class, or on any that have the day. */
function createPlaces({ bellSchedule, bellSchedules, classes }: Timetable): (unit: LessonUnit) => Place {
  const scheduleOfClass = new Map(classes.map(({ localId, bellScheduleId }) => [localId, bellScheduleId]));
  const byId = new Map<string, ReturnType<typeof indexDays>>();
  for (const schedule of [bellSchedule, ...bellSchedules])
    if (!byId.has(schedule.id)) byId.set(schedule.id, indexDays(schedule));
  const inOrder = [...byId.values()];
  return ({ dayId, periodIndex, classIds }) => {
    const none = { dayOfWeek: null, weekInCycle: null, startTime: null, endTime: null };
    if (dayId === null || periodIndex === null) return { dayId: null, periodIndex: null, ...none };
    const own = byId.get(scheduleOfClass.get(classIds[0] ?? '') ?? bellSchedule.id);
    const day = own?.get(dayId) ?? inOrder.find((days) => days.has(dayId))?.get(dayId);
    if (day === undefined) return { dayId, periodIndex, ...none };
    const { startTime = null, endTime = null } = day.periods[periodIndex] ?? {};
    return { dayId, periodIndex, dayOfWeek: day.dayOfWeek, weekInCycle: day.weekInCycle, startTime, endTime };
  };
}

/** The days of a bell schedule with their periods. The first configuration of a day is its own. */
function indexDays({ days, dayConfigurations }: BellSchedule) {
  const periodsOf = new Map<string, BellSchedule['dayConfigurations'][number]['periods']>();
  for (const { dayIds, periods } of dayConfigurations)
    for (const id of dayIds) if (!periodsOf.has(id)) periodsOf.set(id, periods);
  return new Map(
    days.map(({ id, dayOfWeek, weekInCycle }) => [id, { dayOfWeek, weekInCycle, periods: periodsOf.get(id) ?? [] }]),
  );
}

/** Those that are there, each once. */
const find = (known: ReadonlyMap<string, NameInChange>, localIds: readonly string[]): NameInChange[] =>
  [...new Set(localIds)].flatMap((localId) => known.get(localId) ?? []);
