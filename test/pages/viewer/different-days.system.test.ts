// What is different on a day, in the grids of a school: it is seen before it is read, said in words, and printed.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageNames } from '../../../src/pages/languages/language-names.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { different, hostile } from './different-days.ts';
import { expectAccessible, expectNothingOverlaps, violations } from './expect-readable.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has an upper school');

/** How the title of the first lesson that does not take place is decorated. @param within a selector */
const decoration = (within: string) =>
  `getComputedStyle(document.querySelector('${within} .former .cell-title')).textDecorationLine`;
const now = '2026-11-18T07:40:00Z';
const grid = '#/timetable/upper-2026-v1/class/class-11B';

describe.skipIf(noBrowser)('what is different on a day', () => {
  const viewer = useViewer(
    [{ id: 'demo-school', name: 'Demo', documents: [upper], calendar: demoCalendar, different }],
    now,
  );
  const at = (hash = grid, options = {}): Promise<WatchedPage> =>
    viewer.openGrid('demo-school', hash, { timezoneId: 'UTC', now, ...options });
  const day = (page: WatchedPage, index: number) => page.locator('.day').nth(index);
  const lesson = (page: WatchedPage, index: number, text: string) =>
    day(page, index).locator('.cell', { hasText: text });

  test('a cancelled lesson is struck through and says so; its text is in the dialog, as text', async () => {
    const page = await at();
    const cell = lesson(page, 2, 'Class Time');
    expect(await cell.locator('.mark').innerText()).toBe('Cancelled');
    expect(await page.evaluate(decoration('.week'))).toBe('line-through');
    await cell.click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('dd', { hasText: 'Cancelled' }).waitFor();
    expect(await dialog.locator('.said').textContent()).toBe(hostile.markup);
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("main img, dialog img, body script:not([src])")].map((each) => each.outerHTML)',
      ),
    ).toEqual([]);
    expect(await page.title()).not.toBe('taken');
    page.expectClean();
  });

  test('a changed lesson shows what takes place, and beside it what was planned, struck through', async () => {
    const page = await at();
    const cell = lesson(page, 2, 'English');
    expect(await cell.locator('.mark').innerText()).toBe('Changed');
    const teachers = cell.locator('.teachers');
    expect(await teachers.textContent()).toBe('Ewan Pryce-Jones instead of Margaret Achieng');
    expect(await teachers.locator('del').textContent()).toBe('Margaret Achieng');
    // A room that nobody knows is a name in a direction of its own.
    expect(await cell.locator('.rooms bdi').first().textContent()).toBe(hostile.override);
    await cell.click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('.said').textContent()).toBe(hostile.long);
    expect(await dialog.getByRole('link', { name: 'Ewan Pryce-Jones' }).count()).toBe(1);
    expect(await dialog.getByRole('link', { name: hostile.override }).count()).toBe(0);
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    page.expectClean();
  });

  test('a moved lesson stands in both places, and each names the other', async () => {
    const page = await at();
    const biology = (index: number) => day(page, index).locator('.cell.former, .cell.changed', { hasText: 'Tariq' });
    expect(await biology(2).locator('.mark').innerText()).toBe('Moved to Thu 19 Nov, 10:20');
    expect(await biology(3).locator('.mark').innerText()).toBe('Moved from Wed 18 Nov, 10:25');
    expect(await biology(3).locator('.cell-title').textContent()).toBe('Biology');
  });

  test('an exam that was added is there, with who holds it where', async () => {
    const page = await at();
    const cell = lesson(page, 2, 'Entrance test');
    expect(await cell.locator('.mark').innerText()).toBe('Extra: exam');
    expect(await cell.textContent()).toContain('A visitor');
    expect(await cell.textContent()).toContain('Hall');
  });

  test('of a double period one half is cancelled and the other takes place', async () => {
    const page = await at(`${grid}?on=2026-11-23`);
    const halves = lesson(page, 0, 'Mathematics');
    expect(await halves.count()).toBe(2);
    expect(await halves.locator('.mark').allInnerTexts()).toEqual(['Cancelled']);
  });

  test('who is replaced sees that somebody else teaches, and the substitute has the lesson', async () => {
    const page = await at('#/timetable/upper-2026-v1/teacher/teacher-53');
    const replaced = lesson(page, 2, '11B').locator('.mark').first();
    expect(await replaced.innerText()).toBe('Taught by somebody else');
    await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/teacher/teacher-54`);
    const taken = page.locator('.day').nth(2).locator('.cell', { hasText: '11B' });
    await expect.poll(() => taken.locator('.mark').allInnerTexts()).toEqual(['Changed']);
    expect(await taken.locator('del').allTextContents()).toEqual(['402', 'Margaret Achieng']);
    page.expectClean();
  });

  test('a cancelled lesson is not now or next, and one that takes place instead is', async () => {
    const page = await at(grid, { now: '2026-11-18T12:45:00Z' });
    expect(await page.locator('.now-lines').innerText()).toMatch(/Now\s*English · Room/);
    expect(await page.locator('.cell[aria-current]').allInnerTexts()).toEqual([expect.stringContaining('English')]);
    const before = await at(grid, { now: '2026-11-18T11:55:00Z' });
    expect(await before.locator('.now-lines').innerText()).toMatch(/Now\s*nothing|Next\s*English/i);
    expect(await before.locator('.now-lines').innerText()).not.toContain('Class Time');
    const late = await at(grid, { now: '2026-11-18T14:30:00Z' });
    expect(await late.locator('.now-lines').innerText()).toContain('Entrance test');
    expect(await late.locator('.cell[aria-current]').allInnerTexts()).toEqual([
      expect.stringContaining('Entrance test'),
    ]);
  });

  test('today’s notes stand in the banner, those of other days above the week, and each class has its own', async () => {
    const page = await at();
    const banner = page.getByRole('region', { name: 'Today' });
    expect(await banner.locator('.said').allTextContents()).toEqual(['Bus strike', `Upper 11B · ${hostile.markup}`]);
    expect(await page.getByRole('region', { name: 'Notes' }).locator('li').allTextContents()).toEqual([
      'Thursday 19 November Photographs at nine',
    ]);
    await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/class/class-11A`);
    await page.locator('h1', { hasText: 'Upper 11A' }).waitFor();
    expect(await banner.locator('.said').allTextContents()).toEqual(['Bus strike', 'Away: Upper 11A']);
    page.expectClean();
  });

  test('paper shows the same', async () => {
    const page = await at();
    await sheetsReady(page);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    const sheet = page.locator('.sheet');
    expect(await sheet.locator('.cell .mark').allTextContents()).toEqual(
      expect.arrayContaining(['Cancelled', 'Changed', 'Extra: exam', 'Moved to Thu 19 Nov, 10:20']),
    );
    expect(await sheet.locator('.day-notes li').allTextContents()).toContain('Wednesday 18 November Bus strike');
    await page.emulateMedia({ media: 'print' });
    const cut = `[...document.querySelectorAll('.sheet, .sheet .week, .sheet .cell')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.className + ': ' + each.textContent.slice(0, 60))`;
    expect(await page.evaluate(cut)).toEqual([]);
    expect(await page.evaluate(decoration('.sheet'))).toBe('line-through');
  });

  test('the print page prints it too, and the plain cycle is as planned', async () => {
    const page = await viewer.openAt('demo-school', '#/print/upper-2026-v1/class/class-11B?on=2026-11-18', {
      ...{ timezoneId: 'UTC', now },
    });
    await page.getByRole('heading', { name: 'Print and screens' }).waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('.sheet .mark').allTextContents()).toContain('Cancelled');
    await page.locator('#week').selectOption({ label: 'Usual week' });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('.sheet .cell').count()).toBeGreaterThan(0);
    expect(await page.locator('.sheet .mark').count()).toBe(0);
  });

  test('a saved table has what takes place, and no cancelled lesson', async () => {
    const page = await at();
    await page.getByRole('button', { name: 'Save' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Table (CSV)' }).click();
    const stream = await (await download).createReadStream();
    const table = Buffer.concat(await stream.toArray()).toString();
    expect(table).toContain('Entrance test');
    expect(table).toContain('Ewan Pryce-Jones');
    expect(table).not.toContain('Class Time');
  });

  test('a server that has no days shows the plan; one that fails says so', async () => {
    const page = await at(`${grid}?on=2026-11-24`);
    await page.route('**/api/v1/weeks/**', (route) =>
      route.fulfill({ status: 404, json: { success: false, error: { code: 'NOT_FOUND', message: 'Not found' } } }),
    );
    await page.evaluate(`location.hash = '${grid.replace('11B', '11C')}'`);
    await page.locator('h1', { hasText: 'Upper 11C' }).waitFor();
    expect(await page.locator('.mark').count()).toBe(0);
    expect(await page.getByText('Changes could not be read').count()).toBe(0);
    await page.unrouteAll();
    await page.route('**/api/v1/weeks/**', (route) => route.abort());
    await page.evaluate(`location.hash = '${grid.replace('11B', '12A')}'`);
    await page.getByText('Changes could not be read. What you see is the plan.').first().waitFor();
    expect(await page.locator('.cell').count()).toBeGreaterThan(0);
  });

  test.each(Object.keys(languageNames))('in %s, readable by everybody', async (locale) => {
    const page = await at(grid, { locale });
    const marks = await page.locator('.cell .mark').allInnerTexts();
    expect(marks.length).toBeGreaterThan(4);
    if (locale !== 'en') expect(marks.join()).not.toMatch(/Cancelled|Changed|Moved|Extra/);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `different-${locale}`);
    page.expectClean();
  });

  test('no text over text, in light and dark', async () => {
    const page = await at();
    await expectNothingOverlaps(page, [360, 768, 1366, 2560]);
    await expectAccessible(page, 'different-days', ['light', 'dark']);
    page.expectClean();
  });
});
