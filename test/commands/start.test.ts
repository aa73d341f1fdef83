import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLine, startCommand } from '../support/run-command.ts';
import type { RunningProcess } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a started Belfry printed. */
async function readGreeting(started: RunningProcess) {
  const text = await started.printed('Ctrl-C ends it.');
  const [, url = '', adminUrl = ''] = /serves on (\S+), operators on (\S+)\./.exec(text) ?? [];
  const [, key = ''] = /^ {2}(belfry_\w+)$/m.exec(text) ?? [];
  return { text, url, adminUrl, key };
}

const list = async (url: string, key: string) => {
  const response = await fetch(`${url}/api/v1/timetables`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = JSON.parse(await response.text());
  return { status: response.status, count: data?.count, first: data?.timetables?.[0]?.id };
};

test('npm start shows the demo school with a key that works, ends on SIGTERM, and starts again with the same data', async () => {
  const folder = await temporaryFolder();
  const variables = {
    DATABASE_URL: undefined,
    BELFRY_DATA: join(folder, 'data'),
    BELFRY_OUT: join(folder, 'out'),
    BELFRY_BUCKET: undefined,
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const first = startCommand('start', [], variables);
  const greeting = await readGreeting(first);
  expect(greeting.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(greeting.text).toContain(`curl -H 'Authorization: Bearer ${greeting.key}' ${greeting.url}/api/v1/timetables`);
  const shown = await list(greeting.url, greeting.key);
  expect(shown).toMatchObject({ status: 200 });
  expect(shown.count).toBeGreaterThan(1);
  expect((await fetch(`${greeting.adminUrl}/healthz`)).status).toBe(200);

  // A second command finds the embedded database that the first one runs.
  const organisations = await runLine('organisations list --json', variables);
  expect(JSON.parse(organisations.stdout)).toMatchObject({ organisations: [{ id: 'demo-school' }] });

  first.child.kill('SIGTERM');
  expect(await first.finished).toMatchObject({ code: 0, stderr: '' });

  const second = startCommand('start', [], variables);
  const again = await readGreeting(second);
  expect(await list(again.url, again.key)).toEqual(shown);
  expect(again.key).not.toBe(greeting.key);
  expect(await list(again.url, greeting.key)).toMatchObject({ status: 401 });
  second.child.kill('SIGINT');
  expect(await second.finished).toMatchObject({ code: 0, stderr: '' });
  expect(await runLine('check', variables)).toMatchObject({ code: 0 });
}, 180_000);
