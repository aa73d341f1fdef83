// The guide to publishing over HTTP, followed with curl as it stands: a dashboard, a watcher and a server run as processes, and what
// is sent is read from the server.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { dashboardProcess, newAdmin } from '../support/dashboard-process.ts';
import { openGuide } from '../support/open-guide.ts';
import { commandEnvironment, startCommand } from '../support/run-command.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { runningServer } from '../support/running-server.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet } from './run-snippet.ts';

const guide = openGuide('src/dashboard/README.md');
const setUp = guide.take('sh', 'export CONTROL');
const steps = [
  guide.take('sh', '"Riverside School"'),
  guide.take('sh', '--data-binary @timetable.json'),
  guide.take('sh', 'until control'),
  guide.take('sh', '"timeZone"'),
  guide.take('sh', 'KEY='),
  guide.take('sh', 'CLASS='),
];
const refused = guide.take('sh', '"nowhere"');

const open = useTestDatabase();
let folder: string;
let out: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  out = join(folder, 'out');
  const document = await readFile(join(repositoryFolder, 'src/demo/documents/upper-2026-v1.json'), 'utf8');
  await writeFile(join(folder, 'timetable.json'), document.replaceAll('upper-2026', 'riverside-2026'));
});

test('every snippet is run here', () => expect(guide.leftOver()).toEqual([]));

test('from nothing to what readers get, and what is refused', { timeout: 120_000 }, async () => {
  const watching = startCommand('watch', [], commandEnvironment(open, out));
  await watching.printed('Watching for changes');
  const dashboard = await dashboardProcess(open, out, whenFileEnds);
  const server = await runningServer(out);
  const { token } = await newAdmin(open, 'operator');
  const here = (code: string) =>
    code
      .replace('http://127.0.0.1:8082', dashboard.url)
      .replace('http://127.0.0.1:8080', `http://127.0.0.1:${server.port}`)
      .replace('belfry_admin_...', token);
  const began = performance.now();
  const printed = await runSnippet(here([setUp, ...steps].join('\n')), {}, folder);
  tellPath('own schema to the first timetable: documents by HTTP', began);
  expect(printed).toContain('"outcome":"created"');
  expect(printed).toContain('"id":"riverside-2026-v1"');
  const [link = ''] = /belfry_link_\w+/.exec(printed) ?? [];
  expect(await runSnippet(here(setUp + refused), {}, folder)).toMatch(/"path":"\$\.lessonUnits\[0\]\.dayId"/);
  await expect
    .poll(async () => (await server.call({ path: `/ical/${link}.ics` })).status, { timeout: 30_000 })
    .toBe(200);
});
