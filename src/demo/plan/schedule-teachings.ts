// From what is to be taught to when and where: brings bell schedules, classes and rooms of one timetable together and hands
// them to the scheduler.
import type { BellSchedule } from '../../contract/types.generated.ts';
import { schoolRoomGroups } from '../roster/school-room-groups.ts';
import { bellSlots, overlap, type Slot, slotRuns } from '../scheduling/bell-slots.ts';
import { roomChooser } from '../scheduling/choose-rooms.ts';
import { type Occurrence, occurrencesOf, type Placement } from '../scheduling/occurrence.ts';
import { placeOccurrences } from '../scheduling/place-occurrences.ts';
import { seededRandom } from '../scheduling/seeded-random.ts';
import type { Teaching } from './teaching.ts';

export interface SchedulePlan {
  /** The default first. */
  bellSchedules: BellSchedule[];
  /** Class localId to bell schedule id, for classes that do not run on the default. */
  bellScheduleIds: ReadonlyMap<string, string>;
  teachings: Teaching[];
  /** Placements of other timetables of the school: nobody can be here and there at once. */
  elsewhere: readonly Placement[];
  /** Placements of an earlier version to keep. */
  kept: readonly Placement[];
  seed: number;
}

export function scheduleTeachings(plan: SchedulePlan): Placement[] {
  const slots = bellSlots(plan.bellSchedules);
  const [defaultSchedule] = plan.bellSchedules;
  const runs = new Map<string, Slot[][]>();

  function runsOf({ groups, length, pin }: Occurrence): Slot[][] {
    const classIds = groups.flatMap((group) => group.classIds);
    const scheduleIds = new Set(classIds.map((id) => plan.bellScheduleIds.get(id) ?? defaultSchedule?.id));
    const [scheduleId = defaultSchedule?.id ?? ''] = scheduleIds;
    if (scheduleIds.size > 1) return [];
    const key = `${scheduleId} ${length}`;
    const all = runs.get(key) ?? slotRuns(slots, scheduleId, length);
    runs.set(key, all);
    return pin ? all.filter(([first]) => first?.dayId === pin.dayId && first.periodIndex === pin.periodIndex) : all;
  }

  return placeOccurrences({
    occurrences: plan.teachings.flatMap(occurrencesOf),
    runsOf,
    chooseRooms: roomChooser(plan.teachings, schoolRoomGroups),
    kept: new Map(plan.kept.map((placement) => [placement.occurrence.id, placement])),
    elsewhere: plan.elsewhere.map((placement) => ({
      ...placement,
      slots: slots.filter((slot) => placement.slots.some((other) => overlap(slot, other))),
    })),
    random: seededRandom(plan.seed),
  });
}
