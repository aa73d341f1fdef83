// The viewer in German and in Arabic, with a school whose own names are all in Greek letters, so that every text in Latin
// letters is the viewer's. No English is left, Arabic runs from right to left, and no text overlaps another.

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { type LanguageTag, languageNames } from '../../../src/pages/languages/language-names.ts';
import { loadDayWords } from '../../../src/pages/ui/days/load-day-words.ts';
import { loadWords as loadLazyWords } from '../../../src/pages/viewer/lazy-words.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';
import { ifThorough, thorough } from '../../support/thoroughness.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';
import { emptyScroll, overlaps } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const upper = demoSchool().documents.find(({ document }) => document.id === 'upper-2026-v1')?.document;
if (upper === undefined) throw new Error('the demo school has an upper school');

const greek = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[a-z]/g, (letter) => String.fromCodePoint(0x3b1 + ((letter.codePointAt(0) ?? 0) % 17)))
    .replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x391 + ((letter.codePointAt(0) ?? 0) % 17)))
    .replace(/\p{Script=Latin}/gu, 'ω');
const ownNames = /^(name|versionName|description|label|.*Name|shortLabel|lockReason|courseCode)$/;
/** The document with all of the school's own names in Greek letters. */
const inGreek = (document: Timetable): Timetable =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    typeof value === 'string' && ownNames.test(key) ? greek(value) : value,
  );

/** The Latin words of the page, for eyes and screen readers, except in the choice of the language. */
const findLatinWords = `(() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === 3) {
      if (!node.parentElement.closest('noscript, script, header select')) texts.push(node.data);
    } else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
  }
  return [...new Set(texts.join(' ').match(/\\d*\\p{Script=Latin}+/gu) ?? [])];
})()`;

/** The words of the language: its texts, and the names of days and months. */
async function vocabulary(tag: LanguageTag): Promise<Set<string>> {
  const all = [loadWords(tag), loadLazyWords(tag), loadDayWords(tag)];
  const words: object = Object.assign({}, ...(await Promise.all<{ words: object }>(all)).map((each) => each.words));
  const texts = Object.values(words).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
  const names = new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'long', timeZone: 'UTC' });
  for (let day = 0; day < 400; day++) texts.push(names.format(day * 86_400_000));
  if (tag === 'fr') texts.push('1er'); // the one ordinal that French dates have: with its digit, never alone
  const said = texts.join(' ').replace(/\{\w+\}/g, '');
  return new Set([...(said.match(/\d*\p{Script=Latin}+/gu) ?? []), 'Belfry', 'belfry']);
}

