// When what is derived from documents and calendar is due: after changes, which are gathered; by time; and never too often.

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId } from '../../../src/access/ids.ts';
import { enqueueDerived } from '../../../src/database/queue/enqueue-derived.ts';
import { listDerived } from '../../../src/database/queue/list-derived.ts';
import { recordFailure, recordOutcome } from '../../../src/database/queue/publish-lease.ts';
import { fastest } from '../../support/fastest.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const run = (statements: string) => sql.raw<Record<string, unknown>>(statements).execute(open.database);

/** A Monday of the zone of the schools, 00:00 there, until which the week before it lasts. */
const [monday, nextMonday] = ['2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z'];
const north = parseOrganisationId('north');
const at = (moment: string) => Date.parse(moment);

/** The organisations that are listed at this moment, with the seconds until they are due. */
async function listed(now: string, tzdata = '2026b'): Promise<string[]> {
  const organisations = await listDerived(open.database, 'derived', { now: at(now), tzdata });
  return organisations.map(({ organisationId, dueIn }) => `${organisationId} ${Math.round(dueIn / 1000)}`);
}

beforeEach(async () => {
  await run(`delete from organisation; delete from publish_lease; delete from held_removal;
    insert into organisation (id, name) values ('north', 'North'), ('south', 'South');
    insert into calendar (organisation_id, time_zone, counting) values ('north', 'Europe/Berlin', 'calendarWeeks');
    insert into publish_lease (organisation_id, kind, fence) values ('north', 'documents', '1'), ('south', 'documents', '1');
    truncate pending_change, changed_version`);
});

const derive = (validFrom = monday, validUntil = nextMonday, tzdata = '2026b') =>
  run(`insert into publish_lease (organisation_id, kind, valid_from, valid_until, tzdata)
    values ('north', 'derived', '${validFrom}', '${validUntil}', '${tzdata}')
    on conflict (organisation_id, kind) do update set valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      tzdata = excluded.tzdata`);

/** Enters changes of so many seconds ago. */
const change = (...secondsAgo: number[]) =>
  run(
    `insert into pending_change (organisation_id, what, changed_at, transaction_id) values ${secondsAgo
      .map((seconds) => `('north', 'calendar', clock_timestamp() - interval '${seconds} seconds', null)`)
      .join(', ')}`,
  );

describe('by time', () => {
  test('what was derived is right within its time, and due from its end', async () => {
    await derive();
    expect(await listed('2026-11-25T12:00:00Z')).toEqual([]);
    expect(await listed(monday)).toEqual([]);
    expect(await listed(nextMonday)).toEqual(['north 0']);
  });

  test('one whose time ends within the next minute is listed with the time that is left', async () => {
    await derive();
    expect(await listed('2026-11-29T22:58:59Z')).toEqual([]);
    expect(await listed('2026-11-29T22:59:00Z')).toEqual(['north 60']);
    expect(await listed('2026-11-29T22:59:50Z')).toEqual(['north 10']);
  });

  test('after a night without a publisher it is overdue', async () => {
    await derive();
    expect(await listed('2026-11-30T07:00:00Z')).toEqual(['north -28800']);
  });

  test('on the first of a month, which is no Monday, as well', async () => {
    await derive('2026-11-29T23:00:00Z', '2026-11-30T23:00:00Z');
    expect(await listed('2026-11-30T22:00:00Z')).toEqual([]);
    expect(await listed('2026-11-30T23:00:01Z')).toEqual(['north -1']);
  });

  test('by a clock that was set back to last week', async () => {
    await derive();
    expect(await listed('2026-11-20T12:00:00Z')).toEqual(['north 0']);
  });

  test('not by a clock that is a few seconds behind that of another publisher, or they would derive by turns', async () => {
    await derive();
    expect(await listed('2026-11-22T22:59:30Z')).toEqual([]);
    expect(await listed('2026-11-22T22:58:00Z')).toEqual(['north 0']);
  });

  test.each([
    ['2026a', 'older time-zone data', ['north 0']],
    ['2025c', 'the last of an earlier year', ['north 0']],
    ['2026b', 'the same', []],
    ['2026c', 'newer, by another publisher', []],
  ])('what was made with %s, %s', async (tzdata, _, organisations) => {
    await derive(monday, nextMonday, tzdata);
    expect(await listed('2026-11-25T12:00:00Z')).toEqual(organisations);
  });

  test('a calendar of which nothing was ever derived', async () => {
    expect(await listed('2026-11-25T12:00:00Z')).toEqual(['north 0']);
  });

  test('none before its first documents are published, changes or not', async () => {
    await run(`update publish_lease set fence = null where kind = 'documents'`);
    await change(20);
    expect(await listed('2026-11-25T12:00:00Z')).toEqual([]);
    await run(`update publish_lease set fence = 2 where kind = 'documents'`);
    expect(await listed('2026-11-25T12:00:00Z')).toEqual(['north -19']);
  });

  test('what is left of one that was deleted, so that the queue becomes empty', async () => {
    await run(`delete from organisation; truncate pending_change; delete from publish_lease`);
    await change(20);
    expect(await listed('2026-11-25T12:00:00Z')).toEqual(['north -19']);
  });

  test('what is derived from a calendar that no trigger saw deleted, when its time ends', async () => {
    await derive();
    await run('delete from calendar; truncate pending_change');
    expect(await listed('2026-11-25T12:00:00Z')).toEqual([]);
    expect(await listed(nextMonday)).toEqual(['north 0']);
  });

  test('not one whose removal awaits approval', async () => {
    await derive();
    await run(`delete from organisation where id = 'north'; truncate pending_change;
      insert into held_removal (organisation_id, what, subject) values ('north', 'organisation', '')`);
    expect(await listed(nextMonday)).toEqual([]);
  });
});

