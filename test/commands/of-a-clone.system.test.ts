// A clone starts its processes through tsx. Other tests start them compiled, as the package has them; `.ci/conformance` and
// `.ci/node-versions` run the rest as a clone does.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();

test('the jobs of the dashboard', async () => {
  const code = `import { startDashboardJobs } from './scripts/running/dashboard/start-dashboard-jobs.ts';
    const jobs = startDashboardJobs('documents');
    jobs.once('message', (message) => { console.log(JSON.stringify(message)); jobs.send({ end: true }); });
    jobs.once('exit', (code) => { console.log('ended with', code); });`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', code],
    {
      cwd: repositoryFolder,
      env: {
        ...process.env,
        DATABASE_URL: open.connectionString,
        BELFRY_OUT: join(await temporaryFolder(), 'out'),
        BELFRY_BUCKET: undefined,
      },
    },
  );
  expect(stdout).toBe('{"ready":true}\nended with 0\n');
});
