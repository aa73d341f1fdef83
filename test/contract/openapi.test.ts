// The description of the API: made from the schemas, clean under its linter, good for generating types, and true of what
// a running server answers, for every status.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateOpenapi, openapiFile } from '../../scripts/generate-openapi.ts';
import type { GetTimetableResponse } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const text = readFileSync(openapiFile, 'utf8');
type Content = { 'application/json': { schema: { $ref: string }; examples?: Record<string, { value: unknown }> } };
// The parts that these tests look at; the rest is the linter's.
const description = JSON.parse(text) as {
  paths: Record<string, Record<string, { responses: Record<string, { $ref: string }> }>>;
  components: { responses: Record<string, { headers?: Record<string, unknown>; content?: Content }> };
};

test('the stored description is what the schemas give: run `npm run generate-openapi`', () => {
  expect(generateOpenapi()).toBe(text);
});

test('its linter has nothing to say', async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', openapiFile, '--format', 'json'];
  const cli = inRoot('node_modules/@redocly/cli/bin/cli.js');
  const { stdout } = await run(process.execPath, [cli, ...args], { env });
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

test('openapi-typescript makes types from it, and they compile', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTypes(text)));
  await writeFile(
    join(folder, 'main.ts'),
    `import type { components, paths } from './api.ts';
     type Body = components['responses']['Timetable']['content']['application/json'];
     export const firstTeacher = (body: Body): string | undefined => body.data.teachers[0]?.name;
     export const why = (body: components['schemas']['AccessEndedResponse']): string => body.error;
     export type List = paths['/api/v1/timetables']['get']['responses'][200];`,
  );
  const options = ['--ignoreConfig', '--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'nodenext'];
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options, 'main.ts'], { cwd: folder });
  expect(stdout).toBe('');
});

test('its examples of timetables hang together', () => {
  const { examples = {} } = description.components.responses['Timetable']?.content?.['application/json'] ?? {};
  const validate = createValidator();
  expect(Object.keys(examples)).toEqual(['classBased', 'studentLevel']);
  for (const { value } of Object.values(examples)) {
    const { data } = value as GetTimetableResponse; // proven by the validation that follows
    expect(validate('timetable', data)).toMatchObject({ valid: true });
    expect(checkReferences(data)).toEqual([]);
  }
});

const documents = demoSchool()
  .documents.slice(0, 2)
  .map(({ document }) => document);
let belfry: TestBelfry;
let broken: TestBelfry;
beforeAll(async () => {
  belfry = await belfryWith([{ id: 'demo-school', name: 'Demo', documents }]);
  broken = await belfryWith([{ id: 'broken', name: 'Broken', documents: [] }]);
}, 120_000);
afterAll(async () => {
  await belfry?.close();
  await broken?.close();
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(text), 'openapi.json');

/** Fails unless the description has this answer for the path: its status, the headers it carries, its body. */
function proveAnswer(path: string, status: number, headers: Headers, body: string): void {
  const name = description.paths[path]?.['get']?.responses[String(status)]?.$ref.split('/').at(-1) ?? '';
  const described = description.components.responses[name];
  expect(described, `${path} ${status}`).toBeDefined();
  const known = Object.keys(described?.headers ?? {}).map((each) => each.toLowerCase());
  for (const header of ['etag', 'allow', 'www-authenticate', 'x-request-id', 'vary', 'cache-control'])
    if (headers.has(header)) expect(known, `${path} ${status}`).toContain(header);
  const reference = described?.content?.['application/json'].schema.$ref;
  if (reference === undefined) expect(body).toBe('');
  else if (!ajv.validate(`openapi.json${reference}`, JSON.parse(body)))
    throw new Error(`${path} ${status}: ${ajv.errorsText()}`);
}

test.each(['/api/v1', '/api/partner/v1'])('real answers of every status are as described: %s', async (root) => {
  const { key } = await belfry.createKey('demo-school');
  const [list, one] = [`${root}/timetables`, `${root}/timetables/{id}`];
  const ask = async (expected: number, path: string, template: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...init.headers };
    const response = await fetch(belfry.url + path, { ...init, headers });
    expect(response.status).toBe(expected);
    proveAnswer(template, expected, response.headers, await response.text());
    return response.headers;
  };
  const etag = (await ask(200, list, list)).get('etag') ?? '';
  for (const { id } of documents) await ask(200, `${list}/${id}`, one);
  await ask(304, list, list, { headers: { 'If-None-Match': etag } });
  await ask(401, list, list, { headers: { Authorization: 'Bearer belfry_wrong' } });
  await ask(401, `${list}/x`, one, { headers: { Authorization: '' } });
  await ask(404, `${list}/nothing`, one);
  await ask(405, list, list, { method: 'POST' });
  await ask(431, list, list, { headers: { 'X-Long': 'x'.repeat(20_000) } });
  await belfry.setAccess('demo-school', { access: 'suspended' });
  await ask(402, list, list);
  await belfry.setAccess('demo-school', { access: 'locked', locked_because: 'trial_ended' });
  await ask(402, `${list}/x`, one);
  await belfry.setAccess('demo-school', { access: 'active', locked_because: null });
});

test('so is what is no HTTP, and a failure of the server', async () => {
  const raw = await new Promise<string>((done) => {
    let all = '';
    const socket = connect(Number(new URL(belfry.url).port), '127.0.0.1', () => socket.write('GET / nonsense\r\n\r\n'));
    socket.on('data', (chunk) => {
      all += chunk;
    });
    socket.on('close', () => done(all));
  });
  expect(raw).toMatch(/^HTTP\/1\.1 400/);
  proveAnswer('/api/v1/timetables', 400, new Headers(), raw.split('\r\n\r\n')[1] ?? '');
  const { key } = await broken.createKey('broken');
  await writeFile(join(broken.folder, 'organisations/broken/current.json'), '{');
  const failed = await fetch(`${broken.url}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
  expect(failed.status).toBe(500);
  proveAnswer('/api/v1/timetables', 500, failed.headers, await failed.text());
});
