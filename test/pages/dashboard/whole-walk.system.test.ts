// The whole way of a school that finds Belfry, in a browser alone: from the address that `npm start` prints to a slip that a phone
// scans. Nothing of it needs a shell, a file of JSON, or an id; what has to be pressed and filled in is counted.
// @module-tag long

import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { words as arabic } from '../../../src/pages/languages/ar/dashboard.ts';
import { words as german } from '../../../src/pages/languages/de/dashboard.ts';
import type { Catalogue } from '../../../src/pages/languages/en/dashboard.ts';
import { startCommand } from '../../support/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { launchBrowser, noBrowser, openPage, screenshot, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { readQr } from '../viewer/slips/read-qr.ts';
import { brokenWords, emptyScroll, overlaps } from '../viewer/text-boxes.ts';

type School = { name: string; classes: readonly string[]; teachers: readonly string[]; subjects: readonly string[] };

/** Five lessons on each of five days for every class, as Untis exports them: without bell times. */
function untisFile({ classes, teachers, subjects }: School) {
  const rows = classes.flatMap((name, number) =>
    Array.from({ length: 25 }, (_, lesson) => {
      const [teacher, subject] = [teachers, subjects].map((all) => all[(lesson + number) % all.length]);
      const [day, period] = [1 + Math.floor(lesson / 5), 1 + (lesson % 5)];
      return `${100 * number + lesson},"${name}","${teacher}","${subject}","R${number + 1}",${day},${period},`;
    }),
  );
  return { name: 'GPU001.TXT', mimeType: 'text/plain', buffer: Buffer.from(rows.join('\r\n')) };
}

/** Presses, or taps on a phone, and fills in for a person, and counts both. */
function countingHand(isPhone: boolean) {
  const count = { presses: 0, fields: 0 };
  return {
    count,
    async press(what: Locator) {
      count.presses += 1;
      await (isPhone ? what.tap() : what.click());
    },
    async fill(field: Locator, text: string) {
      count.fields += 1;
      await field.fill(text);
    },
    async choose(field: Locator, value: string) {
      count.fields += 1;
      await field.selectOption(value);
    },
  };
}

