// The guide for schools to what is different on a day: its commands are run unchanged, on an export of the test and against a server
// that answers as the control API describes.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Asked, playDashboard } from '../commands/days/play-dashboard.ts';
import { gpu014, mathematics } from '../formats/days/gpu014-rows.ts';
import { openGuide } from '../support/open-guide.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet, startSnippet } from './run-snippet.ts';

const guide = openGuide('src/formats/days/README.md');
const dedent = (code: string) => code.replaceAll(/^ +/gm, '');
const block = (having: string): string => {
  // Snippets in a list are indented, which `openGuide` does not look for.
  const found = [...guide.text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, code = '']) => dedent(code));
  const [only, ...others] = found.filter((code) => code.includes(having));
  if (only === undefined || others.length > 0) throw new Error(`${found.length} snippets, and not one with ${having}`);
  return only;
};

/** Early in a week that is not over, so that the folder is followed for it. */
const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const bells = {
  ...{ id: 'v1', groupId: 'g', name: 'A', status: 'published', effectiveFrom: 20200101, effectiveTo: null },
  bellSchedule: {
    id: 'b',
    name: 'B',
    isDefault: true,
    scheduleType: 'weekly',
    cycleLength: 1,
    days: [],
    dayConfigurations: [],
  },
};

let folder: string;
let dashboard: Awaited<ReturnType<typeof playDashboard>>;
const stored: Asked[] = [];
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await mkdir(join(folder, 'untis-export'));
  await writeFile(
    join(folder, 'untis-export/GPU014.TXT'),
    gpu014([{ ...mathematics, date, letter: 'C', reason: 'Kolik-7' }]),
  );
  await writeFile(join(folder, 'token.txt'), 'token-of-the-test\n');
  dashboard = await playDashboard({
    'GET riverside/calendar': () => ({
      status: 200,
      body: { timeZone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' },
    }),
    'GET riverside/bells': () => ({ status: 200, body: { items: [bells] } }),
    'GET riverside/days/2026-11-23': () => ({ status: 200, body: { from: 20261123, to: 20261123, changes: [] } }),
    'PUT riverside/days': (asked) => {
      stored.push(asked);
      return { status: 200, body: { outcome: 'stored' } };
    },
  });
});
afterAll(() => dashboard.close());
beforeEach(() => {
  stored.length = 0;
});

const here = (code: string) => code.replaceAll('https://dashboard.example', dashboard.url);
const spaced = (day: string) => day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3');
const change = { ref: '31-410-3', date: Number(date), cancelled: true };

test('a dry run says what was read, and asks for no more', async () => {
  const said = await runSnippet(here(block('--dry-run')), {}, folder);
  expect(said).toContain(
    `GPU014.TXT: read from GPU014 of Untis: 1 row, 1 change, 0 notes, from ${spaced(date)} to ${spaced(date)}`,
  );
  expect(said).toContain('It would be stored.');
  expect(stored).toMatchObject([{ path: expect.stringContaining('&dryRun=true'), body: { changes: [change] } }]);
  expect(stored[0]?.authorization).toBe('Bearer token-of-the-test');
  expect(JSON.stringify([stored, said])).not.toContain('Kolik');
});

test('the folder is followed', async () => {
  const { stop } = await startSnippet(here(block('days -- watch')), {}, /GPU014\.TXT: .*1 change/, folder);
  expect(stored).toMatchObject([
    {
      method: 'PUT',
      path: `/control/v1/organisations/riverside/days?from=${spaced(date)}&to=${spaced(date)}`,
      body: { changes: [change] },
    },
  ]);
  expect(await stop()).not.toContain('Kolik');
});

test('a date is shown, and days are withdrawn', async () => {
  const said = await runSnippet(here(block('days -- show')), {}, folder);
  expect(said).toContain('"from": 20261123');
  expect(said).toContain('Withdrawn.');
  expect(stored).toMatchObject([{ body: { from: 20261123, to: 20261127, changes: [], notes: [], absent: [] } }]);
});
