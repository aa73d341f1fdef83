// Days in the dashboard's page: a file is tried and refused with each problem, stored and shown; what is no longer planned is told; days
// that change elsewhere are shown; a range is withdrawn; and who only reads changes nothing.

import { beforeAll, describe, expect, test } from 'vitest';
import { importCalendar } from '../../../src/database/calendar/import-calendar.ts';
import { calendar, span, unit, version } from '../../calendar/small-school.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { noBrowser, screenshot, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../viewer/text-boxes.ts';

const hash = '#/organisations/riverside/days';
const header =
  'ref,date,lesson.startTime,cancelled,rooms,text,moveTo.date,moveTo.startTime,moveTo.endTime,added.kind,added.startTime,added.endTime,added.classes,notes.text,absent.kind,absent.entity';
const csv = (name: string, ...rows: string[]) => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\n')) },
});
const good = csv(
  'substitutions.csv',
  '1,2026-11-23,08:00,,Gym,Bring shoes,,,,,,,,,,',
  '2,2026-11-23,08:45,true,,,,,,,,,,,,',
  '3,2026-11-23,09:50,,,,2026-11-24,10:35,11:20,,,,,,,',
  '4,2026-11-23,,,,,,,,exam,10:35,11:20,Year 1,,,',
  ',2026-11-23,,,,,,,,,,,,Bus strike,,',
  ',2026-11-23,,,,,,,,,,,,,class,Year 2',
);
const wrong = csv(
  'wrong.csv',
  '1,2026-11-23,08:00,true,,,,,,,,,,,,',
  '2,2026-11-23,08:00,true,,,,,,,,,,,,',
  '3,2026-11-23,11:30,true,,,,,,,,,,,,',
);

