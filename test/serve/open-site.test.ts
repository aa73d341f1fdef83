// A file of the site is in memory once, however large it is and however many ask for it.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preconditionsOf } from '../../src/serve/http/preconditions.ts';
import { readTaggedFile } from '../../src/serve/node/read-tagged-file.ts';
import { openSite } from '../../src/serve/site/open-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['a small file', 1_000],
  ['a file larger than the memory for the site', 20 * 1024 * 1024],
])('%s is read once for all requests, until it changes', async (_, size) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'site'));
  const file = join(folder, 'site', 'film.mp4');
  await writeFile(file, Buffer.alloc(size, 'a'));
  const answer = openSite(readTaggedFile(folder));
  const unconditional = { ...preconditionsOf(() => undefined), range: undefined, ifRange: undefined };
  const ask = async () =>
    (await answer({ ...unconditional, method: 'GET', path: '/film.mp4', acceptEncoding: undefined })).body;
  const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
  for (const body of [...others, await ask()]) expect(body === first).toBe(true);
  await writeFile(file, 'changed');
  expect(new TextDecoder().decode((await ask()) ?? undefined)).toBe('changed');
});
