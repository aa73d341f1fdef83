// The status page in a real browser: on a phone, in the dark, for a screen reader, with all that can be wrong at once.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Problems } from '../../src/contract/types.generated.ts';
import { writeHeartbeat } from '../../src/snapshot/heartbeat.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { publishedForm } from '../support/published-folder.ts';
import { recordPath } from '../support/record-places.ts';
import { runningAdmin } from '../support/running-admin.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { launchBrowser, noBrowser, openPage, screenshot, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';

const longest = 'a-school-with-the-longest-name-that-an-organisation-id-can-have0';
const counts = { queueDepth: 3, queueAgeSeconds: 312, builds: 41, buildSeconds: 0.2, generation: 12 };

/** A published output with eight schools; when `ill`, with one for each possible problem. */
async function published(ill: boolean, whenDone: (close: () => Promise<void>) => void = onTestFinished) {
  const store = folderStore(await temporaryFolder(whenDone));
  const form = publishedForm(store);
  const names = ['aldgate', 'birchwood', 'castle-street', 'dove-lane', 'elmfield', longest];
  for (const name of names) await form.publish(name, { [`${name.slice(0, 20)}-v1`]: {}, 'spring-2027': {} });
  const waiting = { changes: 0, ageSeconds: 0, failures: 0, withheld: 0, rolledBack: false };
  const first = [
    { ...waiting, organisationId: 'birchwood', changes: 2, ageSeconds: 312, failures: 7 },
    { ...waiting, organisationId: longest, withheld: 1 },
    { ...waiting, organisationId: 'elmfield', changes: 1, ageSeconds: 14_000 },
  ];
  const problem = (index: number) => ({
    path: `$.lessonUnits[${index}].teacherIds[0]`,
    message: 'tch_9f is not listed in this timetable',
    row: `lesson_unit lu_${index}c41 of timetable_version autumn-2026`,
  });
  const problems: Problems = {
    formatVersion: 2,
    organisationId: longest,
    warnings: [],
    withheld: [
      {
        versionId: 'autumn-2026',
        lastGoodIsServed: true,
        problems: Array.from({ length: 9 }, (_, index) => problem(index)),
      },
    ],
  };
  const said = { ...counts, organisations: names.length, at: Date.now(), watching: true };
  if (ill) {
    await store.write([{ path: paths.problems(org(longest)), bytes: recordBytes(problems) }]);
    await store.write([{ path: recordPath('dove-lane'), bytes: new Uint8Array() }]);
    await writeHeartbeat(store, { ...said, withheldVersions: 1, attention: { count: 3, first } }, 'watcher');
  } else {
    const nothing = { queueDepth: 0, queueAgeSeconds: 0, withheldVersions: 0, attention: { count: 0, first: [] } };
    await writeHeartbeat(store, { ...said, ...nothing }, 'watcher');
  }
  const admin = await runningAdmin(store, undefined, whenDone);
  for (let index = 0; index < 1234; index++) admin.metrics.count('list', index % 3 ? 304 : 200, 0.0004);
  for (const status of [200, 401, 402, 404, 500]) admin.metrics.count('timetable', status, 0.003);
  return admin.url;
}

describe.skipIf(noBrowser)('the status page', () => {
  let browser: Browser;
  /** Opened before all tests, since it is refreshed after ten seconds; and the time that it showed. */
  let left: { page: WatchedPage; shown: string | null };
  beforeAll(async () => {
    browser = await launchBrowser();
    const page = await openPage(browser, await published(false, whenFileEnds));
    left = { page, shown: await page.locator('footer time').textContent() };
  });
  afterAll(() => browser?.close());

  test.each([
    ['desktop', true, {}],
    ['phone', true, { viewport: { width: 360, height: 740 }, isMobile: true }],
    ['dark', true, { colorScheme: 'dark' }],
    ['well', false, {}],
    ['well-dark-phone', false, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('%s: nothing is cut off, and everybody can read it', async (name, ill, options) => {
    const page = await openPage(browser, await published(ill), options);
    await page.getByRole('heading', { name: ill ? 'Needs attention' : 'All is well', level: 1 }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      page.viewportSize()?.width ?? 0,
    );
    expect(await violations(page)).toEqual([]);
    // The Content-Security-Policy allows the style, and each cell has its heading.
    expect(await page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse")).toBe('collapse');
    expect(await page.getByRole('table', { name: 'All 6 by name' }).getByRole('rowheader').count()).toBe(6);
    expect(await page.getByRole('columnheader', { name: 'Generation' }).count()).toBe(ill ? 2 : 1);
    await screenshot(page, `status-${name}`);
    page.expectClean();
  });

  test('it refreshes itself, until the reader stops that', async () => {
    const { page, shown } = left;
    await waitUntil('it is made anew', async () => (await page.locator('footer time').textContent()) !== shown);
    await page.getByRole('link', { name: 'Stop refreshing' }).click();
    await page.getByText('Automatic refresh is off.').waitFor();
    await page.getByRole('link', { name: 'Refresh every 10 s' }).click();
    await page.getByText('Refreshes every 10 s.').waitFor();
    page.expectClean();
  });
});