describe.skipIf(noBrowser)('the viewer', () => {
  const viewer = useViewer([
    { id: 'belfry', name: 'Belfry', documents: [inGreek(upper)] },
    { id: 'demo-school', name: 'Demo', documents: [upper] },
  ]);

  const enter = async (page: WatchedPage, pasted = viewer.keyOf('belfry')) => {
    await page.locator('#key').fill(pasted);
    await page.keyboard.press('Enter');
  };
  const at = async (page: WatchedPage, hash: string, awaited: string) => {
    await page.goto(`${viewer.belfry.url}/${hash}`);
    await page.locator(awaited).first().waitFor();
  };
  const version = '#/timetable/upper-2026-v1';
  const teacher = upper.lessonUnits.find(({ dayId }) => dayId === null)?.teacherIds[0];
  const unscheduled = upper.teachers.find(({ localId }) => localId === teacher)?.entityId;

  /** Every page and state that has its own texts. */
  const states: Record<string, (page: WatchedPage) => Promise<unknown>> = {
    'asks for the key': (page) => page.locator('#key').waitFor(),
    'refuses a key': (page) => enter(page, 'belfry_wrong').then(() => page.getByRole('alert').waitFor()),
    versions: (page) => enter(page).then(() => page.locator('.version').first().waitFor()),
    'no version': (page) => at(page, '#/?on=2020-01-01', '.version'),
    'an unknown timetable': (page) => at(page, '#/timetable/nothing', '.key-page .notice'),
    'an unknown entry': (page) => at(page, `${version}/class/nobody`, '.empty'),
    'a grid': (page) => at(page, version, '.day:visible'),
    'a week': (page) => at(page, `${version}?week=1`, '.day:visible'),
    'not scheduled': (page) => at(page, `${version}/teacher/${unscheduled}`, '.unplaced'),
    'free rooms': (page) => at(page, `#/free/${upper.id}`, '.free-page'),
    'weeks side by side': (page) => at(page, `#/together/${upper.id}?of=class/class-11A&of=class/class-12R`, '.side'),
    'no changes to show': (page) => at(page, `#/changes/${upper.groupId}`, 'main.key-page'),
    'the print page': (page) => at(page, `#/print/${upper.id}`, '.print-page'),
    'the screen': (page) => at(page, `#/foyer/${upper.groupId}/class`, '.foyer-column'),
    'a grid again': (page) => at(page, version, '.day:visible'),
    'a search': (page) =>
      page.evaluate(`document.querySelector('.fold').open = true`).then(() => page.getByRole('searchbox').fill('α')),
    'a file': async (page) => {
      await page.evaluate(`document.querySelector('.page-menu').open = true`);
      await page.locator('.page-menu button').last().click();
      await page.locator('dialog[open]').waitFor();
    },
    'a lesson': async (page) => {
      await page.keyboard.press('Escape');
      await page.locator('.cell:visible').first().click();
    },
  };

  test.each([
    { tag: 'de', width: 1366 },
    { tag: 'ar', width: 360 },
    ...ifThorough([
      { tag: 'de', width: 360 },
      { tag: 'ar', width: 1366 },
      { tag: 'fr', width: 360 },
      { tag: 'es', width: 360 },
      { tag: 'uk', width: 360 },
    ] as const),
  ] as const)(
    '$tag at $width px: not an English word, no text over text, no scroll into nothing',
    async ({ tag, width }) => {
      const known = await vocabulary(tag);
      const viewport = { width, height: 800 };
      const page = await viewer.openPage({ locale: tag, viewport, timezoneId: 'UTC', now: '2026-11-18T08:40:00Z' });
      for (const [index, [name, bring]] of Object.entries(states).entries()) {
        await bring(page);
        const found = await page.evaluate<string[]>(findLatinWords);
        expect(
          found.filter((word) => !known.has(word)),
          name,
        ).toEqual([]);
        expect(await overlaps(page), name).toEqual([]);
        expect(await emptyScroll(page), name).toBeLessThanOrEqual(1);
        // Unless thorough, each state is tried in one of the two directions.
        if (!(thorough ? ['de', 'ar'] : [index % 2 === 0 ? 'de' : 'ar']).includes(tag)) continue;
        expect(await violations(page), name).toEqual([]);
        await screenshot(page, `language-${tag}-${width}-${name.replaceAll(' ', '-')}`);
      }
      const [lang, direction] = [await page.locator('html').getAttribute('lang'), languageNames[tag].direction];
      expect([lang, await page.evaluate('getComputedStyle(document.body).direction')]).toEqual([tag, direction]);
      page.expectClean();
    },
  );

  test('in Arabic the list is on the right, then the times, then the days; a time is written from hour to minute', async () => {
    const page = await viewer.openPage({ locale: 'ar', viewport: { width: 1366, height: 800 } });
    await enter(page);
    await at(page, version, '.week');
    const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
    const lefts = [await left('.chooser'), await left('.axis'), await left('.day'), await left('.day:nth-child(3)')];
    expect(lefts).toEqual([...lefts].sort((one, other) => other - one));
    // The span of a lesson: each time from left to right, as digits always are, and the start on the right.
    await page.locator('.cell').first().click();
    await page.locator('dialog dd').first().waitFor();
    const [hour, minute, end] = await page.evaluate<number[]>(`(() => {
      const text = [...document.querySelectorAll('dialog dd')[0].childNodes].find(({ data }) => /\\d:\\d\\d–/.test(data));
      const from = text.data.search(/\\d/);
      return [from, from + 4, from + 6].map((index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(hour).toBeLessThan(minute ?? 0);
    expect(end).toBeLessThan(hour ?? 0);
  });

  test('a chosen language applies at once, and is kept', async () => {
    const page = await viewer.openPage({ locale: 'de' });
    await enter(page);
    await at(page, version, '.week');
    await page.getByLabel('Sprache').selectOption('العربية');
    await page.getByRole('button', { name: 'طباعة' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.reload();
    await page.getByRole('button', { name: 'طباعة' }).waitFor();
    await page.getByLabel('اللغة').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Drucken' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    page.expectClean();
  });

  test("weekdays and periods are in the reader's language where their names are common ones, and in no other", async () => {
    await viewer.openGrid('demo-school', version); // keeps the key
    const page = await viewer.openGrid('demo-school', `${version}?week=1`, { locale: 'de' });
    const day = page.locator('.day-name bdi').first();
    const period = page.locator('.axis-period bdi').first();
    expect(await day.textContent()).toBe('Montag A');
    expect([await period.textContent(), await period.getAttribute('title')]).toEqual(['1', 'Stunde 1']);
    // What is in the language of the page has no mark, and what is in the school's has one.
    expect(await day.getAttribute('lang')).toBe(null);
    expect(await page.locator('.cell-title bdi').first().getAttribute('lang')).toBe('en');
    await page.locator('.cell').first().click();
    await page.getByRole('dialog').getByText('Montag A').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Sprache').selectOption('English');
    await page.locator('.day-name bdi', { hasText: 'Monday A' }).waitFor();
    expect(await period.getAttribute('title')).toBe('Period 1');
    page.expectClean();
  });
});
