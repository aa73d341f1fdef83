// The way of a school's secretary, from a file without bell times and without a name to a published version, by presses alone.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { words as arabic } from '../../src/pages/languages/ar/dashboard.ts';
import { words as german } from '../../src/pages/languages/de/dashboard.ts';
import { noBrowser, screenshot } from '../pages/viewer/browser.ts';
import { violations } from '../pages/viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../pages/viewer/text-boxes.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { useDashboard } from './use-dashboard.ts';

const rows = ['1,"5A","Mei","M","R1",1,1', '1,"5A","Mei","M","R1",2,2', '2,"5A","Sch","D","R1",1,2'];
const untis = { name: 'GPU001.TXT', mimeType: 'text/plain', buffer: Buffer.from(rows.join('\r\n')) };

describe.skipIf(noBrowser)('from a file to what readers get', () => {
  const dashboard = useDashboard({ schiller: 'Schillerschule', nile: 'مدرسة النيل', uneven: 'Uneven', own: 'Own' });

  test.each([
    ['schiller', 'de', 360, german, 'Schillerschule'],
    ['nile', 'ar', 1366, arabic, 'مدرسة النيل'],
  ] as const)('%s in %s at %i px', async (id, locale, width, words, name) => {
    const page = await dashboard.signedIn(await dashboard.token('manager', id), `#/organisations/${id}/imports`, {
      ...{ locale, viewport: { width, height: 800 } },
    });
    let presses = 0;
    const press = async (what: { click(): Promise<void> }) => {
      presses += 1;
      await what.click();
    };
    const look = async (step: string) => {
      expect(await overlaps(page), step).toEqual([]);
      expect(await emptyScroll(page), step).toBeLessThanOrEqual(1);
      expect(await violations(page), step).toEqual([]);
      await screenshot(page, `dashboard-path-${locale}-${width}-${step}`);
    };
    presses += 1; // the file is dropped or chosen, and tried at once
    await page.locator('#school-file').setInputFiles(untis);
    await page.getByText(words.bellsMissing).waitFor();
    // What can be answered is no failure, and one button is the next step.
    await page.getByText(words.somethingMissing).waitFor();
    expect(await page.getByText(words.notConverted, { exact: true }).count()).toBe(0);
    expect(await page.locator('main .primary:visible').allTextContents()).toEqual([words.goOn]);
    await look('missing');
    await press(page.getByRole('button', { name: words.goOn, exact: true }));
    await page.locator('.week .cell').first().waitFor({ state: 'attached' });
    expect(await page.locator('#timetable-name').inputValue()).toBe(name);
    expect(await page.locator('.result').innerText()).toContain(name);
    expect(await page.locator('main .primary:visible').allTextContents()).toEqual([words.store]);
    expect(await page.locator('#publish-day').isVisible()).toBe(false);
    await look('preview');
    await press(page.getByLabel(words.publishAtOnce));
    expect(await page.locator('#publish-day').isVisible()).toBe(true);
    await press(page.locator('#store'));
    await page.locator('#outcome').getByText(words.stored).waitFor();
    await look('published');
    console.log(`${locale}: ${presses} presses from a file to a published version`);
    expect(presses).toBeLessThanOrEqual(4);
    const listed = JSON.parse(await dashboard.run('timetables', 'list', '--organisation', id, '--json'));
    expect(JSON.stringify(listed)).toContain(`"name":${JSON.stringify(name)}`);
    expect(JSON.stringify(listed)).toContain('"status":"published"');
    page.expectClean();
  });

  test('bell times in a table: each lesson corrected, other times on a Friday, and what does not fit is said', async () => {
    const token = await dashboard.token('manager', 'uneven');
    const page = await dashboard.signedIn(token, '#/organisations/uneven/imports', {
      ...{ locale: 'en', viewport: { width: 360, height: 640 } },
    });
    await page.locator('#school-file').setInputFiles(untis);
    await page.getByText('The file has no bell times. When').waitFor();
    await page.getByLabel('The first lesson begins at').fill('07:50');
    expect(await page.getByLabel('2: Begins').inputValue()).toBe('08:40');
    await page.getByLabel('2: Begins').fill('08:20');
    const goOn = page.getByRole('button', { name: 'Continue', exact: true });
    await goOn.click();
    // The browser says that the second lesson begins before the first one ends; nothing is sent.
    expect(await page.locator('#usual-end-1').evaluate((end) => Reflect.get(end, 'validationMessage'))).toMatch(
      /^A lesson ends after it begins/,
    );
    await page.getByLabel('2: Begins').fill('08:55');
    await page.getByLabel('2: Ends').fill('09:40');
    await page.getByRole('button', { name: 'Other times on a weekday' }).click();
    expect(await page.getByLabel('Times on').locator('option:checked').textContent()).toBe('Friday');
    await page.locator('#day-0-start-0').fill('08:00');
    await page.locator('#day-0-end-0').fill('08:30');
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    expect(await overlaps(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'dashboard-bells-360');
    await goOn.click();
    await page.locator('#store').click();
    await page.locator('#outcome').getByText('It is stored.').waitFor();
    const stored = await sql<{ bells: unknown }>`select json_agg(array[name, start_time::text, end_time::text]
      order by start_time, end_time) as bells from period`.execute(dashboard.open.database);
    expect(JSON.stringify(stored.rows)).toContain('08:30');
    page.expectClean();
  });

  test('a timetable in Belfry’s own form is stored as it is, and the XML of Untis says what to export instead', async () => {
    const token = await dashboard.token('manager', 'own');
    const page = await dashboard.signedIn(token, '#/organisations/own/imports', { locale: 'en' });
    const drop = (name: string, text: string) =>
      page.locator('#school-file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await drop('untis.xml', '<?xml version="1.0"?><document xmlns="https://untis.at/untis/XmlInterface"></document>');
    await page.getByText('drop GPU001.TXT to GPU006.TXT here').waitFor();
    expect(await page.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
    const document = publishedTimetable('hill-v3', { name: 'Hill', groupId: 'hill', versionNumber: 3 });
    await drop('hill.json', JSON.stringify({ success: true, data: document }));
    await page.getByText('This is a timetable in Belfry’s own form.').waitFor();
    await page.locator('.result').getByText('Hill').waitFor();
    expect(await page.locator('#timetable-name').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.locator('#store').click();
    await page.locator('#outcome').getByText('It is stored.').waitFor();
    const listed: unknown = JSON.parse(await dashboard.run('timetables', 'list', '--organisation', 'own', '--json'));
    expect(JSON.stringify(listed)).toContain('"hill-v3"');
    page.expectClean();
  });

  test('of files that are dropped while others are tried, the report is that of the last ones', async () => {
    const token = await dashboard.token('manager', 'schiller');
    const page = await dashboard.signedIn(token, '#/organisations/schiller/imports', { locale: 'en' });
    let tries = 0;
    await page.route('**/imports?*', async (route) => {
      if (tries++ === 0) await new Promise((later) => setTimeout(later, 1000));
      await route.continue();
    });
    const wrong = {
      name: 'holiday.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dear all, have a nice holiday.'),
    };
    await page.locator('#school-file').setInputFiles(wrong);
    await page.locator('#school-file').setInputFiles(untis);
    await page.getByText('The file has no bell times.').waitFor();
    expect(tries).toBe(2);
  });
});
