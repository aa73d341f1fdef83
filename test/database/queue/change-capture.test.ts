// The entries that the triggers write to pending_change, for each table and kind of statement.

import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database, OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../../src/database/queue/changed-versions.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { loadSchool } from '../../support/published-school.ts';
import { publishedTimetable, smallTimetable } from '../../support/small-timetable.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let open: OpenDatabase;
const sha = (digit: string) => digit.repeat(64);

/** Each organisation has a draft of both modes' parts, and a published version; both use the same entities. */
beforeAll(async () => {
  open = await openTestDatabase();
  for (const id of ['north', 'south']) {
    await loadSchool(open.database, id, [
      smallTimetable({ id: `${id}-draft`, groupId: `${id}-g`, orgId: id }),
      publishedTimetable(`${id}-published`, { groupId: `${id}-g`, orgId: id }),
    ]);
    const key = { id: `key-${id}`, organisation_id: id, name: id, sha256: sha(id === 'north' ? 'a' : 'b') };
    await open.database.insertInto('api_key').values(key).execute();
  }
  // A room that the draft shows only because it belongs to the live group.
  await sql
    .raw(`insert into room (organisation_id, id, name, short_name) values ('north', 'annex', 'Annex', 'A');
    insert into room_group_member values ('north', 'entity-rgp_1', 9, 'annex')`)
    .execute(open.database);
});
afterAll(() => open.close());

class UndoneError extends Error {}

const clearQueue = (database: Database) => sql`truncate pending_change, changed_version`.execute(database);

/** The distinct entries that the last statement adds, after those before it; everything is rolled back. */
async function changesQueuedBy(...statements: string[]): Promise<string[]> {
  let entries: string[] = [];
  const run = async (transaction: Transaction<Tables>) => {
    for (const [position, statement] of statements.entries()) {
      if (position === statements.length - 1) await clearQueue(transaction);
      await sql.raw(statement).execute(transaction);
    }
    await moveChangedVersions(transaction);
    const { rows } = await sql<{ mark: string }>`
      select distinct concat_ws(' ', organisation_id, what, subject) collate "C" as mark
      from pending_change order by mark`.execute(transaction);
    entries = rows.map(({ mark }) => mark);
    throw new UndoneError();
  };
  await open.database
    .transaction()
    .execute(run)
    .catch((error: unknown) => {
      if (!(error instanceof UndoneError)) throw error;
    });
  return entries;
}

const draft = 'north version north-draft';
const published = 'north version north-published';
const everything = ['north organisation', 'south organisation'];
const everythingAndKeys = [
  ...['north access', `north key ${sha('a')}`, 'north organisation'],
  ...['south access', `south key ${sha('b')}`, 'south organisation'],
];

const calendarTables = ['calendar', 'calendar_term', 'calendar_closure', 'calendar_anchor', 'calendar_exception'];
const dayTables = ['day_change', 'day_note', 'day_absence'];

const versionTables = [
  ...['version_teacher', 'version_subject', 'version_class', 'version_room', 'version_student', 'version_course'],
  ...['version_room_group', 'bell_schedule', 'bell_day', 'day_configuration', 'period', 'break', 'lesson'],
  ...['lesson_group', 'lesson_configuration', 'lesson_unit', 'section'],
];

