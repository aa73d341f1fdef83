// The grid of a school with a calendar is a week of dates, as it takes place; the plain cycle is one press away.

import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../../src/client/belfry-client.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageNames } from '../../../src/pages/languages/language-names.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { expectAccessible, expectNothingOverlaps, violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has an upper school');
const tenDays: Calendar = {
  ...demoCalendar,
  counting: 'schoolDays',
  anchors: [{ date: 20260831, day: 1 }],
  exceptions: [{ date: 20261204, name: 'Storm', kind: 'closed' }],
};
const copy = (id: string) => ({ ...upper, id, groupId: id });
/** The second version begins on a Thursday, and nothing is in use before the first. */
const changing = [
  { ...copy('until-wednesday'), groupId: 'changing', effectiveFrom: 20261102, effectiveTo: 20261118 },
  { ...copy('from-thursday'), groupId: 'changing', versionNumber: 2, effectiveFrom: 20261119 },
];

const taught = upper.classes.find(({ entityId }) => entityId === 'class-11B');
const unit = upper.lessonUnits.find(
  ({ classIds, roomIds }) => classIds.join() === taught?.localId && roomIds.length > 0,
);
const teacher = upper.teachers.find(({ localId }) => localId === unit?.teacherIds[0])?.entityId;
const room = upper.rooms.find(({ localId }) => localId === unit?.roomIds[0])?.entityId;
if (!teacher || !room) throw new Error('somebody teaches 11B in a room');

const grid = '#/timetable/upper-2026-v1/class/class-11A';

