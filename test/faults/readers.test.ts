// A reader sees one generation of one organisation, whole, however fast the generations follow each other.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  publisherInto,
  renameTeacher,
  runBuild,
} from '../support/fault-schools.ts';
import { folderPlace } from '../support/published-place.ts';
import { startReaders } from '../support/published-readers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

test('while one generation follows the other, each answer and each pointer is whole', async () => {
  await createSchools(open.database, ['north', 'south']);
  const folder = await temporaryFolder();
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  const keys = new Map<string, string>();
  for (const id of ['north', 'south']) keys.set(id, (await newKeyOf(open.database, publisher, id)).key);
  const readers = await startReaders({ place: folderPlace(folder), keys });
  for (let edit = 0; edit < 30; edit++) {
    await renameTeacher(open.database, 'south', `Teacher ${edit}`);
    await describeVersion(open.database, 'north-v1', `edit ${edit}`);
    await runBuild(publisher, open.database);
  }
  const { statuses, pointers } = await readers.stop();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(statuses[200]).toBeGreaterThan(50);
  expect(pointers).toBeGreaterThan(20);
});
