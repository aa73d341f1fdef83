// What links may show: the classes, teachers, rooms and students of an organisation.

import { sql } from 'kysely';
import type { OrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { LinkRecord } from '../contract/types.generated.ts';
import { UsageError, wrongCursor } from '../errors.ts';
import type { Database } from './connect/open-database.ts';
import { nameHas, naturalKey } from './natural-order.ts';
import { assertSource } from './views/source-relations.ts';

export type LinkKind = LinkRecord['kind'];

export type LinkEntity = { kind: LinkKind; entityId: string; name: string };

const versionTables = {
  class: 'version_class',
  teacher: 'version_teacher',
  room: 'version_room',
  student: 'version_student',
} as const;

/** @throws UsageError when the organisation has no such entity; SourceMismatchError */
export async function findLinkEntity(
  database: Database,
  organisationId: OrganisationId,
  kind: LinkKind,
  entityId: string,
): Promise<LinkEntity> {
  await assertSource(database, 'documents');
  const found = await database
    .selectFrom(kind)
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', entityId)
    .executeTakeFirst();
  if (found !== undefined) return { kind, entityId, name: found.name };
  const { rows, more } = await listSome(database, organisationId, kind);
  const known = rows.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new UsageError(
    `organisation ${organisationId} has no ${kind} ${JSON.stringify(entityId)}; ` +
      (rows.length === 0
        ? `it has none at all: import a timetable with \`${commandLine(`import --organisation ${organisationId} FILE`)}\``
        : `give the entityId of one: ${known}${more ? ' and others, as in the timetables of the organisation' : ''}`),
  );
}

/** How many entities a message names. */
const mostNamed = 5;

async function listSome(database: Database, organisationId: OrganisationId, kind: LinkKind) {
  const rows = await database
    .selectFrom(kind)
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .orderBy('id')
    .limit(mostNamed + 1)
    .execute();
  return { rows: rows.slice(0, mostNamed), more: rows.length > mostNamed };
}

/**
 * All of a kind that are in a published version, by name: 9C before 10A.
 * @param limit the most to return
 * @param ofClass of students, only those who are in this class there
 * @param search a part of the name
 * @param after the entityId of the one before the first
 * @throws InvalidInputError when it is not there: the list would seem to end; SourceMismatchError
 */
export async function listLinkEntities(
  database: Database,
  organisationId: OrganisationId,
  kind: LinkKind,
  {
    limit,
    ofClass = null,
    search = '',
    after = null,
  }: { limit: number; ofClass?: string | null; search?: string; after?: string | null },
): Promise<LinkEntity[]> {
  await assertSource(database, 'documents');
  const nameKey = naturalKey(sql.ref(`${kind}.name`));
  let list = database
    .selectFrom(kind)
    .select([`${kind}.id`, `${kind}.name`])
    .where(`${kind}.organisation_id`, '=', organisationId)
    .where(`${kind}.id`, 'in', (query) =>
      query
        .selectFrom(versionTables[kind])
        .innerJoin('timetable_version', 'timetable_version.id', `${versionTables[kind]}.version_id`)
        .innerJoin('timetable', 'timetable.id', 'timetable_version.timetable_id')
        .select(`${versionTables[kind]}.entity_id`)
        .where('timetable.organisation_id', '=', organisationId)
        .where('timetable_version.status', '=', 'published')
        .where('timetable_version.is_autosave', '=', false),
    )
    .orderBy(nameKey)
    .orderBy(`${kind}.id`)
    .limit(limit);
  if (search !== '') list = list.where(nameHas(sql.ref(`${kind}.name`), search));
  if (after !== null) {
    const place = await database
      .selectFrom(kind)
      .select(nameKey.as('key'))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', after)
      .executeTakeFirst();
    if (place === undefined) throw wrongCursor();
    list = list.where(sql<boolean>`(${nameKey}, ${sql.ref(`${kind}.id`)}) > (${place.key}, ${after})`);
  }
  if (ofClass !== null)
    list = list.where(`${kind}.id`, 'in', (query) =>
      query
        .selectFrom('version_student')
        .innerJoin('version_class', (join) =>
          join
            .onRef('version_class.version_id', '=', 'version_student.version_id')
            .onRef('version_class.local_id', '=', 'version_student.class_id'),
        )
        .innerJoin('timetable_version', 'timetable_version.id', 'version_student.version_id')
        .innerJoin('timetable', 'timetable.id', 'timetable_version.timetable_id')
        .select('version_student.entity_id')
        .where('timetable.organisation_id', '=', organisationId)
        .where('timetable_version.status', '=', 'published')
        .where('timetable_version.is_autosave', '=', false)
        .where('version_class.entity_id', '=', ofClass),
    );
  const rows = await list.execute();
  return rows.map(({ id, name }) => ({ kind, entityId: id, name }));
}

/** Which of a kind have a link that is neither revoked nor expired. */
export async function selectLinked(
  database: Database,
  organisationId: OrganisationId,
  kind: LinkKind,
  now: number,
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('link')
    .select('entity_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(now))]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('link_ended').select('link_id').whereRef('link_id', '=', 'link.id'))),
    )
    .execute();
  return new Set(rows.map(({ entity_id }) => entity_id));
}
