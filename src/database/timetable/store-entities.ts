// Upserts the timetable of a document, and its entities by entity id. An entity with the name `Unknown` was deleted from
// the organisation and is not restored.

import { type Kysely, sql } from 'kysely';
import type { Timetable } from '../../contract/types.generated.ts';
import { unknownEntity, unknownRoom } from '../../document/assemble-timetable.ts';
import { columnOf } from '../../document/locate-row.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { Tables } from '../tables.ts';
import { insertRows } from './insert-rows.ts';

type EntityTable = 'teacher' | 'subject' | 'class' | 'room' | 'student' | 'course';

/** Stores the timetable, and the entities and room groups that its version uses. */
export async function storeEntities(database: Kysely<Tables>, organisationId: string, timetable: Timetable) {
  const { isActive: _, ...unknownStudent } = unknownEntity;
  const { students = [], courses = [] } = timetable;
  const upsert = (table: EntityTable, entities: readonly Entity[], unknown: object) =>
    upsertEntities(database, table, organisationId, entities, unknown);

  const name = timetable.name === 'Untitled' ? null : timetable.name;
  // Where another organisation has inserted a row of this id meanwhile, it fails and must not change that row.
  const own = sql`id = ${timetable.groupId} and organisation_id = ${organisationId}`;
  await sql`
    with renamed as (update timetable set name = ${name} where ${own} and name is distinct from ${name})
    insert into timetable (id, organisation_id, name)
    select ${timetable.groupId}, ${organisationId}, ${name} where not exists (select from timetable where ${own})`.execute(
    database,
  );
  await upsert('teacher', timetable.teachers.map(pickNames), unknownEntity);
  await upsert('subject', timetable.subjects.map(pickNames), unknownEntity);
  await upsert('class', timetable.classes.map(pickNames), unknownEntity);
  await upsert(
    'room',
    timetable.rooms.map(({ capacity, buildingName, ...room }) => ({ ...pickNames(room), capacity, buildingName })),
    unknownRoom,
  );
  await upsert(
    'student',
    students.map(({ entityId, externalId, name, shortName, color }) => ({
      entityId,
      externalId,
      name,
      shortName,
      color,
    })),
    unknownStudent,
  );
  await upsert(
    'course',
    courses.map(({ entityId, name, courseCode }) => ({ entityId, name, courseCode })),
    { name: unknownEntity.name, courseCode: null },
  );
  await upsertRoomGroups(database, organisationId, timetable);
}

type Entity = { entityId: string } & Record<string, unknown>;

function pickNames(entity: Timetable['subjects'][number]): Entity {
  const { entityId, externalId, name, shortName, color, isActive } = entity;
  return { entityId, externalId, name, shortName, color, isActive };
}

async function upsertEntities(
  database: Kysely<Tables>,
  table: EntityTable,
  organisationId: string,
  entities: readonly Entity[],
  unknown: object,
): Promise<void> {
  const known = new Map<string, Record<string, unknown>>();
  for (const { entityId, ...fields } of entities) if (!sameDocument(fields, unknown)) known.set(entityId, fields);
  const fields = Object.keys(unknown).map((field) => sql.ref(columnOf(field)));
  const current = sql.join(fields.map((field) => sql`${sql.table(table)}.${field}`));
  const excluded = sql.join(fields.map((field) => sql`excluded.${field}`));
  const rows = [...known].map(([id, entity]) => ({
    organisation_id: organisationId,
    id,
    ...Object.fromEntries(Object.entries(entity).map(([field, value]) => [columnOf(field), value])),
  }));
  const onConflict = sql`on conflict (organisation_id, id) do update set (${sql.join(fields)}) = row(${excluded})
    where (${current}) is distinct from (${excluded})`;
  await insertRows<'course'>(database, table as 'course', rows as never, onConflict); // all entity tables accept these columns
}

// A draft shows the organisation's current room groups, so importing it updates them. A published version shows the room
// groups as they were at publication, so importing it only adds those that the organisation does not have.
async function upsertRoomGroups(database: Kysely<Tables>, organisation_id: string, timetable: Timetable) {
  const entityIdOf = new Map(timetable.rooms.map(({ localId, entityId }) => [localId, entityId]));
  for (const { entityId: id, name, memberIds } of timetable.roomGroups) {
    if (name === unknownEntity.name && memberIds.length === 0) continue;
    const group = { organisation_id, id, name };
    const inserted = await database
      .insertInto('room_group')
      .values(group)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined && timetable.status !== 'draft') continue;
    const ofGroup = { organisation_id, room_group_id: id };
    await database
      .updateTable('room_group')
      .set({ name })
      .where('organisation_id', '=', organisation_id)
      .where('id', '=', id)
      .execute();
    await database
      .deleteFrom('room_group_member')
      .where('organisation_id', '=', organisation_id)
      .where('room_group_id', '=', id)
      .execute();
    const members = memberIds.map((memberId, position) => ({
      ...ofGroup,
      position,
      room_id: entityIdOf.get(memberId) ?? memberId,
    }));
    await insertRows(database, 'room_group_member', members);
  }
}