describe.skipIf(noBrowser)('a week of dates', () => {
  const viewer = useViewer(
    [
      { id: 'demo-school', name: 'Demo', documents: [upper], calendar: demoCalendar },
      { id: 'ten-days', name: 'Ten days', documents: [copy('ten-days-v1')], calendar: tenDays },
      { id: 'changing', name: 'Changing', documents: changing, calendar: demoCalendar },
    ],
    '2026-11-18T07:40:00Z',
  );
  const at = (hash: string, options = {}, organisation = 'demo-school'): Promise<WatchedPage> =>
    viewer.openGrid(organisation, hash, { timezoneId: 'UTC', now: '2026-11-18T07:40:00Z', ...options });
  const headings = async (page: WatchedPage) =>
    (await page.locator('.day-name').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const shown = (page: WatchedPage) => page.locator('.week-step strong').textContent();

  test('it is the present one, says which of the cycle it is, and marks today', async () => {
    const page = await at(grid);
    expect(await shown(page)).toBe('16 – 20 Nov 2026 · Week A');
    expect(await headings(page)).toEqual([
      ...['Mon 16 Nov', 'Tue 17 Nov', 'Wed 18 Nov (Today)'],
      ...['Thu 19 Nov', 'Fri 20 Nov'],
    ]);
    expect(await page.locator('.today .cell[aria-current="time"]').count()).toBeGreaterThan(0);
    expect(await page.locator('.week').count()).toBe(1);
    page.expectClean();
  });

  test('on a day with other bells what is next stands in the grid at the time that the banner says', async () => {
    const page = await at(grid, { now: '2026-12-10T07:32:00Z' });
    const next = (await page.locator('.now-lines p').nth(1).innerText()).match(/\d\d:\d\d/)?.[0];
    expect(next).toBe('08:35');
    expect(await page.locator('.today .cell-time').allTextContents()).toContain('08:35–09:05 ');
    expect((await headings(page))[3]).toBe('Thu 10 Dec Short day: other times than usual. (Today)');
    // The other days have their usual times.
    expect(await page.locator('.axis-period').first().innerText()).toMatch(/08:25/);
  });

  test('a closed day says its name in its column, for those whom it concerns', async () => {
    const page = await at(`${grid}?on=2026-11-19`);
    const closed = () => page.locator('.day .closed').allTextContents();
    expect(await closed()).toEqual(['Trip to the mountains: no school.', 'Trip to the mountains: no school.']);
    for (const other of ['class/class-11B', `teacher/${teacher}`, `room/${room}`]) {
      await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/${other}?on=2026-10-14`);
      await expect
        .poll(closed, { message: other })
        .toEqual(Array.from({ length: 5 }, () => 'Autumn break: no school.'));
      await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/${other}?on=2026-11-19`);
      await expect.poll(closed, { message: other }).toEqual([]);
    }
    await page.goto(`${viewer.belfry.url}/${grid}?on=2026-12-22`);
    await expect.poll(closed).toEqual(Array.from({ length: 5 }, () => 'No school: outside the terms.'));
  });

  test('a make-up Saturday has a column in its week only, and says which day it is', async () => {
    const page = await at(`${grid}?on=2026-11-28`);
    expect((await headings(page)).at(-1)).toBe('Sat 28 Nov Make-up Saturday: the lessons of Wednesday A.');
    await page.getByRole('link', { name: 'Next week' }).click();
    await expect.poll(async () => (await headings(page)).length).toBe(5);
  });

  test('arrows, a date and today lead through the weeks, with the keyboard and the back button too', async () => {
    const page = await at(grid);
    await page.getByRole('link', { name: 'Next week' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toBe('23 – 28 Nov 2026 · Week B');
    expect(page.url()).toContain('?on=2026-11-23');
    // What was pressed keeps the focus.
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toBe('30 Nov – 4 Dec 2026 · Week A');
    await page.goBack();
    await expect.poll(() => shown(page)).toBe('23 – 28 Nov 2026 · Week B');
    await page.getByLabel('Go to a date').fill('2027-01-12');
    await expect.poll(() => shown(page)).toMatch(/^11 – 15 Jan 2027 · Week [AB]$/);
    expect(await page.evaluate('document.activeElement.className')).toBe('to-date');
    await page.getByRole('link', { name: 'Today' }).click();
    await expect.poll(() => shown(page)).toBe('16 – 20 Nov 2026 · Week A');
    // A bookmark of the present week stays in the present.
    expect(page.url()).toMatch(/class-11A$/);
    // Where no version applies, nothing is lost.
    await page.getByLabel('Go to a date').fill('2031-01-12');
    expect(await shown(page)).toBe('16 – 20 Nov 2026 · Week A');
    expect(await page.evaluate(`document.querySelector('.to-date').validationMessage`)).toContain('Nothing is in use');
    page.expectClean();
  });

  test('the next class opens in the same week, and the dialog of a lesson says its date', async () => {
    const page = await at(`${grid}?on=2026-12-10`);
    await page.locator('#results').getByRole('link', { name: 'Upper 11B' }).click();
    await page.locator('h1', { hasText: 'Upper 11B' }).waitFor();
    expect(await shown(page)).toBe('7 – 11 Dec 2026 · Week B');
    await page.locator('.day').nth(3).locator('.cell').first().click();
    expect(await page.getByRole('dialog').textContent()).toContain('Thursday 10 December 08:00–');
  });

  test('the plain cycle is one press away, and so is the way back', async () => {
    const page = await at(grid);
    await page.getByRole('link', { name: 'Usual week' }).click();
    await expect.poll(() => page.locator('.week').count()).toBe(2);
    expect(await headings(page)).toContain('Wednesday A (Today)');
    await page.getByRole('link', { name: 'By date' }).click();
    await expect.poll(() => shown(page)).toBe('16 – 20 Nov 2026 · Week A');
  });

  test('in a cycle of school days each day says which it is', async () => {
    const page = await at('#/timetable/ten-days-v1/class/class-11A?on=2026-12-07', {}, 'ten-days');
    expect((await headings(page))[0]).toBe('Mon 7 Dec Day 5 of 10');
  });

  test('where another version begins in the week, its days lead to it, and so do the arrows', async () => {
    const page = await at('#/timetable/until-wednesday/class/class-11B', {}, 'changing');
    await page.locator('.closed').nth(1).getByRole('link', { name: 'Another version applies.' }).click();
    await page.waitForURL(/from-thursday\/class\/class-11B\?on=2026-11-20/);
    await expect.poll(() => page.locator('.closed').count()).toBe(3);
    await page.getByRole('link', { name: 'Previous week' }).click();
    await page.waitForURL(/until-wednesday\/class\/class-11B\?on=2026-11-09/);
    await page.getByRole('link', { name: 'Previous week' }).click();
    await page.waitForURL(/on=2026-11-02/);
    await page.locator('a[aria-disabled]').waitFor();
    page.expectClean();
  });

  test.each(Object.keys(languageNames))(
    'in %s, with nothing left in English and arrows in the reading direction',
    async (locale) => {
      const page = await at(`${grid}?on=2026-12-10`, { locale });
      const words = await page.locator('.week-steps').innerText();
      if (locale !== 'en') expect(words).not.toMatch(/Today|week|Week \d|Dec/);
      const [previous, next] = [
        await page.locator('.to-previous').boundingBox(),
        await page.locator('.to-next').boundingBox(),
      ];
      expect(Math.sign((next?.x ?? 0) - (previous?.x ?? 0))).toBe(locale === 'ar' ? -1 : 1);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `dated-week-${locale}`);
    },
  );

  test.each([`${grid}?on=2026-12-10`, `${grid}?on=2026-10-13`, `${grid}?on=2026-11-28`])(
    '%s: no text over text, in light and dark',
    async (hash) => {
      const page = await at(hash);
      await expectNothingOverlaps(page, [360, 768, 1366, 2560]);
      await expectAccessible(page, `dated-${hash.slice(-10)}`, ['light', 'dark']);
      page.expectClean();
    },
  );

  test.each(['en', 'de'])(
    'on a phone in %s all days of a week are in sight, and its links take two lines',
    async (locale) => {
      const page = await at(grid, { locale, viewport: { width: 360, height: 740 } });
      const tabs = page.locator('.day-tabs');
      expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      const [today, usual] = [
        await page.locator('.to-today').boundingBox(),
        await page.locator('.to-plain').boundingBox(),
      ];
      expect(Math.abs((today?.y ?? 0) - (usual?.y ?? 1000))).toBeLessThan(8);
    },
  );

  test('on a phone the day of the address is open', async () => {
    const page = await at(`${grid}?on=2026-12-10`, { viewport: { width: 360, height: 740 } });
    expect(await page.locator('.day-name:visible').allTextContents()).toEqual([
      'Thu 10 Dec Short day: other times than usual.',
    ]);
  });
});
