// The year in the dashboard, changed as a secretary does: by dragging, by the keyboard and from a file; and nothing is lost when
// somebody else was quicker.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../../src/contract/types.generated.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageTags } from '../../../src/pages/languages/language-names.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { combine } from '../../support/thoroughness.ts';
import { noBrowser, screenshot, type WatchedPage } from '../viewer/browser.ts';
import { demoCalendar } from '../viewer/demo-calendar.ts';
import { violations } from '../viewer/expect-readable.ts';
import { brokenWords, emptyScroll, overlaps } from '../viewer/text-boxes.ts';

const ics = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//ministry//DE'],
  ...[
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;VALUE=DATE:20261012',
    'DTEND;VALUE=DATE:20261024',
    'SUMMARY:Herbstferien',
    'END:VEVENT',
  ],
  ...[
    'BEGIN:VEVENT',
    'UID:2',
    'DTSTART;VALUE=DATE:20261221',
    'DTEND;VALUE=DATE:20270105',
    'SUMMARY:Weihnachten\\, Neujahr',
    'END:VEVENT',
  ],
  ...['BEGIN:VEVENT', 'UID:3', 'DTSTART:20261111T180000Z', 'SUMMARY:Elternabend', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

describe.skipIf(noBrowser)('the year in the dashboard', () => {
  const dashboard = useDashboard({ dragged: 'Dragged', typed: 'Typed', twice: 'Twice', looks: 'Looks' });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
  const outcome = (page: WatchedPage, text: string | RegExp) => page.locator('#outcome').getByText(text).waitFor();
  const day = (page: WatchedPage, date: number) => page.locator(`td[data-date="${date}"]`);
  const headers = async () => ({ Authorization: `Bearer ${await dashboard.token('operator')}` });
  async function stored(id: string): Promise<Calendar> {
    const answer = await fetch(`${dashboard.url}/control/v1/organisations/${id}/calendar`, {
      headers: await headers(),
    });
    return (await answer.json()) as Calendar; // the control API answers as its description says
  }
  async function store(id: string, calendar: Calendar): Promise<void> {
    const answer = await fetch(`${dashboard.url}/control/v1/organisations/${id}/calendar`, {
      method: 'PUT',
      headers: { ...(await headers()), 'Content-Type': 'application/json' },
      body: JSON.stringify(calendar),
    });
    expect(answer.status).toBe(200);
  }
  const open = async (id: string, options = {}) =>
    dashboard.signedIn(await dashboard.token('manager', id), `#/organisations/${id}/calendar`, options);
  async function importDemo(id: string): Promise<void> {
    const demo = demoSchool().documents.find(({ document }) => document.id === 'upper-2026-v1')?.document;
    if (demo === undefined) throw new Error('the demo school has an upper school');
    const { outcome } = await importTimetable(dashboard.open.database, createValidator(), id, {
      ...demo,
      id: `${id}-v1`,
      groupId: id,
    });
    expect(outcome).toBe('imported');
  }

  test('is made anew: terms, a holiday that is dragged and named, short days, and stored at once', async () => {
    await importDemo('dragged');
    const page = await open('dragged');
    // That there is none yet is no error, in the browser's console either.
    const missing: string[] = [];
    page.on('response', (response) => response.status() === 404 && missing.push(response.url()));
    await page.reload();
    await button(page, 'Make a calendar').click();
    expect(missing).toEqual([]);
    await button(page, 'Add a term').click();
    await page.getByLabel('Name of the term').fill('Autumn');
    await page.getByLabel('First day').fill('2026-08-31');
    await page.getByLabel('Last day').fill('2026-12-18');
    await page.getByLabel('Last day').blur();
    await expect.poll(() => page.getByText('Not saved yet').count()).toBe(1);
    expect(await violations(page)).toEqual([]);

    while ((await day(page, 20261012).count()) === 0) await button(page, 'A year earlier').click();
    await day(page, 20261012).hover();
    await page.mouse.down();
    await day(page, 20261014).hover();
    expect(await page.locator('td[aria-selected="true"]').count()).toBe(3);
    await day(page, 20261016).hover();
    await page.mouse.up();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('First day').inputValue()).toBe('2026-10-12');
    expect(await dialog.getByLabel('Last day').inputValue()).toBe('2026-10-16');
    await button(page, 'Apply').click();
    await dialog.getByText('Say what it is called.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('What it is called').fill('Autumn break');
    await page.keyboard.press('Enter');
    await page.locator('.special').getByText('Autumn break').waitFor();
    // The focus is where the work goes on.
    expect(await page.evaluate('document.activeElement.dataset.date')).toBe('20261012');

    await day(page, 20261208).click();
    await dialog.getByLabel('school at other times').check();
    await dialog.getByLabel('What it is called').fill('Short day');
    await dialog.getByLabel('Minutes of each lesson').fill('30');
    await button(page, 'Shorten all').click();
    await dialog.getByRole('checkbox').nth(4).uncheck();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Apply').click();
    await button(page, 'Save the calendar').click();
    await outcome(page, 'The calendar is stored.');
    await page.getByText('Everything is saved').waitFor();
    const { terms, closures, exceptions } = await stored('dragged');
    expect(terms).toMatchObject([{ name: 'Autumn', firstDay: 20260831, lastDay: 20261218 }]);
    expect(closures).toMatchObject([{ name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 }]);
    expect(exceptions).toMatchObject([{ date: 20261208, name: 'Short day', kind: 'bells' }]);
    const [first, second] = exceptions?.[0]?.periods ?? [];
    expect(first).toMatchObject({ periodIndex: 0, startTime: '08:25', endTime: '08:55' });
    expect(second?.periodIndex).toBe(1);
    expect(exceptions?.[0]?.periods?.some(({ periodIndex }) => periodIndex === 4)).toBe(false);

    // A holiday is pressed as a whole, and becomes shorter.
    await day(page, 20261014).click();
    expect(await dialog.getByLabel('What it is called').inputValue()).toBe('Autumn break');
    await dialog.getByLabel('Last day').fill('2026-10-15');
    await button(page, 'Apply').click();
    await button(page, 'Save the calendar').click();
    await expect.poll(async () => (await stored('dragged')).closures).toMatchObject([{ lastDay: 20261015 }]);
    page.expectClean();
  });

  test('with the keyboard alone: days are chosen with Shift, and set back to usual', async () => {
    await store('typed', demoCalendar);
    const page = await open('typed');
    await day(page, 20261203).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await page.locator('td[aria-selected="true"]').count()).toBe(7);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('First day').inputValue()).toBe('2026-12-04');
    expect(await dialog.getByLabel('Last day').inputValue()).toBe('2026-12-10');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.dataset.date')).toBe('20261204');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('school as usual').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Enter');
    await button(page, 'Save the calendar').focus();
    await page.keyboard.press('Enter');
    await outcome(page, 'The calendar is stored.');
    const kept = await stored('typed');
    expect(kept.exceptions?.map(({ name }) => name)).toEqual(['Make-up Saturday', 'Short day']);
    expect(kept.closures).toHaveLength(demoCalendar.closures?.length ?? 0);

    // The whole page runs from right to left, and the arrows with it.
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await day(page, 20261208).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate('document.activeElement.dataset.date')).toBe('20261209');
    page.expectClean();
  });

  test('weeks A and B: which week one is, and how they go on', async () => {
    await store('typed', demoCalendar);
    await importDemo('typed');
    const page = await open('typed');
    await page.getByText('School days, time zone, weeks A and B').click();
    expect(await violations(page)).toEqual([]);
    const before = await stored('typed');
    await page.locator('#place-0').selectOption('2');
    await page.getByLabel('How the weeks are counted').selectOption('calendarWeeks');
    await page.getByRole('checkbox', { name: 'Friday' }).uncheck();
    await page.locator('#zone').selectOption('Europe/Berlin');
    await button(page, 'Save the calendar').click();
    await outcome(page, 'The calendar is stored.');
    expect(await stored('typed')).toEqual({
      ...before,
      ...{ timeZone: 'Europe/Berlin', schoolDays: [1, 2, 3, 4], counting: 'calendarWeeks' },
      anchors: [{ date: 20260831, week: 2 }],
    });
    page.expectClean();
  });

  test('holidays of a file are shown first, added when they are chosen, and kept as a file again', async () => {
    await store('typed', { ...demoCalendar, closures: [] });
    const page = await open('typed');
    await page.getByText('Holidays from a file').click();
    const choose = (content: string) =>
      page
        .getByLabel('A file with holidays')
        .setInputFiles({ name: 'ferien.ics', mimeType: 'text/calendar', buffer: Buffer.from(content) });
    await choose('nothing');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This file has no holidays').waitFor();
    await button(page, 'Close').click();
    await choose(ics);
    await dialog.getByText('2 holidays were found.').waitFor();
    await dialog.getByText('1 entry is left out').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Herbstferien').uncheck();
    await button(page, 'Take the chosen ones').click();
    await outcome(page, '1 holiday was added. It is not saved yet.');
    expect((await stored('typed')).closures ?? []).toEqual([]);
    await button(page, 'Save the calendar').click();
    await outcome(page, 'The calendar is stored.');
    expect((await stored('typed')).closures).toMatchObject([
      { name: 'Weihnachten, Neujahr', firstDay: 20261221, lastDay: 20270104 },
    ]);
    await choose(ics);
    expect(await dialog.getByLabel('Weihnachten').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    const saving = page.waitForEvent('download');
    await button(page, 'Keep the holidays as a file (.ics)').click();
    const kept = readFileSync(await (await saving).path(), 'utf8');
    expect(kept).toContain('SUMMARY:Weihnachten\\, Neujahr');
    const savingAll = page.waitForEvent('download');
    await page.locator('#export-json').click();
    expect(JSON.parse(readFileSync(await (await savingAll).path(), 'utf8'))).toEqual(await stored('typed'));
    page.expectClean();
  });

  test('somebody was quicker: it is said, the work stays in the page, and either can be kept', async () => {
    await store('twice', demoCalendar);
    const page = await open('twice');
    await day(page, 20261102).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it is called').fill('Mine');
    await button(page, 'Apply').click();
    // Another tab, and back: it is still there.
    await page.getByRole('link', { name: 'Links' }).click();
    await page.getByRole('heading', { name: 'Links', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.locator('.special').getByText('Mine').waitFor();

    await store('twice', { ...demoCalendar, timeZone: 'Europe/Paris' });
    await button(page, 'Save the calendar').click();
    await page.getByText('Somebody else changed this calendar meanwhile.').waitFor();
    expect(await page.locator('.special').getByText('Mine').count()).toBe(1);
    expect((await stored('twice')).timeZone).toBe('Europe/Paris');
    expect(await violations(page)).toEqual([]);
    await button(page, 'Save mine in their place').click();
    await outcome(page, 'The calendar is stored.');
    expect(await stored('twice')).toMatchObject({ timeZone: 'Europe/Zurich' });
    expect((await stored('twice')).closures?.map(({ name }) => name)).toContain('Mine');

    await day(page, 20261103).click();
    await dialog.getByLabel('What it is called').fill('Mine too');
    await button(page, 'Apply').click();
    await store('twice', { ...demoCalendar, timeZone: 'Europe/Paris' });
    await button(page, 'Save the calendar').click();
    await button(page, 'Discard mine and show theirs').click();
    await expect.poll(() => page.locator('.special').getByText('Mine').count()).toBe(0);
    await page.getByText('Everything is saved').waitFor();
    page.expectClean();
  });

  test('what does not fit together is said at its day, and nothing is stored', async () => {
    await store('twice', demoCalendar);
    const page = await open('twice');
    await page.getByText('School days, time zone, weeks A and B').click();
    await button(page, 'Say which week it is').click();
    await page.locator('#anchor-1').fill('2026-09-02');
    await page.locator('#place-1').selectOption('2');
    await button(page, 'Save the calendar').click();
    await page.getByText('Look at the week of 2 September 2026').waitFor();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Show the day').click();
    expect(await page.evaluate('document.activeElement.dataset.date')).toBe('20260902');
    expect((await stored('twice')).anchors).toEqual(demoCalendar.anchors);
    page.expectClean();
  });

  test.each(combine(languageTags(), [360, 1366]))('in %s at %i px', async (locale, width) => {
    await store('looks', demoCalendar);
    const page = await open('looks', {
      locale,
      viewport: { width, height: 740 },
      colorScheme: width === 360 ? 'dark' : 'light',
    });
    await page.locator('#school-week > summary').click();
    await page.locator('#calendar-files > summary').click();
    const check = async (name: string) => {
      expect(await overlaps(page), name).toEqual([]);
      expect(await brokenWords(page), name).toEqual([]);
      expect(await emptyScroll(page), name).toBeLessThanOrEqual(1);
      expect(await violations(page), name).toEqual([]);
      await screenshot(page, `dashboard-year-${name}-${locale}-${width}`);
    };
    await check('whole');
    await day(page, 20261210).click();
    await check('day');
    // A day with a list of lessons is longer than the screen, and what applies it is in sight.
    const apply = await page.locator('dialog .primary').boundingBox();
    expect((apply?.y ?? 740) + (apply?.height ?? 0)).toBeLessThanOrEqual(740);
    await page.keyboard.press('Escape');
    await page
      .locator('#holiday-file')
      .setInputFiles({ name: 'f.ics', mimeType: 'text/calendar', buffer: Buffer.from(ics) });
    await page.getByRole('dialog').waitFor();
    await check('holidays');
    page.expectClean();
  });
});
