// What a school's office does with a version in the dashboard's page: sees it, publishes it from a day on, renames it, has it as a file.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/calendar/time/day.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { noBrowser, screenshot, type WatchedPage } from '../pages/viewer/browser.ts';
import { violations } from '../pages/viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../pages/viewer/text-boxes.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { useDashboard } from './use-dashboard.ts';

const now = new Date();
const today = now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
const fieldOf = (day: number) => String(day).replace(/(....)(..)(..)/, '$1-$2-$3');

describe.skipIf(noBrowser)('a version in the page', () => {
  const dashboard = useDashboard({ riverside: 'Riverside', hillside: 'Hillside' });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
  const outcome = (page: WatchedPage, text: string | RegExp) => page.locator('#outcome').getByText(text).waitFor();
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${dashboard.url}/control/v1${path}`, {
      ...{ method, body: body === undefined ? null : JSON.stringify(body) },
      headers: { Authorization: `Bearer ${await dashboard.token('operator')}`, 'Content-Type': 'application/json' },
    });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return (await answer.json()) as { items: Timetable[] }; // as the API describes it
  };
  const school = async (id: string, versions: readonly Timetable[]) => {
    for (const each of versions)
      await call('PUT', `/organisations/${id}/timetables/${id}-${each.id}`, {
        ...{ ...each, id: `${id}-${each.id}`, groupId: `${id}-main` },
      });
  };
  const stored = async (id: string, version: string) =>
    (await call('GET', `/organisations/${id}/timetables`)).items.find((each) => each.id === `${id}-${version}`);
  const first = publishedTimetable('v1', { isCurrent: true, effectiveFrom: 20200901, effectiveTo: null });
  const draft = smallTimetable({ id: 'v2', versionNumber: 2 });

  test('a draft: seen in the grid, renamed, had as a file, and published from a day on, which says what ends', async () => {
    await school('riverside', [first, draft]);
    await dashboard.run('build');
    const page = await dashboard.signedIn(await dashboard.token('manager', 'riverside'), '#/organisations/riverside');
    const card = page.locator('.card').filter({ hasText: 'riverside-v2' });
    await card.getByText('only programs whose key shows drafts get it').waitFor();
    expect(await card.innerText()).not.toMatch(/never published|readers get it/);
    await card.getByRole('link', { name: 'Show' }).click();
    await page.locator('.week .cell').first().waitFor();
    expect(await page.locator('.week').evaluate(({ children }) => children.length)).toBeGreaterThan(2);
    expect(await violations(page)).toEqual([]);
    expect(await overlaps(page)).toEqual([]);
    await screenshot(page, 'dashboard-version');
    // A teacher's name breaks into lines as in the viewer, and is not cut like the name in the frame.
    expect(
      await page
        .locator('.cell .teachers')
        .first()
        .evaluate((who) => who.ownerDocument.defaultView?.getComputedStyle(who).whiteSpace),
    ).toBe('normal');
    await page.getByLabel('Timetable of').selectOption({ index: 1 });
    await page.locator('.week .cell').first().click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(file.suggestedFilename()).toMatch(/ 2\.json$/);
    const downloaded: unknown = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(downloaded).toMatchObject({ id: 'riverside-v2', lessonUnits: expect.any(Array) });

    await page.getByRole('link', { name: 'All versions' }).click();
    await card.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the timetable').fill('Riverside 2026');
    await page.getByLabel('Name of this version').fill('Second term');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await outcome(page, 'Saved');
    expect(await stored('riverside', 'v2')).toMatchObject({ name: 'Riverside 2026', versionName: 'Second term' });

    await card.getByRole('button', { name: 'Publish from …' }).click();
    const dialog = page.getByRole('dialog');
    expect(await page.getByLabel('First day').inputValue()).toBe(fieldOf(today));
    await dialog.getByText(/^Riverside 2026, version 1, ends on/).waitFor();
    const day = addDays(today, 30);
    await page.getByLabel('First day').fill(fieldOf(day));
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'dashboard-publish');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await outcome(page, /^It is published from/);
    expect(await stored('riverside', 'v2')).toMatchObject({ status: 'published', effectiveFrom: day });
    expect(await stored('riverside', 'v1')).toMatchObject({ effectiveTo: addDays(day, -1) });
    page.expectClean();
  });

  test('a draft with next to no lessons is published when somebody agrees, and not before', async () => {
    const empty = draft.lessonUnits.map((unit) => ({ ...unit, dayId: null, periodIndex: null }));
    await school('hillside', [first, { ...draft, lessonUnits: empty } as Timetable]); // a unit without a place has neither
    const page = await dashboard.signedIn(await dashboard.token('manager', 'hillside'), '#/organisations/hillside');
    await button(page, 'Publish from …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText(/^Lessons placed: 0\./).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await stored('hillside', 'v2')).toMatchObject({ status: 'draft' });
    await dialog.getByLabel('Publish it, although it is nearly empty').check();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await outcome(page, /^It is published from/);
    expect(await stored('hillside', 'v2')).toMatchObject({ status: 'published' });
    page.expectClean();
  });

  test('from an organisation and a version, one press to the viewer', async () => {
    await dashboard.run('build');
    const page = await dashboard.signedIn(await dashboard.token('viewer', 'riverside'), '#/organisations/riverside');
    const links = page.getByRole('link', { name: 'In the viewer' });
    await expect.poll(() => links.count()).toBe(3);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      `${dashboard.served}/#/`,
      `${dashboard.served}/#/timetable/riverside-v2`,
      `${dashboard.served}/#/timetable/riverside-v1`,
    ]);
    expect(await page.locator('main button').count()).toBe(0);
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    page.expectClean();
  });
});
