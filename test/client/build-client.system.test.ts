// The built client in a TypeScript project of its own: a package with types.

import { execFileSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildClient } from '../../scripts/tools/build-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

test('a TypeScript project compiles against it and runs it without this repository', async () => {
  const project = await temporaryFolder();
  const installed = join(project, 'node_modules/belfry-client');
  await mkdir(installed, { recursive: true });
  buildClient(join(project, 'built'));
  await cp(join(project, 'built'), installed, { recursive: true });
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(project, 'main.ts'),
    `import { createClient, findInUse, gridFor, type Grid, type Timetable } from 'belfry-client';
     const client = createClient({ baseUrl: 'https://example.invalid', key: 'k' });
     export const read = async (): Promise<Grid> => {
       const document: Timetable = await client.get('v1');
       const name: string | undefined = document.teachers[0]?.name;
       return gridFor(document, { teacher: name ?? '' });
     };
     // @ts-expect-error: there is no such kind
     export const wrong = () => gridFor({} as Timetable, { wizard: 'x' });
     console.log(JSON.stringify(findInUse([], 20260901)));
    `,
  );
  const options = [
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom,dom.iterable',
    'main.ts',
  ];
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...options], { cwd: project, encoding: 'utf8' });
  expect(execFileSync(process.execPath, ['main.js'], { cwd: project, encoding: 'utf8' })).toBe('[]\n');
});
