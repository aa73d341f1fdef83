// Access that changes under load: a request that begins after the change has returned never gets an answer of the earlier
// state.
// @module-tag long

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { type AccessChange, revokeKey, setAccess } from '../../src/publish/database/change-access.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { newKeyOf, runBuild } from '../support/fault-schools.ts';
import { type Call, rawClient } from '../support/raw-client.ts';
import { startProcess } from '../support/run-process.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { times } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const rounds = times(1, 10);
/** How many answers are checked after a change: some for each connection. */
const enough = times(64, 200);

const schools = usePublishedSchools(['north']);
const { open } = schools;

type Answered = { began: number; status: number };

/** 32 connections, each of which sends the next request as soon as it has its answer. */
function load(server: RunningServer, key: string) {
  const client = rawClient(server.port);
  const answers: Answered[] = [];
  let going = true;
  const call: Call = { path: '/api/v1/timetables/north-v1', headers: { Authorization: `Bearer ${key}` } };
  const loops = Array.from({ length: 32 }, async () => {
    while (going) {
      const began = performance.now();
      const { status } = await client.call(call);
      answers.push({ began, status });
      // Leaves time for the server, which runs in this process.
      await sleep(1);
    }
  });
  const stop = async () => {
    going = false;
    await Promise.all(loops);
    client.close();
  };
  onTestFinished(stop);
  return {
    stop,
    /** The distinct statuses of the next `enough` requests that begin after the call. */
    async next(): Promise<number[]> {
      const [moment, known] = [performance.now(), answers.length];
      const since = () => answers.slice(known).filter(({ began }) => began > moment);
      while (since().length < enough) await sleep(5);
      return [...new Set(since().map(({ status }) => status))];
    },
  };
}

const active = { access: 'active', locked_because: null } as const;
const states: [name: string, closed: AccessChange, opened: AccessChange, status: number][] = [
  ['a lock', { access: 'locked', locked_because: 'plan_ended' }, active, 402],
  ['a suspension', { access: 'suspended', locked_because: null }, active, 402],
  ['the API switched off', { api_enabled: false }, { api_enabled: true }, 401],
];

test.each(states)(
  '%s applies to every request that begins after it, and so does its end',
  async (_, closed, opened, status) => {
    const { key } = await newKeyOf(open.database, schools.publisher, 'north');
    const callers = load(await runningServer(schools.folder), key);
    expect(await callers.next()).toEqual([200]);
    for (let round = 0; round < rounds; round++) {
      await setAccess(open.database, schools.publisher, org('north'), closed);
      expect(await callers.next()).toEqual([status]);
      await setAccess(open.database, schools.publisher, org('north'), opened);
      expect(await callers.next()).toEqual([200]);
    }
  },
);

test('a revocation applies to every request that begins after it', async () => {
  const server = await runningServer(schools.folder);
  for (let round = 0; round < rounds; round++) {
    const { id, key } = await newKeyOf(open.database, schools.publisher, 'north');
    const callers = load(server, key);
    expect(await callers.next()).toEqual([200]);
    await revokeKey(open.database, schools.publisher, id, Date.now());
    expect(await callers.next()).toEqual([401]);
    await callers.stop();
  }
});

test.each([
  ['keys revoke', (id: string) => ['scripts/belfry.ts', 'keys', 'revoke', id], 401],
  ['organisations set', () => ['scripts/belfry.ts', 'organisations', 'set', 'north', '--access', 'suspended'], 402],
] as const)('after the command `%s` has ended, every request is refused', async (_, command, status) => {
  const { id, key } = await newKeyOf(open.database, schools.publisher, 'north');
  const callers = load(await runningServer(schools.folder), key);
  expect(await callers.next()).toEqual([200]);
  await bindTestStore(open, schools.folder);
  const settings = { DATABASE_URL: open.connectionString, BELFRY_OUT: schools.folder };
  const { code, stderr } = await startProcess(command(id), settings).finished;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await callers.next()).toEqual([status]);
});

test('a key works until the millisecond of its expiry', async () => {
  const expires = Date.now() + 3_600_000;
  const { id, key } = await newKeyOf(open.database, schools.publisher, 'north');
  const expiresAt = new Date(expires).toISOString();
  await open.database.updateTable('api_key').set({ expires_at: expiresAt }).where('id', '=', id).execute();
  await runBuild(schools.publisher, open.database);
  let now = expires - 1;
  const callers = load(await runningServer(schools.folder, { now: () => now }), key);
  expect(await callers.next()).toEqual([200]);
  now = expires;
  expect(await callers.next()).toEqual([401]);
});