describe('after a change', () => {
  const now = '2026-11-25T12:00:00Z';
  beforeEach(() => derive());

  /** In how many milliseconds it was due when it was entered: what has passed since counts as well. */
  async function dueAfter(...secondsAgo: number[]): Promise<{ earliest: number; latest: number }> {
    const began = performance.now();
    await change(...secondsAgo);
    const [organisation] = await listDerived(open.database, 'derived', { now: at(now), tzdata: '2026b' });
    const { dueIn = Number.NaN } = organisation ?? {};
    return { earliest: dueIn, latest: dueIn + performance.now() - began };
  }

  test.each([
    ['just now: in a second', [0], 1_000],
    ['a second ago', [1], 0],
    ['several, the last just now', [3, 2, 1, 0], 1_000],
    ['for ten seconds, the last just now', [10, 5, 0], 0],
    ['nine and a half seconds ago and just now', [9.5, 0], 500],
    ['long ago', [60], -59_000],
  ])('%s', async (_, secondsAgo, milliseconds) => {
    const { earliest, latest } = await dueAfter(...secondsAgo);
    expect(earliest).toBeLessThanOrEqual(milliseconds);
    expect(latest).toBeGreaterThanOrEqual(milliseconds - 1);
  });

  test('the publisher’s clock, however wrong, holds up no change', async () => {
    await derive('2030-01-01T00:00:00Z', '2030-01-07T00:00:00Z');
    expect((await dueAfter(5)).earliest).toBeLessThanOrEqual(-4_000);
  });

  test('one that failed waits for its next attempt, also where only the time has come', async () => {
    for (let time = 0; time < 10; time++)
      await recordFailure(open.database, north, 'derived', { reason: 'x', cause: 'organisation', isRequested: false });
    const { rows } = await run(`select failures, last_error, extract(epoch from retry_at - clock_timestamp()) as "in"
      from publish_lease where kind = 'derived'`);
    expect(rows).toEqual([{ failures: 10, last_error: 'x', in: expect.anything() }]);
    const seconds = Number(rows[0]?.['in']);
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThan(61);
    await change(20);
    for (const moment of [now, nextMonday])
      expect(Number((await listed(moment))[0]?.split(' ')[1])).toBeCloseTo(seconds, -1);
  });

  test('once recorded, it is due again when its time ends', async () => {
    await change(20);
    await run('truncate pending_change');
    const derived = { validFrom: nextMonday, validUntil: '2026-11-30T23:00:00.000Z', tzdata: '2026c' };
    await recordOutcome(open.database, north, 'derived', { withheld: 0, rolledBack: false, fence: 7, derived });
    expect(await listed('2026-11-30T12:00:00Z')).toEqual([]);
    expect(await listed('2026-11-30T23:00:00Z')).toEqual(['north 0']);
  });

  test('once there is no calendar, never', async () => {
    await run('delete from calendar; truncate pending_change');
    await recordOutcome(open.database, north, 'derived', { withheld: 0, rolledBack: false, fence: 7, derived: null });
    for (const moment of [now, nextMonday, '2020-01-01T00:00:00Z']) expect(await listed(moment, '2030a')).toEqual([]);
  });
});

