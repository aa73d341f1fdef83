// Warns of stored values that the document leaves out, because its scheduling mode or the lesson's room mode does not use
// them.

import type { Timetable } from '../contract/types.generated.ts';
import type { Segments } from './json-path.ts';
import { columnOf, locateRow } from './locate-row.ts';
import type { LessonGroupRow, VersionRows } from './version-rows.ts';
import type { Warning } from './warnings/warning.ts';

export function* findLostFields(rows: VersionRows, timetable: Timetable): Generator<Warning> {
  if (rows.schedulingMode === 'standard') yield* findStudentLevelRows(rows);
  yield* findLostOfGroups(rows, timetable);
  yield* findShadowedFields(rows);
}

function* findStudentLevelRows(rows: VersionRows): Generator<Warning> {
  for (const list of ['students', 'courses', 'sections'] as const) {
    for (const index of rows[list].keys()) {
      const at = [list, index];
      const message = `${list} are not shown in standard mode`;
      yield { kind: list, code: 'not-in-standard-mode', at, message, row: locateRow(rows, at) };
    }
  }
  if (rows.sectionSettings !== null)
    yield {
      ...{ kind: 'settings', code: 'not-in-standard-mode', at: ['sectionSettings'] },
      message: 'section_settings are not shown in standard mode',
    };
  const { studentIds, sectionLocalId } = rows.lessonUnits;
  for (const [index, ids] of studentIds.entries()) {
    if (ids.length === 0) continue;
    const at = ['lessonUnits', index, 'studentIds'];
    yield { kind: 'units', code: 'not-in-standard-mode', at, message: 'student_ids are not shown in standard mode' };
  }
  for (const [index, id] of sectionLocalId.entries()) {
    if (id === null) continue;
    const at = ['lessonUnits', index, 'sectionLocalId'];
    const message = 'section_local_id is not shown in standard mode';
    yield { kind: 'units’ sections', code: 'not-in-standard-mode', at, message };
  }
}

const inStandard = 'in standard mode';

function* findLostOfGroups(rows: VersionRows, timetable: Timetable): Generator<Warning> {
  const standard = rows.schedulingMode === 'standard';
  const seen = new Set<string>();
  const lost = (group: LessonGroupRow, field: keyof LessonGroupRow, where: string): Warning => {
    const kind = `groups’ ${field} ${where}`;
    // The rows do not contain the position, so it is searched for, but only for the first warning of each kind.
    const at = seen.has(kind) ? [] : [...placeOf(timetable, group), field];
    seen.add(kind);
    const message = `${columnOf(field)} ${field === 'roomVariation' ? 'is' : 'are'} not shown ${where}`;
    if (where === inStandard) return { kind, code: 'not-in-standard-mode', at, message };
    return { kind, code: 'not-with-room-mode', values: () => ({ mode: group.roomMode }), at, message };
  };
  for (const group of rows.lessonGroups) {
    const { roomMode } = group;
    if (standard && group.studentIds.length > 0) yield lost(group, 'studentIds', inStandard);
    const unused = `with room_mode ${roomMode}`;
    if (roomMode !== 'all' && group.roomIds.length > 0) yield lost(group, 'roomIds', unused);
    if (roomMode === 'any') continue;
    if (group.roomCandidateIds.length > 0) yield lost(group, 'roomCandidateIds', unused);
    if (group.roomGroupIds.length > 0) yield lost(group, 'roomGroupIds', unused);
    if (group.roomVariation !== null) yield lost(group, 'roomVariation', unused);
  }
}

function placeOf({ lessons }: Timetable, { lessonLocalId, id }: LessonGroupRow): Segments {
  const lesson = lessons.findIndex(({ localId }) => localId === lessonLocalId);
  return ['lessons', lesson, 'groups', lessons[lesson]?.groups.findIndex((group) => group.id === id) ?? 0];
}

// The fields of the specification, which take precedence over extra fields of the same name.
const clockFields = ['id', 'name', 'startTime', 'endTime'];
const ownFields = {
  bellSchedules: ['id', 'name', 'isDefault', 'scheduleType', 'cycleLength', 'days', 'dayConfigurations'],
  days: ['id', 'label', 'shortLabel', 'dayOfWeek', 'weekInCycle'],
  dayConfigurations: ['id', 'dayIds', 'periods', 'breaks'],
  periods: clockFields,
  breaks: [...clockFields, 'followsPeriodIndex'],
  courses: ['localId', 'entityId', 'name', 'courseCode', 'teacherIds', 'roomIds', 'roomGroupIds', 'roomVariation'],
};

function* findShadowedFields({ schedulingMode, bellSchedules, courses }: VersionRows): Generator<Warning> {
  for (const [index, schedule] of bellSchedules.entries()) {
    const at = ['bellSchedules', index];
    yield* shadowed(schedule.extra, 'bellSchedules', at);
    for (const [day, { extra }] of schedule.days.entries()) yield* shadowed(extra, 'days', [...at, 'days', day]);
    for (const [number, configuration] of schedule.dayConfigurations.entries()) {
      const configurationAt = [...at, 'dayConfigurations', number];
      yield* shadowed(configuration.extra, 'dayConfigurations', configurationAt);
      for (const list of ['periods', 'breaks'] as const) {
        for (const [part, { extra }] of configuration[list].entries())
          yield* shadowed(extra, list, [...configurationAt, list, part]);
      }
    }
  }
  if (schedulingMode === 'standard') return;
  for (const [index, { settings }] of courses.entries()) yield* shadowed(settings, 'courses', ['courses', index]);
}

function* shadowed(extra: object, list: keyof typeof ownFields, at: Segments): Generator<Warning> {
  for (const name of Object.keys(extra)) {
    if (!ownFields[list].includes(name)) continue;
    const message = `${name} in ${list === 'courses' ? 'settings' : 'extra'} is not shown, because ${name} has its own column`;
    yield {
      kind: `${list} ${name}`,
      code: 'field-shadowed',
      values: () => ({ field: name }),
      at: [...at, name],
      message,
    };
  }
}
