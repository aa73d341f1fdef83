// Builds teachers, subjects, classes, rooms and students with their ids and displayed names.

import type { Subject } from '../../contract/types.generated.ts';
import { unknownEntity } from '../../document/assemble-timetable.ts';
import { type Findings, quote } from '../report/finding.ts';
import { cleanName } from './clean-name.ts';
import type { SchoolEntity } from './school.ts';
import { naturalKey, stableIds } from './stable-id.ts';

export type EntityKind = 'teacher' | 'subject' | 'class' | 'room' | 'student';

/** The localId of an entity by its key. @throws where the reader named an entity that it did not list */
export type LocalIds = (kind: EntityKind, key: string) => string;

const prefixes = { teacher: 'tch', subject: 'sub', class: 'cls', room: 'rom', student: 'stu' } as const;

/** The fields that all kinds share, in the School's order. `localIdOf` maps keys to local ids. */
export type BuiltEntities = { entities: Subject[]; localIdOf: ReadonlyMap<string, string> };

export function buildEntities(kind: EntityKind, list: readonly SchoolEntity[], findings: Findings): BuiltEntities {
  const names = list.map((entity) => nameEntity(kind, entity, findings));
  const identities = list.map(({ permanentId, key }, index) => {
    const { shortName = '', name = '' } = names[index] ?? {};
    return { permanentId: permanentId || (shortName || name ? null : key), shortName, name };
  });
  const { ids, clashes } = stableIds(identities);
  for (const { position, kind: clash } of clashes) {
    const entity = list[position];
    if (entity === undefined) continue;
    const rule = clash === 'collision' ? 'school.ids-collide' : 'school.duplicate';
    const shared = quote(naturalKey(identities[position] ?? entity));
    findings.add(
      rule,
      entity.place,
      `another ${kind} also has the id ${shared}; the id of this one becomes ${ids[position]}`,
      { name: calledOf(entity) },
    );
  }
  const timesUsed = new Map<string, number>();
  for (const { shortName } of names) timesUsed.set(shortName, (timesUsed.get(shortName) ?? 0) + 1);
  const localIdOf = new Map<string, string>();
  const entities = list.map((entity, index) => {
    const { name = '', shortName = '' } = names[index] ?? {};
    const localId = `${prefixes[kind]}_${ids[index]}`;
    const entityId = `${kind}-${ids[index]}`;
    localIdOf.set(entity.key, localId);
    if (entity.missing) return { localId, entityId, ...unknownEntity };
    const isUnique = timesUsed.get(shortName) === 1;
    if (shortName !== '' && !isUnique)
      findings.add(
        'school.short-name-repeated',
        entity.place,
        `another ${kind} also has the short name ${quote(shortName)}`,
        { name: calledOf(entity) },
      );
    const shown = name || shortName || naturalKey(identities[index] ?? entity);
    return {
      localId,
      entityId,
      externalId: shortName || null,
      name: shown,
      shortName: (isUnique && shortName) || shown,
      color: colourOf(entity, findings),
      isActive: true,
    };
  });
  return { entities, localIdOf };
}

function nameEntity(kind: EntityKind, entity: SchoolEntity, findings: Findings): { name: string; shortName: string } {
  const [name, short] = [cleanName(entity.name), cleanName(entity.shortName)];
  if (name.cleaned || short.cleaned)
    findings.add(
      'school.name-cleaned',
      entity.place,
      `the name ${quote(entity.name)} is shown as ${quote(name.name)}`,
      {
        name: calledOf(entity),
      },
    );
  if (name.name === '' && !entity.missing) {
    const shown = short.name === '' ? `its id ${quote(entity.permanentId ?? entity.key)}` : quote(short.name);
    findings.add('school.name-missing', entity.place, `a ${kind} has no name and is called ${shown}`, {
      name: calledOf(entity),
    });
  }
  return { name: name.name, shortName: short.name };
}

const calledOf = ({ name, shortName, key }: SchoolEntity): string =>
  cleanName(name).name || cleanName(shortName).name || key;

function colourOf(entity: SchoolEntity, findings: Findings): string | null {
  const { color, place } = entity;
  if (color === null || color.trim() === '') return null;
  if (/^#[0-9A-Fa-f]{6}$/.test(color.trim())) return color.trim().toUpperCase();
  findings.add('school.colour-unreadable', place, `the colour ${quote(color)} does not have the form #RRGGBB`, {
    name: calledOf(entity),
  });
  return null;
}
