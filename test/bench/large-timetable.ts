// A class-based timetable of any size for measuring: a believable week in which nothing clashes, from counts alone. Ids
// look like an editor's, since they affect how well a document compresses.

import { createHash } from 'node:crypto';
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const periodsADay = 8;

/**
 * @param options.id the version's id; groupId and entity ids are made from `options.timetable`
 * @param options.units about how many lesson units: 1,300 make some 850 KB of JSON
 */
export function largeTimetable(options: { id: string; timetable: string; orgId: string; units: number }): Timetable {
  const { id, timetable, orgId, units } = options;
  const lessonsAClass = 10;
  const classCount = Math.max(1, Math.ceil(units / (lessonsAClass * 3.5)));
  const digest = (...names: (string | number)[]) => createHash('sha256').update(names.join(' ')).digest('hex');
  const local = (kind: string, ...place: number[]) => `${kind}_${digest(id, kind, ...place).slice(0, 10)}`;
  const entity = (kind: string, index: number, name: string) => ({
    localId: local(kind, index),
    entityId: digest(timetable, kind, index).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    externalId: index % 7 === 0 ? null : `${kind.toUpperCase()}-${1000 + index}`,
    name,
    shortName: name.slice(0, 6),
    color: `#${((index * 2_654_435_761) >>> 8).toString(16).padStart(6, '0').slice(0, 6).toUpperCase()}`,
    isActive: true,
  });
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  const slots = days.length * periodsADay;
  const bellSchedule = {
    id: 'bs_main',
    name: 'Main',
    isDefault: true,
    scheduleType: 'weekly',
    cycleLength: 1,
    days: days.map((label, index) => ({
      id: local('day', index),
      label,
      shortLabel: label.slice(0, 3),
      dayOfWeek: index + 1,
      weekInCycle: null,
    })),
    dayConfigurations: [
      {
        id: 'dc_main',
        dayIds: days.map((_, index) => local('day', index)),
        periods: count(periodsADay).map((index) => ({
          id: `p${index}`,
          name: `${index + 1}`,
          startTime: `${String(8 + index).padStart(2, '0')}:00`,
          endTime: `${String(8 + index).padStart(2, '0')}:50`,
        })),
        breaks: [{ id: 'b0', name: 'Break', startTime: '10:50', endTime: '11:00', followsPeriodIndex: 2 }],
      },
    ],
  };
  const lessons: Timetable['lessons'] = [];
  const lessonUnits: LessonUnit[] = [];
  for (const classIndex of count(classCount)) {
    let slot = classIndex; // each class begins elsewhere in the week, so that teachers and rooms do not clash
    for (const lesson of count(lessonsAClass)) {
      const localId = local('lsn', classIndex, lesson);
      const frequency = 3 + (lesson % 2);
      const ids = {
        teacherIds: [local('tch', classIndex * 2 + (lesson % 2))],
        classIds: [local('cls', classIndex)],
        subjectIds: [local('sub', lesson)],
        roomIds: [local('rom', classIndex)],
        studentIds: [],
      };
      lessons.push({
        localId,
        groups: [
          {
            id: local('g', classIndex, lesson),
            name: null,
            ...ids,
            roomMode: 'all',
            roomCandidateIds: [],
            roomGroupIds: [],
            roomVariation: null,
          },
        ],
        lessonConfigurations: [{ id: local('c', classIndex, lesson), frequency, length: 1 }],
        distributionGroupId: null,
      });
      for (const occurrence of count(frequency)) {
        const place = slot++ % slots;
        lessonUnits.push({
          localId: local('lu', classIndex, lesson, occurrence),
          lessonLocalId: localId,
          sectionLocalId: null,
          dayId: local('day', Math.floor(place / periodsADay)),
          periodIndex: place % periodsADay,
          spanId: null,
          parallelGroupId: null,
          parallelGroupName: null,
          groupName: null,
          distributionGroupId: null,
          lessonGroupId: local('g', classIndex, lesson),
          roomPickedBy: null,
          locked: false,
          lockReason: null,
          ...ids,
        });
      }
    }
  }
  return {
    id,
    name: `School ${timetable}`,
    groupId: timetable,
    versionNumber: 1,
    versionName: null,
    status: 'published',
    isCurrent: true,
    publishedAt: '2026-08-01T08:00:00.000Z',
    effectiveFrom: 20260901,
    effectiveTo: null,
    schedulingMode: 'standard',
    createdAt: '2026-07-01T08:00:00.000Z',
    updatedAt: '2026-07-20T08:00:00.000Z',
    description: 'Made for measuring',
    orgId,
    bellSchedule,
    bellSchedules: [bellSchedule],
    teachers: count(classCount * 2).map((index) => ({ ...entity('tch', index, `Teacher ${index}`), maxPeriods: null })),
    subjects: count(lessonsAClass).map((index) => entity('sub', index, `Subject ${index}`)),
    classes: count(classCount).map((index) => ({
      ...entity('cls', index, `Class ${index}`),
      classTeacherId: local('tch', index * 2),
      bellScheduleId: null,
    })),
    rooms: count(classCount).map((index) => ({
      ...entity('rom', index, `Room ${index}`),
      capacity: 30,
      buildingName: `Building ${index % 4}`,
    })),
    roomGroups: [],
    lessons,
    lessonUnits,
  };
}
