// The built client in a TypeScript project of its own: a package with types.

import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildClient } from '../../scripts/tools/build-client.ts';
import { declarationsFile, generateDeclarations } from '../../scripts/tools/generate-declarations.ts';
import { siteFiles } from '../../src/pages/build/write-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const compile = (project: string, options: readonly string[]) =>
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...options], { cwd: project, encoding: 'utf8' });

test('the served declarations are up to date: else run `npm run generate-declarations`', async () => {
  expect(generateDeclarations()).toBe(await readFile(declarationsFile, 'utf8'));
});

test('what is served is the client with its types: a project compiles against the three files, and runs', async () => {
  const project = await temporaryFolder();
  const served = [...(await siteFiles())].filter(([path]) => path.startsWith('client/'));
  expect(served.map(([path]) => path).toSorted()).toEqual([
    ...['client/belfry-client.d.ts', 'client/belfry-client.js', 'client/belfry-contract.d.ts'],
  ]);
  for (const [path, bytes] of served) await writeFile(join(project, basename(path)), bytes);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(project, 'main.ts'),
    `import { applyChange, type Change, copyTimetable, createClient, RefusedError, type Timetable } from './belfry-client.js';
     export async function follow(id: string | null): Promise<Change[]> {
       const answer = await createClient({ baseUrl: 'https://example.invalid', key: 'k' }).changesSince(id);
       // @ts-expect-error: only one that was followed has changes
       void answer.changes;
       return answer.state === 'followed' ? answer.changes : [];
     }
     export const apply = (timetable: Timetable, change: Change): string[] =>
       applyChange(new Map([[timetable.id, copyTimetable(timetable, 0)]]), change).toRead;
     console.log(typeof applyChange, RefusedError.name);
    `,
  );
  compile(project, [
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--lib',
    'es2023,dom,dom.iterable',
    'main.ts',
  ]);
  expect(execFileSync(process.execPath, ['main.js'], { cwd: project, encoding: 'utf8' })).toBe(
    'function RefusedError\n',
  );
});

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
  compile(project, options);
  expect(execFileSync(process.execPath, ['main.js'], { cwd: project, encoding: 'utf8' })).toBe('[]\n');
});
