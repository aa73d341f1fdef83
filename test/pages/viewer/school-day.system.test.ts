// Today in a school with a calendar: closures, other days, other bells, and the next school day, by the school's own clock.

import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../../src/client/belfry-client.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, screenshot } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { violations } from './expect-readable.ts';
import { overlaps } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const [upper, , main] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined || main === undefined) throw new Error('the demo school has three');
/** The same in another organisation, since ids are unique. */
const elsewhere = { ...upper, id: 'ten-days-v1', groupId: 'ten-days' };
const tenDays: Calendar = {
  ...demoCalendar,
  counting: 'schoolDays',
  anchors: [{ date: 20260831, day: 1 }],
  exceptions: [{ date: 20261204, name: 'Storm', kind: 'closed' }],
};

describe.skipIf(noBrowser)('today at a school with a calendar', () => {
  const viewer = useViewer(
    [
      { id: 'demo-school', name: 'Demo', documents: [upper, main], calendar: demoCalendar },
      { id: 'ten-days', name: 'Ten days', documents: [elsewhere], calendar: tenDays },
    ],
    '2026-11-18T07:40:00Z',
  );

  /** The page for a reader in New York, whose date is another than the school's for six hours a day. */
  async function at(now: string, entity = 'class/class-11A', organisation = 'demo-school') {
    const id = organisation === 'ten-days' ? elsewhere.id : 'upper-2026-v1';
    const page = await viewer.openAt(organisation, `#/timetable/${id}/${entity}`, {
      timezoneId: 'America/New_York',
      now,
    });
    await page.locator('.week:visible').first().waitFor();
    const today = page.getByRole('region', { name: 'Today' });
    await today.waitFor();
    return { page, today, said: async () => (await today.innerText()).replaceAll(/\s+/g, ' ') };
  }

  test.each([
    ['an ordinary day', '2026-11-18T07:40:00Z', ['Wednesday 18 November · Week A', 'Now', 'Next'], 'Wed 18 Nov'],
    ['the night before, in New York', '2026-11-17T23:30:00Z', ['Wednesday 18 November', 'nothing'], 'Wed 18 Nov'],
    [
      'a closure',
      '2026-10-13T07:40:00Z',
      ['Autumn break: no school.', 'Next school day: Monday 19 October'],
      'Tue 13 Oct',
    ],
    [
      'a day without a term',
      '2026-12-22T07:40:00Z',
      ['outside the terms', 'Next school day: Monday 11 January'],
      'Tue 22 Dec',
    ],
    ['a weekend', '2026-11-22T07:40:00Z', ['No lessons today.', 'Next school day: Monday 23 November'], null],
    ['a closed day', '2026-12-04T07:40:00Z', ['Storm: no school.', 'Next school day: Monday 7 December'], 'Fri 4 Dec'],
    ['a make-up day', '2026-11-28T07:40:00Z', ['Make-up Saturday: the lessons of Wednesday A.', 'Now'], 'Sat 28 Nov'],
    ['a short day', '2026-12-10T07:10:00Z', ['Short day: other times than usual.', 'until 08:30'], 'Thu 10 Dec'],
    [
      'a trip of the class',
      '2026-11-19T07:40:00Z',
      ['Trip to the mountains: no school.', 'Monday 23 November'],
      'Thu 19 Nov',
    ],
  ])('%s', async (_, now, expected, column) => {
    const { page, said } = await at(now);
    for (const words of expected) expect(await said()).toContain(words);
    expect(await page.locator('.today .day-name > span:first-child').allTextContents()).toEqual(
      column === null ? [] : [column],
    );
    // The calendar knows the week, so there is nothing to correct.
    expect(await said()).not.toContain('counted from');
    expect(await page.getByText('Wrong week?').count()).toBe(0);
    page.expectClean();
  });

  test('on a short day the current lesson is marked in the grid', async () => {
    const { page, said } = await at('2026-12-10T08:15:00Z');
    expect(await said()).toContain('until 09:40');
    expect(await page.locator('.today .cell[aria-current="time"]').count()).toBeGreaterThan(0);
  });

  test('another class has lessons while one is on its trip', async () => {
    const { said } = await at('2026-11-19T07:40:00Z', 'class/class-11B');
    expect(await said()).not.toContain('Trip');
    expect(await said()).toContain('Now');
  });

  test('the lessons of the next school day are one press away, with the keyboard too', async () => {
    const { page, today } = await at('2026-10-13T07:40:00Z');
    const lessons = today.locator('.lessons li');
    expect(await lessons.first().isVisible()).toBe(false);
    await today.locator('summary').focus();
    await page.keyboard.press('Enter');
    await lessons.first().waitFor();
    expect(await lessons.first().innerText()).toMatch(/^08:25–\d\d:\d\d \p{L}+/u);
    expect(await violations(page)).toEqual([]);
    expect(await overlaps(page)).toEqual([]);
    await screenshot(page, 'closed-day');
  });

  test('in a cycle of school days, the day is named, and a closed day takes none', async () => {
    const { said } = await at('2026-12-07T07:40:00Z', 'class/class-11A', 'ten-days');
    expect(await said()).toContain('Day 5 of 10');
  });

  test('the free rooms now are those of the period that is on, by the bells of the day', async () => {
    const hash = '#/free/main-2026-v1';
    const page = await viewer.openAt('demo-school', hash, {
      timezoneId: 'America/New_York',
      now: '2026-12-10T08:15:00Z',
    });
    const period = page.getByLabel('Period', { exact: true });
    expect(await period.locator('option:checked').textContent()).toBe('Thursday · Period 3 · 10:10–10:55');
  });

  test('the list of timetables opens on the date at the school', async () => {
    const page = await viewer.openVersions('demo-school', {
      timezoneId: 'America/New_York',
      now: '2026-11-17T23:30:00Z',
    });
    expect(await page.getByLabel('In use on').inputValue()).toBe('2026-11-18');
  });

  test('the screen in the foyer says why there is no school, and when there is again', async () => {
    const options = { timezoneId: 'America/New_York', from: '2026-10-13T07:40:00Z' };
    const page = await viewer.openAt('demo-school', '#/foyer/upper-2026/class', options);
    await page.locator('.foyer-column').first().waitFor();
    expect(await page.locator('.clock').textContent()).toBe('Tuesday 13 October · 09:40');
    const [column] = await page.locator('.foyer-column').allInnerTexts();
    expect(column).toContain('Autumn break: no school.');
    expect(column).toContain('Next school day: Monday 19 October');
    expect(await violations(page)).toEqual([]);
    await page.clock.setSystemTime('2026-10-19T07:00:00Z');
    await page.clock.runFor(20_000);
    expect(await page.locator('.foyer-column li').count()).toBeGreaterThan(3);
    page.expectClean();
  });

  test('sheets of paper list the next special days', async () => {
    const page = await viewer.openAt('demo-school', '#/print/upper-2026-v1', { now: '2026-11-18T07:40:00Z' });
    await page.getByRole('heading', { name: 'Print and screens' }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const [head = ''] = await page.locator('.sheet-head').allInnerTexts();
    for (const name of [
      '19 – 20 Nov Trip to the mountains',
      '28 Nov Make-up Saturday',
      '4 Dec Storm',
      '10 Dec Short day',
    ])
      expect(
        head
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/\s?[–-]\s?/g, ' – ')
          .replaceAll('Make – up', 'Make-up'),
      ).toContain(name);
    expect(await overlaps(page)).toEqual([]);
    await screenshot(page, 'sheet-with-special-days');
  });
});
