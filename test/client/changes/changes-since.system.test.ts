// Whoever follows what changed against a running Belfry: with a copy that is what is served, after a pause, a rollback, and where
// an entry leaves something out.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../../src/calendar/time/day.ts';
import { dayAt } from '../../../src/calendar/time/zone.ts';
import { applyChange, copyTimetable, type TimetableCopy } from '../../../src/client/changes/apply-change.ts';
import { createClient } from '../../../src/client/create-client.ts';
import type { ClientOptions } from '../../../src/client/create-reader.ts';
import type { Calendar, Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { belfryWith, type TestBelfry, type TestOrganisation } from '../../support/belfry-with.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has timetables');
const timetable: Timetable = { ...upper, id: 'main-v1', groupId: 'main' };
const day = 86_400_000;

const calendar: Calendar = { timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' };

let belfry: TestBelfry;
beforeAll(async () => {
  belfry = await belfryWith(['followed', 'quiet', 'large'].map((id) => ({ id, name: id, documents: [timetable] })));
});
afterAll(() => belfry?.close());

/** A Belfry whose clock goes on: what is due is so for all of its organisations. */
async function ownBelfry(organisation: Partial<TestOrganisation> = {}): Promise<TestBelfry> {
  const own = await belfryWith([{ id: 'own', name: 'Own', documents: [timetable], ...organisation }]);
  onTestFinished(() => own.close());
  return own;
}

async function client(id: string, options: Partial<ClientOptions> = {}, of = belfry) {
  const asked: { path: string; status: number }[] = [];
  const { key } = await of.createKey(id);
  const watched = createClient({
    ...{ baseUrl: of.url, key, retries: 0 },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      asked.push({ path: new URL(url).pathname, status: response.status });
      return response;
    },
    ...options,
  });
  return { ...watched, asked };
}

/** The document with so many lessons in another room, or without a place. */
function changed(document: Timetable, what: 'rooms' | 'unplaced', some: number): Timetable {
  const room = document.rooms.at(-1);
  const placed = document.lessonUnits.filter(({ periodIndex, spanId }) => periodIndex !== null && spanId === null);
  const taken = new Set(placed.slice(0, some).map(({ localId }) => localId));
  const lessonUnits = document.lessonUnits.map((unit) => {
    if (!taken.has(unit.localId)) return unit;
    return what === 'rooms'
      ? { ...unit, roomIds: [room?.localId ?? ''] }
      : { ...unit, dayId: null, periodIndex: null, roomIds: [] };
  });
  return { ...document, lessonUnits } as Timetable; // units that are placed or not
}

describe('a copy', () => {
  let copies: Map<string, TimetableCopy>;
  let id: string | null = null;
  const follower = () => client('followed');

  async function readEverything(latestId: string | null) {
    const { list, get } = await follower();
    copies = new Map();
    for (const version of (await list()).timetables) {
      // As if it had been read yesterday: what was read a moment ago is read again.
      copies.set(version.id, copyTimetable(await get(version.id), Date.now() - day));
    }
    id = latestId;
  }

  async function follow() {
    const answer = await (await follower()).changesSince(id);
    if (answer.state === 'readEverything') return expect.unreachable(answer.why);
    const toRead: string[] = [];
    for (const change of answer.changes) {
      const applied = applyChange(copies, change);
      copies = applied.copies;
      toRead.push(...applied.toRead);
    }
    id = answer.latestId;
    const { list, get } = await follower();
    const served = (await list()).timetables.map((version) => version.id).sort();
    expect([...copies.keys()].sort()).toEqual(served);
    for (const version of served)
      expect(copies.get(version)?.units).toEqual(copyTimetable(await get(version), 0).units);
    return { toRead, changes: answer.changes };
  }

  test('is read whole the first time, and nothing changed then', async () => {
    const first = await (await follower()).changesSince(null);
    expect(first).toEqual({ state: 'readEverything', why: 'first', latestId: expect.any(String) });
    await readEverything(first.latestId);
    expect(await follow()).toEqual({ toRead: [], changes: [] });
  });

  test('is what is served after several publications, the oldest first, and after a rollback', async () => {
    await belfry.add('followed', [changed(timetable, 'rooms', 3)]);
    await belfry.add('followed', [
      changed(changed(timetable, 'rooms', 3), 'unplaced', 5),
      { ...timetable, id: 'other-v1', groupId: 'other' },
    ]);
    const { changes, toRead } = await follow();
    expect(toRead).toEqual([]);
    expect(changes.map(({ timetables }) => timetables.map(({ timetableId, kind }) => [timetableId, kind]))).toEqual([
      [['main-v1', 'changed']],
      [
        ['main-v1', 'changed'],
        ['other-v1', 'added'],
      ],
    ]);
    expect(changes[0]?.units.map(({ kind }) => kind)).toContain('room');
    await belfry.rollBack('followed', 1);
    await belfry.publishDue();
    const back = await follow();
    expect(back.changes).toMatchObject([
      { timetables: [{ timetableId: 'other-v1', kind: 'removed' }, { kind: 'changed' }] },
    ]);
    expect([...copies.keys()]).toEqual(['main-v1']);
  });
});

