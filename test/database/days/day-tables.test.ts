// What the tables of days refuse and take, what their triggers enqueue and audit, and how a range is replaced.

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DayChanges } from '../../../src/contract/types.generated.ts';
import { forgetPastDays } from '../../../src/database/days/forget-past-days.ts';
import { readDayChanges, readDayEntities, readTeachersInChanges } from '../../../src/database/days/read-day-changes.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);
const rowsOf = async (query: string) => (await run(query)).rows;

const change = (columns: Record<string, string>) => {
  const all: Record<string, string> = { organisation_id: "'north'", date: '20261123', ref: "'1'", ...columns };
  return `insert into day_change (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')})`;
};
const start = { lesson_start_time: "'08:00'" };
const added = { added_kind: "'exam'", added_start_time: "'08:00'", added_end_time: "'09:30'" };
const move = { move_date: '20261124', move_start_time: "'13:00'", move_end_time: "'13:45'" };
const note = (text: string, date = 20261123) =>
  `insert into day_note (organisation_id, date, text) values ('north', ${date}, ${text})`;
const absence = (kind: string, entity: string) =>
  `insert into day_absence (organisation_id, date, kind, entity) values ('north', 20261123, '${kind}', ${entity})`;

const replace = async (document: Omit<DayChanges, 'from' | 'to'>, from = 20261123, to = 20261127): Promise<number> => {
  const { rows } = await sql<{ written: number }>`
    select replace_days('north', ${from}, ${to}, ${JSON.stringify(document)}::jsonb) as written`.execute(open.database);
  return rows[0]?.written ?? -1;
};
const pending = async () =>
  (await rowsOf('select organisation_id, what, subject from pending_change order by 1, 2')).map(Object.values);
/** Days are published by themselves, and weeks and links follow. */
const both = (organisationId: string) => ['calendar', 'days'].map((what) => [organisationId, what, null]);
const read = (from = 20261101, to = 20261231) => readDayChanges(open.database, 'north', from, to);

beforeEach(async () => {
  await run(
    `delete from organisation; insert into organisation (id, name) values ('north', 'North'), ('south', 'South')`,
  );
  await run('truncate pending_change, audit');
});

