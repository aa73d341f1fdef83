// What a substitution means for who reads the day, and what it replaces.

import type { DayChange } from '../../contract/types.generated.ts';
import type { Substitution } from './read-substitution-row.ts';

/** `nothing`: the row changes nothing. `nobody`: it concerns no class, no teacher and no room. */
export type Meaning =
  | 'nothing'
  | 'nobody'
  | 'note'
  | 'supervision'
  | 'standby'
  | 'event'
  | 'lesson'
  | 'exam'
  | 'exam instead'
  | 'cancelled'
  | 'changed';

/** The first that holds decides. Moves are told apart before. */
export function meaningOf(row: Substitution): Meaning {
  const { is, classes, newClasses, teachers, substitutes, subjects, newSubjects, text } = row;
  if (is.has('break supervision'))
    return substitutes.length > 0 || teachers.length > 0 ? 'supervision' : saysOnly(text);
  const isCancelled = is.has('cancelled') || isReleased(row);
  if (classes.length === 0 && newClasses.length === 0) {
    if (isCancelled) return 'nobody';
    return substitutes.length > 0 ? 'standby' : saysOnly(text);
  }
  const isPlanned = teachers.length > 0 || (subjects.length > 0 && !is.has('special use'));
  if (!isPlanned) {
    if (isCancelled) return 'nobody';
    if (is.has('exam')) return 'exam';
    const names = [substitutes, newSubjects, subjects, row.newRooms];
    if (names.every((list) => list.length === 0)) return saysOnly(text);
    return newSubjects.length > 0 || subjects.length > 0 ? 'lesson' : 'event';
  }
  if (isCancelled) return 'cancelled';
  if (is.has('exam')) return row.lesson === '0' ? 'exam' : 'exam instead';
  return Object.keys(replacedIn(row)).length > 0 || text !== '' ? 'changed' : 'nothing';
}

const saysOnly = (text: string): Meaning => (text === '' ? 'nobody' : 'note');

/** The class is away, or there are no lessons; unless somebody else teaches. */
function isReleased({ is, teachers, substitutes }: Substitution): boolean {
  if (!is.has('released') && !is.has('no lessons')) return false;
  return substitutes.length === 0 || isSame(teachers, substitutes);
}

/** Only what differs from the original. An empty replacement says nothing, but for a teacher who is absent. */
export function replacedIn(row: Substitution): Pick<DayChange, 'subjects' | 'teachers' | 'classes' | 'rooms'> {
  const changes: Pick<DayChange, 'subjects' | 'teachers' | 'classes' | 'rooms'> = {};
  const differs = (old: readonly string[], now: readonly string[]) => now.length > 0 && !isSame(old, now);
  if (differs(row.subjects, row.newSubjects)) changes.subjects = row.newSubjects;
  if (differs(row.teachers, row.substitutes)) changes.teachers = row.substitutes;
  if (differs(row.classes, row.newClasses)) changes.classes = row.newClasses;
  if (differs(row.rooms, row.newRooms)) changes.rooms = row.newRooms;
  if (isOpen(row, Object.keys(changes).length > 0)) changes.teachers = [];
  return changes;
}

/** Whether the teacher is absent and nobody is named instead. Rows that change only a room often name no substitute. */
function isOpen({ teachers, substitutes, ofAbsence, is, text }: Substitution, changesMore: boolean): boolean {
  if (teachers.length === 0 || substitutes.length > 0 || is.has('rooms only')) return false;
  if (is.has('moved here') || is.has('moved away')) return false;
  return ofAbsence || (!changesMore && text === '');
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
