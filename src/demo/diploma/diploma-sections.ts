// Who sits with whom in the Diploma Programme: for each year and line the sixty students of the year are dealt out to the
// three courses; core courses are taken class by class.
import type { Student } from '../../contract/types.generated.ts';
import { schoolStudents } from '../roster/school-students.ts';
import { seededRandom } from '../scheduling/seeded-random.ts';
import { type CourseRow, inquiry, lineCourses, service } from './diploma-courses.ts';

export interface SectionPlan {
  /** The lesson and the section are named after it. */
  key: string;
  name: string;
  course: CourseRow;
  /** 1 or 2. */
  year: number;
  /** The class, where the section is one. */
  classId: string | null;
  teacherId: string;
  students: Student[];
  handPickedRoomId: string | null;
}

export const tutors: ReadonlyMap<string, string> = new Map([
  ['cls_D1A', 'tch_72'],
  ['cls_D1B', 'tch_74'],
  ['cls_D1C', 'tch_75'],
  ['cls_D2A', 'tch_76'],
  ['cls_D2B', 'tch_78'],
]);

/** Looks after the class that has no class teacher. */
export const tutorOf = (classId: string): string => tutors.get(classId) ?? 'tch_82';

export const diplomaClassIds = [...new Set(schoolStudents.flatMap(({ classId }) => classId ?? []))];
export const membersOf = (classId: string): Student[] =>
  schoolStudents.filter((student) => student.classId === classId);

const sizes = [21, 20, 19];
const handPickedRooms: Record<string, string> = { 'deb-1': 'rom_sem4' };

export function diplomaSections(): SectionPlan[] {
  return [...[1, 2].flatMap(lineSections), ...diplomaClassIds.flatMap(coreSections)];
}

function lineSections(year: number): SectionPlan[] {
  const students = schoolStudents.filter(({ classId }) => yearOf(classId) === year);
  return [1, 2, 3, 4, 5, 6].flatMap((line) => {
    const order = shuffled(students, 100 * year + line);
    return lineCourses
      .filter((course) => course.line === line)
      .map((course, index) => {
        const key = `${course.key}-${year}`;
        const start = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
        const chosen = new Set(order.slice(start, start + (sizes[index] ?? 0)));
        return {
          key,
          name: `${course.name} ${year}`,
          course,
          year,
          classId: null,
          teacherId: course.teacherIds[0] ?? '',
          students: students.filter((student) => chosen.has(student)),
          handPickedRoomId: handPickedRooms[key] ?? null,
        };
      });
  });
}

function coreSections(classId: string): SectionPlan[] {
  const className = classId.replace('cls_', '');
  const year = yearOf(classId);
  const common = { year, classId, students: membersOf(classId), handPickedRoomId: null };
  const philosopher = inquiry.teacherIds[year - 1] ?? '';
  return [
    { key: `inq-${className}`, name: `Inquiry ${className}`, course: inquiry, teacherId: philosopher, ...common },
    { key: `srv-${className}`, name: `Service ${className}`, course: service, teacherId: tutorOf(classId), ...common },
  ];
}

/** cls_D2B is in year 2. */
function yearOf(classId: string | null): number {
  return Number(classId?.at(-2));
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed);
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}
