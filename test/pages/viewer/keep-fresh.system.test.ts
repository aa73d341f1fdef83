// An open grid follows what is published, without a press: when its reader comes back to it, and by itself every few minutes. As
// long as nothing is new, nothing is sent and nothing is drawn.

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { different } from './different-days.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has an upper school');
const from = '2026-11-18T07:40:00Z';
const grid = '#/timetable/upper-2026-v1/class/class-11B';

/** The timetable with another name of its first subject. */
const renamed = (name: string): Timetable => ({
  ...upper,
  subjects: upper.subjects.map((subject) => (subject.name === 'English' ? { ...subject, name } : subject)),
});

describe.skipIf(noBrowser)('an open grid', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents: [upper], calendar: demoCalendar }], from);
  const open = async (options = {}) => {
    const page = await viewer.openGrid('demo-school', grid, { timezoneId: 'UTC', from, ...options });
    await sheetsReady(page); // what keeps it up to date came with them
    await page.evaluate('document.querySelector(".grid-page").dataset.drawn = "before"');
    return page;
  };
  const comeBack = async (page: WatchedPage) => {
    await page.clock.fastForward(62_000);
    await page.evaluate('dispatchEvent(new Event("focus"))');
  };
  const isDrawnAnew = (page: WatchedPage) =>
    page.evaluate('document.querySelector(".grid-page")?.dataset.drawn !== "before"');
  const answers = (page: WatchedPage) => {
    const statuses: number[] = [];
    page.on('response', (response) => response.url().includes('/api/') && statuses.push(response.status()));
    return statuses;
  };

  test('is asked for again when its reader comes back, and stays where nothing is new', async () => {
    const page = await open();
    await page.waitForLoadState('networkidle'); // what is read for the first time is not asked for again
    const statuses = answers(page);
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await comeBack(page);
    await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(4);
    expect(new Set(statuses)).toEqual(new Set([304]));
    expect(statuses.length).toBeLessThanOrEqual(5);
    await page.clock.runFor(1000);
    expect(await isDrawnAnew(page)).toBe(false);
    page.expectClean();
  });

  test.each(['en-GB', 'de'])(
    'shows what is published meanwhile, and its reader stays in their place, in %s',
    async (locale) => {
      const page = await open({ locale, viewport: { width: 1366, height: 500 } });
      const cell = page.locator('.cell').nth(7);
      await cell.focus();
      await page.evaluate('scrollTo(0, 120)');
      const name = `Englisch ${locale}`;
      await viewer.belfry.add('demo-school', [renamed(name)]);
      // Who reads a lesson is not interrupted.
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await comeBack(page);
      await page.clock.runFor(1000);
      expect(await isDrawnAnew(page)).toBe(false);
      await page.keyboard.press('Escape');
      await comeBack(page);
      await page.locator('.cell', { hasText: name }).first().waitFor();
      expect(await isDrawnAnew(page)).toBe(true);
      expect(await page.evaluate('[...document.querySelectorAll(".cell")].indexOf(document.activeElement)')).toBe(7);
      expect(await page.evaluate('scrollY')).toBe(120);
      page.expectClean();
    },
  );

  test('shows by itself within minutes what is different today', async () => {
    const page = await open();
    expect(await page.locator('.mark').count()).toBe(0);
    await viewer.belfry.setDifferent('demo-school', different);
    // No further: days that take longer than some seconds are left for the next time.
    await page.clock.fastForward(181_000);
    await page.locator('.cell .mark', { hasText: 'Cancelled' }).first().waitFor();
    // Nobody had chosen anything, and nothing is chosen now.
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    page.expectClean();
  });

  test('shows nothing more once its key is refused', async () => {
    const page = await open();
    await viewer.belfry.setAccess('demo-school', { access: 'suspended' });
    await comeBack(page);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.cell').count()).toBe(0);
    await viewer.belfry.setAccess('demo-school', { access: 'active' });
  });
});
