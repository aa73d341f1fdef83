// The audit: each change of an audited row leaves one entry that says what was and what became, by whom, and nothing secret.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAudit, pruneAudit } from '../../src/control/audit/list-audit.ts';
import { nameSubjects } from '../../src/control/audit/name-subjects.ts';
import { recordAs } from '../../src/control/audit/record-audit.ts';
import { changeAs } from '../../src/control/operator.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(open.database);
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

beforeEach(async () => {
  await run('delete from organisation; delete from admin; delete from audit');
  await run(`insert into organisation (id, name) values ('north', 'North'), ('south', 'South');
    insert into api_key (id, organisation_id, name, sha256) values ('k1', 'north', 'Website', '${hash('k1')}'),
      ('k2', 'north', 'App', '${hash('k2')}');
    insert into link (id, organisation_id, kind, entity_id, name, sha256) values ('l1', 'north', 'teacher', 't1', 'Phone', '${hash('l1')}');
    insert into calendar (organisation_id, time_zone, counting, file) values ('north', 'Europe/Berlin', 'calendarWeeks', '{}');
    insert into admin (id, name, role, organisation_id, sha256) values ('a1', 'Ada', 'manager', 'north', '${hash('a1')}');
    delete from audit`);
});

async function entries() {
  const { rows } = await run(`select organisation_id, resource, action, subject, old, new from audit order by id`);
  return rows.map((row) => Object.values(row));
}

describe('one entry for each changed row', () => {
  const state = { key: { name: 'Website', expiresAt: null, revokedAt: null } };
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  test.each<[string, unknown[][]]>([
    [
      `insert into organisation (id, name, api_enabled) values ('east', 'East', true)`,
      [
        [
          'east',
          'organisation',
          'created',
          'east',
          null,
          { name: 'East', access: 'active', api: true, teachersInChanges: 'all:substitute' },
        ],
      ],
    ],
    [
      `update organisation set access = 'locked', locked_because = 'plan_ended' where id = 'north'`,
      [['north', 'organisation', 'changed', 'north', { access: 'active' }, { access: 'locked:plan_ended' }]],
    ],
    [
      `update organisation set name = 'School of ' || name`,
      [
        ['north', 'organisation', 'changed', 'north', { name: 'North' }, { name: 'School of North' }],
        ['south', 'organisation', 'changed', 'south', { name: 'South' }, { name: 'School of South' }],
      ],
    ],
    [
      `insert into api_key (id, organisation_id, name, sha256, expires_at) values ('k3', 'south', 'Trial', '${hash('k3')}', '2099-01-01Z')`,
      [
        [
          ...['south', 'key', 'created', 'k3', null],
          { name: 'Trial', expiresAt: '2099-01-01T00:00:00.000Z', revokedAt: null },
        ],
      ],
    ],
    [`select revoke_api_key('k1')`, [['north', 'key', 'revoked', 'k1', { revokedAt: null }, { revokedAt: moment }]]],
    [
      `update api_key set expires_at = 'infinity', name = 'New' where id = 'k1'`,
      [
        [
          ...['north', 'key', 'changed', 'k1'],
          { name: 'Website', expiresAt: null },
          { name: 'New', expiresAt: 'infinity' },
        ],
      ],
    ],
    [`delete from api_key where id = 'k1'`, [['north', 'key', 'deleted', 'k1', state.key, null]]],
    [`select revoke_link('l1')`, [['north', 'link', 'revoked', 'l1', { revokedAt: null }, { revokedAt: moment }]]],
    [
      `update calendar set time_zone = 'Europe/Paris'`,
      [['north', 'calendar', 'changed', 'north', { timeZone: 'Europe/Berlin' }, { timeZone: 'Europe/Paris' }]],
    ],
    [
      `update calendar set organisation_id = 'south'`,
      [
        ['north', 'calendar', 'deleted', 'north', expect.objectContaining({ timeZone: 'Europe/Berlin' }), null],
        ['south', 'calendar', 'created', 'south', null, expect.objectContaining({ timeZone: 'Europe/Berlin' })],
      ],
    ],
    [
      `insert into calendar_anchor (organisation_id, date, week) values ('north', 20260810, 1), ('north', 20260817, 2)`,
      [['north', 'calendar', 'changed', 'north', null, { changed: 'calendar_anchor', count: 2 }]],
    ],
    [
      `update admin set revoked_at = now()`,
      [['north', 'admin', 'revoked', 'a1', { revokedAt: null }, { revokedAt: moment }]],
    ],
    ['truncate link', [[null, 'link', 'deleted', null, { table: 'link', count: 1 }, null]]],
    ['truncate api_key', [[null, 'key', 'deleted', null, { table: 'api_key', count: 2 }, null]]],
  ])('%s', async (statement, expected) => {
    await run(statement);
    const found = await entries();
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found).toHaveLength(expected.length);
  });

  test.each([
    'update organisation set name = name, access = access',
    `update api_key set expires_at = expires_at, revoked_at = revoked_at`,
    `update link set name = name`,
    `delete from api_key where id = 'none'`,
    `insert into organisation (id, name) values ('north', 'Again') on conflict do nothing`,
  ])('none where nothing changes: %s', async (statement) => {
    await run(statement);
    expect(await entries()).toEqual([]);
  });

  test.each([
    [`update api_key set organisation_id = 'south'`, 'stays with organisation'],
    [`update link set organisation_id = 'south'`, 'cannot become another link'],
    [`update admin set organisation_id = 'south'`, 'cannot become another admin'],
    [`update organisation set id = 'west' where id = 'north'`, 'keeps its id'],
  ])('no other row moves to another organisation: %s', async (statement, message) => {
    await expect(run(statement)).rejects.toThrow(message);
  });

  test('a store that the database is bound to, by SQL as by a command', async () => {
    await run(`delete from store_binding; insert into store_binding values (true, 'd', 's1', '/one')`);
    await run(`update store_binding set store_id = 's2', store_location = '/two'`);
    const [old, became] = [
      { store: '/one', storeId: 's1' },
      { store: '/two', storeId: 's2' },
    ];
    expect(await entries()).toEqual([[null, 'store', 'bound', 's2', old, became]]);
  });

  test('an organisation that is deleted leaves entries of all that goes with it', async () => {
    await run(`delete from organisation where id = 'north'`);
    const found = (await entries()).map(([id, resource, action, subject]) => [id, resource, action, subject]);
    expect(found).toHaveLength(6);
    expect(found).toEqual(
      expect.arrayContaining([
        ['north', 'organisation', 'deleted', 'north'],
        ['north', 'key', 'deleted', 'k1'],
        ['north', 'key', 'deleted', 'k2'],
        ['north', 'link', 'deleted', 'l1'],
        ['north', 'calendar', 'deleted', 'north'],
        ['north', 'admin', 'deleted', 'a1'],
      ]),
    );
  });

  test('a change that is rolled back leaves none', async () => {
    await expect(run(`update organisation set name = 'x'; select 1 / 0`)).rejects.toThrow('division by zero');
    expect(await entries()).toEqual([]);
  });
});

