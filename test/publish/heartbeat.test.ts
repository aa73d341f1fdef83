// Which heartbeat may replace which: a build replaces that of a dead watcher, but never that of a live one.

import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHeartbeat, writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { quietHeartbeat } from '../support/quiet-heartbeat.ts';
import { runLine } from '../support/run-command.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;

/** A watcher's heartbeat of this age by the store's clock; the watcher's own clock is a day ahead. */
async function writeWatcherHeartbeat(secondsAgo: number): Promise<void> {
  const at = Date.now() + 86_400_000;
  await writeHeartbeat(schools.store, { at, watching: true, ...quietHeartbeat }, 'watcher');
  const moment = Date.now() / 1000 - secondsAgo;
  utimesSync(join(schools.folder, paths.publisher), moment, moment);
}

test.each([
  [5, true],
  [30, true],
  [61, false],
  [86_400, false],
  [-3_600, false],
])("a build keeps a watcher's heartbeat of %d s ago: %s", async (secondsAgo, watching) => {
  await writeWatcherHeartbeat(secondsAgo);
  await schools.build();
  expect(await readHeartbeat(schools.store)).toMatchObject({ watching });
});

test('a build of named organisations writes a heartbeat only if there is none yet', async () => {
  await schools.store.remove([paths.publisher]);
  await schools.build(new Map());
  expect(await readHeartbeat(schools.store)).toMatchObject({ watching: false });
  await writeWatcherHeartbeat(3_600);
  await schools.build(new Map());
  expect(await readHeartbeat(schools.store)).toMatchObject({ watching: true });
});

test('status reports a watcher whose heartbeat is an hour old as dead, and one of a second ago as alive', async () => {
  const variables = { DATABASE_URL: open.connectionString, BELFRY_OUT: schools.folder, BELFRY_BUCKET: undefined };
  expect(await runLine('bind', variables)).toMatchObject({ code: 0 });
  await writeWatcherHeartbeat(3_600);
  const gone = await runLine('status', variables);
  expect(gone.stdout).toMatch(/^Publisher +not running, last heartbeat 60 min ago: start `npm run watch`/m);
  expect(gone).toMatchObject({ code: 1, stderr: 'error: no publisher runs: start `npm run watch`\n' });
  await writeWatcherHeartbeat(1);
  expect((await runLine('status', variables)).stdout).toMatch(/^Publisher +watching, last heartbeat \d+ s ago$/m);
});