describe('the constraints', () => {
  test.each([
    ['a change of nobody', change({ ...start, organisation_id: "'west'" })],
    ['a change of no lesson that adds nothing', change({})],
    ['a change of a lesson that adds one', change({ ...start, ...added })],
    ['a lesson that is only described by who is there', change({ lesson_classes: "'{7A}'" })],
    ['an addition that describes a lesson', change({ ...added, lesson_classes: "'{7A}'" })],
    ['an addition that is cancelled', change({ ...added, cancelled: 'true' })],
    ['an addition that moves', change({ ...added, ...move })],
    ['an addition without an end', change({ ...added, added_end_time: 'null' })],
    ['an end of an addition without the rest', change({ ...start, added_end_time: "'09:30'" })],
    ['an unknown kind', change({ ...added, added_kind: "'party'" })],
    ['a move without a time', change({ ...start, move_date: '20261124' })],
    ['a day that does not exist', change({ ...start, date: '20260231' })],
    ['a move to a day that does not exist', change({ ...start, ...move, move_date: '20260231' })],
    ['a time that is none', change({ lesson_start_time: "'8:00'" })],
    ['a start at midnight that ends the day', change({ lesson_start_time: "'24:00'" })],
    ['an id that is none', change({ lesson_id: "'20261123'" })],
    ['a negative period', change({ lesson_period_index: '-1' })],
    ['an empty ref', change({ ...start, ref: "''" })],
    ['a ref of 101 characters', change({ ...start, ref: "repeat('x', 101)" })],
    ['two changes of one ref on a day', `${change(start)}; ${change(start)}`],
    ['a text of 501 characters', change({ ...start, text: "repeat('x', 501)" })],
    ['an empty text', change({ ...start, text: "''" })],
    ['a null among names', change({ ...start, teachers: "'{SCH,null}'" })],
    ['an empty name', change({ ...start, teachers: `'{SCH,""}'` })],
    ['a name of 256 characters', change({ ...start, teachers: "array[repeat('x', 256)]" })],
    ['names in rows', change({ ...start, teachers: "'{{SCH},{MUL}}'" })],
    ['201 names', change({ ...start, teachers: "array_fill('x'::text, array[201])" })],
    ['a name with a separator', change({ ...start, teachers: "array[E'a\\x1fb']" })],
    ['a note without a text', note("''")],
    ['a note of 501 characters', note("repeat('x', 501)")],
    ['an absent teacher', absence('teacher', "'SCH'")],
    ['an absence of nobody', absence('class', "''")],
    ['teachers in changes for some', `update organisation set teachers_in_changes_keys = 'some'`],
  ])('refuse %s', async (_, statements) => {
    await expect(run(statements)).rejects.toThrow(/violates|duplicate key|out of range/);
  });

  test.each([
    ['a lesson by its id', change({ lesson_id: "'20261123T0800-91b0c2d3e4f50617-2'", cancelled: 'true' })],
    ['a lesson by its period', change({ lesson_period_index: '0', whole_lesson: 'true' })],
    ['an empty list, which means none', change({ ...start, rooms: "'{}'" })],
    ['a name of 255 characters', change({ ...start, rooms: "array[repeat('x', 255)]" })],
    ['an addition until midnight', change({ ...added, added_end_time: "'24:00'", even_if_closed: 'true' })],
    ['a move', change({ ...start, ...move })],
    ['one ref on two days', `${change(start)}; ${change({ ...start, date: '20261124' })}`],
    ['two equal notes', `${note("'Bus strike'")}; ${note("'Bus strike'")}`],
    ['an absent class', absence('class', "'9B'")],
  ])('take %s', async (_, statements) => {
    await run(statements);
    expect(await pending()).toEqual(both('north'));
  });

  test('there is no column for a reason', async () => {
    const columns = await rowsOf(
      `select column_name from information_schema.columns where table_name like 'day\\_%' and column_name ~ 'reason|why|cause'`,
    );
    expect(columns).toEqual([]);
  });
});

describe('the bounds', () => {
  const changes = (count: number, date: number, prefix = '') =>
    `insert into day_change (organisation_id, date, ref, lesson_start_time)
     select 'north', ${date}, '${prefix}' || n, '08:00' from generate_series(1, ${count}) n`;

  test('20,000 changes fit in 92 days, and one more does not', { tags: 'long' }, async () => {
    await run(changes(20_000, 20261123));
    await expect(run(changes(1, 20270222, 'x'))).rejects.toThrow(
      'organisation north has more than 20000 changes within 92 days from 20261123, and 20000 is the most',
    );
    await run(changes(1, 20270223, 'x'));
  });

  test('2,000 notes fit in 92 days, and one more does not', async () => {
    await run(
      `insert into day_note (organisation_id, date, text) select 'north', 20261123, 'x' from generate_series(1, 2000)`,
    );
    await expect(run(note("'x'", 20261130))).rejects.toThrow(
      'organisation north has more than 2000 notes within 92 days from 20261123, and 2000 is the most',
    );
    await run(note("'x'", 20280101));
  });

  test('twice as many fit in all', async () => {
    const fill = (date: number) =>
      run(
        `insert into day_note (organisation_id, date, text) select 'north', ${date}, 'x' from generate_series(1, 2000)`,
      );
    await fill(20261123);
    await fill(20270901);
    await expect(run(note("'x'", 20290101))).rejects.toThrow(
      'organisation north has 4001 notes of days, and 4000 is the most',
    );
  });
});