test('3,000 links in one statement leave one entry, which names the first of them', { tags: 'slow' }, async () => {
  await run(`insert into link (id, organisation_id, kind, entity_id, sha256)
    select 'many_' || lpad(number::text, 4, '0'), 'south', 'student', 's' || number, encode(sha256(number::text::bytea), 'hex')
    from generate_series(1, 3000) number`);
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject(['south', 'link', 'created', null, null, { count: 3000 }]);
  const { rows } = await run(
    `select new -> 'ids' ->> 0 as first, jsonb_array_length(new -> 'ids') as named from audit`,
  );
  expect(rows).toEqual([{ first: 'many_0001', named: 50 }]);
  await run(`update link set revoked_at = now()`);
  expect((await entries()).slice(1).map(([id, , action]) => [id, action])).toEqual(
    expect.arrayContaining([
      ['north', 'revoked'],
      ['south', 'revoked'],
    ]),
  );
});

test('nothing secret gets in: no hash, no handle, no file, whatever is changed', async () => {
  const secrets = [...['k1', 'k2', 'l1', 'a1'].map(hash)];
  const { rows: handles } = await run('select handle from organisation');
  await run(`update organisation set name = 'x'; update api_key set name = 'x'; update link set name = 'x';
    update admin set name = 'x'; update calendar set file = 'the file'`);
  await run('delete from admin; delete from organisation');
  const { rows } = await run('select audit::text as line from audit');
  const text = rows.map(({ line }) => line).join('\n');
  expect(rows.length).toBeGreaterThan(10);
  for (const secret of [...secrets, ...handles.map(({ handle }) => String(handle)), 'the file'])
    expect(text).not.toContain(secret);
});