describe.each(versionTables)('the table %s enqueues only its version', (table) => {
  const set = table === 'day_configuration' ? `extra = '{"a": 1}'` : 'position = position + 100';
  const own = `version_id = 'north-draft'`;
  const one = `ctid = (select min(ctid) from "${table}" where ${own})`;
  const copy = `create temporary table copied on commit drop as select * from "${table}" where ${own}`;

  test.each([
    ['an update of many rows', [`update "${table}" set ${set} where ${own}`], [draft]],
    ['an update of one row', [`update "${table}" set ${set} where ${one}`], [draft]],
    // Comparing would cost every editor more than a build that finds nothing to publish.
    ['an update that changes nothing', [`update "${table}" set version_id = version_id where ${own}`], [draft]],
    ['an update of no row', [`update "${table}" set ${set} where false`], []],
    ['a deletion of many rows', [`delete from "${table}" where ${own}`], [draft]],
    ['a deletion of one row', [`delete from "${table}" where ${one}`], [draft]],
    [
      'an insertion of many rows',
      [copy, `delete from "${table}" where ${own}`, `insert into "${table}" select * from copied`],
      [draft],
    ],
    [
      'an insertion of one row',
      [copy, `delete from "${table}" where ${own}`, `insert into "${table}" select * from copied limit 1`],
      [draft],
    ],
  ])('%s', async (_, statements, expected) => {
    expect(await changesQueuedBy(...statements)).toEqual(expected);
  });

  test('truncating it enqueues everything', async () => {
    expect(await changesQueuedBy(`truncate "${table}" cascade`)).toEqual(everything);
  });
});

/** Which versions of `north` show each entity. A published version keeps its room groups as they were. */
describe.each([
  ['teacher', [draft, published]],
  ['subject', [draft, published]],
  ['class', [draft, published]],
  ['room', [draft, published]],
  ['student', [draft]],
  ['course', [draft]],
  ['room_group', [draft]],
])('the table %s enqueues the versions of its organisation that use the entity', (table, using) => {
  const own = `organisation_id = 'north' and id <> 'annex'`;
  test.each([
    ['an update', [`update ${table} set name = name || '!' where ${own}`], using],
    ['an update that changes nothing', [`update ${table} set name = name`], []],
    ['a deletion', [`delete from ${table} where ${own}`], using],
    [
      'an insertion',
      [
        `create temporary table copied on commit drop as select * from ${table} where ${own}`,
        `delete from ${table} where ${own}`,
        `insert into ${table} select * from copied`,
      ],
      using,
    ],
    ['an entity that nobody uses', [`update ${table} set id = 'x', name = 'y' where id = 'nobody'`], []],
  ])('%s', async (_, statements, expected) => {
    expect(await changesQueuedBy(...statements)).toEqual(expected);
  });

  test('truncating it enqueues everything', async () => {
    expect(await changesQueuedBy(`truncate ${table} cascade`)).toEqual(everything);
  });
});

