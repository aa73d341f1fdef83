// The description of the control API passes the linter, and the generator of types makes types that name each call.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTs, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../support/run-process.ts';
import { runningDashboard } from '../support/running-dashboard.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();

test('the description is valid OpenAPI 3.1, of which types are made', async () => {
  const folder = await temporaryFolder(whenFileEnds);
  const { url } = await runningDashboard(open, folder);
  const file = join(folder, 'control.json');
  const text = await (await fetch(`${url}/control/v1/openapi.json`)).text();
  writeFileSync(file, text);
  const cli = join(repositoryFolder, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'lint', file, '--format', 'json'], { env });
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  const { paths } = JSON.parse(text);
  const imports = paths['/control/v1/organisations/{id}/imports'].post;
  expect(Object.keys(imports.requestBody.content)).toEqual(['multipart/form-data']);
  expect(paths['/control/v1/organisations/{id}/keys/{keyId}'].delete.responses['204'].content).toBeUndefined();
  const types = astToString(await openapiTs(text));
  for (const name of ['createKey', 'putVersion', 'importFiles', 'listenToEvents']) expect(types).toContain(name);
});
