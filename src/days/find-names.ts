// Finds the entities that a change names: by entityId, externalId, shortName or name, in this order. Whoever writes a change has
// the names of people or of a planning program, and the first of these that anybody has must be one entity's alone.

import { nameEntities, nameOf } from '../calendar/lessons/name-entities.ts';
import type { NamedEntity, Timetable } from '../contract/types.generated.ts';

export const entityKinds = ['subjects', 'teachers', 'classes', 'rooms'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** The subjects, teachers, classes and rooms among which a name is looked for. */
export type Entities = Record<EntityKind, readonly NamedEntity[]>;

/** What a name means: one entity, nobody, or more than one. */
export type Named = NamedEntity | 'unknown' | 'ambiguous';

export type FindNamed = (kind: EntityKind, name: string) => Named;

export function createFindNamed(entities: Entities): FindNamed {
  const indexes = new Map<EntityKind, Map<string, NamedEntity | 'ambiguous'>[]>();
  return (kind, name) => {
    const levels = indexes.get(kind) ?? indexNames(entities[kind]);
    indexes.set(kind, levels);
    for (const level of levels) {
      const found = level.get(name);
      if (found !== undefined) return found;
    }
    return 'unknown';
  };
}

/** The first that knows the name decides, also when it knows several of that name. */
export const firstOf =
  (...finders: readonly FindNamed[]): FindNamed =>
  (kind, name) => {
    for (const find of finders) {
      const found = find(kind, name);
      if (found !== 'unknown') return found;
    }
    return 'unknown';
  };

/** Those of some versions, each entity once. */
export function entitiesOf(versions: readonly Timetable[]): Entities {
  const found = versions.map((version) => ({ ...nameEntities(version), version }));
  const listed = (kind: Exclude<EntityKind, 'classes'>) => found.flatMap(({ [kind]: named }) => [...named.values()]);
  return {
    subjects: uniquely(listed('subjects')),
    teachers: uniquely(listed('teachers')),
    classes: uniquely(versions.flatMap(({ classes }) => classes.map(nameOf))),
    rooms: uniquely(listed('rooms')),
  };
}

/** As the first names it. */
function uniquely(entities: readonly NamedEntity[]): NamedEntity[] {
  const byId = new Map<string, NamedEntity>();
  for (const entity of entities) if (!byId.has(entity.entityId)) byId.set(entity.entityId, entity);
  return [...byId.values()];
}

function indexNames(entities: readonly NamedEntity[]): Map<string, NamedEntity | 'ambiguous'>[] {
  const by = (nameOf: (entity: NamedEntity) => string | null) => {
    const index = new Map<string, NamedEntity | 'ambiguous'>();
    for (const entity of entities) {
      const name = nameOf(entity);
      if (name === null || name === '') continue;
      const other = index.get(name);
      const isSame = other === undefined || (other !== 'ambiguous' && other.entityId === entity.entityId);
      index.set(name, isSame ? entity : 'ambiguous');
    }
    return index;
  };
  return [
    by((each) => each.entityId),
    by((each) => each.externalId),
    by((each) => each.shortName),
    by((each) => each.name),
  ];
}
