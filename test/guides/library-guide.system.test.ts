// The guide to the library, run unchanged with the packed package, in a folder where nothing else is installed.
// @module-tag long

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { openGuide } from '../support/open-guide.ts';
import { unpackPackage } from '../support/packed-package.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const run = promisify(execFile);
const guide = openGuide('src/publish/library/README.md');
const programs = {
  'app.js': guide.take('js', 'createServer({ store'),
  'json-source.js': guide.take('js', 'export const jsonSource'),
  'create-organisation.js': guide.take('js', 'createHandle(randomBytes)'),
  'watch.js': guide.take('js', 'publisher.watch('),
};
const copy = guide.take('sh', 'cp timetable.json');
const readme = openGuide('README.md').take('sh', '> timetable.json');
const validate = createValidator();
const documents = demoSchool().documents.map(({ document }) => document);

let folder: string;
let key: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await unpackPackage(folder);
  for (const [name, code] of Object.entries(programs)) await writeFile(join(folder, name), code);
});
beforeEach(async () => {
  for (const name of ['data', 'out']) await rm(join(folder, name), { recursive: true, force: true });
  key = (await run(process.execPath, ['create-organisation.js'], { cwd: folder })).stdout.trim();
  for (const document of documents) await save(document.id, { ...document, orgId: 'riverside' });
});

const fileOf = (name: string) => join(folder, 'data/riverside', `${name}.json`);
const read = async (name: string) => JSON.parse(await readFile(fileOf(name), 'utf8'));
async function save(name: string, content: unknown): Promise<void> {
  await writeFile(join(folder, 'saved.tmp'), typeof content === 'string' ? content : JSON.stringify(content));
  await rename(join(folder, 'saved.tmp'), fileOf(name));
}

/** Starts a program of the guide, and kills it at the latest when the test ends. */
function start(name: string): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, [name], { cwd: folder, env: { ...process.env, PORT: '0' } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, printed: () => printed };
}