describe('who it was', () => {
  const who = async () => {
    const { rows } = await run('select database_user, via, actor, admin_id, address from audit order by id');
    return rows.map((row) => Object.values(row));
  };
  const rename = `update organisation set name = 'New' where id = 'north'`;
  const actor = { by: 'Ada Byron', via: 'api', from: '192.0.2.7', adminId: 'a1' } as const;

  test('plain SQL is the user of the session alone', async () => {
    await run(rename);
    expect(await who()).toEqual([['postgres', 'sql', null, null, null]]);
  });

  test('a change for somebody says for whom, and the next one in the same session does not', async () => {
    await changeAs({ open, actor }, (transaction) => sql.raw(rename).execute(transaction));
    await run(`update organisation set name = 'Other' where id = 'north'`);
    expect(await who()).toEqual([
      ['postgres', 'api', 'Ada Byron', 'a1', '192.0.2.7'],
      ['postgres', 'sql', null, null, null],
    ]);
  });

  test.each([
    'garbage',
    '[]',
    '"text"',
    '3',
    '{"by": 7, "via": "postgres", "adminId": "../..", "from": {}}',
    `{"by": "${'x'.repeat(100_000)}", "via": "page"}`,
    '{"by": "\\u0000"}',
    '{"by": "\\ud800"}',
  ])('what anybody wrote into the setting makes no change fail: %s', async (setting) => {
    await open.database.transaction().execute(async (transaction) => {
      await sql`select set_config('belfry.actor', ${setting}, true)`.execute(transaction);
      await sql.raw(rename).execute(transaction);
      await sql.raw(`update api_key set revoked_at = now()`).execute(transaction);
    });
    expect((await who()).map(([user]) => user)).toEqual(['postgres', 'postgres', 'postgres']);
  });

  test('keys, links and admins name who signed in to a dashboard, and never that alone', async () => {
    const by = { ...actor, via: 'page' } as const;
    await changeAs({ open, actor: by }, (transaction) =>
      sql
        .raw(`update api_key set revoked_at = now() where id = 'k1'; update admin set revoked_at = now()`)
        .execute(transaction),
    );
    const { rows } = await run(`select revoked_by from api_key where id = 'k1' union all select revoked_by from admin`);
    expect(rows).toEqual(Array(2).fill({ revoked_by: 'Ada Byron (postgres)' }));
    await changeAs({ open, actor: { ...actor, via: 'command', by: 'root' } }, (transaction) =>
      sql.raw(`update api_key set revoked_at = now() where id = 'k2'`).execute(transaction),
    );
    expect((await run(`select revoked_by from api_key where id = 'k2'`)).rows).toEqual([{ revoked_by: 'postgres' }]);
  });
});

describe('what was revoked stays revoked when its row is deleted and inserted again', () => {
  const rows: [string, string][] = [
    ['api_key', `(id, organisation_id, name, sha256) values ('again', 'north', 'Website', '${hash('k1')}')`],
    [
      'link',
      `(id, organisation_id, kind, entity_id, sha256) values ('again', 'north', 'teacher', 't1', '${hash('l1')}')`,
    ],
    ['admin', `(id, name, role, organisation_id, sha256) values ('again', 'Ada', 'manager', 'north', '${hash('a1')}')`],
  ];
  test.each(rows)('%s', async (table, values) => {
    await run(`delete from ${table} where id like '_1'`);
    await run(`insert into ${table} ${values}`);
    for (const removal of [`delete from ${table}`, `truncate ${table} cascade`]) {
      await run(`update ${table} set revoked_at = now() where id = 'again'; ${removal}`);
      await expect(run(`insert into ${table} ${values}`)).rejects.toThrow(
        'again was revoked before its row was deleted',
      );
    }
    await run(`insert into ${table} ${values.replace('sha256)', 'sha256, revoked_at)').replace(/\)$/, ', now())')}`);
  });

  test('of an organisation that is deleted nothing is kept', async () => {
    await run(`update api_key set revoked_at = now(); delete from api_key where id = 'k1'`);
    await run(`delete from organisation where id = 'north'`);
    expect((await run('select * from revoked_secret')).rows).toEqual([]);
  });
});

