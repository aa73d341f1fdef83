// The description of the API: generated from the schemas, valid for its linter, and usable by client generators.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, onTestFinished, test } from 'vitest';
import { generateOpenapi, openapiFile } from '../../scripts/tools/generate-openapi.ts';
import type { GetMyResponse, GetTimetableResponse } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const text = readFileSync(openapiFile, 'utf8');
type Content = { 'application/json': { schema: { $ref: string }; examples?: Record<string, { value: unknown }> } };
// The parts that these tests use; the linter checks the rest.
const description = JSON.parse(text) as {
  components: { responses: Record<string, { content?: Content }> };
};

test('the stored description is up to date: else run `npm run generate-openapi`', () => {
  expect(generateOpenapi()).toBe(text);
});

test('its linter reports nothing', async () => {
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
  const options =
    '--ignoreConfig --strict --noEmit --skipDefaultLibCheck --allowImportingTsExtensions --module nodenext';
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options.split(' '), 'main.ts'], { cwd: folder });
  expect(stdout).toBe('');
});

test('references name whole components, since several generators follow no others', () => {
  const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference);
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((each) => !/^#\/components\/\w+\/\w+$/.test(each ?? ''))).toEqual([]);
});

test('hey-api makes a client and zod schemas from it; they compile, and take the answers and nothing else', async () => {
  // Beside this file, so that what is generated finds zod.
  const folder = await mkdtemp(join(inRoot('test/contract'), '.generated-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const plugins = ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript', 'zod'] as const;
  await createClient({
    input: openapiFile,
    output: join(folder, 'api'),
    plugins: [...plugins],
    logs: { level: 'silent' },
  });
  await writeFile(
    join(folder, 'main.ts'),
    `import { getTimetable, type Timetable } from './api/index';
     import { zGetTimetableResponse } from './api/zod.gen';
     export const firstTeacher = async (id: string): Promise<string | undefined> => {
       const { data } = await getTimetable({ path: { id } });
       return data?.data.teachers[0]?.name;
     };
     export const parsed: Timetable = zGetTimetableResponse.parse({}).data;`,
  );
  const options =
    '--ignoreConfig --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
  const tsc = inRoot('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options.split(' '), 'main.ts'], { cwd: folder });
  expect(stdout).toBe('');

  const { zGetTimetableResponse } = await import(join(folder, 'api/zod.gen.ts'));
  const { examples = {} } = description.components.responses['Timetable']?.content?.['application/json'] ?? {};
  for (const { value } of Object.values(examples)) {
    expect(zGetTimetableResponse.safeParse(value)).toMatchObject({ success: true });
    const { data } = value as GetTimetableResponse; // proven by the line before
    const wrong = { ...(value as object), data: { ...data, status: 'someday' } };
    expect(zGetTimetableResponse.safeParse(wrong)).toMatchObject({ success: false });
  }
});

test('its example timetables have no dangling references', () => {
  const { examples = {} } = description.components.responses['Timetable']?.content?.['application/json'] ?? {};
  const validate = createValidator();
  expect(Object.keys(examples)).toEqual(['classBased', 'studentLevel']);
  for (const { value } of Object.values(examples)) {
    const { data } = value as GetTimetableResponse; // proven by the validation that follows
    expect(validate('timetable', data)).toMatchObject({ valid: true });
    expect(checkReferences(data)).toEqual([]);
  }
});

test('its example of what a link shows satisfies the schema of published ones, and names nobody else’s units', () => {
  const { examples = {} } = description.components.responses['My']?.content?.['application/json'] ?? {};
  const validate = createValidator();
  expect(Object.keys(examples)).toEqual(['ofTeacher']);
  for (const { value } of Object.values(examples)) {
    const { data } = value as GetMyResponse; // proven by the validation that follows
    expect(validate('my', data)).toMatchObject({ valid: true });
    const [timetable] = data.timetables;
    const own = timetable?.teachers.find(({ entityId }) => entityId === data.entity.entityId)?.localId ?? '';
    expect(timetable?.lessonUnits.length).toBeGreaterThan(0);
    expect(timetable?.lessonUnits.every(({ teacherIds }) => teacherIds.includes(own))).toBe(true);
  }
});