/** Starts the program that publishes once and serves. @returns a function that requests the list or a version */
async function startApp() {
  const app = start('app.js');
  const [, url] = await waitUntil('it serves', () => /serves on (\S+)/.exec(app.printed()));
  const ask = (path = '') => fetch(`${url}/api/v1/timetables${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const dataOf = async (path?: string) => JSON.parse(await (await ask(path)).text()).data;
  const name = async (id: string) => (await dataOf(`/${id}`)).name;
  return { ...app, ask, dataOf, name };
}

test('every snippet is run here', () => {
  expect(guide.leftOver()).toEqual([]);
});

test('the example is published and served, and satisfies the contract', async () => {
  const { ask, dataOf, child, printed } = await startApp();
  expect(printed()).toContain('riverside: generation 1, 0 withheld');
  const list = await dataOf();
  expect(validate('timetable-list', list)).toMatchObject({ valid: true });
  expect(list.timetables.map(({ id }: { id: string }) => id).sort()).toEqual(documents.map(({ id }) => id).sort());
  for (const document of documents) {
    const data = await dataOf(`/${document.id}`);
    expect(data).toEqual({ ...document, orgId: 'riverside' });
    expect(list.timetables).toContainEqual(Object.fromEntries(Object.entries(data).slice(0, 13)));
  }
  expect(await checkPublished(folderStore(join(folder, 'out')), validate)).toMatchObject({ problems: [], orphans: [] });
  expect((await ask('/other')).status).toBe(404);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('the document of the README is served, and one that is withheld says why', async () => {
  const began = performance.now();
  const upper = documents.find(({ id }) => id === 'upper-2026-v1');
  const answer = JSON.stringify({ success: true, data: upper, timestamp: '2026-11-25T09:00:00.000Z' });
  const [, edit = ''] = /\|\n\s*(sed .*)$/s.exec(readme) ?? [];
  await writeFile(join(folder, 'answer.json'), answer);
  await run('bash', ['-euo', 'pipefail', '-c', `cat answer.json | ${edit}\n${copy}`], { cwd: folder });
  const broken = documents[0]?.id ?? '';
  await save(broken, { ...documents[0], lessons: [] });
  const { ask, printed } = await startApp();
  expect((await ask('/riverside-2026-v1')).status).toBe(200);
  tellPath('own data to the first timetable: the library', began);
  expect(printed()).toMatch(new RegExp(`^riverside: ${broken} is withheld: \\$\\.\\S+ \\S+ `, 'm'));
});

test('a watcher publishes a changed file, withholds a broken one, and revokes a key', async () => {
  const { ask, name } = await startApp();
  const watching = start('watch.js');
  const id = documents[0]?.id ?? '';
  await save(id, { ...(await read(id)), name: 'Spring' });
  await waitUntil('the change is served', async () => (await name(id)) === 'Spring');
  await save(id, '{"name": "Half a fi');
  await waitUntil('it is withheld', () => watching.printed().includes(`${id} is withheld: $ `));
  expect(await name(id)).toBe('Spring');
  await save(id, { ...documents[0], name: 'Summer', orgId: 'riverside' });
  await waitUntil('the repaired one is served', async () => (await name(id)) === 'Summer');
  await rm(fileOf(id));
  await waitUntil('the removed one is gone', async () => (await ask(`/${id}`)).status === 404);
  const access = await read('organisation');
  for (const each of Object.values<{ revoked: boolean }>(access.keys)) each.revoked = true;
  await save('organisation', access);
  await waitUntil('the key is refused', async () => (await ask()).status === 401);
});

test('a watcher that is killed repeatedly loses no change, and a reader sees complete snapshots', async () => {
  const { dataOf, name } = await startApp();
  const id = documents[0]?.id ?? '';
  const document = await read(id);
  for (let round = 1; round <= 8; round++) {
    const watching = start('watch.js');
    await save(id, { ...document, name: `Name ${round}` });
    // From before its first poll until it is idle.
    await new Promise((later) => setTimeout(later, 150 * round * Math.random()));
    watching.child.kill('SIGKILL');
    await once(watching.child, 'exit');
    const { timetables } = await dataOf();
    expect(timetables.find((each: { id: string }) => each.id === id).name).toBe(await name(id));
  }
  const last = start('watch.js');
  await waitUntil('the last change is served', async () => (await name(id)) === 'Name 8');
  last.child.kill('SIGTERM');
  await once(last.child, 'exit');
  expect((await checkPublished(folderStore(join(folder, 'out')), validate)).problems).toEqual([]);
  expect(await readdir(join(folder, 'out/organisations'))).toEqual(['riverside']);
});

test('the package has types for both of its parts', async () => {
  const code = `
    import { createPublisher, folderStore, type Source, type Timetable } from 'belfry';
    import { createClient } from 'belfry/client';
    const document = {} as Timetable;
    const source: Source = {
      id: 'mine',
      revisions: async () => new Map([['riverside', 1]]),
      snapshot: async () => ({
        revision: 1,
        access: async () => ({ handle: 'x', state: 'active', lockedBecause: null, apiEnabled: true, keys: {} }),
        versions: async () => [{ id: document.id }],
        document: async () => ({ document }),
        close: async () => {},
      }),
    };
    export const publishing = createPublisher({ store: folderStore('out'), source, now: Date.now }).publish('riverside');
    export const client = createClient({ baseUrl: 'http://127.0.0.1', key: 'belfry_' });
    // @ts-expect-error a publisher needs a clock
    createPublisher({ store: folderStore('out'), source });
  `;
  await writeFile(join(folder, 'typed.ts'), code);
  const compiler = join(repositoryFolder, 'node_modules/typescript/bin/tsc');
  const settings =
    '--strict --noEmit --skipDefaultLibCheck --module nodenext --target es2022 --exactOptionalPropertyTypes';
  const types = ['--types', 'node', '--typeRoots', join(repositoryFolder, 'node_modules/@types')];
  const checked = run(process.execPath, [compiler, ...settings.split(' '), ...types, 'typed.ts'], { cwd: folder });
  expect(await checked.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
});
