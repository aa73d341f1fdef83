// Two generators make clients from /control/v1/openapi.json, which compile, and one of them does a whole life: what a vendor would do
// in any language, against the real dashboard, watcher and server.
// @module-tag long

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { type DashboardProcess, dashboardProcess, newAdmin } from '../support/dashboard-process.ts';
import { commandEnvironment, startCommand } from '../support/run-command.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const run = promisify(execFile);
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const tsc = inRoot('node_modules/typescript/bin/tsc');

const open = useTestDatabase();
let out: string;
let dashboard: DashboardProcess;
let token: string;
let description: string;
beforeAll(async () => {
  out = await temporaryFolder(whenFileEnds);
  await bindTestStore(open, out);
  dashboard = await dashboardProcess(open, out, whenFileEnds);
  token = (await newAdmin(open, 'operator')).token;
  description = (await dashboard.ask({ who: null, path: '/control/v1/openapi.json' })).text;
});

test('it is OpenAPI 3.1, and its references name whole components, since several generators follow no others', () => {
  expect(JSON.parse(description)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  const references = [...description.matchAll(/"\$ref": ?"([^"]+)"/g)].map(([, reference = '']) => reference);
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((each) => !/^#\/components\/\w+\/\w+$/.test(each))).toEqual([]);
});

test('openapi-typescript makes types from it, and they compile', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTypes(description)));
  await writeFile(
    join(folder, 'main.ts'),
    `import type { paths, components } from './api.ts';
     type Keys = paths['/control/v1/organisations/{id}/keys']['get']['responses'][200]['content']['application/json'];
     export const lastUse = ({ items }: Keys): (string | null)[] => items.map(({ lastUsedAt }) => lastUsedAt);
     type Wanted = NonNullable<paths['/control/v1/organisations']['post']['requestBody']>['content']['application/json'];
     export const wanted: Wanted = { id: 'riverside', name: 'Riverside' };
     export const why = (problem: components['schemas']['Problem']): string => problem.title;`,
  );
  const options =
    '--ignoreConfig --strict --noEmit --skipDefaultLibCheck --allowImportingTsExtensions --module nodenext';
  const compiled = await run(process.execPath, [tsc, ...options.split(' '), 'main.ts'], { cwd: folder }).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe('');
});

test('hey-api makes a client from it, which compiles and does a whole life', async () => {
  // Beside this file, so that what is generated finds its types.
  const folder = await mkdtemp(join(inRoot('test/dashboard'), '.generated-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, description);
  await createClient({
    input: file,
    output: join(folder, 'api'),
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  await writeFile(join(folder, 'life.ts'), life);
  const options =
    '--ignoreConfig --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
  const compiled = await run(process.execPath, [tsc, ...options.split(' '), 'life.ts'], { cwd: folder }).catch(
    (error) => error,
  );
  expect(compiled.stdout).toBe('');

  const server = startCommand('serve', [], commandEnvironment(open, out));
  const [served = ''] = /http:\/\/127[\d.:]+/.exec(await server.printed('Ctrl-C')) ?? [];
  const statusWith = async (key: string) =>
    (await fetch(`${served}/api/v1/timetables/riverside-1`, { headers: { Authorization: `Bearer ${key}` } })).status;
  const good = publishedTimetable('riverside-1', { orgId: 'riverside' });
  const [unit, ...units] = good.lessonUnits;
  const bad = { ...good, lessonUnits: [{ ...unit, roomIds: ['rom_9'], periodIndex: 'first' }, ...units] };
  const { live } = await import(join(folder, 'life.ts'));
  await live({ baseUrl: dashboard.url, token, good, bad, statusWith, expect });
});

/** Typed by what was generated; it is compiled and then run. */
const life = `
import { client } from './api/client.gen';
import * as control from './api/index';

type Given = { baseUrl: string; token: string; good: unknown; bad: unknown; statusWith(key: string): Promise<number>; expect: any };

export async function live({ baseUrl, token, good, bad, statusWith, expect }: Given): Promise<void> {
  client.setConfig({ baseUrl, auth: token, headers: { Authorization: 'Bearer ' + token } });
  const id = 'riverside';
  const path = { id };
  const headers = { prefer: 'wait=50' };

  const organisation = await control.createOrganisation({ body: { id, name: 'Riverside School' } });
  expect(organisation.response?.status).toBe(201);
  expect(organisation.data).toMatchObject({ id, access: 'active', api: true });
  const key = await control.createKey({ path, body: { name: 'Website' } });
  expect(key.response?.status).toBe(201);
  const first = key.data?.key ?? '';
  expect(first).toMatch(/^belfry_/);

  // A document with a mistake: every problem with its path, and nothing stored.
  const version = { ...path, versionId: 'riverside-1' };
  const refused = await control.putVersion({ path: version, body: bad as control.PutVersionData['body'] });
  expect(refused.response?.status).toBe(422);
  expect(JSON.stringify(refused.error)).toContain('lessonUnits');
  expect((await control.listVersions({ path })).data?.items).toEqual([]);

  // Corrected, and served.
  const stored = await control.putVersion({ path: version, body: good as control.PutVersionData['body'] });
  expect(stored.response?.status).toBe(201);
  const built = await control.build({ path, body: {}, headers });
  expect(built.response?.status).toBe(200);
  expect(await statusWith(first)).toBe(200);
  const publication = await control.getPublication({ path });
  expect(publication.response?.status).toBe(200);

  // The mistake is in none of it, and what is served is the corrected one.
  expect(publication.data).toMatchObject({ versions: 1, withheld: [], pending: 0 });

  // Rotated: both keys work while they overlap.
  const rotated = await control.rotateKey({ path: { ...path, keyId: key.data?.id ?? '' }, body: { overlapSeconds: 3600 } });
  expect(rotated.response?.status).toBe(201);
  const second = rotated.data?.key ?? '';
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);

  // Changed, and rolled back.
  const changed = { ...(good as object), name: 'Winter' };
  expect((await control.putVersion({ path: version, body: changed as control.PutVersionData['body'] })).response?.status).toBe(200);
  expect((await control.build({ path, body: {}, headers })).response?.status).toBe(200);
  expect((await control.rollBack({ path, body: {}, headers })).response?.status).toBe(200);
  expect((await control.getPublication({ path })).data?.rolledBackTo).not.toBeNull();

  // Revoked, and refused at once.
  expect((await control.revokeKey({ path: { ...path, keyId: rotated.data?.id ?? '' } })).response?.status).toBe(204);
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 401]);

  // Deleted.
  expect((await control.deleteOrganisation({ path, query: { confirm: 'another' } })).response?.status).toBe(422);
  expect((await control.deleteOrganisation({ path, query: { confirm: id } })).response?.status).toBe(204);
  expect(await statusWith(first)).toBe(401);
  expect((await control.getOrganisation({ path })).response?.status).toBe(404);
  const audit = await control.listAudit({ query: { organisation: id } });
  expect(JSON.stringify(audit.data)).not.toContain(first);
  expect(audit.data?.items.length).toBeGreaterThan(5);
}
`;
