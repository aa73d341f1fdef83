// Links as a school's office makes them: for a name that is searched, as slips and as a list, and many revoked at once. And the
// page on a phone, whose frame leaves the screen to the work.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { readCsv } from '../viewer/read-csv.ts';

const phone = { viewport: { width: 360, height: 640 } };

describe.skipIf(noBrowser)('links in the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside' });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });

  test('of a name that is searched, as a slip at once and as a list; and many revoked after one question', async () => {
    const demo = demoSchool().documents.find(({ document }) => document.id === 'main-2026-v1')?.document;
    if (demo === undefined) throw new Error('the demo school has a main school');
    await importTimetable(dashboard.open.database, createValidator(), 'riverside', demo);
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/links',
    );
    // Where there is no link, none can be revoked.
    expect(await page.locator('#revoke-found').isVisible()).toBe(false);
    const classNames = demo.classes.map(({ name }) => name);
    await page.locator('#link-entity option').first().waitFor({ state: 'attached' });
    const offered = await page.locator('#link-entity option').allTextContents();
    const natural = new Intl.Collator('en', { numeric: true });
    expect(offered).toEqual([...new Set(classNames)].sort(natural.compare));
    const [wanted = ''] = offered;
    await page.getByLabel('Search for a name').fill(wanted.toLowerCase());
    await expect.poll(() => page.locator('#link-entity').inputValue()).not.toBe('');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Create links').click();
    await page.locator('.slip').waitFor();
    expect(await page.locator('.slip-name').innerText()).toBe(wanted);
    // Everybody in the class has it.
    expect(await page.locator('.slip').innerText()).not.toContain('Keep it to yourself');
    await page.getByText('This address works on this computer only.').waitFor();

    // What is shown this once is not left by a slip of the finger.
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Calendar' }).click();
    expect(await page.locator('.slip').count()).toBe(1);
    await expect.poll(() => page.url()).toContain('/links');
    const saving = page.waitForEvent('download');
    await button(page, 'Keep as a list (CSV)').click();
    const [head = [], ...rows] = readCsv(readFileSync(await (await saving).path(), 'utf8').replace('\uFEFF', ''));
    expect(rows[0]?.[head.indexOf('name')]).toBe(wanted);
    expect(rows[0]?.[head.indexOf('address')]).toMatch(`${dashboard.served}/my#belfry_link_`);
    await button(page, 'Hide the links').click();

    await page.getByLabel('One link for each that has none yet').check();
    await page.getByLabel('The link shows a').selectOption('teacher');
    await button(page, 'Create links').click();
    const teachers = new Set(demo.teachers.map(({ entityId }) => entityId)).size;
    await expect.poll(() => page.locator('.slip').count()).toBe(teachers);
    await page.locator('.slip').first().getByText('Keep it to yourself').waitFor();
    await button(page, 'Hide the links').click();

    const cards = page.locator('.card');
    // Other alphabets follow in an order of their own.
    const names = await page.locator('.card strong bdi').allTextContents();
    const listed = names.filter((name) => /^[\p{Script=Latin}\d]/u.test(name));
    expect(listed).toEqual([...listed].sort(natural.compare));
    await page.getByLabel('Search', { exact: true }).fill(wanted);
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByLabel(`Choose the link of ${wanted}`).check();
    await button(page, 'Revoke the 1 chosen').click();
    const dialog = page.getByRole('dialog');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('1 link is revoked.').waitFor();
    await button(page, 'Done').click();
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.getByLabel('Only links that work').check();
    await expect.poll(() => cards.count()).toBe(Math.min(teachers, 100));
    await button(page, 'Revoke all that are found').click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText(`${teachers} links are revoked.`).waitFor();
    await button(page, 'Done').click();
    await page.getByText('There are no links.').waitFor();
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('whose calendar leaves cancelled lessons out, as a tick says, and every link says which it is', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/links',
    );
    const tick = page.getByLabel('In the calendar on a phone, leave cancelled lessons out instead of marking them');
    const createRoom = async (name: string) => {
      await page.getByLabel('The link shows a').selectOption('room');
      await page.getByLabel('Search for a name').fill('Room 101');
      await expect.poll(() => page.locator('#link-entity').inputValue()).not.toBe('');
      await page.getByLabel('Name of the link').fill(name);
      await button(page, 'Create links').click();
      await page.locator('.slip').waitFor();
      await button(page, 'Hide the links').click();
    };
    await tick.check();
    expect(await violations(page)).toEqual([]);
    await createRoom('Hiding');
    // The next link is asked for anew.
    expect(await tick.isChecked()).toBe(false);
    await createRoom('Showing');
    const stored = await dashboard.open.database
      .selectFrom('link')
      .select(['name', 'cancelled'])
      .where('name', 'in', ['Hiding', 'Showing'])
      .orderBy('name')
      .execute();
    expect(stored).toEqual([
      { name: 'Hiding', cancelled: 'hide' },
      { name: 'Showing', cancelled: 'show' },
    ]);
    const saysSo = (name: string) =>
      page.locator('.card', { hasText: name }).getByText('Calendar without cancelled lessons').count();
    expect([await saysSo('Hiding'), await saysSo('Showing')]).toEqual([1, 0]);
    page.expectClean();
  });

  test('on a phone the frame and the parts take a quarter of the screen, and the open part is in sight', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('operator'),
      '#/organisations/riverside/settings',
      phone,
    );
    const box = await page.locator('.tabs').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 640)).toBeLessThanOrEqual(160);
    const current = await page.locator('.tabs [aria-current]').boundingBox();
    expect(current?.x).toBeGreaterThanOrEqual(0);
    expect((current?.x ?? 360) + (current?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await page.locator('header nav').isVisible()).toBe(false);
    await page.getByText('Menu', { exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await page.locator('header').getByRole('link', { name: 'Organisations' }).click();
    await page.getByRole('heading', { name: 'Organisations' }).waitFor();
    expect(await page.locator('header nav').isVisible()).toBe(false);
    page.expectClean();
  });

  test('signed out, no menu of pages is left', async () => {
    const page = await dashboard.page();
    expect(await page.locator('header nav').isVisible()).toBe(false);
    expect(await page.getByLabel('Language').isVisible()).toBe(true);
    page.expectClean();
  });
});
