// The calendar at a glance in a real browser: the months with what is special in them, for every reader and on paper.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageTags } from '../../../src/pages/languages/language-names.ts';
import { combine } from '../../support/thoroughness.ts';
import { noBrowser, screenshot } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { expectAccessible, expectNothingOverlaps, violations } from './expect-readable.ts';
import { emptyScroll, overlaps } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const documents = demoSchool()
  .documents.map(({ document }) => document)
  .filter(({ id }) => ['upper-2026-v1', 'main-2026-v1'].includes(id));
const [upper] = documents;
if (upper === undefined) throw new Error('the demo school has an upper school');
/** In another organisation, since ids are unique. */
const elsewhere = { ...upper, id: 'elsewhere-v1', groupId: 'elsewhere' };
const now = '2026-11-18T07:40:00Z';

describe.skipIf(noBrowser)('the calendar', () => {
  const viewer = useViewer(
    [
      { id: 'demo-school', name: 'Demo', documents, calendar: demoCalendar },
      { id: 'without', name: 'Without', documents: [elsewhere] },
      {
        ...{ id: 'sunday', name: 'Sunday', documents: [{ ...upper, id: 'sunday-v1', groupId: 'sunday' }] },
        calendar: {
          ...{ timeZone: 'Asia/Riyadh', schoolDays: [7, 1, 2, 3, 4], counting: 'calendarWeeks' as const },
          anchors: [{ date: 20260830, week: 1 }],
        },
      },
    ],
    now,
  );
  async function opened(options = {}) {
    const page = await viewer.openAt('demo-school', '#/calendar', { now, ...options });
    await page.locator('.month').first().waitFor();
    return page;
  }

  test('it is linked from the timetables and from a grid, and has a table for each month', async () => {
    const page = await viewer.openVersions('demo-school', { now });
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    const captions = await page.getByRole('table').locator('caption').allTextContents();
    expect(captions.slice(0, 3)).toEqual(['October 2026', 'November 2026', 'December 2026']);
    expect(captions.at(-1)).toBe('July 2027');
    expect(await page.getByRole('region', { name: 'Terms' }).innerText()).toContain('Autumn term 31 August 2026 to');
    // The id of an organisation is not its name.
    expect(await page.locator('main').innerText()).not.toContain('demo-school');
    const grid = await viewer.openGrid('demo-school', '#/timetable/upper-2026-v1', { now });
    await grid.locator('.others > summary').click();
    await grid.getByRole('link', { name: 'Calendar' }).waitFor();
    page.expectClean();
  });

  test('where school is from Sunday to Thursday, a row is a week from Sunday, and has one week of the cycle', async () => {
    const page = await viewer.openAt('sunday', '#/calendar', { now });
    const november = page.getByRole('table', { name: 'November 2026' });
    await november.waitFor();
    const heads = await november
      .locator('thead abbr')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    expect([heads[0], heads[6]]).toEqual(['Sunday', 'Saturday']);
    // The 1st of November 2026 is a Sunday.
    expect(await november.locator('tbody tr').nth(0).locator('td').allTextContents()).toEqual(
      ['1', '2', '3', '4', '5', '6', '7'].map((day) => expect.stringMatching(new RegExp(`^${day}(\\D|$)`))),
    );
    const weeks = await november.locator('.cycle-week').allTextContents();
    expect(weeks.every((each) => /^[12]$/.test(each))).toBe(true);
    expect(new Set(weeks).size).toBe(2);
  });

  test('each kind of day has its words and its sign, and today is marked', async () => {
    const page = await opened();
    const cell = async (month: string, day: number) => {
      const found = page
        .getByRole('table', { name: month })
        .locator('td.date')
        .nth(day - 1);
      return (await found.textContent()) ?? '';
    };
    expect(await cell('November 2026', 17)).toBe('17');
    expect(await cell('November 2026', 18)).toBe('18 Today');
    expect(await cell('November 2026', 19)).toBe('19* some classes only');
    expect(await cell('November 2026', 22)).toBe('22 no lessons');
    expect(await cell('November 2026', 28)).toBe('28+ Make-up Saturday');
    expect(await cell('December 2026', 4)).toBe('4× Storm');
    expect(await cell('December 2026', 10)).toBe('10≠ Short day');
    expect(await cell('December 2026', 21)).toBe('21– outside the terms');
    const current = page.locator('[aria-current="date"]');
    expect(await current.count()).toBe(1);
    const list = await page.locator('.month:has(caption:text("November 2026")) .special').innerText();
    expect(list).toMatch(/19\s?–\s?20 Nov Trip to the mountains · some classes only\s+28 Nov Make-up Saturday/);
  });

  test('rows have the week of the cycle, which a week without school does not use up', async () => {
    const page = await opened();
    const weeks = (month: string) =>
      page.getByRole('table', { name: month }).locator('tbody tr > :first-child').allTextContents();
    expect(await weeks('October 2026')).toEqual(['1', '2', '', '1', '2']);
    expect(await weeks('November 2026')).toEqual(['', '1', '2', '1', '2', '1']);
  });

  test('the button goes to the month of today, with the keyboard too', async () => {
    const page = await opened({ viewport: { width: 360, height: 740 } });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('button', { name: 'Today' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.innerText')).toContain('November 2026');
    await expect
      .poll(() =>
        page
          .locator('.is-today')
          .boundingBox()
          .then((box) => (box?.y ?? -1) > 0),
      )
      .toBe(true);
  });

  test('it is accessible in light and dark, and readable in every width and direction', async () => {
    const page = await opened();
    await expectAccessible(page, 'calendar', ['light', 'dark']);
    await expectNothingOverlaps(page, [320, 700, 1366]);
    page.expectClean();
  });

  test.each(combine(languageTags(), [320, 1366]))('%s at %i px', async (locale, width) => {
    const page = await viewer.openPage({ now, locale, viewport: { width, height: 800 } });
    await page.locator('#key').fill(viewer.keyOf('demo-school'));
    await page.keyboard.press('Enter');
    await page.locator('.version').first().waitFor();
    await page.goto(`${viewer.belfry.url}/#/calendar`);
    await page.locator('.month').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await overlaps(page)).toEqual([]);
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `calendar-${locale}-${width}`);
    page.expectClean();
  });

  test('it is printed on one page or two, with its signs', async () => {
    const page = await opened();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    expect(await overlaps(page)).toEqual([]);
    await screenshot(page, 'calendar-print');
  });

  test('a school without a calendar has no link to one, and the page says so', async () => {
    const page = await viewer.openVersions('without', { now });
    expect(await page.getByRole('link', { name: 'Calendar' }).count()).toBe(0);
    const grid = await viewer.openGrid('without', '#/timetable/elsewhere-v1', { now });
    await grid.locator('.others > summary').click();
    await grid.getByRole('link', { name: 'Free rooms' }).waitFor();
    expect(await grid.getByRole('link', { name: 'Calendar' }).count()).toBe(0);
    const empty = await viewer.openAt('without', '#/calendar', { now });
    await empty.getByText('This school has no calendar.').waitFor();
    expect(await violations(empty)).toEqual([]);
  });
});
