// On a phone, and on a page enlarged to twice its size, the first lesson of the day is on the first screen, in every
// language; a day without lessons says so.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageNames } from '../../../src/pages/languages/language-names.ts';
import { combine } from '../../support/thoroughness.ts';
import { noBrowser, screenshot } from './browser.ts';
import { violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const [upper, , main] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined || main === undefined) throw new Error('the demo school has three');
/** The same without its lessons of Wednesday in week B. */
const [noWednesday] = [structuredClone(upper)];
const wednesdays = noWednesday.bellSchedules.flatMap(({ days }) => days.filter(({ label }) => label === 'Wednesday B'));
Object.assign(noWednesday, {
  id: 'free-day-v1',
  groupId: 'free-day',
  lessonUnits: noWednesday.lessonUnits.filter(({ dayId }) => !wednesdays.some(({ id }) => id === dayId)),
});

/** The smallest phones that are in use, a larger one, and a laptop of 1366 x 768 at 200 %. */
const screens = [
  [320, 568],
  [360, 640],
  [414, 736],
  [683, 384],
] as const;

const firstLesson = `(() => {
  const first = [...document.querySelectorAll('.week .cell')].find((cell) => cell.checkVisibility());
  const { top } = first.getBoundingClientRect();
  // To its last line: a row is as high as its highest lesson.
  const bottom = Math.max(...[...first.querySelectorAll('.cell-title, .cell-line')].map((line) => line.getBoundingClientRect().bottom));
  return { top: Math.round(top + scrollY), bottom: Math.round(bottom + scrollY) };
})()`;

describe.skipIf(noBrowser)('the first lesson', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents: [upper, main, noWednesday] }]);
  const wednesday = { now: '2026-11-18T08:40:00Z', timezoneId: 'UTC' };

  test('is on the first screen as a whole, at each width and in each language', async () => {
    const table: Record<string, Record<string, string>> = {};
    for (const [locale, [width, height]] of combine(Object.keys(languageNames), screens)) {
      const options = { locale, viewport: { width, height }, ...wednesday };
      const page = await viewer.openPage({ ...options, locale: 'en-GB' });
      await page.evaluate(`sessionStorage.setItem('belfry-key', ${JSON.stringify(viewer.keyOf('demo-school'))})`);
      await page.evaluate(`localStorage.setItem('belfry-language', '${locale}')`);
      await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/class/class-11A`);
      await page.reload();
      await page.locator('.week .cell:visible').first().waitFor();
      const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(firstLesson);
      table[locale] = { ...table[locale], [`${width}x${height}`]: `${top} to ${bottom}` };
      await screenshot(page, `first-lesson-${locale}-${width}`);
      expect(bottom, `${locale} ${width}x${height}`).toBeLessThanOrEqual(height);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      page.expectClean();
    }
    console.log(`y of the first lesson: ${JSON.stringify(table)}`);
  });

  test('what is behind the menus is reached with a tap and by the keyboard', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/upper-2026-v1/class/class-11A', {
      viewport: { width: 320, height: 568 },
      ...wednesday,
    });
    expect(await page.getByRole('link', { name: 'Free rooms' }).isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.getByText('More', { exact: true }).filter({ visible: true }).click();
    await page.getByRole('link', { name: 'Free rooms' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Free rooms' }).isVisible()).toBe(false);
    await page.getByText('Settings', { exact: true }).click();
    await page.getByRole('button', { name: 'Forget the key' }).waitFor();
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('a day without lessons says so', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/free-day-v1/class/class-11A', {
      viewport: { width: 360, height: 640 },
      ...wednesday,
    });
    await page.locator('.day:visible').getByText('No lessons.', { exact: true }).waitFor();
    await page.locator('.day-tabs').first().getByRole('button', { name: 'Thu B' }).click();
    expect(await page.getByText('No lessons.', { exact: true }).isVisible()).toBe(false);
  });
});