describe('days', () => {
  const listedDays = async (now: string) =>
    (await listDerived(open.database, 'days', { now: at(now), tzdata: '2026b' })).map(
      ({ organisationId, dueIn }) => `${organisationId} ${Math.round(dueIn / 1000)}`,
    );

  test('are due at once, and not when what else is derived is', async () => {
    await run(`insert into publish_lease (organisation_id, kind, valid_from, valid_until, tzdata)
      values ('north', 'days', '2026-11-24T23:00:00Z', '2026-11-25T23:00:00Z', '2026b');
      insert into pending_change (organisation_id, what) values ('north', 'calendar')`);
    expect(await listedDays('2026-11-25T12:00:00Z')).toEqual([]);
    await run(`insert into pending_change (organisation_id, what) values ('north', 'days')`);
    expect(await listedDays('2026-11-25T12:00:00Z')).toEqual(['north 0']);
  });

  test('move on at midnight', async () => {
    await run(`insert into publish_lease (organisation_id, kind, valid_from, valid_until, tzdata)
      values ('north', 'days', '2026-11-24T23:00:00Z', '2026-11-25T23:00:00Z', '2026b')`);
    expect(await listedDays('2026-11-25T22:59:50Z')).toEqual(['north 10']);
    expect(await listedDays('2026-11-25T23:00:00Z')).toEqual(['north 0']);
  });
});

test('the first documents enqueue again what waited for them, since only what is new wakes a watcher', async () => {
  await run(`insert into pending_change (organisation_id, what) values ('south', 'calendar')`);
  await enqueueDerived(open.database, parseOrganisationId('south'));
  expect((await run(`select from pending_change where what = 'calendar'`)).rows).toHaveLength(2);
});

test('documents that are published enqueue what is derived, and the days of an organisation with a calendar, or that had one', async () => {
  const queued = async () => (await run('select organisation_id, what from pending_change order by what')).rows;
  const both = ['calendar', 'days'].map((what) => ({ organisation_id: 'north', what }));
  await enqueueDerived(open.database, parseOrganisationId('south'));
  expect(await queued()).toEqual([{ organisation_id: 'south', what: 'calendar' }]);
  await run('truncate pending_change');
  await enqueueDerived(open.database, north);
  expect(await queued()).toEqual(both);
  await run('delete from calendar; truncate pending_change');
  await enqueueDerived(open.database, north);
  expect(await queued()).toEqual([{ organisation_id: 'north', what: 'calendar' }]);
  await run(`truncate pending_change;
    insert into publish_lease (organisation_id, kind, valid_from, valid_until, tzdata) values ('north', 'days', now(), now() + interval '1 day', '2026b')`);
  await enqueueDerived(open.database, north);
  expect(await queued()).toEqual(both);
});

test('of 10,000 organisations whose week ends at once a thousand are listed, and changes among them by turns', async () => {
  await run(`insert into organisation (id, name) select 'o' || n, 'O' from generate_series(1, 10000) n;
    insert into calendar (organisation_id, time_zone, counting) select id, 'UTC', 'calendarWeeks' from organisation where id like 'o%';
    insert into publish_lease (organisation_id, kind, valid_from, valid_until, tzdata)
      select id, 'derived', '${monday}', '${nextMonday}', '2026b' from organisation where id <> 'south';
    insert into publish_lease (organisation_id, kind, fence) select id, 'documents', 1 from organisation on conflict do nothing;
    truncate pending_change;
    insert into pending_change (organisation_id, what, changed_at)
      select 'o' || n, 'calendar', clock_timestamp() - interval '20 seconds' from generate_series(1, 3) n;
    analyze calendar; analyze publish_lease; analyze pending_change`);
  const clock = { now: at(nextMonday) + 60_000, tzdata: '2026b' };
  const all = await listDerived(open.database, 'derived', clock);
  expect(all).toHaveLength(1000);
  expect(new Set(all.map(({ organisationId }) => organisationId)).size).toBe(1000);
  expect(await listDerived(open.database, 'derived', clock, 20_000)).toHaveLength(10_001);
  // They changed in the same millisecond, so their order is anybody's.
  const changed = (await listed('2026-11-25T12:00:00Z')).map((line) => line.split(' ')[0]);
  expect(changed.toSorted()).toEqual(['o1', 'o2', 'o3']);
  // The second that is listed is the first of the changes, or the first was.
  expect(all.slice(0, 6).filter(({ organisationId }) => /^o[123]$/.test(organisationId))).toHaveLength(3);

  // Some milliseconds on a server; what compares each with each takes minutes.
  for (const [now, limit] of [['2026-11-25T12:00:00Z', 1_000] as const, ['2026-12-01T12:00:00Z', 2_000] as const])
    expect(await fastest(limit, () => listed(now))).toBeLessThan(limit);
});
