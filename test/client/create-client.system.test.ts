// The client against a running Belfry: what it reads, and the error for each refusal.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import type { Calendar } from '../../src/client/belfry-client.ts';
import { createClient } from '../../src/client/create-client.ts';
import type { ClientOptions } from '../../src/client/create-reader.ts';
import { AccessEndedError, BrokenAnswerError, NoAnswerError, RefusedError } from '../../src/client/errors.ts';
import { memoryCache } from '../../src/client/response-cache.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';

let belfry: TestBelfry;
let key: string;
let datedKey: string;
const upper = demoSchool().documents[0]?.document;
if (upper === undefined) throw new Error('the demo school has no timetables');

/** There is school on every day, whenever this runs. */
const calendar: Calendar = { timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' };

beforeAll(async () => {
  const elsewhere = { ...upper, id: 'dated-v1', groupId: 'dated', effectiveFrom: 20200101, effectiveTo: null };
  belfry = await belfryWith([
    { id: 'demo-school', name: 'Demo', documents: [upper] },
    { id: 'dated', name: 'Dated', documents: [elsewhere], calendar },
  ]);
  key = (await belfry.createKey('demo-school')).key;
  datedKey = (await belfry.createKey('dated')).key;
});
afterAll(() => belfry.close());

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: belfry.url, key, retries: 0, ...options });

test('lists the versions', async () => {
  const list = await client().list();
  expect(list).toMatchObject({ orgId: 'demo-school', count: 1, timetables: [{ id: upper.id }] });
});

test.each([false, true])('reads a timetable in full (partner paths: %s)', async (partner) => {
  expect(await client({ partner }).get(upper.id)).toEqual(upper);
});

test('a base address may end in a slash', async () => {
  expect((await client({ baseUrl: `${belfry.url}/` }).list()).count).toBe(1);
});

test('an answer that the server confirms with 304 is read from the cache, as a new value each time', async () => {
  const statuses: number[] = [];
  const watched = client({
    cache: memoryCache(),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
  const first = await watched.get(upper.id);
  first.teachers.length = 0;
  expect(await watched.get(upper.id)).toEqual(upper);
  expect(statuses).toEqual([200, 304]);
});

test('a cached answer is not returned for a key that the server refuses', async () => {
  const cache = memoryCache();
  await client({ cache }).get(upper.id);
  const unauthenticated = client({ cache, key: 'belfry_nobody' });
  await expect(unauthenticated.get(upper.id)).rejects.toMatchObject({ status: 401 });
});

test('the cache drops the answer that was used least recently', () => {
  const cache = memoryCache(2);
  for (const name of ['a', 'b']) cache.set(name, { etag: name, body: '' });
  cache.get('a');
  cache.set('c', { etag: 'c', body: '' });
  expect(['a', 'b', 'c'].map((name) => cache.get(name) !== undefined)).toEqual([true, false, true]);
});

test.each(['', 'ключ', 'a b', 'a\nb'])('a key that is not valid in a header is a RangeError: %j', (bad) => {
  expect(() => client({ key: bad })).toThrow(RangeError);
});

test('returns the versions in use on a day', async () => {
  const [inUse] = await client().inUseOn('2026-11-20');
  expect(inUse).toMatchObject({ state: 'one', date: 20261120, version: { id: upper.id } });
});

test('an organisation without a calendar has null for it and for its weeks, and other failures stay errors', async () => {
  expect(await client().calendar()).toBe(null);
  expect(await client({ partner: true }).week('2026-W48')).toBe(null);
  await expect(client({ key: 'belfry_nobody' }).calendar()).rejects.toMatchObject({ status: 401 });
});

test('reads the calendar and the lessons of a week, and refuses a week that is not published', async () => {
  const dated = client({ key: datedKey });
  expect(await dated.calendar()).toMatchObject({ orgId: 'dated', ...calendar });
  const id = isoWeekOf(dayAt(Date.now(), 'UTC'));
  const week = await dated.week(id);
  expect(week).toMatchObject({ week: id, timeZone: 'UTC' });
  expect(week?.lessons.length).toBeGreaterThan(100);
  await expect(dated.week('2020-W01')).rejects.toMatchObject({ status: 404, code: 'WEEK_NOT_FOUND' });
});

test('a server that knows no calendars is one without a calendar', async () => {
  const asBefore = client({ fetch: (url, init) => fetch(url.replace('/calendar', '/such-a-path'), init) });
  expect(await asBefore.calendar()).toBe(null);
});

test.each(['', '2026-48', '2026-W4', '..', '2026-W48/..'])('%j is no week, and is not even asked for', async (id) => {
  const asked: string[] = [];
  const watched = client({
    fetch: (url, init) => {
      asked.push(url);
      return fetch(url, init);
    },
  });
  await expect(watched.week(id)).rejects.toMatchObject({ status: 404, code: 'WEEK_NOT_FOUND' });
  expect(asked).toEqual([]);
});

describe('each refusal is an error with its status and code', () => {
  const failure = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);

  test('401 for an unknown key', async () => {
    const error = await failure(client({ key: 'belfry_nobody' }).list());
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: 401, code: 'INVALID_API_KEY', message: 'Invalid or inactive API key' });
  });

  test('401 for an expired key', async () => {
    const expired = await belfry.createKey('demo-school', '2020-01-01T00:00:00.000Z');
    expect(await failure(client({ key: expired.key }).list())).toMatchObject({ message: 'API key has expired' });
  });

  test('404 for a version that does not exist; an id that no version can have is not even asked for', async () => {
    const asked: string[] = [];
    const watched = client({
      fetch: (url, init) => {
        asked.push(String(url));
        return fetch(url, init);
      },
    });
    for (const id of ['nothing', 'a/b', '.', '..', '', 'ä?x=1', '%2e%2e', 'x'.repeat(65)])
      expect(await failure(watched.get(id)), id).toMatchObject({ status: 404, code: 'TIMETABLE_NOT_FOUND' });
    expect(asked).toEqual([`${belfry.url}/api/v1/timetables/nothing`]);
  });

  test.each([
    { change: { access: 'locked', locked_because: 'plan_ended' }, access: 'locked', lockedBecause: 'plan_ended' },
    { change: { access: 'suspended', locked_because: null }, access: 'suspended', lockedBecause: null },
  ] as const)('402 with access and lockedBecause, its `error` a string: $access', async (row) => {
    await belfry.setAccess('demo-school', row.change);
    const error = await failure(client().list());
    await belfry.setAccess('demo-school', { access: 'active', locked_because: null });
    expect(error).toBeInstanceOf(AccessEndedError);
    expect(error).toMatchObject({
      kind: 'access-ended',
      status: 402,
      access: row.access,
      lockedBecause: row.lockedBecause,
    });
    expect((error as AccessEndedError).message).toMatch(/\w+ \w+/); // proven an AccessEndedError just above
  });

  test('an answer from another program is a BrokenAnswerError', async () => {
    const html = client({ baseUrl: `${belfry.url}/index.html?` });
    expect(await failure(html.list())).toBeInstanceOf(BrokenAnswerError);
  });

  test('a missing answer is a NoAnswerError', async () => {
    const error = await failure(client({ baseUrl: 'http://127.0.0.1:1' }).list());
    expect(error).toBeInstanceOf(NoAnswerError);
    expect((error as NoAnswerError).cause).toBeDefined(); // as above
  });
});