describe.skipIf(noBrowser)('days in the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside', empty: 'Empty' });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
  const outcome = (page: WatchedPage, text: string) => page.locator('#outcome').getByText(text).waitFor();
  const planned = [...span('a', 'd0', [0, 1]), unit('lu_b', 'd0', 2)];
  const store = (lessonUnits: typeof planned) =>
    loadSchool(dashboard.open.database, 'riverside', [version('v1', { lessonUnits })]);

  beforeAll(async () => {
    await store(planned);
    await importCalendar(dashboard.open.database, validate, 'riverside', Buffer.from(JSON.stringify(calendar())));
  });

  test('a wrong file is refused with each problem; a right one is stored and shown; what is no longer planned is told', async () => {
    const page = await dashboard.signedIn(await dashboard.token('manager', 'riverside'), `${hash}/2026-11-23`);
    await page.getByText('Nothing is different on this day.').waitFor();
    await page.getByLabel('The file with the changes').setInputFiles(wrong);
    await page.getByText('It is refused, and nothing of it is stored.').waitFor();
    const problems = page.locator('.findings > li');
    expect(await problems.count()).toBe(2);
    const [taken, none] = [await problems.nth(0).innerText(), await problems.nth(1).innerText()];
    expect(taken).toMatch(
      /Line 3[\s\S]*Another change of .*2026 is about the same lesson[\s\S]*Perhaps meant:[\s\S]*08:00/,
    );
    expect(none).toMatch(/Line 4[\s\S]*No such lesson is planned on/);
    await problems.nth(1).getByText('Details').click();
    await problems.nth(1).getByText('$.changes[2].lesson').waitFor();
    expect(await page.locator('#store-days').count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    await page.getByLabel('The file with the changes').setInputFiles(good);
    await page.getByText('It can be stored. Nothing is stored yet.').waitFor();
    await page.getByText('6 new', { exact: true }).waitFor();
    await page.getByText('Nothing is different on this day.').waitFor();
    expect(await page.locator('main .primary:visible').allTextContents()).toEqual(['Store it']);
    await button(page, 'Store it').click();
    await outcome(page, 'It is stored, and published within seconds.');
    const section = (title: string) =>
      page.locator('section[aria-labelledby=shown-day] > div > div', { has: page.getByText(title, { exact: true }) });
    expect(await section('Changed').innerText()).toMatch(
      /08:00–08:45[\s\S]*Bring shoes[\s\S]*Room: Gym instead of Lab/,
    );
    expect(await section('Cancelled').innerText()).toContain('08:45–09:30');
    expect(await section('Moved').innerText()).toMatch(/09:50–10:35[\s\S]*to Tuesday,? 24 November, 10:35/);
    expect(await section('Additional').innerText()).toMatch(/Exam[\s\S]*10:35–11:20[\s\S]*Yea/);
    expect(await section('Notes').innerText()).toMatch(/Bus strike[\s\S]*for everybody/);
    expect(await section('Away').innerText()).toMatch(/Classes: Yea/);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'dashboard-days');

    // The next day, with the keyboard: the focus stays where it is.
    await page.getByRole('link', { name: 'Day after', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/from Monday,? 23 November, 09:50/).waitFor();
    expect(page.url()).toContain(`${hash}/2026-11-24`);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Day after');

    await store([unit('lu_b', 'd0', 2)]);
    await page.getByRole('link', { name: 'Day before', exact: true }).click();
    const orphaned = page.locator('#orphaned');
    await orphaned.getByText('Not applied').waitFor();
    expect(await orphaned.locator('.findings > li').count()).toBe(2);
    expect(await orphaned.innerText()).toMatch(/08:45[\s\S]*No such lesson is planned on 23 November 2026/);
    expect(await section('Moved').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await store(planned);

    // What is changed elsewhere is shown without a click.
    await dashboard.run('days', 'clear', '--organisation', 'riverside', '--from', '2026-11-23', '--to', '2026-11-23');
    await page.getByText('Nothing is different on this day.').waitFor();
    page.expectClean();
  });

  test('a range is withdrawn after a question', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), `${hash}/2026-11-23`);
    await page.getByLabel('The file with the changes').setInputFiles(good);
    await button(page, 'Store it').click();
    await page.getByText('Bus strike').waitFor();
    await page.locator('#clear-days summary').click();
    expect(await page.locator('#clear-first').inputValue()).toBe('2026-11-23');
    await page.locator('#clear-last').fill('2026-11-20');
    await button(page, 'Withdraw …').click();
    await page.getByText('The last day is before the first').waitFor();
    await page.locator('#clear-last').fill('2026-11-27');
    await button(page, 'Withdraw …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('from 23 November 2026 to 27 November 2026').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByText('Bus strike').count()).toBe(1);
    await button(page, 'Withdraw …').click();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await outcome(page, 'It is withdrawn.');
    await page.getByText('Nothing is different on this day.').waitFor();
    page.expectClean();
  });

  test('whom readers see of the teachers is set', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/settings',
    );
    await page.getByLabel('Programs with a key see').selectOption('neither');
    await button(page, 'Save').click();
    await outcome(page, 'Saved');
    expect(await page.getByLabel('Programs with a key see').inputValue()).toBe('none');
    expect(await page.getByLabel('People with a link see').inputValue()).toBe('substitute');
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('the audit says that days were changed', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/audit',
    );
    await page.getByLabel('About').selectOption('daily changes');
    await page.getByText('What is different on days of Riverside was changed').first().waitFor();
    page.expectClean();
  });

  test.each([
    ['de', 'An diesem Tag ist nichts anders.'],
    ['ar', 'لا شيء يختلف في هذا اليوم.'],
    ['uk', 'Цього дня нічого не змінено.'],
  ])('in %s on a phone, for who only reads: no form and no button', async (locale, words) => {
    const look = { locale, viewport: { width: 360, height: 740 } };
    const page = await dashboard.signedIn(await dashboard.token('viewer', 'riverside'), `${hash}/2026-11-22`, look);
    await page.getByText(words).waitFor();
    expect(await page.locator('main form, main button, main input').count()).toBe(0);
    expect(await overlaps(page)).toEqual([]);
    expect(await emptyScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('without a calendar the page says what is missing', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/organisations/empty/days');
    await page.getByText('There is no calendar yet, so nobody knows').waitFor();
    await page.getByLabel('The file with the changes').setInputFiles(good);
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
