// Files with personal data: for the owner and the group, whole or not at all, and nothing is written through a planted link.

import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createPrivateFile, writePrivateFile } from '../../scripts/input/create-private-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
let path: string;
let victim: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  [path, victim] = [join(folder, 'x.json'), join(folder, 'victim')];
  writeFileSync(victim, 'theirs');
});

test('a file is for its owner and the group, and replaces one that was there', async () => {
  for (const content of ['one', 'two']) {
    await writePrivateFile(path, content);
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([content, 0o640]);
  }
  expect(readdirSync(folder).toSorted()).toEqual(['victim', 'x.json']);
});

test('a planted link is replaced, under the name of the file and of what it was written to before', async () => {
  for (const name of ['x.json', 'x.json.partial', '.partial', '.x.json.partial'])
    symlinkSync(victim, join(folder, name));
  await writePrivateFile(path, 'ours');
  expect([readFileSync(path, 'utf8'), readFileSync(victim, 'utf8')]).toEqual(['ours', 'theirs']);
});

test('what is not completed leaves nothing, and what was there stays', async () => {
  await writePrivateFile(path, 'before');
  const file = await createPrivateFile(path);
  await file.write('half');
  await file.abandon();
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(folder).toSorted()).toEqual(['victim', 'x.json']);
});

test('what is no file stays what it is', async () => {
  await writePrivateFile('/dev/null', 'gone');
  expect(existsSync('/dev/null') && statSync('/dev/null').isCharacterDevice()).toBe(true);
});
