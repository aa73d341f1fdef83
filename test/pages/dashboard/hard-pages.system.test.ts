// Every page of the dashboard scrolls no further than what can be seen on it, empty and filled, on a phone and on a large screen; and
// where there is nothing yet, it says what comes next.
// @module-tag long

import { describe, expect, test } from 'vitest';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { tabs } from '../../../src/pages/dashboard/address.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser, screenshot, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { hardDocuments } from '../viewer/hard-documents.ts';
import { measureScroll } from '../viewer/text-boxes.ts';

const main = demoSchool().documents.find(({ document }) => document.id === 'main-2026-v1')?.document;
if (main === undefined) throw new Error('the demo school has a main school');

const sizes = [
  [360, 740],
  [1366, 768],
  [2560, 1440],
] as const;

describe.skipIf(noBrowser)("the dashboard's pages", () => {
  const dashboard = useDashboard({});

  async function expectMeasured(page: WatchedPage, name: string): Promise<void> {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const { empty, scrollHeight, lowest } = await measureScroll(page);
      const said = `${name} at ${width} px: ${scrollHeight} px high, and ends at ${lowest} px`;
      expect(empty, said).toBeLessThanOrEqual(1);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), said).toBe(true);
      await screenshot(page, `dashboard-hard-${name.replaceAll(' ', '-')}-${width}`);
    }
  }
  const walk = async (page: WatchedPage, id: string, name: string) => {
    for (const tab of tabs) {
      await page.goto(`${dashboard.url}/#/organisations/${id}/${tab === 'timetables' ? '' : tab}`);
      await page
        .locator(`#app:not([aria-busy]) nav.tabs a[aria-current][href$="${tab === 'timetables' ? id : tab}"]`)
        .waitFor();
      await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
      await expectMeasured(page, `${name} ${tab}`);
    }
  };

  test('where there is nothing yet, each page says what comes next', async () => {
    const token = await dashboard.token('operator');
    const page = await dashboard.signedIn(token);
    await page.getByText('There is no organisation. Create the first one here.').waitFor();
    await expectMeasured(page, 'no organisations');
    await dashboard.run('organisations', 'create', 'empty', '--name', 'Empty');
    await page.getByLabel('Search').fill('nobody');
    await page.getByText('Nothing is found. Search for another name.').waitFor();
    const next: Partial<Record<(typeof tabs)[number], string>> = {
      keys: 'There are no keys. A program that reads the timetables needs one.',
      links: 'There are no links. With a link, a class or a person sees its own lessons on the phone.',
      webhooks: 'There are no webhooks. Get the address from whoever runs the receiving program',
      calendar: 'There is no calendar yet.',
      days: 'There is no calendar yet, so nobody knows',
      generations: 'No earlier state is kept. Each publication is kept here for a while.',
    };
    for (const [tab, words] of Object.entries(next)) {
      await page.goto(`${dashboard.url}/#/organisations/empty/${tab}`);
      await page.getByText(words).first().waitFor();
      expect(await violations(page), tab).toEqual([]);
    }
    await page.goto(`${dashboard.url}/#/organisations/empty`);
    // One press to what comes next.
    await page.getByRole('link', { name: 'Import the school’s file to make the first.' }).click();
    await page.locator('#school-file').waitFor();
    await walk(page, 'empty', 'empty');
    page.expectClean();
  });

  test('a school with hard names, many versions, keys and links has no page that scrolls beyond its end', async () => {
    const id = 'hard';
    const name = 'مدرسة النيل الخاصة المتعددة اللغات '.repeat(3).trim();
    await dashboard.run('organisations', 'create', id, '--name', name);
    for (const document of [...hardDocuments(main), { ...main, id: 'main-draft', status: 'draft' as const }])
      await importTimetable(dashboard.open.database, createValidator(), id, document);
    await dashboard.run('build');
    await dashboard.key(id);
    const address = `https://${'long-'.repeat(10)}name.example/${'path'.repeat(100)}`;
    await dashboard.run('webhooks', 'create', '--organisation', id, '--url', address, '--description', name);
    await dashboard.run('webhooks', 'create', '--organisation', id, '--url', address);
    await dashboard.run('links', 'create', '--organisation', id, '--all-teachers');
    const page = await dashboard.signedIn(await dashboard.token('operator'));
    await walk(page, id, 'hard');
    // What a version has, and the slips of a class.
    await page.goto(`${dashboard.url}/#/organisations/${id}/timetables/crowded`);
    await page.locator('.week .cell').first().waitFor({ state: 'attached' });
    await expectMeasured(page, 'hard version');
    await page.goto(`${dashboard.url}/#/organisations/${id}/links`);
    await page.locator('#link-entity option').first().waitFor({ state: 'attached' });
    await page.locator('#link-entity').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Create links', exact: true }).click();
    await page.locator('.slip').first().waitFor({ timeout: 10_000 });
    await expectMeasured(page, 'slips');
    page.expectClean();
  });

  test('nor do the page for signing in, the audit and the reference', async () => {
    const before = await dashboard.page();
    await before.locator('#token').waitFor();
    await expectMeasured(before, 'signing in');
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/audit');
    await expectMeasured(page, 'audit of all');
    await page.goto(`${dashboard.url}/docs`);
    await page.locator('main h1').waitFor();
    await expectMeasured(page, 'reference');
    await page.goto(`${dashboard.url}/docs/nothing`);
    await page.locator('main').waitFor();
    await expectMeasured(page, 'no such page');
  });
});