async function startBelfry() {
  const folder = await temporaryFolder();
  const started = startCommand('start', [], {
    ...{ DATABASE_URL: undefined, BELFRY_BUCKET: undefined, LOG_LEVEL: 'error' },
    ...{ BELFRY_DATA: join(folder, 'data'), BELFRY_OUT: join(folder, 'out') },
    ...{ PORT: '0', ADMIN_PORT: '0', DASHBOARD_PORT: '0' },
  });
  const text = await started.printed('Ctrl-C ends it.');
  const [, served = ''] = /serves on (\S+),/.exec(text) ?? [];
  const [, address = ''] = /^ {2}(http:\S+#sign-in=\S+)$/m.exec(text) ?? [];
  return { served, address };
}

const schiller: School = {
  name: 'Schillerschule Jena',
  classes: ['10A', '9C', '5B'],
  teachers: ['Mei', 'Sch', 'Grö', 'Wei'],
  subjects: ['M', 'D', 'E'],
};
const nile: School = {
  name: 'مدرسة النيل',
  classes: ['10أ', '9ج', '5ب'],
  teachers: ['سلمى', 'كريم', 'ليلى', 'نور'],
  subjects: ['رياضيات', 'عربي', 'علوم'],
};

describe.skipIf(noBrowser)('from the printed address to a scanned slip', () => {
  test.each([
    ['de', { width: 390, height: 844 }, german, schiller],
    ['ar', { width: 1366, height: 900 }, arabic, nile],
  ] as const)('in %s on a screen of %o', async (locale, viewport, words: Catalogue, school) => {
    const { address, served } = await startBelfry();
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const isPhone = viewport.width < 600;
    const hand = countingHand(isPhone);
    const page = await openPage(browser, address, { locale, viewport, isMobile: isPhone, hasTouch: isPhone });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.locator('main').getByRole('link', { name, exact: true });
    const look = async (step: string, shown: WatchedPage = page) => {
      for (const measure of [overlaps, brokenWords]) expect(await measure(shown), step).toEqual([]);
      expect(await emptyScroll(shown), step).toBeLessThanOrEqual(1);
      expect(await shown.evaluate('document.documentElement.scrollWidth <= innerWidth'), step).toBe(true);
      expect(await violations(shown), step).toEqual([]);
      await screenshot(shown, `walk-${locale}-${step}`);
    };

    // The address signs in by itself.
    await page.getByRole('heading', { name: words.organisations, exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    await look('organisations');
    await hand.press(page.locator('summary', { hasText: words.newOrganisation }));
    await hand.fill(page.getByLabel(words.name, { exact: true }), school.name);
    await hand.press(button(words.create));

    await hand.press(link(words.noTimetablesNext));
    hand.count.presses += 1; // the file is chosen on a phone, and dropped at a desk
    const file = untisFile(school);
    if (isPhone) await page.locator('#school-file').setInputFiles(file);
    else
      await page.locator('form.drop').dispatchEvent('drop', {
        dataTransfer: await page.evaluateHandle(`(() => {
          const dragged = new DataTransfer();
          dragged.items.add(new File([${JSON.stringify(file.buffer.toString())}], '${file.name}'));
          return dragged;
        })()`),
      });
    await page.getByText(words.bellsMissing).waitFor();
    await hand.fill(page.getByLabel(words.bellsStart), '07:45');
    // In Cairo the first day of a school's week is a Sunday.
    if (locale === 'ar') await hand.choose(page.getByLabel(words.firstWeekday), '7');
    await look('missing');
    await hand.press(button(words.goOn));

    await page.locator('.week .cell').first().waitFor({ state: 'attached' });
    const preview = await page.locator('.week').first().innerText();
    // The file has no names of days, so those of the page's language are shown.
    for (const seen of ['07:45', school.subjects[0], locale === 'ar' ? 'الأحد' : 'Montag'])
      expect(preview).toContain(seen);
    await hand.fill(page.locator('#timetable-name'), `${school.name} 2026`);
    await hand.press(page.getByLabel(words.publishAtOnce));
    const today = await page.locator('#publish-day').inputValue();
    await hand.fill(page.locator('#publish-day'), `${Number(today.slice(0, 4)) - 1}-09-01`);
    await look('preview');
    await hand.press(button(words.store));
    await page.locator('#outcome').getByText(words.stored).waitFor();
    await look('published');

    await hand.press(page.locator('.buttons').getByRole('link', { name: words.keys, exact: true }));
    await hand.fill(page.getByLabel(words.keyName), 'Website');
    await hand.press(button(words.createKey));
    const key = await page.locator('#new-key').inputValue();
    expect(await page.locator('#curl').inputValue()).toContain(` ${served}/api/v1/timetables`);
    await look('key');
    await hand.press(button(words.hideKey));

    await hand.press(page.locator('nav.tabs').getByRole('link', { name: words.links, exact: true }));
    const [wanted] = school.classes;
    await hand.fill(page.getByLabel(words.searchName), wanted ?? '');
    await expect.poll(() => page.locator('#link-entity').inputValue()).not.toBe('');
    await hand.press(button(words.createLinks));
    const slip = page.locator('.slip');
    await slip.waitFor();
    expect(await slip.count()).toBe(1);
    await look('slip');
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await hand.press(button(words.print));
    expect(await page.title()).toBe('printed');

    const scanned = await readQr(slip.locator('.qr'));
    expect(scanned).toMatch(new RegExp(`^${served}/my#belfry_link_`));
    const phone = await openPage(browser, scanned, { locale, viewport: { width: 390, height: 844 } });
    await expect
      .poll(async () => {
        await phone.goto(scanned);
        await phone.locator('h1').waitFor();
        return phone.locator('h1').innerText();
      })
      .toBe(wanted);
    expect(await phone.locator('.my-page').innerText()).toContain(school.name);
    expect(await phone.locator('.my-page').innerText()).toContain(school.subjects[0]);
    await look('my', phone);
    phone.expectClean();

    // Programs read the same by the key.
    const listed = await fetch(`${served}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
    expect(await listed.text()).toContain(`${school.name} 2026`);
    page.expectClean();
    console.log(`${locale}: ${hand.count.presses} presses and ${hand.count.fields} fields`);
    expect(hand.count.presses).toBeLessThanOrEqual(13);
    expect(hand.count.fields).toBeLessThanOrEqual(locale === 'ar' ? 7 : 6);
  });
});