describe('the list', () => {
  test('is in pages, the newest first, of one organisation or of all', async () => {
    for (let number = 1; number <= 5; number++)
      await run(`update organisation set name = 'N${number}' where id = '${number === 3 ? 'south' : 'north'}'`);
    const seen: unknown[] = [];
    let after: string | null = null;
    do {
      const page = await listAudit(open.database, 'north', { limit: 2, after });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((entry) => entry.new?.['name']));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(['N5', 'N4', 'N2', 'N1']);
    const all = await listAudit(open.database, null, { limit: 10, after: null });
    expect(all.items.map((entry) => entry.new?.['name'])).toEqual(['N5', 'N4', 'N3', 'N2', 'N1']);
    expect(all.next).toBeNull();
    await expect(listAudit(open.database, null, { limit: 1, after: 'x' })).rejects.toThrow('after');
    // Neither an id nor a cursor counts what others did, and one of another school leads nowhere.
    for (const { id } of all.items) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const [, , south] = all.items;
    await expect(listAudit(open.database, 'north', { limit: 1, after: south?.id ?? '' })).rejects.toThrow('after');
  });

  test('is of what is chosen: about one thing, or by somebody whose name has a part', async () => {
    const actor = { by: 'Ada Björk', via: 'api', from: '192.0.2.7', adminId: 'a1' } as const;
    await changeAs({ open, actor }, (transaction) =>
      sql.raw(`update organisation set name = 'By Ada' where id = 'north'`).execute(transaction),
    );
    await run(`select revoke_api_key('k1')`);
    const chosen = async (choice: { resource?: string; by?: string }) => {
      const { items } = await listAudit(open.database, null, { limit: 10, after: null }, choice);
      return (await nameSubjects(open.database, items)).map(({ resource, action, name }) => [resource, action, name]);
    };
    const [byAda, revoked] = [
      ['organisation', 'changed', 'By Ada'],
      ['key', 'revoked', 'Website'],
    ];
    expect(await chosen({})).toEqual([revoked, byAda]);
    expect(await chosen({ resource: 'key' })).toEqual([revoked]);
    expect(await chosen({ by: 'bjork' })).toEqual([byAda]);
    expect(await chosen({ by: 'postgres' })).toEqual([revoked]);
    expect(await chosen({ resource: 'key', by: 'bjork' })).toEqual([]);
    expect(await chosen({ by: '%' })).toEqual([]);
  });

  test('is kept for a year', async () => {
    await run(`update organisation set name = 'Old'`);
    await run(`update audit set at = now() - interval '367 days'`);
    await run(`update organisation set name = 'Young'`);
    await run(`update audit set at = now() - interval '363 days' where new ->> 'name' = 'Young'`);
    expect(await pruneAudit(open.database)).toBe(2);
    const { items } = await listAudit(open.database, null, { limit: 10, after: null });
    expect(items.map((entry) => entry.new?.['name'])).toEqual(['Young', 'Young']);
  });
});

test('what is no row is recorded by a function, and a state that is too large by its size', async () => {
  await open.database.transaction().execute((transaction) =>
    recordAs(
      transaction,
      { by: 'Ada', via: 'command', from: 'host', adminId: null },
      {
        ...{ organisationId: 'north', resource: 'build', action: 'published', subject: '7' },
        new: { list: Array(20_000).fill('xxxx') },
      },
    ),
  );
  expect(await entries()).toEqual([['north', 'build', 'published', '7', null, { leftOut: expect.any(Number) }]]);
});

describe('admins', () => {
  test.each([
    [`insert into admin (id, name, role, sha256) values ('m', 'x', 'manager', '${hash('m')}')`, 'admin_organisation'],
    [
      `insert into admin (id, name, role, organisation_id, sha256) values ('o', 'x', 'operator', 'north', '${hash('o')}')`,
      'admin_organisation',
    ],
    [`update admin set role = 'operator', organisation_id = null`, 'cannot become another admin'],
    [`update admin set organisation_id = 'south'`, 'cannot become another admin'],
    [`update admin set sha256 = '${hash('z')}'`, 'cannot become another admin'],
    [`update admin set revoked_at = now(); update admin set revoked_at = null`, 'stays revoked'],
    [
      `insert into admin (id, name, role, sha256) select 'b' || n, 'x', 'viewer', encode(sha256(n::text::bytea), 'hex')
       from generate_series(1, 1000) n`,
      'there are 1000 admins that are not revoked',
    ],
  ])('refused: %s', async (statement, message) => {
    await expect(run(statement)).rejects.toThrow(message);
  });
});
