// Selects the entities of a version. `organisation` holds the organisation's current data of each, or null where the
// entity was deleted.

import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { OrganisationEntity, RoomGroupRow, RoomRow } from '../../document/version-rows.ts';
import type { VersionBuilder } from '../tables.ts';
import { columnsOf } from './columns.ts';

/** Ordered by position, then by the bytes of localId, whatever the database's collation. */
export const byLocalId = sql`local_id collate "C"`;

const names = sql`'externalId', e.external_id, 'name', e.name, 'shortName', e.short_name, 'color', e.color`;

const ownEntity = sql<boolean>`e.organisation_id = timetable.organisation_id and e.id = own.entity_id`;

/** The organisation's row `e` of an entity as a JSON object with the given fields, or null. */
const organisationRow = <Fields>(fields: RawBuilder<unknown>) =>
  sql<Fields | null>`case when e.id is not null then json_build_object(${fields}) end`;

const activeNames = sql`${names}, 'isActive', e.is_active`;
const roomFields = sql`${activeNames}, 'capacity', e.capacity, 'buildingName', e.building_name`;

const identity = ['own.local_id as localId', 'own.entity_id as entityId'] as const;

export const teachers = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_teacher as own')
      .leftJoin('teacher as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select([...identity, 'own.max_periods as maxPeriods'])
      .select(organisationRow<OrganisationEntity>(activeNames).as('organisation'))
      .orderBy('position')
      .orderBy(byLocalId),
  );

export const subjects = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_subject as own')
      .leftJoin('subject as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select(identity)
      .select(organisationRow<OrganisationEntity>(activeNames).as('organisation'))
      .orderBy('position')
      .orderBy(byLocalId),
  );

export const classes = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_class as own')
      .leftJoin('class as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select([...identity, 'own.class_teacher_id as classTeacherId', 'own.bell_schedule_id as bellScheduleId'])
      .select(organisationRow<OrganisationEntity>(activeNames).as('organisation'))
      .orderBy('position')
      .orderBy(byLocalId),
  );

export const rooms = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_room as own')
      .leftJoin('room as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select(identity)
      .select(organisationRow<NonNullable<RoomRow['organisation']>>(roomFields).as('organisation'))
      .orderBy('position')
      .orderBy(byLocalId),
  );

export const students = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_student as own')
      .leftJoin('student as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select([...identity, 'own.class_id as classId', 'own.course_ids as courseIds'])
      .select(organisationRow<Omit<OrganisationEntity, 'isActive'>>(names).as('organisation'))
      .orderBy('position')
      .orderBy(byLocalId),
  );

export const courses = (version: VersionBuilder) =>
  columnsOf(
    version
      .selectFrom('version_course as own')
      .leftJoin('course as e', (join) => join.on(ownEntity))
      .whereRef('own.version_id', '=', 'version.id')
      .select([...identity, 'own.teacher_ids as teacherIds', 'own.room_ids as roomIds', 'own.settings'])
      .select(['own.room_group_ids as roomGroupIds', 'own.room_variation as roomVariation'])
      .select(
        organisationRow<{ name: string; courseCode: string | null }>(
          sql`'name', e.name, 'courseCode', e.course_code`,
        ).as('organisation'),
      )
      .orderBy('position')
      .orderBy(byLocalId),
  );

const liveMembers = sql`(
  select coalesce(json_agg(json_build_object(
    'entityId', member.room_id,
    'organisation', ${organisationRow(roomFields)}
  ) order by member.position), '[]')
  from room_group_member member
  left join room e on e.organisation_id = member.organisation_id and e.id = member.room_id
  where member.organisation_id = live.organisation_id and member.room_group_id = live.id)`;

export const roomGroups = (version: VersionBuilder) =>
  jsonArrayFrom(
    version
      .selectFrom('version_room_group as own')
      .whereRef('own.version_id', '=', 'version.id')
      .select(identity)
      .select([
        sql<RoomGroupRow['frozen']>`json_build_object('name', own.name, 'memberIds', own.member_ids)`.as('frozen'),
        sql<RoomGroupRow['live']>`(
          select json_build_object('name', live.name, 'rooms', ${liveMembers}) from room_group live
          where live.organisation_id = timetable.organisation_id and live.id = own.entity_id
            and version.status = 'draft')`.as('live'),
      ])
      .orderBy('position')
      .orderBy(byLocalId),
  );
