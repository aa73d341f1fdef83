// A later version of a timetable: some lessons are moved, changed, removed or added, and every localId is new, as after a
// second import.

import fc from 'fast-check';
import type { LessonUnit, Timetable } from '../../src/contract/types.generated.ts';

const references =
  /^(localId|lessonLocalId|sectionLocalId|courseLocalId|classId|classTeacherId|(teacher|class|subject|room|roomCandidate|student|course)Ids)$/;

/** The same timetable under other localIds. */
export function renumbered(document: Timetable): Timetable {
  const other = (id: unknown) => (typeof id === 'string' ? id.replace(/^(\w+?)_/, '$1_other-') : id);
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (!references.test(key)) return value;
    return Array.isArray(value) ? value.map(other) : other(value);
  });
}

/** Edits of one unit, which may copy from the other units of the document. */
const edits: Record<string, (unit: LessonUnit, other: LessonUnit) => LessonUnit[]> = {
  same: (unit) => [unit],
  gone: () => [],
  doubled: (unit) => [unit, { ...unit, localId: `${unit.localId}-again` }],
  unscheduled: (unit) => [{ ...unit, dayId: null, periodIndex: null }],
  moved: (unit, { dayId, periodIndex }) => [{ ...unit, dayId, periodIndex }],
  otherTeacher: (unit, { teacherIds }) => [{ ...unit, teacherIds }],
  otherRoom: (unit, { roomIds }) => [{ ...unit, roomIds }],
  otherSubject: (unit, { subjectIds }) => [{ ...unit, subjectIds }],
};

/** The document with generated edits, which need not keep the contract: a unit may be on a day that its class lacks. */
export const laterVersion = (document: Timetable): fc.Arbitrary<Timetable> =>
  fc
    .array(fc.record({ edit: fc.constantFrom(...Object.keys(edits)), other: fc.nat() }), {
      minLength: document.lessonUnits.length,
      maxLength: document.lessonUnits.length,
    })
    .map((chosen) => {
      const { lessonUnits } = document;
      const changed = lessonUnits.flatMap((unit, index) => {
        const { edit = 'same', other = 0 } = chosen[index] ?? {};
        return edits[edit]?.(unit, lessonUnits[other % lessonUnits.length] ?? unit) ?? [];
      });
      return renumbered({ ...document, id: 'v2', versionNumber: 2, lessonUnits: changed.reverse() });
    });
