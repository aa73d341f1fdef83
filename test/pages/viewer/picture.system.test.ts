// The picture of the README: `npm run viewer-picture` makes it from the demo school. Otherwise this tests that it exists,
// and is small.

import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { belfryWith } from '../../support/belfry-with.ts';
import { enterKey, launchBrowser, openPage } from './browser.ts';

const picture = fileURLToPath(new URL('../../../src/pages/viewer/viewer.png', import.meta.url));

test.runIf(process.env['npm_lifecycle_event'] === 'viewer-picture')('the picture is made', async () => {
  const documents = demoSchool()
    .documents.filter(({ autosave }) => !autosave)
    .map(({ document }) => document);
  const belfry = await belfryWith([{ id: 'demo-school', name: 'Demo', documents }]);
  const browser = await launchBrowser();
  try {
    const size = { width: 1040, height: 640 };
    const page = await openPage(browser, belfry.url, { viewport: size, timezoneId: 'UTC', colorScheme: 'light' });
    await enterKey(page, (await belfry.createKey('demo-school')).key);
    await page.clock.setFixedTime(new Date('2026-11-18T08:40:00Z'));
    await page.goto(`${belfry.url}/#/timetable/upper-2026-v1?week=2`);
    await page.locator('.week').first().waitFor();
    await page.screenshot({ path: picture });
  } finally {
    await browser.close();
    await belfry.close();
  }
});

test('the picture in the README exists, and is small', () => {
  const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  expect(readme).toContain('(src/pages/viewer/viewer.png)');
  const bytes = readFileSync(picture);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1040, 640]);
  expect(statSync(picture).size).toBeLessThan(150_000);
});
