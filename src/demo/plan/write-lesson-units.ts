// Placements in the form of the contract: for each lesson group of an occurrence one lesson unit a period, in the order of
// the lessons.
import type { Lesson, LessonGroup, LessonUnit } from '../../contract/types.generated.ts';
import type { Placement } from '../scheduling/occurrence.ts';
import { groupedBy } from './grouped-by.ts';
import type { Teaching } from './teaching.ts';

export function writeLessonUnits(teachings: readonly Teaching[], placements: readonly Placement[]): LessonUnit[] {
  const byTeaching = groupedBy(placements, ({ occurrence }) => occurrence.teaching.key);
  return teachings.flatMap((teaching) => {
    const own = byTeaching.get(teaching.key) ?? [];
    return teaching.lessons.flatMap((lesson) =>
      lesson.groups.flatMap((group) =>
        own
          .flatMap((placement) => unitsOf(placement, lesson, group))
          .map((unit, index) => ({ ...unit, localId: `lu_${group.id}-${index + 1}` })),
      ),
    );
  });
}

function unitsOf({ occurrence, slots, rooms }: Placement, lesson: Lesson, group: LessonGroup): LessonUnit[] {
  const { teaching, number, length, pin } = occurrence;
  return Array.from({ length }, (_, index) => ({
    localId: '',
    lessonLocalId: lesson.localId,
    sectionLocalId: null,
    dayId: slots[index]?.dayId ?? null,
    periodIndex: slots[index]?.periodIndex ?? null,
    spanId: length > 1 ? `spn_${group.id}-${number + 1}` : null,
    parallelGroupId: teaching.parallelGroup?.id ?? null,
    parallelGroupName: teaching.parallelGroup?.name ?? null,
    groupName: teaching.parallelGroup ? group.name : null,
    distributionGroupId: lesson.distributionGroupId,
    lessonGroupId: group.id,
    roomPickedBy: pickedBy(teaching, group),
    locked: pin !== null,
    lockReason: pin?.reason ?? null,
    teacherIds: group.teacherIds,
    classIds: group.classIds,
    subjectIds: group.subjectIds,
    roomIds: rooms.get(group.id) ?? [],
    studentIds: group.studentIds,
  }));
}

function pickedBy(teaching: Teaching, group: LessonGroup): LessonUnit['roomPickedBy'] {
  if (group.roomMode !== 'any') return null;
  return teaching.handPickedRooms.has(group.id) ? 'user' : 'system';
}
