// What the tables of calendars refuse and take, and the entries that their triggers add to the queue.

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);

const calendar = (columns = '', values = '', organisation = 'north') =>
  `insert into calendar (organisation_id, time_zone, counting${columns}) values ('${organisation}', 'Europe/Berlin', 'calendarWeeks'${values})`;
const term = (id: string, first: number, last: number, name = 'Autumn') =>
  `insert into calendar_term (organisation_id, id, name, first_day, last_day) values ('north', '${id}', '${name}', ${first}, ${last})`;
const closure = (classes: string) =>
  `insert into calendar_closure (organisation_id, id, name, first_day, last_day, class_entity_ids) values ('north', 'c', 'Trip', 20261012, 20261016, ${classes})`;
const anchor = (date: number, columns: string, values: string) =>
  `insert into calendar_anchor (organisation_id, date, ${columns}) values ('north', ${date}, ${values})`;
const exception = (kind: string, columns: Record<string, string> = {}, date = 20261224) =>
  `insert into calendar_exception (organisation_id, date, name, kind${Object.keys(columns)
    .map((name) => `, ${name}`)
    .join('')})
   values ('north', ${date}, 'Day', '${kind}'${Object.values(columns)
     .map((value) => `, ${value}`)
     .join('')})`;
const bells = (periods: string) => exception('bells', { periods: `'${periods}'` });
const short = '[{"periodIndex": 0, "startTime": "08:00", "endTime": "24:00"}]';

beforeEach(async () => {
  await run(
    `delete from organisation; insert into organisation (id, name) values ('north', 'North'), ('south', 'South')`,
  );
  await run(calendar());
  await run('truncate pending_change, changed_version');
});

describe('the constraints', () => {
  test.each([
    ['a second calendar of an organisation', calendar()],
    ['a calendar of nobody', calendar('', '', 'west')],
    ['a time zone with a space', `update calendar set time_zone = 'Europe Berlin'`],
    ['an unknown way of counting', `update calendar set counting = 'moons'`],
    ['a day of the week that is none', `update calendar set school_days = '{1,8}'`],
    ['a day of the week twice', `update calendar set school_days = '{1,1}'`],
    ['a null among the days of the week', `update calendar set school_days = '{1,null}'`],
    ['no list of days', `update calendar set school_days = null`],
    ['days in rows', `update calendar set school_days = '{{1,2},{3,4}}'`],
    ['a file of more than four megabytes', `update calendar set file = repeat('x', 4194305)`],
    ['a term that ends before it begins', term('t', 20261218, 20260810)],
    ['a term on the 31st of February', term('t', 20260231, 20260810)],
    ['a term on the 29th of February of a common year', term('t', 20270229, 20270810)],
    ['a term that begins in 1899', term('t', 18991231, 20260810)],
    ['a term that ends in 2200', term('t', 20260810, 22000101)],
    ['a term with a bad id', term('t 1', 20260810, 20261218)],
    ['a term without a name', term('t', 20260810, 20261218, '')],
    ['a name of 201 characters', term('t', 20260810, 20261218, 'x'.repeat(201))],
    ['two terms of one id', `${term('t', 20260810, 20261218)}; ${term('t', 20270110, 20270618)}`],
    ['a closure of no class', closure(`'{}'`)],
    ['a closure of a class that is null', closure(`'{7a,null}'`)],
    ['a closure of classes in one id', closure(`'{"7a,7b"}'`)],
    ['a null that hides two classes in one id', closure(`'{"7a,7b",null}'`)],
    ['a closure of a class with a space', closure(`'{"7 a"}'`)],
    ['a closure of 1,001 classes', closure(`(select array_agg('c' || n) from generate_series(1, 1001) n)`)],
    ['an anchor with a week and a day', anchor(20260810, 'week, day', '1, 1')],
    ['an anchor with neither', anchor(20260810, 'week', 'null')],
    ['an anchor of week 0', anchor(20260810, 'week', '0')],
    ['an anchor of day 4,001', anchor(20260810, 'day', '4001')],
    ['two anchors of one date', `${anchor(20260810, 'week', '1')}; ${anchor(20260810, 'week', '2')}`],
    ['an anchor on a day that is none', anchor(20260832, 'week', '1')],
    ['an exception of an unknown kind', exception('half')],
    ['a day that runs like no other', exception('runs')],
    ['a day that runs like a week', exception('runs', { like_week: '1' })],
    ['a day that runs like two', exception('runs', { like_day: '1', like_day_of_week: '1' })],
    ['a day that runs like a day of a week', exception('runs', { like_day: '1', like_week: '1' })],
    ['a closed day that is like another', exception('closed', { like_day: '1' })],
    ['a closed day that does not count', exception('closed', { counts_in_cycle: 'false' })],
    ['a closed day with periods', exception('closed', { periods: `'${short}'` })],
    ['a day with other bells, and no periods', exception('bells')],
    ['periods that are no list', bells('{}')],
    ['a period without an end', bells('[{"periodIndex": 0, "startTime": "08:00"}]')],
    ['a period that is a list', bells(`[${short}]`)],
    ['a period that ends at 25:00', bells('[{"periodIndex": 0, "startTime": "08:00", "endTime": "25:00"}]')],
    ['a period that starts at 24:00', bells('[{"periodIndex": 0, "startTime": "24:00", "endTime": "08:00"}]')],
    ['a period whose start is a number', bells('[{"periodIndex": 0, "startTime": 8, "endTime": "08:00"}]')],
    ['a period of half an index', bells('[{"periodIndex": 0.5, "startTime": "08:00", "endTime": "08:30"}]')],
    ['a period with a name', bells('[{"periodIndex": 0, "startTime": "08:00", "endTime": "08:30", "name": "x"}]')],
    ['two exceptions for everybody on a date', `${exception('closed')}; ${bells(short)}`],
    [
      'two exceptions of the same classes, in another order',
      `${exception('closed', { class_entity_ids: `'{7a,7b}'` })}; ${exception('closed', { class_entity_ids: `'{7b,7a}'` })}`,
    ],
  ])('refused: %s', async (_, statement) => {
    const refusal = await run(statement).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    // SQLSTATE classes 23, integrity constraint violation, and 22008, a day that is no date.
    expect(refusal).toMatch(/^(23...|22008)$/);
  });

  test.each([
    ['no day of the week', `update calendar set school_days = '{}'`],
    ['every day of the week, in any order', `update calendar set school_days = '{7,1,2,3,4,5,6}'`],
    ['a zone that PostgreSQL may not know', `update calendar set time_zone = 'America/Coyhaique'`],
    ['the 29th of February 2028', term('t', 20280229, 20280229)],
    ['a term of all dates', term('t', 19000101, 22_991_231 - 1_000_000)],
    ['a name of 200 characters of four bytes', term('t', 20260810, 20261218, '🎒'.repeat(200))],
    [
      'a closure of 1,000 classes of the longest ids',
      closure(`(select array_agg(rpad('c' || n, 64, '-')) from generate_series(1, 1000) n)`),
    ],
    [
      'an exception of 1,000 classes',
      exception('closed', {
        class_entity_ids: `(select array_agg(rpad('c' || n, 64, '-')) from generate_series(1, 1000) n)`,
      }),
    ],
    ['an anchor of each kind', `${anchor(20260810, 'week', '520')}; ${anchor(20260811, 'day', '4000')}`],
    ['a make-up day', exception('runs', { like_week: '1', like_day_of_week: '3', counts_in_cycle: 'false' })],
    ['a day of a cycle of days', exception('runs', { like_day: '6' })],
    ['a day without a period', bells('[]')],
    ['a short day', bells(short)],
    [
      'exceptions for everybody, for one class and for two on a date',
      `${exception('closed')}; ${exception('closed', { class_entity_ids: `'{7a}'` })}; ${exception('closed', { class_entity_ids: `'{7b,7c}'` })}`,
    ],
    ['the same exception on two dates', `${exception('closed')}; ${exception('closed', {}, 20261225)}`],
  ])('accepted: %s', async (_, statement) => {
    await expect(run(statement)).resolves.toBeDefined();
  });

  test('deleting an organisation deletes its calendar, and leaves no entry that nobody would clear', async () => {
    await run(
      `${term('t', 20260810, 20261218)}; ${closure('null')}; ${anchor(20260810, 'week', '1')}; ${exception('closed')}`,
    );
    await run(`truncate pending_change; delete from organisation where id = 'north'`);
    for (const table of ['calendar', 'calendar_term', 'calendar_closure', 'calendar_anchor', 'calendar_exception'])
      expect((await run(`select * from ${table}`)).rows).toEqual([]);
    expect(await queued()).toEqual(['north access', 'north list']);
  });
});

