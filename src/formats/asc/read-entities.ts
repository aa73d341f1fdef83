// Reads teachers, subjects, classes, rooms and groups, by the ids in the file.

import { type Findings, quote } from '../report/finding.ts';
import type { School, SchoolEntity } from '../school/school.ts';
import { type AscElement, type AscFile, type AscName, listOf, placeOf, textOf } from './asc-file.ts';

/** `classKey` is the class that contains the group; `name` is null for the entire class. `studentIds` may be unlisted. */
export type AscGroup = { name: string | null; isEntire: boolean; classKey: string; studentIds: string[] };

export type AscEntities = Pick<School, 'teachers' | 'subjects' | 'classes' | 'rooms'> & {
  groups: ReadonlyMap<string, AscGroup>;
  has: Record<'teacher' | 'subject' | 'class' | 'room', ReadonlySet<string>>;
  /** Names of every teacher, subject and class by key, for entities whose id is not permanent. */
  shortNameOf: ReadonlyMap<string, string>;
};

export function readEntities(file: AscFile, findings: Findings): AscEntities {
  const teachers = listEntities(file, 'teacher', findings).map(({ entity, element }) => ({
    ...entity,
    name: entity.name || [textOf(element, 'firstname'), textOf(element, 'lastname')].join(' ').trim(),
  }));
  const subjects = listEntities(file, 'subject', findings).map(({ entity }) => entity);
  const teacherKeys = keysOf(teachers);
  const classes = listEntities(file, 'class', findings).map(({ entity, element }) => {
    const teacher = textOf(element, 'teacherid');
    const isKnown = teacherKeys.has(teacher);
    if (teacher !== '' && !isKnown)
      findings.add('asc.class-teacher-unknown', entity.place, `its class teacher is ${quote(teacher)}`);
    return { ...entity, classTeacher: isKnown ? teacher : null };
  });
  const buildings = new Map(file.elements.building.map((each) => [textOf(each, 'id'), textOf(each, 'name', 'short')]));
  const rooms = listEntities(file, 'classroom', findings).map(({ entity, element }) => {
    const building = textOf(element, 'buildingid');
    const buildingName = buildings.get(building);
    if (building !== '' && buildingName === undefined)
      findings.add('asc.building-unknown', entity.place, `its building is ${quote(building)}`);
    return { ...entity, capacity: capacityOf(element, entity, findings), buildingName: buildingName ?? '' };
  });
  const groups = new Map<string, AscGroup>();
  for (const element of file.elements.group) {
    const isEntire = textOf(element, 'entireclass') === '1';
    const name = isEntire ? null : textOf(element, 'name') || null;
    const group = { name, isEntire, classKey: textOf(element, 'classid'), studentIds: listOf(element, 'studentids') };
    const id = textOf(element, 'id');
    if (!groups.has(id)) groups.set(id, group);
    else findings.add('asc.id-repeated', placeOf(file, 'group', element), `there is already a group ${quote(id)}`);
  }
  const has = { teacher: teacherKeys, subject: keysOf(subjects), class: keysOf(classes), room: keysOf(rooms) };
  const shortNameOf = new Map(
    [...teachers, ...subjects, ...classes].map(({ key, shortName, name }) => [key, shortName || name]),
  );
  return { teachers, subjects, classes, rooms, groups, has, shortNameOf };
}

const keysOf = (entities: readonly SchoolEntity[]): Set<string> => new Set(entities.map(({ key }) => key));

/** An id that begins with `*` is valid for one export only. */
export const permanentIdOf = (id: string): string | null => (id === '' || id.startsWith('*') ? null : id);

export function listEntities(
  file: AscFile,
  kind: AscName,
  findings: Findings,
): { entity: SchoolEntity; element: AscElement }[] {
  const taken = new Set<string>();
  return file.elements[kind].map((element, index) => {
    const place = placeOf(file, kind, element);
    const id = textOf(element, 'id');
    if (id === '') findings.add('asc.id-missing', place, `a ${kind} has no id`);
    else if (taken.has(id)) findings.add('asc.id-repeated', place, `there is already a ${kind} ${quote(id)}`);
    // A reference never contains a space, so nothing can refer to an element whose id is missing or a duplicate.
    const key = id === '' || taken.has(id) ? `${id} ${index}` : id;
    taken.add(key);
    const names = { shortName: textOf(element, 'short'), name: textOf(element, 'name') };
    return {
      entity: { key, permanentId: permanentIdOf(id), ...names, color: textOf(element, 'color') || null, place },
      element,
    };
  });
}

function capacityOf(element: AscElement, { place }: SchoolEntity, findings: Findings): number {
  const text = textOf(element, 'capacity');
  if (text === '' || text === '*') return 0;
  const capacity = /^\d{1,6}$/.test(text) ? Number(text) : null;
  if (capacity === null) findings.add('asc.capacity-unreadable', place, `its capacity is ${quote(text)}`);
  return capacity ?? 0;
}
