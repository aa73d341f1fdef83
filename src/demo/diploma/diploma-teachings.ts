// The sections of the Diploma Programme as lessons to schedule: the sections of a line and year meet at the same time, the
// core and tutor time class by class.
import { noRoom } from '../plan/room-need.ts';
import { type GroupPlan, optionsBlock, plainLesson, type Teaching } from '../plan/teaching.ts';
import { roomNeedOf, timesOf } from './diploma-courses.ts';
import { diplomaClassIds, membersOf, type SectionPlan, tutorOf } from './diploma-sections.ts';

export function diplomaTeachings(sections: readonly SectionPlan[]): Teaching[] {
  const core = sections.filter(({ course }) => course.line === null);
  return [
    ...[1, 2].flatMap((year) => [1, 2, 3, 4, 5, 6].map((line) => lineBlock(sections, year, line))),
    ...core.map((section) => plainLesson(groupOf(section), timesOf(section.course))),
    ...diplomaClassIds.map(tutorTime),
  ];
}

function lineBlock(sections: readonly SectionPlan[], year: number, line: number): Teaching {
  const parallel = sections.filter((section) => section.year === year && section.course.line === line);
  const [first] = parallel;
  const times = first ? timesOf(first.course) : [];
  return optionsBlock(`d${year}-line${line}`, `Line ${line}, year ${year}`, parallel.map(groupOf), times);
}

function groupOf(section: SectionPlan): GroupPlan {
  const { handPickedRoomId } = section;
  return {
    key: section.key,
    name: section.name,
    teacherIds: [section.teacherId],
    classIds: section.classId ? [section.classId] : [],
    subjectId: `crs_${section.course.key}`,
    studentIds: section.students.map(({ localId }) => localId),
    room: roomNeedOf(section.course),
    ...(handPickedRoomId === null ? {} : { handPickedRoomId }),
  };
}

/** Belongs to no course and so to no section. The tutor meets the class wherever they like. */
function tutorTime(classId: string): Teaching {
  return plainLesson(
    {
      key: `tutor-${classId.replace('cls_', '')}`,
      teacherIds: [tutorOf(classId)],
      classIds: [classId],
      subjectId: 'sub_cls',
      studentIds: membersOf(classId).map(({ localId }) => localId),
      room: noRoom,
    },
    [[1, 1]],
  );
}
