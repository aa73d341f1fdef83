// A reader sees one complete generation of an organisation while generations are published without a pause.

import { expect, test } from 'vitest';
import { folderOutput } from '../support/published-output.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { times } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south'], async () => ({
  ...folderOutput(await temporaryFolder()),
  pause: 15,
}));
const edits = times(10, 30);

test('while generations are published without a pause, each answer and each pointer is complete', async () => {
  const readers = await schools.readers();
  for (let edit = 0; edit < edits; edit++) {
    await schools.renameTeacher('south', `Teacher ${edit}`);
    await schools.describe('north-v1', `edit ${edit}`);
    await schools.build();
  }
  const { statuses, pointers } = await readers.stop();
  expect(Object.keys(statuses)).toEqual(['200']);
  expect(statuses[200]).toBeGreaterThan((edits * 5) / 3);
  expect(pointers).toBeGreaterThan((edits * 2) / 3);
});