test.each([
  ['a room only of a live group: the drafts', `update room set name = 'B' where id = 'annex'`, [draft]],
  [
    'a new member of a group: the drafts',
    `insert into room_group_member values ('north', 'entity-rgp_1', 10, 'x')`,
    [draft],
  ],
  [
    'a member at another position: the drafts',
    'update room_group_member set position = 11 where position = 9',
    [draft],
  ],
  ['a member that leaves: the drafts', `delete from room_group_member where room_id = 'annex'`, [draft]],
  [
    'a timetable renamed: all its versions, and the list',
    `update timetable set name = 'N' where id = 'north-g'`,
    ['north list', draft, published],
  ],
  ['a timetable deleted: the list', `delete from timetable where id = 'north-g'`, ['north list']],
  [
    'a version described: that version',
    `update timetable_version set description = 'D' where id = 'north-draft'`,
    [draft],
  ],
  [
    'a version made an autosave: that version',
    `update timetable_version set is_autosave = true where id = 'north-draft'`,
    [draft],
  ],
  ['a version deleted with its rows: that version', `delete from timetable_version where id = 'north-draft'`, [draft]],
  [
    'a version given to another timetable: for both organisations, of which the former loses none',
    `update timetable_version set timetable_id = 'south-g' where id = 'north-draft'`,
    ['north removal', draft, 'south version north-draft'],
  ],
  [
    'an organisation locked: its access alone, since its list does not change',
    `update organisation set access = 'suspended' where id = 'north'`,
    ['north access'],
  ],
  [
    'the API switched off: its access alone',
    `update organisation set api_enabled = false where id = 'north'`,
    ['north access'],
  ],
  ['an organisation updated as it was: nothing', 'update organisation set api_enabled = api_enabled', []],
  [
    'a new organisation: its access, and its list',
    `insert into organisation (id, name) values ('west', 'W')`,
    ['west access', 'west list'],
  ],
  [
    'an organisation deleted: its access, its list and its keys',
    `delete from organisation where id = 'north'`,
    ['north access', `north key ${sha('a')}`, 'north list'],
  ],
  [
    'a key revoked: that key',
    `update api_key set revoked_at = now() where id = 'key-north'`,
    [`north key ${sha('a')}`],
  ],
  ['a key updated as it was: nothing', 'update api_key set revoked_at = revoked_at', []],
  ['a key deleted: that key', `delete from api_key where id = 'key-north'`, [`north key ${sha('a')}`]],
  [
    'a key given to another organisation, as only the owner of the tables can: for both',
    `alter table api_key disable trigger keep_key_owner;
     update api_key set organisation_id = 'south' where id = 'key-north'`,
    [`north key ${sha('a')}`, `south key ${sha('a')}`],
  ],
  ['the table of keys emptied: each of them', 'truncate api_key', everythingAndKeys],
  ['the table of organisations emptied: all of them and each key', 'truncate organisation cascade', everythingAndKeys],
  ['mark_changed with a version: that version', `select mark_changed('north', 'north-draft')`, [draft]],
  ['mark_changed without a version: the organisation', `select mark_changed('north')`, ['north organisation']],
  [
    'mark_access_changed: its access, all its keys and all its links',
    `select mark_access_changed('north')`,
    ['north access', 'north key', 'north link'],
  ],
])('%s', async (_, statement, expected) => {
  expect(await changesQueuedBy(statement)).toEqual(expected);
});

test('a transaction that is rolled back enqueues nothing', async () => {
  await clearQueue(open.database);
  await changesQueuedBy(`update teacher set name = 'Z'`);
  expect(await open.database.selectFrom('pending_change').selectAll().execute()).toEqual([]);
  expect(await open.database.selectFrom('changed_version').selectAll().execute()).toEqual([]);
});

describe('a transaction adds one entry for each version', () => {
  const edit = `update lesson_unit set period_index = coalesce(period_index, 0) + 1 where version_id = 'north-draft'`;
  const entriesIn = async (...statements: string[]) => {
    await clearQueue(open.database);
    await open.database.transaction().execute(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
    });
    await moveChangedVersions(open.database);
    const rows = await open.database
      .selectFrom('pending_change')
      .select(['what', 'subject'])
      .orderBy('subject')
      .execute();
    return rows.map(({ what, subject }) => `${what} ${subject}`);
  };

  test('although it has several statements', async () => {
    const teacher = `update teacher set color = '#000000' where organisation_id = 'north'`;
    expect(await entriesIn(edit, edit, teacher, edit, `select mark_changed('north', 'north-draft')`)).toEqual([
      'version north-draft',
      'version north-published', // it shows the teachers too
    ]);
  });

  test('even if its first change was rolled back to a savepoint', async () => {
    expect(await entriesIn('savepoint s', edit, 'rollback to s', edit)).toEqual(['version north-draft']);
  });

  test('and a concurrent transaction adds its own without waiting', async () => {
    await clearQueue(open.database);
    await open.database.transaction().execute(async (first) => {
      await sql`select mark_changed('north', 'north-draft')`.execute(first);
      if (inject('serverUrl') !== null) await sql`select mark_changed('north', 'north-draft')`.execute(open.database);
    });
    await sql`select mark_changed('north', 'north-draft')`.execute(open.database);
    expect(await open.database.selectFrom('pending_change').select('subject').execute()).toHaveLength(
      inject('serverUrl') === null ? 2 : 3,
    );
  });

  test('even beside one restored from another server with the same transaction id', async () => {
    await clearQueue(open.database);
    await open.database.transaction().execute(async (transaction) => {
      await sql`insert into changed_version (version_id, transaction_began)
        values ('north-draft', '2020-01-01Z')`.execute(transaction);
      await sql.raw(edit).execute(transaction);
    });
    expect(await open.database.selectFrom('changed_version').select('version_id').execute()).toHaveLength(2);
  });
});

