// Reads what is different on the days of an organisation from its rows, in the form of the file that is imported, with when each
// last changed; the names that changes may use; and whom readers see of the teachers in changes.

import { sql } from 'kysely';
import type { DayAbsence, DayChange, DayNote, NamedEntity } from '../../contract/types.generated.ts';
import type { Database } from '../connect/open-database.ts';
import type { TeachersInChanges } from './day-tables.ts';

/** One more of each than a file may hold: a view over a table has no trigger that bounds it. */
const mostRead = { changes: 20_001, notes: 2_001, absent: 2_001 };

/** Entities of one kind: far more than a school has. */
const mostEntities = 20_000;

/** `changedAt` is ISO 8601. */
type Dated<Row> = Row & { changedAt: string };

export type StoredDays = { changes: Dated<DayChange>[]; notes: Dated<DayNote>[]; absent: Dated<DayAbsence>[] };

/**
 * Those of the days from one to another, both YYYYMMDD, and changes that move a lesson to one of them.
 * @param transaction REPEATABLE READ where others may write meanwhile, so that the rows are of one moment
 */
export async function readDayChanges(
  transaction: Database,
  organisationId: string,
  from: number,
  to: number,
): Promise<StoredDays> {
  const changes = await transaction
    .selectFrom('day_change')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where(({ eb, or }) => or([eb.between('date', from, to), eb.between('move_date', from, to)]))
    .orderBy('date')
    .orderBy(sql`ref collate "C"`)
    .limit(mostRead.changes)
    .execute();
  const notes = await transaction
    .selectFrom('day_note')
    .select(['date', 'text', 'classes', 'changed_at'])
    .where('organisation_id', '=', organisationId)
    .where((where) => where.between('date', from, to))
    .orderBy('date')
    .orderBy('position')
    .orderBy('seq')
    .limit(mostRead.notes)
    .execute();
  const absent = await transaction
    .selectFrom('day_absence')
    .select(['date', 'kind', 'entity', 'changed_at'])
    .where('organisation_id', '=', organisationId)
    .where((where) => where.between('date', from, to))
    .orderBy('date')
    .orderBy('kind')
    .orderBy(sql`entity collate "C"`)
    .limit(mostRead.absent)
    .execute();
  return {
    changes: changes.map(changeOf),
    notes: notes.map(({ changed_at, ...note }) => ({ ...note, changedAt: changed_at.toISOString() })),
    absent: absent.map(({ date, kind, entity, changed_at }) => ({
      ...{ date, kind: kind as DayAbsence['kind'], entity }, // by the constraint of its column
      changedAt: changed_at.toISOString(),
    })),
  };
}

type ChangeRow = {
  [column in
    | 'lesson_id'
    | 'lesson_start_time'
    | 'move_start_time'
    | 'move_end_time'
    | 'text'
    | 'added_kind'
    | 'added_start_time'
    | 'added_end_time']: string | null;
} & {
  [column in
    | 'lesson_subjects'
    | 'lesson_teachers'
    | 'lesson_classes'
    | 'lesson_rooms'
    | 'subjects'
    | 'teachers'
    | 'classes'
    | 'rooms']: string[] | null;
} & { [column in 'whole_lesson' | 'cancelled' | 'even_if_closed']: boolean } & {
  date: number;
  ref: string;
  lesson_period_index: number | null;
  move_date: number | null;
  changed_at: Date;
};

function changeOf(row: ChangeRow): Dated<DayChange> {
  const { date, ref, subjects, teachers, classes, rooms } = row;
  const lists = given({ subjects, teachers, classes, rooms });
  const { added_kind: kind, added_start_time: start, added_end_time: end } = row;
  const { move_date: moveDate, move_start_time: moveStart, move_end_time: moveEnd } = row;
  const rest = {
    ...given({ text: row.text }),
    ...(row.even_if_closed && { evenIfClosed: true }),
    changedAt: row.changed_at.toISOString(),
  };
  if (kind !== null && start !== null && end !== null) {
    const added = { kind: kind as NonNullable<DayChange['added']>['kind'], startTime: start, endTime: end }; // by its constraint
    return { ref, date, added: { ...added, ...lists }, ...rest };
  }
  const lesson = {
    ...given({ id: row.lesson_id, startTime: row.lesson_start_time, periodIndex: row.lesson_period_index }),
    ...given({ subjects: row.lesson_subjects, teachers: row.lesson_teachers }),
    ...given({ classes: row.lesson_classes, rooms: row.lesson_rooms }),
    ...(row.whole_lesson && { wholeLesson: true }),
  };
  return {
    ...{ ref, date, lesson },
    ...(row.cancelled && { cancelled: true as const }),
    ...(moveDate !== null &&
      moveStart !== null &&
      moveEnd !== null && { moveTo: { date: moveDate, startTime: moveStart, endTime: moveEnd } }),
    ...lists,
    ...rest,
  };
}

/** The fields that are not null. */
const given = <Fields extends object>(fields: Fields): { [field in keyof Fields]?: NonNullable<Fields[field]> } =>
  // Its keys and values are those of the parameter, which entries do not tell.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [field in keyof Fields]?: NonNullable<Fields[field]>;
  };

export type DayEntities = Record<'subjects' | 'teachers' | 'classes' | 'rooms', NamedEntity[]>;

/** The entities of the organisation, for who or what is in no timetable version. */
export async function readDayEntities(database: Database, organisationId: string): Promise<DayEntities> {
  const read = (table: 'subject' | 'teacher' | 'class' | 'room'): Promise<NamedEntity[]> =>
    database
      .selectFrom(table)
      .select(['id as entityId', 'external_id as externalId', 'name', 'short_name as shortName'])
      .where('organisation_id', '=', organisationId)
      .orderBy(sql`id collate "C"`)
      .limit(mostEntities)
      .execute();
  return {
    subjects: await read('subject'),
    teachers: await read('teacher'),
    classes: await read('class'),
    rooms: await read('room'),
  };
}

export type TeachersInChangesOf = { keys: TeachersInChanges; links: TeachersInChanges };

/** Of `organisation`, as statements select it. A view in its place may be without the columns, and then the defaults hold. */
export const selectTeachersInChanges = {
  keys: sql<TeachersInChanges>`coalesce(to_jsonb(organisation) ->> 'teachers_in_changes_keys', 'all')`,
  links: sql<TeachersInChanges>`coalesce(to_jsonb(organisation) ->> 'teachers_in_changes_links', 'substitute')`,
};

/** Whom readers see of the teachers in changes, as the organisation says. */
export async function readTeachersInChanges(database: Database, organisationId: string): Promise<TeachersInChangesOf> {
  const found = await database
    .selectFrom('organisation')
    .select([selectTeachersInChanges.keys.as('keys'), selectTeachersInChanges.links.as('links')])
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return found ?? { keys: 'all', links: 'substitute' };
}
