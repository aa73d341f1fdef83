// The print page in a real browser: the number of pages, what is on each, and that nothing is cut off.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { ifThorough } from '../../support/thoroughness.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';
import { hardDocuments } from './hard-documents.ts';
import { largeSchool } from './large-school.ts';
import { emptyScroll, overlaps } from './text-boxes.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const [upper, , main] = documents;
if (upper === undefined || main === undefined) throw new Error('the demo school has three');

/** The main school, where a class sings in seven choirs at once. */
const many = (() => {
  const [schoolClass] = main.classes;
  const unit = main.lessonUnits.find(
    ({ classIds, dayId }) => classIds.join() === schoolClass?.localId && dayId !== null,
  );
  if (unit === undefined) throw new Error('the first class has lessons');
  const choirs = Array.from({ length: 7 }, (_, index) => ({
    ...unit,
    localId: `${unit.localId}-${index}`,
    groupName: `Choir ${index + 1}`,
    roomIds: [],
    teacherIds: [],
  }));
  const others = main.lessonUnits.filter((each) => each !== unit);
  return { ...main, id: 'many-v1', groupId: 'many', lessonUnits: [...others, ...choirs] };
})();

/** The sizes of the pages of a PDF, in millimetres. */
const pagesOf = (pdf: Buffer) => {
  const text = pdf.toString('latin1');
  const boxes = [...text.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/g)];
  expect(boxes).toHaveLength((text.match(/\/Type\s*\/Page\b/g) ?? []).length);
  return boxes.map(
    ([, width, height]) => `${Math.round(Number(width) * 0.352778)}x${Math.round(Number(height) * 0.352778)}`,
  );
};

/** Sheets whose content is cut off, and lessons whose words are, by their text. */
const findClipped = `[...document.querySelectorAll('.sheet, .sheet .week, .sheet .cell, .sheet .parallel > ul, .sheet .cell-line')]
  .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.className + ': ' + each.textContent.slice(0, 60))`;

/** The letters of the titles of lessons, in points on paper: the smallest and the median. */
const letters = `(() => {
  const sizes = [...document.querySelectorAll('.sheet .day > ol > li:not(.parallel) .cell-title')]
    .map((each) => parseFloat(getComputedStyle(each).fontSize) * 0.75 * each.currentCSSZoom)
    .sort((one, other) => one - other);
  return [sizes[0], sizes[Math.floor(sizes.length / 2)]].map((each) => Math.round(each * 10) / 10);
})()`;