test('only changes of access notify, since NOTIFY serialises commits', { tags: 'server' }, async () => {
  const listener = new pg.Client({ connectionString: open.connectionString });
  await listener.connect();
  try {
    const heard: (string | undefined)[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query('listen belfry_change');
    await sql`select mark_changed('north')`.execute(open.database);
    await sql`update lesson_unit set locked = not locked`.execute(open.database);
    await sql`update teacher set name = name || '.'`.execute(open.database);
    await sql`update timetable_version set description = description || '.'`.execute(open.database);
    await sql`update api_key set name = name || '.' where organisation_id = 'south'`.execute(open.database);
    await sql`update organisation set name = name || '.' where id = 'north'`.execute(open.database);
    await listener.query('select 1'); // what was sent before it has arrived
    expect(heard).toEqual(['south', 'north']);
  } finally {
    await listener.end();
  }
});

test('every table has its triggers, except the queue, its related tables, and those of webhooks and of the dashboard', async () => {
  const { rows } = await sql<{ name: string; triggers: string }>`
    select tables.table_name as name, coalesce((
      select string_agg(tgname, ' ' order by tgname) from pg_trigger
      where tgrelid = to_regclass(quote_ident(tables.table_name)) and not tgisinternal and tgname like 'mark%'), '') as triggers
    from information_schema.tables tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%' and table_name not like 'webhook%'
      and table_name not in ('pending_change', 'changed_version', 'belfry_mark', 'publish_lease', 'store_binding', 'held_removal',
        'publication', 'link_ended', 'admin', 'admin_session', 'control_idempotency', 'audit', 'revoked_secret', 'version_size') order by 1`.execute(
    open.database,
  );
  // The name of an organisation is in what links show; what moves to another organisation is not lost.
  const furtherTriggers: Record<string, string> = {
    organisation: 'mark_name mark_teachers_in_changes ',
    timetable: 'mark_moved ',
    timetable_version: 'mark_moved ',
  };
  const wanted = (name: string) => `mark_delete mark_insert ${furtherTriggers[name] ?? ''}mark_truncate mark_update`;
  const without = rows.filter(({ name, triggers }) => triggers !== wanted(name));
  expect(without).toEqual([]);
  expect(rows.length).toBe(versionTables.length + 7 + 6 + calendarTables.length + dayTables.length);
});

describe('two concurrent editors (needs a server)', { tags: 'server' }, () => {
  test('of one organisation neither wait for each other nor deadlock', async () => {
    await clearQueue(open.database);
    const editors = [1, 2].map(() => new pg.Client({ connectionString: open.connectionString }));
    const [one, two] = editors;
    if (one === undefined || two === undefined) throw new Error('there are two editors');
    for (const editor of editors) {
      await editor.connect();
      await editor.query(`set lock_timeout = '10s'; begin`);
    }
    const move = (unit: string, to: number) =>
      `update lesson_unit set period_index = ${to} where version_id = 'north-published' and local_id = '${unit}'`;
    // In opposite order, each with the other's transaction still open.
    await one.query(move('lu_1', 1));
    await two.query(move('lu_2', 1));
    await one.query(`update subject set name = 'S1' where organisation_id = 'north'`);
    await two.query(`update teacher set name = 'T1' where organisation_id = 'north'`);
    await two.query('commit');
    await one.query('commit');
    for (const editor of editors) await editor.end();
    await moveChangedVersions(open.database);
    const rows = await open.database.selectFrom('pending_change').select(['what', 'subject']).distinct().execute();
    expect(rows.map(({ subject }) => subject).sort()).toEqual(['north-draft', 'north-published']);
  });
});
