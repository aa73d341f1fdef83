// Access that changes under load: a request that begins after the change has returned never gets an answer of the earlier
// state.
// @module-tag long
// @module-tag slow

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLink } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { type Call, rawClient } from '../support/raw-client.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { times } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const rounds = times(1, 10);
/** How many answers are checked after a change: some for each connection. */
const enough = times(64, 200);

const schools = usePublishedSchools(['north']);
const { open } = schools;

type Answered = { began: number; status: number };

const withBearer = (path: string, token: string): Call => ({ path, headers: { Authorization: `Bearer ${token}` } });

/** 32 connections, each of which sends the next request as soon as it has its answer. */
function load(server: RunningServer, key: string, call = withBearer('/api/v1/timetables/north-v1', key)) {
  const client = rawClient(server.port);
  const answers: Answered[] = [];
  let going = true;
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

/** Runs a command, which must succeed. */
async function command(line: string): Promise<void> {
  const { code, stderr } = await runLine(line, commandEnvironment(open, schools.folder));
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
}

test.each([
  ['a lock', '--access locked:plan_ended', '--access active', 402],
  ['a suspension', '--access suspended', '--access active', 402],
  ['the API switched off', '--api off', '--api on', 401],
])(
  '%s applies to every request that begins after its command, and so does its end',
  async (_, closed, opened, status) => {
    await bindTestStore(open, schools.folder);
    const { key } = await schools.newKey('north');
    const callers = load(await runningServer(schools.folder), key);
    expect(await callers.next()).toEqual([200]);
    for (let round = 0; round < rounds; round++) {
      await command(`organisations set north ${closed}`);
      expect(await callers.next()).toEqual([status]);
      await command(`organisations set north ${opened}`);
      expect(await callers.next()).toEqual([200]);
    }
  },
);

test('a revocation applies to every request that begins after its command', async () => {
  await bindTestStore(open, schools.folder);
  const server = await runningServer(schools.folder);
  for (let round = 0; round < rounds; round++) {
    const { id, key } = await schools.newKey('north');
    const callers = load(server, key);
    expect(await callers.next()).toEqual([200]);
    await command(`keys revoke ${id}`);
    expect(await callers.next()).toEqual([401]);
    await callers.stop();
  }
});

test("so does a link's, for its document and its feed", async () => {
  await bindTestStore(open, schools.folder);
  const server = await runningServer(schools.folder);
  for (let round = 0; round < rounds; round++) {
    const { id, token } = await createLink(open.database, schools.publisher, 'north', ['teacher', 'entity-tch_1']);
    await schools.build();
    const documents = load(server, token, withBearer('/api/v1/my', token));
    const feeds = load(server, token, { path: `/ical/${token}.ics` });
    expect([await documents.next(), await feeds.next()]).toEqual([[200], [200]]);
    await command(`links revoke ${id}`);
    expect([await documents.next(), await feeds.next()]).toEqual([[401], [404]]);
    await Promise.all([documents.stop(), feeds.stop()]);
  }
});

test('a key works until the millisecond of its expiry', async () => {
  const expires = Date.now() + 3_600_000;
  const { id, key } = await schools.newKey('north');
  const expiresAt = new Date(expires).toISOString();
  await open.database.updateTable('api_key').set({ expires_at: expiresAt }).where('id', '=', id).execute();
  await schools.build();
  let now = expires - 1;
  const callers = load(await runningServer(schools.folder, { now: () => now }), key);
  expect(await callers.next()).toEqual([200]);
  now = expires;
  expect(await callers.next()).toEqual([401]);
});
