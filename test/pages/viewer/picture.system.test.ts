// The pictures of the README, of the viewer, of the person's page on a phone and of the dashboard: `npm run viewer-picture` makes them from the
// demo school. Otherwise this tests that they exist, and are small.

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { belfryWith } from '../../support/belfry-with.ts';
import { enterKey, launchBrowser, openPage } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';

const inClone = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const pictures = {
  viewer: { path: 'src/pages/viewer/viewer.png', size: { width: 1040, height: 640 } },
  my: { path: 'src/pages/my/my.png', size: { width: 360, height: 640 } },
  dashboard: { path: 'src/pages/dashboard/dashboard.png', size: { width: 1040, height: 640 } },
};
/** A Wednesday, 09:40 at the school. */
const now = '2026-11-18T08:40:00Z';

const isMaking = process.env['npm_lifecycle_event'] === 'viewer-picture';

test.runIf(isMaking)('the pictures are made', async () => {
  const documents = demoSchool()
    .documents.filter(({ autosave }) => !autosave)
    .map(({ document }) => document);
  const school = { id: 'demo-school', name: 'Demo school', documents };
  const belfry = await belfryWith([school]);
  const dated = await belfryWith([{ ...school, calendar: demoCalendar }], Date.parse(now));
  const browser = await launchBrowser();
  const open = (url: string, { size }: { size: { width: number; height: number } }) =>
    openPage(browser, url, { viewport: size, timezoneId: 'UTC', colorScheme: 'light' });
  try {
    const page = await open(belfry.url, pictures.viewer);
    await enterKey(page, (await belfry.createKey('demo-school')).key);
    await page.clock.setFixedTime(new Date(now));
    await page.goto(`${belfry.url}/#/timetable/upper-2026-v1?week=2`);
    await page.locator('.week').first().waitFor();
    await page.screenshot({ path: inClone(pictures.viewer.path) });

    const { token } = await dated.createLink('demo-school', ['class', 'class-11A']);
    const phone = await open(`${dated.url}/my`, pictures.my);
    await phone.clock.setFixedTime(new Date(now));
    await phone.goto(`${dated.url}/my#${token}`);
    await phone.locator('.my-today').waitFor();
    await phone.screenshot({ path: inClone(pictures.my.path) });
  } finally {
    await browser.close();
    await belfry.close();
    await dated.close();
  }
});

describe.runIf(isMaking)('the picture of the dashboard', () => {
  const dashboard = useDashboard({ 'demo-school': 'Demo school' });

  test('is made', async () => {
    const documents = demoSchool().documents.filter(({ autosave }) => !autosave);
    for (const { document } of documents)
      await importTimetable(dashboard.open.database, createValidator(), 'demo-school', document);
    await dashboard.run('build');
    const { size, path } = pictures.dashboard;
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'demo-school'),
      '#/organisations/demo-school',
      {
        ...{ viewport: size, timezoneId: 'UTC', colorScheme: 'light' },
      },
    );
    await page.locator('.card').first().waitFor();
    await page.screenshot({ path: inClone(path) });
  });
});

test.each(Object.values(pictures))('the picture $path stands in the README, and is small', ({ path, size }) => {
  expect(readFileSync(inClone('README.md'), 'utf8')).toContain(`(${path})`);
  const bytes = readFileSync(inClone(path));
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size.width, size.height]);
  expect(statSync(inClone(path)).size).toBeLessThan(150_000);
});
