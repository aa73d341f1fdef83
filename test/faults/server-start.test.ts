// A server that starts before anything is published, during the first build, or on a store that a newer release wrote.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type Publisher, revokeKey } from '../support/belfry.ts';
import { createSchools, describeVersion, newKeyOf, publisherInto, runBuild } from '../support/fault-schools.ts';
import { readRecord, recordPath } from '../support/record-places.ts';
import { runningServer } from '../support/running-server.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
let folder: string;
let publisher: Publisher;

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, ['north']);
  folder = await temporaryFolder();
  publisher = publisherInto(folder);
});

const path = '/api/v1/timetables';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

test('a server answers 401 before the first build, 401 or 500 during it, and 200 afterwards', async () => {
  const server = await runningServer(folder);
  const elsewhere = await temporaryFolder();
  const { key } = await newKeyOf(open.database, publisherInto(elsewhere), 'north');
  const ask = async () => (await server.call({ path, headers: bearer(key) })).status;
  expect(await ask()).toBe(401);
  const during = new Set<number>();
  let swapped = false;
  const store = steppingStore(publisher.store, async (step, moment) => {
    const record = step.path === recordPath('north') && moment === 'after' ? readRecord(folder, 'north') : null;
    swapped ||= record?.pointer != null;
    const status = await ask();
    if (!swapped) during.add(status);
  });
  await runBuild(publisherInto(store), open.database, 'everything');
  expect([...during].sort()).toEqual([401, 500]);
  expect(await ask()).toBe(200);
});

test('a record of a newer format is a 500, and no publisher overwrites it', async () => {
  await runBuild(publisher, open.database, 'everything');
  const { id, key } = await newKeyOf(open.database, publisher, 'north');
  const place = join(folder, recordPath('north'));
  const newer = `${JSON.stringify({ ...JSON.parse(readFileSync(place, 'utf8')), formatVersion: 3 })}\n`;
  writeFileSync(place, newer);
  const server = await runningServer(folder);
  expect((await server.call({ path, headers: bearer(key) })).status).toBe(500);

  await describeVersion(open.database, 'north-v1', 'older program');
  await expect(runBuild(publisher, open.database)).rejects.toThrow('newer release');
  await expect(runBuild(publisher, open.database, 'everything')).rejects.toThrow('newer release');
  await expect(revokeKey(open.database, publisher, id)).rejects.toThrow('newer release');
  expect(readFileSync(place, 'utf8')).toBe(newer);
});