/** Weeks and links, and the days. */
const both = (id: string) => [`${id} calendar`, `${id} days`];

/** The entries of the queue. */
async function queued(): Promise<unknown[]> {
  const { rows } = await run(
    `select concat_ws(' ', organisation_id, what, subject) collate "C" as entry from pending_change order by 1`,
  );
  return rows.map(({ entry }) => entry);
}

describe('the triggers', () => {
  const rows = [term('t', 20260810, 20261218), closure('null'), anchor(20260810, 'week', '1'), exception('closed')];

  test.each<[string, string, string[]]>([
    ['a calendar', calendar('', '', 'south'), both('south')],
    ['its time zone', `update calendar set time_zone = 'Europe/Paris'`, both('north')],
    ['nothing in it', `update calendar set time_zone = time_zone`, []],
    ['its removal', 'delete from calendar', both('north')],
    ...rows.map((row): [string, string, string[]] => [row, row, both('north')]),
    [
      'a term that is moved to another organisation',
      `${calendar('', '', 'south')}; ${rows[0]}; truncate pending_change; update calendar_term set organisation_id = 'south'`,
      [...both('north'), ...both('south')],
    ],
    ['no row', `delete from calendar_term`, []],
    ['the emptied tables', 'truncate calendar cascade', both('north')],
    ['an emptied list', 'truncate calendar_term', both('north')],
  ])('enqueue what is derived, once: %s', async (_, statement, entries) => {
    // One transaction, in which each entry is made once.
    await open.database.transaction().execute((transaction) => sql.raw(statement).execute(transaction));
    expect(await queued()).toEqual(entries);
  });

  test('one transaction with many statements makes one entry', async () => {
    await open.database.transaction().execute(async (transaction) => {
      for (const row of rows) await sql.raw(row).execute(transaction);
    });
    expect(await queued()).toEqual(both('north'));
  });

  test('mark_calendar_changed enqueues what no trigger sees, for organisations that are known', async () => {
    await run(`select mark_calendar_changed('south')`);
    expect(await queued()).toEqual(both('south'));
    await expect(run(`select mark_calendar_changed('west')`)).rejects.toThrow(
      'mark_calendar_changed: there is no organisation west',
    );
  });

  test('a replicated mark enqueues it too', async () => {
    await run(`insert into belfry_mark (organisation_id, what) values ('north', 'calendar')`);
    expect(await queued()).toEqual(both('north'));
  });
});