describe('what is enqueued', () => {
  test('one entry, whatever changes', async () => {
    await run(`${change(start)}; ${note("'Bus strike'")}; ${absence('room', "'R1'")}`);
    await run('truncate pending_change');
    await run(`update day_change set teachers = '{MUL}'; delete from day_note`);
    expect(await pending()).toEqual(both('north'));
  });

  test('nothing, where a row is written as it was', async () => {
    await run(change(start));
    const before = await rowsOf('select changed_at from day_change');
    await run('truncate pending_change');
    await run(`update day_change set ref = ref, changed_at = '2020-01-01'`);
    expect(await pending()).toEqual([]);
    expect(await rowsOf('select changed_at from day_change')).toEqual(before);
  });

  test('whom readers see of the teachers', async () => {
    await run(`update organisation set teachers_in_changes_links = 'none' where id = 'north'`);
    expect(await pending()).toEqual([['north', 'access', null], ...both('north')]);
  });

  test('before a table is emptied, and when somebody says so', async () => {
    await run(change(start));
    await run('truncate pending_change');
    await run('truncate day_change');
    expect(await pending()).toEqual(both('north'));
    await run(`select mark_days_changed('south')`);
    expect(await pending()).toEqual([...both('north'), ...both('south')]);
  });

  test('nothing of an organisation that is deleted with its days', async () => {
    await run(change(start));
    await run('truncate pending_change');
    await run(`delete from organisation where id = 'north'`);
    expect((await pending()).filter(([, what]) => what === 'days')).toEqual([]);
  });
});

const document = {
  changes: [
    {
      ...{ ref: '4711', date: 20261123, text: 'Work sheet on the desk' },
      lesson: { startTime: '08:00', classes: ['7A'], subjects: ['Ma'] },
      ...{ teachers: ['SCH'], rooms: [] },
    },
    { ref: '4712', date: 20261123, lesson: { id: '20261123T0900-5c1f0a9be2d43f70' }, cancelled: true as const },
    {
      ...{ ref: '4713', date: 20261124, lesson: { periodIndex: 2, classes: ['7A'], wholeLesson: true } },
      moveTo: { date: 20261125, startTime: '13:00', endTime: '13:45' },
    },
    {
      ...{ ref: '4714', date: 20261124, evenIfClosed: true },
      added: {
        ...{ kind: 'exam' as const, startTime: '08:00', endTime: '09:30' },
        ...{ subjects: ['Ma'], classes: ['7A'], teachers: ['MUL'], rooms: ['Hall'] },
      },
    },
  ],
  notes: [
    { date: 20261123, text: 'Bus strike', classes: null },
    { date: 20261123, text: 'Trip', classes: ['9B'] },
    { date: 20261123, text: 'Bus strike', classes: null },
  ],
  absent: [{ date: 20261123, kind: 'class' as const, entity: '9B' }],
};

describe('a range is replaced', () => {
  const withoutTimes = async () => {
    const { changes, notes, absent } = await read();
    const plain = <Row extends { changedAt: string }>(rows: Row[]) => rows.map(({ changedAt: _, ...row }) => row);
    return { changes: plain(changes), notes: plain(notes), absent: plain(absent) };
  };

  test('and read as it was given', async () => {
    expect(await replace(document)).toBe(8);
    expect(await withoutTimes()).toEqual(document);
    expect(await pending()).toEqual(both('north'));
  });

  test('by the same, which changes nothing', async () => {
    await replace(document);
    await run('truncate pending_change, audit');
    const before = await read();
    expect(await replace(document)).toBe(0);
    expect(await read()).toEqual(before);
    expect(await pending()).toEqual([]);
    expect(await rowsOf('select * from audit')).toEqual([]);
  });

  test('by another, which leaves equal rows alone', async () => {
    await replace(document);
    const before = await read();
    const [first, second, third] = document.changes;
    const next = {
      changes: [first, { ...second, text: 'Ill' }, third],
      notes: [{ date: 20261124, text: 'Concert', classes: null }, ...document.notes.slice(1)],
      absent: [],
    } as typeof document; // without the last change, of which the type knows
    expect(await replace(next)).toBe(7);
    expect(await withoutTimes()).toEqual({ ...next, notes: [...next.notes.slice(1), ...next.notes.slice(0, 1)] });
    const after = await read();
    expect(after.changes[0]).toEqual(before.changes[0]);
    expect(after.changes[1]?.changedAt).not.toBe(before.changes[1]?.changedAt);
    // They only took another place.
    expect(after.notes.slice(0, 2)).toEqual(before.notes.slice(1));
  });

  test('and what is outside of it stays', async () => {
    await run(change({ ...start, date: '20261122' }));
    await replace({ changes: [] });
    expect((await read()).changes).toHaveLength(1);
  });

  test.each([
    ['a range that ends before it begins', () => replace({}, 20261127, 20261123)],
    ['more than 92 days', () => replace({}, 20261123, 20270223)],
    [
      'a change of another date',
      () => replace({ changes: [{ ref: '1', date: 20261128, lesson: { periodIndex: 1 } }] }),
    ],
    [
      'one ref twice',
      () =>
        replace({
          changes: [
            { ref: '1', date: 20261123, lesson: { periodIndex: 1 } },
            { ref: '1', date: 20261123, lesson: { periodIndex: 2 } },
          ],
        }),
    ],
  ])('but not with %s', async (_, replaced) => {
    await expect(replaced()).rejects.toThrow('replace_days: ');
  });

  test('with a move into the days that are read', async () => {
    await replace(document);
    expect((await read(20261125, 20261125)).changes.map(({ ref }) => ref)).toEqual(['4713']);
  });
});