test('the list is one request, 304 where nothing changed, and an entry is read once', async () => {
  const { changesSince, asked } = await client('quiet');
  const { latestId } = await changesSince(null);
  expect(await changesSince(latestId)).toEqual({ state: 'followed', latestId, changes: [] });
  expect(asked.map(({ status }) => status)).toEqual([200, 304]);
  await belfry.add('quiet', [{ ...changed(timetable, 'rooms', 2), name: 'Renamed' }]);
  await belfry.add('quiet', [{ ...changed(timetable, 'rooms', 2), name: 'Renamed again' }]);
  asked.length = 0;
  const answer = await changesSince(latestId);
  const [one, other] = answer.state === 'followed' ? answer.changes : [];
  expect([one?.units.length, other?.units, other?.previous]).toEqual([2, [], one?.id]);
  // The second has no units, which the list tells.
  expect(asked).toEqual([
    { path: '/api/v1/changes', status: 200 },
    { path: `/api/v1/changes/${one?.id}`, status: 200 },
  ]);
  expect(await (await client('quiet', { partner: true })).changesSince(latestId)).toEqual(answer);
  // Whom an entry does not name has none, without a request for it.
  asked.length = 0;
  const concerning = [timetable.rooms.at(-1)?.entityId ?? ''];
  expect(await changesSince(latestId, { concerning })).toMatchObject({ changes: [{ id: one?.id }] });
  expect(await changesSince(latestId, { concerning: ['nobody'] })).toMatchObject({ state: 'followed', changes: [] });
  expect(asked.map(({ status }) => status)).toEqual([304, 200, 304]);
});

test('after a month of pause everything has to be read, and whoever looks meanwhile goes on by the last id', async () => {
  const own = await ownBelfry();
  const { changesSince, changes } = await client('own', {}, own);
  const { latestId } = await changesSince(null);
  await own.publishDue(Date.now() + 37 * day);
  expect(await changes()).toEqual({ oldestId: null, latestId: null, changes: [] });
  expect(await changesSince(latestId)).toEqual({ state: 'readEverything', why: 'outside', latestId });
  await own.add('own', [changed(timetable, 'rooms', 2)]);
  const next = await changesSince(latestId);
  expect(next).toMatchObject({ state: 'followed', changes: [{ previous: latestId }] });
  const older = '20200101T000000000Z-0123456789abcdef';
  expect(await changesSince(older)).toEqual({ state: 'readEverything', why: 'outside', latestId: next.latestId });
  const newer = '29990101T000000000Z-0123456789abcdef';
  expect(await changesSince(newer)).toEqual({ state: 'readEverything', why: 'outside', latestId: next.latestId });
});

test('an entry that leaves something out says that everything has to be read', async () => {
  const { changesSince, asked } = await client('large');
  const { latestId } = await changesSince(null);
  const rooms = Array.from({ length: 1_600 }, (_, number) => ({
    ...{ localId: `rom_many${number}`, entityId: `${'r'.padEnd(59, 'x')}${number}`, externalId: null, name: 'R' },
    ...{ shortName: 'R', color: null, isActive: true, capacity: 0, buildingName: '' },
  }));
  await belfry.add('large', [{ ...timetable, rooms: [...timetable.rooms, ...rooms] }]);
  asked.length = 0;
  const answer = await changesSince(latestId);
  expect(answer).toEqual({ state: 'readEverything', why: 'truncated', latestId: expect.any(String) });
  expect(asked).toHaveLength(1);
  expect(await changesSince(answer.latestId)).toMatchObject({ state: 'followed', changes: [] });
});

test('an id whose days are over is followed all the same, since older entries are there', async () => {
  const own = await ownBelfry({ calendar });
  const { changesSince, changes } = await client('own', {}, own);
  const tomorrow = addDays(dayAt(Date.now(), 'UTC'), 1);
  const { latestId: before } = await changesSince(null);
  await own.setDifferent('own', {
    from: tomorrow,
    to: tomorrow,
    changes: [],
    notes: [{ date: tomorrow, text: 'Snow' }],
  });
  const ofDays = await changesSince(before);
  expect(ofDays).toMatchObject({ state: 'followed', changes: [{ kinds: ['days'], dates: [tomorrow], units: [] }] });
  await own.add('own', [changed(timetable, 'rooms', 2)]);
  await own.publishDue(Date.now() + 8 * day);
  expect((await changes())?.changes.map(({ id }) => id)).not.toContain(ofDays.latestId);
  expect(await changesSince(ofDays.latestId)).toMatchObject({
    state: 'followed',
    changes: [{ kinds: ['timetables'] }],
  });
});

test('a server that knows none of it, or where nothing is published yet, has everything read', async () => {
  const before = await client('quiet', {
    fetch: (url, init) => fetch(url.replace(/\/v1\/.*/, '/v1/such-a-path'), init),
  });
  const unknown = { state: 'readEverything', why: 'unavailable', latestId: null };
  expect([await before.changes(), await before.changesSince(null), await before.changesSince('x')]).toEqual([
    ...[null, unknown, unknown],
  ]);
  await expect((await client('quiet', { key: 'belfry_mistyped' })).changesSince(null)).rejects.toMatchObject({
    status: 401,
  });
});
