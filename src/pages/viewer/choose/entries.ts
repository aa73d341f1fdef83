// The classes, teachers, rooms, students and subjects of a timetable as entries of one form, to list, search and link to.

import type { Class, GridSelection, ResolvedTimetable } from '../../../client/belfry-client.ts';
import { idsWithUnits } from '../../../client/find-units.ts';
import { perLanguage } from '../../ui/texts.ts';
import { type EntityName, type Kind, kinds } from '../address.ts';
import { fold, foldEntry } from './fold.ts';
import { namingOf, uniqueTest } from './naming.ts';

export type Entry = {
  kind: Kind;
  localId: string;
  entityId: string;
  name: string;
  /** The name, with the detail where others of the kind have the same name. */
  title: string;
  /** Distinguishes entries of one name: a short name, a code, a building, a class. */
  detail: string;
  /** False for an entity that the organisation no longer has but this timetable uses. */
  isActive: boolean;
  /** False for an entry with nothing to show, such as a year beside its classes. The list folds these. */
  hasContent: boolean;
  /** The entityId of the class that a group belongs to. The list folds groups under it. */
  groupOf: string | null;
  selection: GridSelection;
  /** The normalised text that a search matches. */
  searched: string;
};

const byName = perLanguage((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

/** Classes in the timetable's order, which is the school's, each followed by its groups. All others by name. */
export function entriesOf(timetable: ResolvedTimetable): Entry[] {
  const { classes, teachers, rooms, students, subjects, courses } = timetable;
  const entries: Entry[] = [];
  const taught = idsWithUnits(timetable);
  const { short, classOf } = namingOf(timetable);
  const add = (
    kind: Kind,
    item: { localId: string; entityId: string; name: string; isActive?: boolean; externalId?: string | null },
    details: readonly (string | null | undefined)[],
    selection: GridSelection,
    schoolClass: Class | null = null,
  ) => {
    const { localId, entityId, name, isActive = true, externalId } = item;
    const detail = [...new Set(details)].filter((each) => each && each !== name).join(' · ');
    const searched = foldEntry([name, detail, externalId ?? ''].join(' '));
    const hasContent = taught.has(localId);
    const title = name;
    const groupOf = schoolClass?.entityId ?? null;
    entries.push({ kind, localId, entityId, name, title, detail, isActive, hasContent, groupOf, selection, searched });
  };
  for (const each of groupsAfterClasses(classes.all, classOf)) {
    const schoolClass = classOf(each);
    // Those of a group are taught with their class too.
    const groupOf = schoolClass === null ? {} : { groupOf: schoolClass.localId };
    add('class', each, [short(each)], { class: each.localId, ...groupOf }, schoolClass);
  }
  for (const each of teachers.all) add('teacher', each, [short(each)], { teacher: each.localId });
  for (const each of rooms.all) add('room', each, [short(each), each.buildingName], { room: each.localId });
  for (const each of students.all) {
    const schoolClass = classes.byLocalId.get(each.classId ?? '');
    add('student', each, [schoolClass?.name], { student: each.localId });
  }
  for (const each of subjects.all) add('subject', each, [short(each)], { subject: each.localId });
  for (const each of courses.all) add('subject', each, [each.courseCode], { subject: each.localId });
  addDetails(entries);
  return entries.sort((one, other) =>
    one.kind !== other.kind
      ? kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
      : one.kind === 'class'
        ? 0
        : byName().compare(one.name, other.name),
  );
}

/** Three classes with one name are distinguished by their short names, where they are not listed together. */
function addDetails(entries: readonly Entry[]): void {
  const kindAndName = ({ kind, name }: Entry) => `${kind} ${name}`;
  const isUnique = uniqueTest(entries.map(kindAndName));
  for (const entry of entries)
    if (entry.detail !== '' && !isUnique(kindAndName(entry))) entry.title = `${entry.name} (${entry.detail})`;
}

function groupsAfterClasses(all: readonly Class[], classOf: (group: Class) => Class | null): Class[] {
  const positions = new Map(all.map((each, position) => [each, position]));
  const positionOf = (each: Class) => positions.get(classOf(each) ?? each) ?? 0;
  const isGroup = (each: Class) => Number(classOf(each) !== null);
  return all.toSorted((one, other) => positionOf(one) - positionOf(other) || isGroup(one) - isGroup(other));
}

export const findEntry = (entries: readonly Entry[], { kind, entityId }: EntityName): Entry | undefined =>
  entries.find((entry) => entry.kind === kind && entry.entityId === entityId);

/** Entries that contain every word of the query. Those that begin with it come first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const folded = fold(query).trim();
  const words = folded.split(/\s+/);
  const found = entries.filter(({ searched }) => words.every((word) => searched.includes(word)));
  const rank = ({ searched }: Entry) => (searched.startsWith(folded) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other));
}