test('the audit has counts and dates, and no name, text or reason', async () => {
  const secret = { ...document.changes[0], reason: 'Illness', text: 'Secret text' };
  await sql`select replace_days('north', 20261123, 20261127, ${JSON.stringify({ ...document, changes: [secret] })}::jsonb)`.execute(
    open.database,
  );
  await replace({ changes: [] });
  await run(`${change(start)}`);
  await run('truncate day_change');
  const entries = await rowsOf('select resource, action, subject, old, new from audit order by id');
  expect(entries).toEqual([
    {
      ...{ resource: 'days', action: 'changed', subject: 'north', old: null },
      new: { from: 20261123, to: 20261123, inserted: 5, updated: 0, deleted: 0 },
    },
    {
      ...{ resource: 'days', action: 'changed', subject: 'north', old: null },
      new: { from: 20261123, to: 20261123, inserted: 0, updated: 0, deleted: 5 },
    },
    {
      ...{ resource: 'days', action: 'changed', subject: 'north', old: null },
      new: { from: 20261123, to: 20261123, inserted: 1, updated: 0, deleted: 0 },
    },
    { resource: 'days', action: 'deleted', subject: null, old: { count: 1, table: 'day_change' }, new: null },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Secret|SCH|Illness|7A/);
});

test('what was different is forgotten four weeks after its week', async () => {
  const day = (days: number) =>
    `to_char(date_trunc('week', now() at time zone 'UTC') + interval '${days} days', 'YYYYMMDD')::integer`;
  await run(
    `${change({ ...start, ref: "'old'", date: day(-29) })}; ${change({ ...start, ref: "'kept'", date: day(-28) })}`,
  );
  await run(change({ ...start, ...move, ref: "'moved'", date: day(-29), move_date: day(-28) }));
  await run(`insert into day_note (organisation_id, date, text) values ('north', ${day(-29)}, 'old'), ('north', ${day(-28)}, 'kept');
    insert into day_absence (organisation_id, date, kind, entity) values ('north', ${day(-29)}, 'class', 'old'), ('north', ${day(-28)}, 'class', 'kept')`);
  expect(await forgetPastDays(open.database)).toBe(3);
  const left = await rowsOf(
    'select ref as name from day_change union select text from day_note union select entity from day_absence order by 1',
  );
  expect(left.map(({ name }) => name)).toEqual(['kept', 'moved']);
});

test('names of the organisation, and its setting, are read', async () => {
  await run(
    `insert into teacher (organisation_id, id, external_id, name, short_name) values ('north', 't1', null, 'Ada', 'AD')`,
  );
  expect(await readDayEntities(open.database, 'north')).toEqual({
    ...{ subjects: [], classes: [], rooms: [] },
    teachers: [{ entityId: 't1', externalId: null, name: 'Ada', shortName: 'AD' }],
  });
  expect(await readTeachersInChanges(open.database, 'north')).toEqual({ keys: 'all', links: 'substitute' });
  await run(`update organisation set teachers_in_changes_keys = 'none' where id = 'north'`);
  expect(await readTeachersInChanges(open.database, 'north')).toEqual({ keys: 'none', links: 'substitute' });
});
