// A person has one week: what other timetables in use have for the one who is shown.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { expectAccessible, expectNothingOverlaps } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const documents = demoSchool()
  .documents.filter(({ autosave }) => !autosave)
  .map(({ document }) => document);

/** Who teaches in the Main School, and on a Wednesday in the Diploma Programme alone, at 14:40. */
const teacher = '#/timetable/main-2026-v1/teacher/teacher-45';

describe.skipIf(noBrowser)('lessons in other timetables', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents }]);
  const opened = (hash: string, options = {}): Promise<WatchedPage> =>
    viewer.openGrid('demo-school', hash, { timezoneId: 'UTC', now: '2026-11-18T12:00:00Z', ...options });

  test('what is on now and next is that of all timetables in use, and their weeks stand below', async () => {
    const page = await opened(teacher);
    await page.locator('.elsewhere').waitFor();
    expect(await page.locator('.elsewhere > h2:first-child').allTextContents()).toEqual(['Diploma Programme']);
    const lines = (await page.locator('.now-lines').innerText()).replace(/\s+/g, ' ');
    expect(lines).toMatch(/^Now ?nothing Next ?Knowledge and Inquiry .*14:40$/);
    expect(lines).not.toContain('No lessons');
    expect(await page.locator('.elsewhere .today').count()).toBe(1);
    await page.locator('.elsewhere .cell').first().click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.elsewhere h2 a').click();
    await page.locator('strong', { hasText: 'Diploma Programme' }).waitFor();
    await page.locator('.elsewhere h2', { hasText: 'Main School' }).waitFor();
    page.expectClean();
  });

  test('they are those of whom the reader chooses next', async () => {
    const page = await opened(teacher);
    await page.locator('.elsewhere').waitFor();
    await page.goto(`${viewer.belfry.url}/#/timetable/main-2026-v1/teacher/teacher-47`);
    await expect
      .poll(() => page.locator('.elsewhere > h2:first-child').allTextContents())
      .toEqual(['Diploma Programme', 'Upper School, two-week cycle']);
    await page.goto(`${viewer.belfry.url}/#/timetable/main-2026-v1/class/class-7A`);
    await page.locator('h1', { hasText: '7A Ahorn' }).waitFor();
    expect(await page.locator('.elsewhere').count()).toBe(0);
  });

  test('the screen in the foyer shows the day of a person in all of them', async () => {
    const page = await viewer.openAt('demo-school', '#/foyer/main-2026/teacher?only=teacher-45', {
      timezoneId: 'UTC',
      from: '2026-11-18T12:00:00Z',
    });
    await page.locator('.foyer-column').waitFor();
    expect((await page.locator('.foyer-column').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
      /14:40–\d\d:\d\d Knowledge and Inquiry/,
    );
    page.expectClean();
  });

  test('where one cannot be read, the page says so', async () => {
    const page = await viewer.openAt('demo-school', '#/', { timezoneId: 'UTC', now: '2026-11-18T12:00:00Z' });
    await page.route('**/api/v1/timetables/diploma-2026-v1', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(`${viewer.belfry.url}/${teacher}`);
    await page.getByText('Another timetable in use could not be read').waitFor();
  });

  test('no text over text on a phone, at a desk and on paper', async () => {
    const page = await opened(teacher);
    await page.locator('.elsewhere').waitFor();
    await expectNothingOverlaps(page, [360, 768, 1366, 2560]);
    await expectAccessible(page, 'elsewhere', ['light', 'dark']);
    await screenshot(page, 'elsewhere');
    page.expectClean();
  });
});
