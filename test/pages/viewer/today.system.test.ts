// Today in the viewer: the day, the week of the cycle, now and next; one day at a time on a phone; and the reader's own
// timetable, which opens first.

import { describe, expect, test } from 'vitest';
import { nowAndNext } from '../../../src/client/dates/now-and-next.ts';
import { lessonsOn } from '../../../src/client/dates/on-date.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, screenshot } from './browser.ts';
import { violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const upper = documents.find(({ id }) => id === 'upper-2026-v1');
const [schoolClass] = upper?.classes ?? [];
if (upper === undefined || schoolClass === undefined) throw new Error('the demo school has an upper school');
const selection = { class: schoolClass.localId };
const grid = `#/timetable/upper-2026-v1/class/${schoolClass.entityId}`;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

describe.skipIf(noBrowser)('today', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents: [upper] }]);

  async function at(time: string, hash = grid, options = {}) {
    const page = await viewer.openAt('demo-school', hash, { timezoneId: 'UTC', now: `${time}:00Z`, ...options });
    await page.locator('.week:visible').first().waitFor();
    return page;
  }

  test('the day, the week, now and next are at the top; a corrected week is kept', async () => {
    const page = await at('2026-11-18T08:40');
    const { now, next } = nowAndNext(lessonsOn(upper, selection, '2026-11-18'), '08:40');
    expect(now.length * next.length).toBeGreaterThan(0);
    const section = page.getByRole('region', { name: 'Today' });
    expect(await section.textContent()).toContain('Wednesday 18 November · Week B');
    // It opens on the week that it is; the other is one step away.
    expect(await page.locator('.week-links [aria-current="true"]').textContent()).toBe('Week B');
    expect(await page.locator('.week').count()).toBe(1);
    // It is loaded after the page.
    await page.locator('.now-head details').waitFor();
    expect(await section.textContent()).toContain('counted from the week of 1 September 2026');
    for (const { subjects } of [...now.slice(0, 3), ...next.slice(0, 3)])
      expect(await section.textContent()).toContain(subjects[0]?.name);
    const { timelines = [] } = lessonsOn(upper, selection, '2026-11-18') ?? {};
    expect(await section.textContent()).toContain(`${timelines[0]?.periods[now[0]?.periodIndex ?? -1]?.name} · until`);
    expect(await page.locator('.today .day-name').allTextContents()).toEqual(['Wednesday B (Today)']);
    expect(await page.locator('.cell[aria-current="time"]').count()).toBe(now.length);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
    await screenshot(page, 'today');
    await section.getByText('Wrong week?').click();
    await section.getByRole('button', { name: 'Week A' }).click();
    await section.getByText('Wednesday 18 November · Week A').waitFor();
    // The old count is claimed no more.
    expect(await section.textContent()).toContain('You corrected the week on this device.');
    expect(await section.textContent()).not.toContain('counted from');
    expect(await page.locator('.today .day-name').allTextContents()).toEqual(['Wednesday A (Today)']);
    await page.reload();
    await section.getByText('Wednesday 18 November · Week A').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(viewer.keyOf('demo-school'));
  });

  test.each([
    ['2026-11-22T10:00', 'No lessons today.'],
    ['2026-11-18T22:00', 'No more lessons today.'],
  ])('at %s: %s', async (time, words) => {
    const page = await at(time);
    await page.getByRole('region', { name: 'Today' }).getByText(words).waitFor();
  });

  test('a version that does not apply today has no banner', async () => {
    const page = await at('2026-08-20T10:00');
    expect(await page.getByRole('region', { name: 'Today' }).count()).toBe(0);
  });

  test('on a phone today is open; tabs, keys and a swipe change the day, and the tabs stay visible', async () => {
    const page = await at('2026-11-18T08:40', grid, phone);
    const day = () => page.locator('.day-name:visible').allTextContents();
    expect(await day()).toEqual(['Wednesday B (Today)']);
    await page.getByRole('button', { name: 'Thu B' }).tap();
    expect(await day()).toEqual(['Thursday B']);
    await page.keyboard.press('ArrowRight');
    expect(await day()).toEqual(['Friday B']);
    const swipe = (from: number, to: number) =>
      page.evaluate(`(() => {
        const target = document.querySelector('.grid-page .day.chosen');
        const touch = (x) => new Touch({ identifier: 1, target, clientX: x, clientY: 400 });
        target.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches: [touch(${from})] }));
        target.dispatchEvent(new TouchEvent('touchend', { bubbles: true, changedTouches: [touch(${to})] }));
      })()`);
    await swipe(80, 300);
    expect(await day()).toEqual(['Thursday B']);
    await swipe(300, 80);
    expect(await day()).toEqual(['Friday B']);
    await swipe(300, 280);
    expect(await day()).toEqual(['Friday B']);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    expect((await page.locator('.day-tabs').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
    await screenshot(page, 'today-phone');
  });

  test('the viewer opens with the pinned timetable, which can be unpinned', async () => {
    const page = await at('2026-11-18T08:40');
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.goto(viewer.belfry.url);
    await page.locator('h1', { hasText: schoolClass.name }).waitFor();
    expect(page.url()).toContain(grid);
    await page.getByRole('link', { name: 'All timetables' }).click();
    await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Mine', pressed: true }).click();
    await page.goto(`${viewer.belfry.url}/?again`);
    await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });
});
