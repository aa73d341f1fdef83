// A reader sees one complete generation of an organisation, however fast generations follow each other.

import { expect, test } from 'vitest';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  publisherInto,
  renameTeacher,
  runBuild,
} from '../support/fault-schools.ts';
import { folderOutput } from '../support/published-output.ts';
import { startReaders } from '../support/published-readers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();

test('while generations follow each other, each answer and each pointer is complete', async () => {
  await createSchools(open.database, ['north', 'south']);
  const folder = await temporaryFolder();
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  const keys = new Map<string, string>();
  for (const id of ['north', 'south']) keys.set(id, (await newKeyOf(open.database, publisher, id)).key);
  const readers = await startReaders({ output: { ...folderOutput(folder), pause: 15 }, keys });
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
