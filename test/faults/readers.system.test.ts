// A reader sees one complete generation of an organisation while generations are published without a pause.

import { expect, test } from 'vitest';
import { describeVersion, publishSchools, readersOf, renameTeacher, runBuild } from '../support/fault-schools.ts';
import { folderOutput } from '../support/published-output.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { times } from '../support/thoroughness.ts';

const open = useTestDatabase();
const edits = times(10, 30);

test('while generations are published without a pause, each answer and each pointer is complete', async () => {
  const schools = ['north', 'south'];
  const folder = await temporaryFolder();
  const publisher = await publishSchools(open.database, schools, folder);
  const readers = await readersOf(open.database, schools, { ...folderOutput(folder), pause: 15 });
  for (let edit = 0; edit < edits; edit++) {
    await renameTeacher(open.database, 'south', `Teacher ${edit}`);
    await describeVersion(open.database, 'north-v1', `edit ${edit}`);
    await runBuild(publisher, open.database);
  }
  const { statuses, pointers } = await readers.stop();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(statuses[200]).toBeGreaterThan((edits * 5) / 3);
  expect(pointers).toBeGreaterThan((edits * 2) / 3);
});
