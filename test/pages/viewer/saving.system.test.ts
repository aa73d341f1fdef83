// A grid as a table and as a picture, and changes as a table, as a reader saves them.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { gridFor } from '../../../src/client/grid/grid-for.ts';
import { resolveTimetable } from '../../../src/client/resolve-timetable.ts';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { expectAccessible } from './expect-readable.ts';
import { hardDocuments } from './hard-documents.ts';
import { readCsv } from './read-csv.ts';
import { useViewer } from './use-viewer.ts';

const documents = demoSchool().documents.map(({ document }) => document);
const main = documents.find(({ id }) => id === 'main-2026-v3');
if (main === undefined) throw new Error('the demo school has no main timetable');

/** The document under another id, in which names are formulas and have what separates fields. */
function hostile(document: Timetable): Timetable {
  const copy = structuredClone(document);
  for (const subject of copy.subjects) subject.name = `=HYPERLINK("x", "${subject.name}")`;
  for (const teacher of copy.teachers) teacher.name = `${teacher.name}, "Dr."; <b>`;
  return { ...copy, id: 'hostile', groupId: 'hostile', effectiveTo: 20270721 };
}

async function saved(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

async function savedTable(page: Page): Promise<string[][]> {
  const { content } = await saved(page, 'Table (CSV)');
  const text = content.toString('utf8');
  // The byte order mark, by which spreadsheets tell UTF-8.
  expect(text.codePointAt(0)).toBe(0xfeff);
  return readCsv(text.slice(1));
}

describe.skipIf(noBrowser)('what a reader saves', () => {
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents },
    { id: 'hostile', name: 'Hostile', documents: [hostile(main)] },
    { id: 'hard', name: 'Hard', documents: hardDocuments(main) },
  ]);
  const openSaving = async (page: WatchedPage) => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor();
  };

  test.each([
    ['demo-school', main],
    ['hostile', hostile(main)],
  ] as const)('the table of %s has each lesson of the grid', async (organisation, document) => {
    const page = await viewer.openGrid(organisation, `#/timetable/${document.id}?week=all`);
    const [shown] = document.classes;
    await openSaving(page);
    await expectAccessible(page, 'saving', ['light', 'dark']);
    const [headings, ...rows] = await savedTable(page);
    expect(headings).toEqual(['Week', 'Day', 'From', 'To', 'Subject', 'Group', 'Classes', 'Teachers', 'Rooms']);
    const grid = gridFor(resolveTimetable(document), { class: shown?.localId ?? '' });
    const lessons = grid.weeks.flatMap(({ days }) =>
      days.flatMap(({ label, blocks }) =>
        blocks.flatMap(({ cells }) =>
          cells.map(({ startTime, endTime, teachers, rooms }) => [
            label,
            startTime,
            endTime,
            teachers.map(({ name }) => name).join('; '),
            rooms.map(({ name }) => name).join('; '),
          ]),
        ),
      ),
    );
    expect(lessons.length).toBeGreaterThan(20);
    const placed = rows.filter(([, day]) => day !== '');
    expect(placed.map(([, day, from, to, , , , teachers, rooms]) => [day, from, to, teachers, rooms])).toEqual(lessons);
    expect(rows.length - placed.length).toBe(grid.unplaced.length);
    for (const field of rows.flat()) expect(field).not.toMatch(/^[=+\-@\t\r]/);
    page.expectClean();
  });

  test.each([
    ['demo-school', 'main-2026-v3', 'en-GB'],
    ['hard', 'crowded', 'en-GB'],
    ['hard', 'arabic', 'ar'],
  ])('the picture of %s %s says what the grid says (%s)', async (organisation, id, locale) => {
    await viewer.openGrid(organisation, `#/timetable/${id}`);
    const page = await viewer.openGrid(organisation, `#/timetable/${id}?week=all`, { locale });
    const titles = await page.locator('.week .cell-title').allTextContents();
    await page.evaluate(`{
      const { fillText } = CanvasRenderingContext2D.prototype;
      window.drawn = [];
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        window.drawn.push(text);
        fillText.call(this, text, ...rest);
      };
    }`);
    await page.locator('.page-menu button').last().click();
    await page.getByRole('dialog').waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button').nth(2).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    const png = await readFile(await file.path());
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(width).toBeGreaterThan(1000);
    expect(height).toBeGreaterThan(800);
    const drawn = (await page.evaluate<string[]>('window.drawn')).join(' ');
    // What is cut ends in dots; each lesson begins as it does in the grid.
    for (const title of titles) expect(drawn).toContain([...(title.trim().split(/\s+/)[0] ?? '')].slice(0, 4).join(''));
    page.expectClean();
  });

  test('a PDF is what the browser prints, and the dialog is not in it', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/main-2026-v3');
    await openSaving(page);
    await page.evaluate(`window.print = () => { window.printed = document.querySelectorAll('dialog[open]').length; }`);
    await page.getByRole('button', { name: 'PDF, by printing' }).click();
    await expect.poll(() => page.evaluate('window.printed')).toBe(0);
    page.expectClean();
  });

  test('a calendar file has each lesson on its dates, and ends with the version', async () => {
    const page = await viewer.openGrid('hostile', '#/timetable/hostile/class/class-7A', {
      timezoneId: 'UTC',
      now: '2027-07-14T08:00:00Z',
    });
    await openSaving(page);
    const { name, content } = await saved(page, 'Calendar (ICS)');
    expect(name).toMatch(/\.ics$/);
    const lines = content.toString('utf8').split('\r\n');
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const text = lines.join('\n').replaceAll('\n ', '');
    const starts = [...text.matchAll(/^DTSTART:(\d{8})T\d{6}$/gm)].map(([, date]) => Number(date));
    const grid = gridFor(resolveTimetable(main), {
      class: main.classes.find(({ name }) => name.startsWith('7A'))?.localId ?? '',
    });
    const inWeek = grid.weeks[0]?.days.flatMap(({ blocks }) => blocks.flatMap(({ cells }) => cells)).length ?? 0;
    expect(inWeek).toBeGreaterThan(20);
    expect(Math.min(...starts)).toBe(20270712);
    expect(Math.max(...starts)).toBe(20270721);
    expect(starts.filter((date) => date <= 20270716).length).toBe(inWeek);
    expect(text.match(/^UID:.*$/gm)?.length).toBe(new Set(text.match(/^UID:.*$/gm)).size);
    // A comma in a name separates nothing.
    expect(text).toContain('\\, "Dr."\\; <b>');
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
    page.expectClean();
  });

  test('changes are a table too', async () => {
    const page = await viewer.openAt('demo-school', `#/changes/${main.groupId}`);
    await page.locator('.changes li').first().waitFor();
    const listed = await page.locator('.changes li').count();
    const [headings, ...rows] = await savedTable(page);
    expect(headings?.slice(0, 3)).toEqual(['Change', 'Before: Week', 'Before: Day']);
    expect(headings).toHaveLength(19);
    expect(rows).toHaveLength(listed);
    for (const row of rows) expect(row).toHaveLength(19);
    page.expectClean();
  });
});
