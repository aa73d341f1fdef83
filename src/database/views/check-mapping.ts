// Checks what Belfry reads timetables from: which views that replace its tables are missing, which of their columns have the
// wrong type, and whether rows are hidden. Belfry's own table of the same name, in the same database, defines what each view
// must be.

import { sql } from 'kysely';
import { commandLine } from '../../command-line.ts';
import { MappingError } from '../../errors.ts';
import type { Database } from '../connect/open-database.ts';
import type { Tables } from '../tables.ts';
import { findHiddenRows } from './find-hidden-rows.ts';

/** The tables that are only read. If views replace some of them, they must replace all, so that none is forgotten. */
export const timetableTables = [
  ...(['teacher', 'subject', 'class', 'room', 'student', 'course', 'room_group', 'room_group_member'] as const),
  ...([
    'timetable',
    'timetable_version',
    'version_teacher',
    'version_subject',
    'version_class',
    'version_room',
  ] as const),
  ...(['version_student', 'version_course', 'version_room_group', 'bell_schedule', 'bell_day'] as const),
  ...(['day_configuration', 'period', 'break', 'lesson', 'lesson_group', 'lesson_configuration'] as const),
  ...(['lesson_unit', 'section'] as const),
] satisfies (keyof Tables)[];

/** The tables of calendars. Views over them are optional, but if views replace some of them, they must replace all. */
export const calendarTables = [
  'calendar',
  'calendar_term',
  'calendar_closure',
  'calendar_anchor',
  'calendar_exception',
] as const satisfies (keyof Tables)[];

/** The tables of what is different on days, as those of calendars. */
export const dayTables = ['day_change', 'day_note', 'day_absence'] as const satisfies (keyof Tables)[];

/** Views over these are optional. Without one, Belfry's own table is used, to which its commands write. */
export const accessTables = ['organisation', 'api_key', 'link'] satisfies (keyof Tables)[];

/** A view may be without these. What reads them says what holds then. */
const optionalColumns: readonly string[] = [
  'api_key.published_only',
  'organisation.teachers_in_changes_keys',
  'organisation.teachers_in_changes_links',
];

const allTables: readonly string[] = [...timetableTables, ...calendarTables, ...dayTables, ...accessTables];

export type MappingReport = {
  /** The schemas of the views, or Belfry's own where there are none. */
  schemas: string[];
  mapped: boolean;
  /** The problems, each in one sentence. */
  problems: string[];
};

type Relation = {
  name: string;
  /** Belfry's own table, and what the search path finds by its name: both quoted as SQL identifiers, with schemas. */
  own: string;
  found: string;
  schema: string;
  isOwn: boolean;
  isReadable: boolean;
  /** For a view: the columns that are read, with their required and their actual types. */
  columns: { column: string; expected: string; type: string | null; fits: boolean }[];
};

/**
 * Checks the views before timetables are read through them. Where one is missing, an empty table would be published.
 * @param tables those that are read
 * @throws MappingError
 */
export async function assertMappingComplete(database: Database, tables = allTables): Promise<void> {
  const { problems } = await checkMapping(database, tables);
  const [first, ...more] = problems;
  if (first === undefined) return;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new MappingError(
    `${first}${rest}. Nothing was published; \`${commandLine('check --database')}\` reports everything`,
  );
}

/** Checks what the role reads through its `search_path`. */
export async function checkMapping(database: Database, tables = allTables): Promise<MappingReport> {
  const { rows } = await sql<Relation>`
    select own.relname as name, format('%s.%I', own.relnamespace::regnamespace, own.relname) as own,
      format('%s.%I', found.relnamespace::regnamespace, found.relname) as found,
      found.relnamespace::regnamespace::text as schema,
      found.oid = own.oid as "isOwn",
      has_table_privilege(found.oid, 'select') as "isReadable",
      coalesce((
        select json_agg(json_build_object(
          'column', expected.attname,
          'expected', format_type(expected.atttypid, null),
          'type', format_type(actual.atttypid, null),
          'fits', actual.atttypid = expected.atttypid or exists (
            select from pg_cast where castsource = actual.atttypid and casttarget = expected.atttypid
              and castmethod = 'b' and castcontext = 'i')) order by expected.attnum)
        from pg_attribute expected
        left join pg_attribute actual
          on actual.attrelid = found.oid and actual.attname = expected.attname and actual.attnum > 0 and not actual.attisdropped
        where expected.attrelid = own.oid and expected.attnum > 0 and not expected.attisdropped and found.oid <> own.oid
      ), '[]') as columns
    from unnest(${[...tables]}::text[]) with ordinality as wanted(name, position)
    join pg_class own on own.relname = wanted.name
      and own.relnamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    join pg_class found on found.oid = to_regclass(quote_ident(wanted.name))
    order by wanted.position`.execute(database);

  const mapped = rows.filter(({ isOwn }) => !isOwn);
  const schemas = [...new Set((mapped.length === 0 ? rows : mapped).map(({ schema }) => schema))];
  const [front] = schemas;
  const missing = [timetableTables, calendarTables, dayTables].flatMap((group: readonly string[]) => {
    const together = rows.filter(({ name }) => group.includes(name));
    const replaced = together.some(({ isOwn }) => !isOwn);
    return together.filter(({ isOwn }) => replaced && isOwn).map((row) => describeMissing(row, front ?? ''));
  });
  const problems = [
    ...(await findUnusable(database)),
    ...missing,
    ...mapped.flatMap(findProblems),
    ...(await findHiddenRows(database, tables === allTables ? null : tables)),
  ];
  return { schemas, mapped: mapped.length > 0, problems };
}

/** PostgreSQL skips a schema that a role may not use, so that Belfry's own tables would be read instead of its views. */
async function findUnusable(database: Database): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    select namespace.oid::regnamespace::text as schema
    from unnest(string_to_array(current_setting('search_path'), ',')) entry
    join pg_namespace namespace on namespace.nspname = trim(both ' "' from entry)
    where not has_schema_privilege(namespace.oid, 'usage')`.execute(database);
  return rows.map(
    ({ schema }) =>
      `the schema ${schema} of the search_path is skipped, since the role may not use it: grant usage on schema ${schema} to the role`,
  );
}

const describeMissing = ({ name, own }: Relation, schema: string) =>
  `the view ${schema}.${name} is missing, so Belfry's own ${own} is read: create it, or if you have nothing of the kind: ` +
  `create view ${schema}.${name} as table ${own}`;

function findProblems({ name, found, isReadable, columns }: Relation): string[] {
  if (!isReadable) return [`${found} may not be read: grant select on it to the role`];
  return columns.flatMap(({ column, expected, type, fits }) => {
    if (type === null && optionalColumns.includes(`${name}.${column}`)) return [];
    if (type === null) return [`${found} has no column ${column}, which has to be of type ${expected}`];
    return fits ? [] : [`the column ${column} of ${found} is of type ${type}: cast it, ${column}::${expected}`];
  });
}
