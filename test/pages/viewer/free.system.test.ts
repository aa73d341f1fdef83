// Who and what is free in the viewer, and several weeks side by side.

import { describe, expect, test } from 'vitest';
import { dayOn, freeRooms, freeTogether, resolveTimetable } from '../../../src/client/belfry-client.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { ifThorough } from '../../support/thoroughness.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { expectAccessible, expectNothingOverlaps } from './expect-readable.ts';
import { hardDocuments } from './hard-documents.ts';
import { brokenWords } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const [upper, , main] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined || main === undefined) throw new Error('the demo school has three timetables');

const both = ['light', 'dark'] as const;

describe.skipIf(noBrowser)('who is free', () => {
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents: [upper, main] },
    { id: 'hard', name: 'Hard', documents: hardDocuments(main) },
  ]);

  const opened = (organisation: string, hash: string): Promise<WatchedPage> =>
    viewer.openAt(organisation, hash, { timezoneId: 'UTC', now: '2026-11-18T08:40:00Z' });

  test('the rooms that are free now, and in a chosen period', async () => {
    const page = await opened('demo-school', '#/timetable/main-2026-v1');
    await page.locator('.others > summary').click();
    await page.getByRole('link', { name: 'Free rooms' }).click();
    const shown = () => page.locator('.free-rooms a').allTextContents();
    const day = dayOn(main, '2026-11-18');
    if (day === null) throw new Error('a Wednesday has lessons');
    const namesAt = (startTime: string, endTime: string) =>
      freeRooms(main, { ...day, startTime, endTime }, [upper]).map(({ name }) => name);
    expect(namesAt('08:20', '09:05').length).toBeLessThan(
      freeRooms(main, { ...day, startTime: '08:20', endTime: '09:05' }).length,
    );
    await page.locator('.free-rooms a').first().waitFor();
    expect(await shown()).toEqual(namesAt('08:20', '09:05'));
    await page.getByLabel('Period').selectOption({ label: 'Wednesday · Period 2 · 09:05–09:50' });
    await page.waitForURL(/at=\d+/);
    await expect.poll(shown).toEqual(namesAt('09:05', '09:50'));
    const deepLink = page.url();
    await page.getByRole('link', { name: 'Now' }).click();
    await expect.poll(shown).toEqual(namesAt('08:20', '09:05'));
    await page.goto(deepLink);
    await expect.poll(shown).toEqual(namesAt('09:05', '09:50'));
    await page.locator('.free-rooms a').first().click();
    await page.locator('h1', { hasText: namesAt('09:05', '09:50')[0] ?? '' }).waitFor();
  });

  test('where another timetable cannot be read, the page says that its lessons are not counted', async () => {
    const page = await opened('demo-school', '#/');
    // Before the grid, which reads it too.
    await page.route(`**/api/v1/timetables/${upper.id}`, (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(`${viewer.belfry.url}/#/timetable/main-2026-v1`);
    await page.locator('.others > summary').click();
    await page.getByRole('link', { name: 'Free rooms' }).click();
    await page.getByText('Another timetable in use could not be read').waitFor();
    await page.locator('.free-rooms a').first().waitFor();
  });

  test('several entries are chosen from the list: the periods when all are free, and their weeks side by side', async () => {
    const page = await opened('demo-school', '#/timetable/main-2026-v1');
    const resolved = resolveTimetable(main);
    const [one, ...others] = main.teachers;
    const freeWith = (other: string) => freeTogether(resolved, [{ teacher: one?.localId ?? '' }, { teacher: other }]);
    const other = others.find(({ localId }) => freeWith(localId).length > 0);
    if (one === undefined || other === undefined) throw new Error('some teachers are free together');
    await page.locator('.others > summary').click();
    await page.getByRole('link', { name: 'Side by side' }).click();
    await page.getByRole('link', { name: 'Remove 5A Ahorn' }).click();
    await page.getByText('Choose two or more from the list.').waitFor();
    await page.getByRole('button', { name: 'Teachers' }).click();
    for (const { name } of [one, other]) {
      await page.locator('#results').getByRole('link', { name }).click();
      await page.getByRole('link', { name: `Remove ${name}` }).waitFor();
    }
    const free = freeWith(other.localId);
    const days = await page.locator('.free-together dt').allTextContents();
    expect(days).toEqual([...new Set(free.map(({ label }) => label))]);
    expect(await page.locator('.free-together bdi').count()).toBe(free.length + days.length);
    expect(await page.locator('.side > h2').allTextContents()).toEqual([one.name, other.name]);
    // In each of the two weeks, every period in which both are free is a band.
    expect(await page.locator('.all-free').count()).toBe(free.length * 2);
    const { width = 0, height = 0 } =
      (await page.getByRole('link', { name: `Remove ${one.name}` }).boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    // The weeks come first, and a time stands at one height in both.
    await page.setViewportSize({ width: 1920, height: 900 });
    const heights = `[...document.querySelectorAll('.side')].map((side) =>
      [...side.querySelectorAll('.axis > *')].map((mark) => Math.round(mark.getBoundingClientRect().top)))`;
    await expect
      .poll(async () => {
        const [first, second] = await page.evaluate<number[][]>(heights);
        return (first?.length ?? 0) > 3 && String(first) === String(second);
      })
      .toBe(true);
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN;
    expect(await top('.sides')).toBeLessThan(await top('.free-together'));
    // A fifth choice has no week of its own, and the page says so.
    for (const { name } of others.filter((each) => each !== other).slice(0, 3))
      await page.locator('#results').getByRole('link', { name }).click();
    await page.getByText('Only the first 4 are drawn').waitFor();
    expect(await page.locator('.side').count()).toBe(4);
    for (let count = 0; count < 3; count++) await page.goBack();
    await page.reload();
    await page.locator('.side').nth(1).waitFor();
    // Choosing an entry again removes it.
    await page.locator('#results').getByRole('link', { name: other.name }).click();
    await page.locator('.side').nth(1).waitFor({ state: 'detached' });
    page.expectClean();
  });

  test('two weeks side by side keep their words whole; on paper, the free periods are one page, and each week another', async () => {
    const page = await opened('demo-school', '#/together/upper-2026-v1?of=class/class-11A&of=class/class-12R');
    await page.locator('.side').nth(1).waitFor();
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(await brokenWords(page)).toEqual([]);
    const printed = await page.pdf({ preferCSSPageSize: true });
    expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(5);
  });

  test.each([
    ['demo-school', '#/free/upper-2026-v1', '.free-rooms li', both],
    ['hard', '#/free/long-cycle', '.free-rooms li', ifThorough(both)],
    [
      'hard',
      '#/together/crowded?of=class/crowded-class-2&of=class/crowded-class-3&of=subject/crowded-subject-4',
      '.side',
      both,
    ],
    ['hard', '#/together/arabic?of=class/arabic-class-0&of=subject/arabic-subject-0', '.side', ifThorough(both)],
    [
      'demo-school',
      '#/together/upper-2026-v1?of=class/class-11A&of=class/class-12R&of=teacher/nobody',
      '.side',
      ['light', ...ifThorough(['dark'] as const)],
    ],
  ] as const)('%s %s: no text over text, no scroll into nothing', async (organisation, hash, shown, colorSchemes) => {
    const page = await opened(organisation, hash);
    await page.locator(shown).first().waitFor();
    await expectNothingOverlaps(page, [360, 768, 1366, 2560]);
    await expectAccessible(page, hash.slice(2).replace(/\W+/g, '-').slice(0, 40), colorSchemes);
    page.expectClean();
  });
});
