// Everybody and everything that has a timetable of its own, in one form: what the chooser lists, searches and links to.

import type { GridSelection, ResolvedTimetable } from '../client/belfry-client.ts';
import type { Kind } from './address.ts';

export type Entry = {
  kind: Kind;
  localId: string;
  entityId: string;
  name: string;
  /** Tells entries of one name apart: a short name, a code, a building, a class. */
  detail: string;
  /** False for what left the organisation and is still used here. */
  isActive: boolean;
  selection: GridSelection;
  /** What a search looks through, folded. */
  searched: string;
};

export const kindNames: Record<Kind, { one: string; many: string }> = {
  class: { one: 'Class', many: 'Classes' },
  teacher: { one: 'Teacher', many: 'Teachers' },
  room: { one: 'Room', many: 'Rooms' },
  student: { one: 'Student', many: 'Students' },
  subject: { one: 'Subject', many: 'Subjects' },
};

/** In the order of the timetable's own lists, which is the school's. */
export function entriesOf(timetable: ResolvedTimetable): Entry[] {
  const { classes, teachers, rooms, students, subjects, courses } = timetable;
  const entries: Entry[] = [];
  const add = (
    kind: Kind,
    item: { localId: string; entityId: string; name: string; isActive?: boolean; externalId?: string | null },
    details: readonly (string | null | undefined)[],
    selection: GridSelection,
  ) => {
    const { localId, entityId, name, isActive = true, externalId } = item;
    const detail = [...new Set(details)].filter((each) => each && each !== name).join(' · ');
    const searched = fold([name, detail, externalId ?? ''].join(' '));
    entries.push({ kind, localId, entityId, name, detail, isActive, selection, searched });
  };
  for (const each of classes.all) add('class', each, [each.shortName], { class: each.localId });
  for (const each of teachers.all) add('teacher', each, [each.shortName], { teacher: each.localId });
  for (const each of rooms.all) add('room', each, [each.shortName, each.buildingName], { room: each.localId });
  for (const each of students.all) {
    const schoolClass = classes.byLocalId.get(each.classId ?? '');
    add('student', each, [schoolClass?.name], { student: each.localId });
  }
  for (const each of subjects.all) add('subject', each, [each.shortName], { subject: each.localId });
  for (const each of courses.all) add('subject', each, [each.courseCode], { subject: each.localId });
  return entries;
}

/** Without case and accents, so that "muller" finds Müller. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Entries that hold every word of the query, those that begin with it first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const folded = fold(query).trim();
  const words = folded.split(/\s+/);
  const found = entries.filter(({ searched }) => words.every((word) => searched.includes(word)));
  const rank = ({ searched }: Entry) => (searched.startsWith(folded) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}
