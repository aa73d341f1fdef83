// The Upper School: a class-based timetable in a two-week cycle with two bell schedules. It is the one with every special
// case of a class-based timetable: splits, options, pins, hand-picked rooms, entities that are gone, a unit without a place.
import type { Timetable } from '../../contract/types.generated.ts';
import { scheduleTeachings } from '../plan/schedule-teachings.ts';
import { type Version, writeTimetable } from '../plan/write-timetable.ts';
import type { Placement } from '../scheduling/occurrence.ts';
import { upperBells } from './upper-bells.ts';
import { upperClassTeachers } from './upper-curriculum.ts';
import { upperClassIds, upperTeachings } from './upper-teachings.ts';

const version: Version = {
  summary: {
    id: 'upper-2026-v1',
    name: 'Upper School, two-week cycle',
    groupId: 'upper-2026',
    versionNumber: 1,
    versionName: null,
    status: 'published',
    isCurrent: true,
    publishedAt: '2026-08-10T12:00:00.000Z',
    effectiveFrom: 20260901,
    effectiveTo: 20270709,
    schedulingMode: 'standard',
    createdAt: '2026-06-02T09:15:30.000Z',
    updatedAt: '2026-09-03T06:58:12.000Z',
  },
  description: 'Years 11 and 12. Weeks A and B alternate; Fridays are short; Riverside keeps its own bells.',
};

const bellScheduleIds = new Map([
  ['cls_11R', 'bs_river'],
  ['cls_12R', 'bs_river'],
]);

export function upperSchool(): { document: Timetable; placements: readonly Placement[] } {
  const plan = { bellSchedules: upperBells, bellScheduleIds, teachings: upperTeachings() };
  const placements = scheduleTeachings({ ...plan, elsewhere: [], kept: [], seed: 11 });
  const content = { ...plan, placements, classIds: upperClassIds, classTeachers: upperClassTeachers };
  return { document: writeTimetable(version, content), placements };
}