describe.skipIf(noBrowser)('the print page', () => {
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents: [upper, main] },
    { id: 'hard', name: 'Hard', documents: hardDocuments(main) },
    { id: 'large', name: 'Large', documents: [largeSchool(main)] },
    { id: 'many', name: 'Many', documents: [many] },
  ]);

  async function opened(organisation: string, id: string, options = {}): Promise<WatchedPage> {
    const page = await viewer.openAt(organisation, `#/timetable/${id}`, options);
    const menu = page.getByText('More', { exact: true }).filter({ visible: true });
    await menu.click();
    await page.getByRole('link', { name: 'Print and screens' }).click();
    await page.getByRole('heading', { name: 'Print and screens' }).waitFor();
    return page;
  }
  const print = async (page: WatchedPage) => pagesOf(await page.pdf({ preferCSSPageSize: true }));
  const all = (page: WatchedPage) => page.getByRole('button', { name: 'All', exact: true }).click();
  const choose = async (page: WatchedPage, kind: string, names?: readonly string[]) => {
    await page.getByLabel('Kinds').selectOption({ label: kind });
    if (names === undefined) return all(page);
    await page.getByRole('button', { name: 'None', exact: true }).click();
    for (const name of names) await page.getByLabel(name, { exact: true }).check();
  };

  test('all classes are one print job, a page each, with the name of the class', async () => {
    const page = await opened('demo-school', 'main-2026-v1');
    const named = await page.locator('.choices bdi').allTextContents();
    expect(named.length).toBeGreaterThan(3);
    // Nothing is chosen at first.
    expect(await page.locator('.choices input:checked').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
    await all(page);
    expect(await print(page)).toEqual(named.map(() => '297x210'));
    const heads = await page.locator('.sheet-head').allTextContents();
    expect(heads).toHaveLength(named.length);
    for (const [index, head] of heads.entries())
      for (const part of [named[index] ?? '', main.name, 'First term', '1 September 2026', 'Printed'])
        expect(head).toContain(part);
    page.expectClean();
  });

  test('with many sheets it says how far it is, and can be stopped', async () => {
    const page = await opened('large', 'large-v1');
    await page.evaluate('window.printed = 0; window.print = () => window.printed++');
    const cpu = await page.context().newCDPSession(page);
    await cpu.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await all(page);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page
      .getByRole('status')
      .getByText(/^[1-9]\d? of 100$/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'hidden' });
    expect(await page.evaluate('window.printed')).toBe(0);
    expect(await page.locator('.sheet').count()).toBe(0);
    await cpu.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => page.evaluate('window.printed')).toBe(1);
    expect(await page.locator('.sheet').count()).toBe(100);
    page.expectClean();
  });

  test('two weeks are two pages, and only the chosen classes are printed', async () => {
    const page = await opened('demo-school', 'upper-2026-v1');
    await choose(page, 'Teachers');
    const teachers = await page.locator('.choices bdi').allTextContents();
    // Who teaches in the other timetable too has a sheet of it.
    const both = main.teachers.filter(
      ({ entityId, localId }) =>
        main.lessonUnits.some(({ teacherIds }) => teacherIds.includes(localId)) &&
        upper.teachers.some(
          (each) =>
            each.entityId === entityId && upper.lessonUnits.some(({ teacherIds }) => teacherIds.includes(each.localId)),
        ),
    );
    expect(both.length).toBeGreaterThan(0);
    expect(await print(page)).toHaveLength(teachers.length * 2 + both.length);
    await choose(page, 'Classes', ['Upper 11A', 'Riverside 12']);
    expect(await print(page)).toHaveLength(4);
    expect(await page.locator('.sheet h2 bdi').allTextContents()).toEqual([
      ...['Upper 11A', 'Upper 11A', 'Riverside 12', 'Riverside 12'],
    ]);
    await page.getByRole('button', { name: 'None', exact: true }).click();
    expect(await page.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
  });

  test('a year is found by a search, and chosen at once; the list never scrolls sideways', async () => {
    const page = await opened('demo-school', 'upper-2026-v1');
    const found = page.locator('.choices li:visible bdi');
    const classes = await found.allTextContents();
    await page.getByLabel('Search all').fill('11');
    const year = classes.filter((name) => name.includes('11'));
    expect(year.length).toBeGreaterThan(1);
    await expect.poll(() => found.allTextContents()).toEqual(year);
    await all(page);
    expect(await page.locator('.choices input:checked').count()).toBe(year.length);
    expect(await print(page)).toHaveLength(year.length * 2);
    const wider = `(() => { const list = document.querySelector('.choices'); return list.scrollWidth - list.clientWidth; })()`;
    expect(await page.evaluate(wider)).toBe(0);
  });

  test('no id of the school, its versions or its classes is on paper', async () => {
    const page = await opened('demo-school', 'upper-2026-v1');
    await choose(page, 'Classes', ['Upper 11A']);
    await print(page);
    const text = (await page.locator('.sheets').textContent()) ?? '';
    expect(text).toContain('Upper 11A');
    for (const id of [
      'demo-school',
      upper.id,
      upper.groupId,
      'class-11A',
      ...upper.classes.map(({ localId }) => localId),
    ])
      expect(text, id).not.toContain(id);
  });

  test('a poster is one large page', async () => {
    const page = await opened('demo-school', 'main-2026-v1');
    await choose(page, 'Classes', ['5A Ahorn']);
    for (const [paper, size] of [
      ['A3', '420x297'],
      ['A2', '594x420'],
    ] as const) {
      await page.getByLabel('Paper').selectOption(paper);
      expect(await print(page)).toEqual([size]);
    }
    const weeks = await opened('demo-school', 'upper-2026-v1');
    await choose(weeks, 'Classes', ['Upper 11A']);
    await weeks.getByLabel('Paper').selectOption('A2');
    expect(await print(weeks)).toEqual(['420x594']);
    expect(await weeks.locator('.sheet .week').count()).toBe(2);
  });

  test('twenty-five days in a row are five pages of five', async () => {
    const page = await opened('hard', 'arabic');
    await all(page);
    expect(await print(page)).toHaveLength(5);
    expect(await page.locator('.sheet').first().locator('.day').count()).toBe(5);
  });

  test.each([
    ['demo-school', 'main-2026-v1', 'Teachers', 'A4'],
    ['demo-school', 'upper-2026-v1', 'Classes', 'A2'],
    ['hard', 'arabic', 'Classes', 'A4'],
    ...ifThorough([
      ['demo-school', 'main-2026-v1', 'Classes', 'A4'],
      ['demo-school', 'main-2026-v1', 'Classes', 'A3'],
      ['demo-school', 'upper-2026-v1', 'Classes', 'A4'],
    ] as const),
  ] as const)(
    '%s %s, %s on %s: nothing is cut off, and no text lies over another',
    async (organisation, id, kind, paper) => {
      const page = await opened(organisation, id);
      await choose(page, kind);
      await page.getByLabel('Paper').selectOption(paper);
      await page.emulateMedia({ media: 'print' });
      // The paper within its margins, at 96 dpi.
      const upright = id === 'upper-2026-v1' && paper !== 'A4';
      const scale = { A4: 1, A3: 1.41, A2: 2 }[paper] ?? 1;
      const [width, height] = [Math.round(1047 * scale), Math.round(718 * scale)];
      await page.setViewportSize(upright ? { width: height, height: width } : { width, height });
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      expect(await page.locator('.sheet').count()).toBeGreaterThan(0);
      await screenshot(page, `print-page-${id}-${kind}-${paper}`);
      expect(await page.evaluate(findClipped)).toEqual([]);
      expect(await overlaps(page)).toEqual([]);
    },
  );

  test.each(['main-2026-v1', 'upper-2026-v1'])(
    '%s: letters fill the boxes of A4, and a poster has larger ones',
    async (id) => {
      const page = await opened('demo-school', id);
      await choose(page, 'Classes');
      await page.emulateMedia({ media: 'print' });
      const medians: number[] = [];
      for (const [paper, scale] of [
        ['A4', 1],
        ['A3', 1.41],
      ] as const) {
        await page.getByLabel('Paper').evaluate((select, value) => {
          Object.assign(select, { value });
          select.dispatchEvent(new Event('change'));
        }, paper);
        await page.setViewportSize({ width: Math.round(1047 * scale), height: Math.round(718 * scale) });
        await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
        expect(await page.evaluate(findClipped), paper).toEqual([]);
        const [smallest = 0, median = 0] = await page.evaluate<number[]>(letters);
        expect(smallest, paper).toBeGreaterThanOrEqual(6);
        medians.push(median);
      }
      const [onSheet = 0, onPoster = 0] = medians;
      expect(onSheet).toBeGreaterThanOrEqual(10);
      expect(onPoster / onSheet).toBeGreaterThan(1.3);
    },
  );

  test("the button of a grid chooses who is shown; the browser's menu prints the sheet of what is shown, with all lessons", async () => {
    const page = await viewer.openGrid('many', '#/timetable/many-v1/class/class-5A');
    await sheetsReady(page);
    const all = many.lessonUnits.filter(({ groupName }) => groupName?.startsWith('Choir ')).length;
    expect(all).toBe(7);
    const choirs = page.locator('.sheet .cell', { hasText: 'Choir ' });
    expect(await page.locator('.week .cell:visible', { hasText: 'Choir ' }).count()).toBeLessThan(all);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    // Before the sheets are there, too, all lessons are on paper.
    expect(await page.locator('.week .cell:visible', { hasText: 'Choir ' }).count()).toBe(all);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await choirs.count()).toBe(all);
    expect(await page.locator('.grid-page').isVisible()).toBe(false);
    // Each is a box in which its name can be read.
    const heights = await choirs.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThan(9);
    expect(await page.evaluate(findClipped)).toEqual([]);
    await screenshot(page, 'sheet-of-a-grid');
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('heading', { name: 'Print and screens' }).waitFor();
    expect(await page.locator('.choices li:has(input:checked)').allTextContents()).toEqual([' 5A Ahorn']);
    expect(await print(page)).toEqual(['297x210']);
    page.expectClean();
  });

  test.each([360, 1366])('at %i px it is accessible and nothing overlaps', async (width) => {
    const page = await opened('demo-school', 'main-2026-v1', { viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    expect(await overlaps(page)).toEqual([]);
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    await screenshot(page, `print-page-${width}`);
    page.expectClean();
  });
});
