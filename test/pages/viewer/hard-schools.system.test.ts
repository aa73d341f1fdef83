// The viewer with timetables that are difficult to show: on four widths, in both directions, light and dark, and on paper.
// @module-tag long

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { ifThorough } from '../../support/thoroughness.ts';
import { noBrowser } from './browser.ts';
import { expectAccessible, expectNothingOverlaps } from './expect-readable.ts';
import { hardDocuments } from './hard-documents.ts';
import { brokenWords, emptyScroll, overlaps } from './text-boxes.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const documents = demoSchool()
  .documents.filter(({ autosave }) => !autosave)
  .map(({ document }) => document);
const [upper, diploma, main] = documents;
if (upper === undefined || diploma === undefined || main === undefined) throw new Error('the demo school has three');

/** The document under another id, whose day `Sunday` is Monday by its number. */
function withWrongDay(document: Timetable): Timetable {
  const copy = structuredClone(document);
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'];
  for (const { days } of [copy.bellSchedule, ...copy.bellSchedules])
    for (const day of days) day.label = names[day.dayOfWeek - 1] ?? day.label;
  return { ...copy, id: 'wrong-day', groupId: 'wrong-day' };
}

/** The document under another id, with one short label for all days. */
function withSameDays(document: Timetable): Timetable {
  const copy = structuredClone(document);
  for (const { days } of [copy.bellSchedule, ...copy.bellSchedules]) for (const day of days) day.shortLabel = 'DAY';
  return { ...copy, id: 'same-days', groupId: 'same-days' };
}

describe.skipIf(noBrowser)('the viewer', () => {
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents },
    { id: 'same-days', name: 'Same days', documents: [withSameDays(main), withWrongDay(main)] },
    { id: 'hard', name: 'Hard', documents: hardDocuments(main) },
  ]);

  test('a day whose name contradicts its number is told', async () => {
    const page = await viewer.openGrid('same-days', '#/timetable/wrong-day');
    await page.getByText('“Sunday” counts as Monday here.').waitFor();
    await expectAccessible(page, 'hard-wrong-day', ['light']);
    await page.evaluate("location.hash = '#/timetable/same-days'");
    await expect.poll(() => page.getByText('counts as').count()).toBe(0);
    page.expectClean();
  });

  const both = ['light', 'dark'] as const;
  const grids = [
    ['hard', 'crowded', '/subject/crowded-subject-4', both],
    // Not the longest grid, which takes longest and has nothing that the others lack.
    ['hard', 'long-cycle', '', ifThorough(both)],
    ['hard', 'arabic', '', ['light', ...ifThorough(['dark'] as const)]],
    ['demo-school', 'upper-2026-v1', '', ['light', ...ifThorough(['dark'] as const)]],
    ...ifThorough([
      ['hard', 'crowded', '/class/crowded-class-2', both],
      ['hard', 'crowded', '/class/crowded-class-3', both],
      ['hard', 'crowded', '/subject/crowded-subject-0', both],
      ['demo-school', 'main-2026-v1', '', both],
      ['demo-school', 'diploma-2026-v1', '', both],
    ] as const),
  ] as const;
  test.each(grids)(
    '%s %s%s: no text over text, no word broken, and no scroll into nothing',
    async (organisation, id, of, colorSchemes) => {
      const page = await viewer.openGrid(organisation, `#/timetable/${id}${of}`);
      await expectNothingOverlaps(page, [360, 660, 768, 1366, 2560], [overlaps, brokenWords]);
      await expectAccessible(page, `hard-${id}${of.replaceAll('/', '-')}`, colorSchemes);
      page.expectClean();
    },
  );

  test.each([
    // A week on a page.
    ['hard', 'long-cycle', 4],
    // Twenty-five days in a row: five on a page.
    ['hard', 'arabic', 5],
    ['hard', 'crowded', 1],
  ])('%s %s is printed on %i pages, and no text lies over another', async (organisation, id, pages) => {
    const page = await viewer.openGrid(organisation, `#/timetable/${id}?week=all`);
    await sheetsReady(page);
    const printed = await page.pdf({ preferCSSPageSize: true });
    expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(pages);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 1047 });
    expect(await overlaps(page)).toEqual([]);
  });

  test('a timetable opens on the first entry that has lessons; the others are folded', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded');
    expect(await page.locator('h1').textContent()).toBe('9A');
    const year = page.getByRole('link', { name: 'Year 10' });
    expect(await year.isVisible()).toBe(false);
    await page.getByText('2 without lessons').click();
    await year.click();
    await page.getByText('No lessons are scheduled here.').waitFor();
  });

  test('groups are folded under their class, and the fold of the shown group is open', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded');
    const group = page.locator('#results').getByRole('link', { name: '9A Group 7' });
    expect(await group.isVisible()).toBe(false);
    await page.locator('summary', { hasText: '13 groups' }).click();
    await group.click();
    await page.locator('h1', { hasText: '9A Group 7' }).waitFor();
    await page.reload();
    await page.locator('h1', { hasText: '9A Group 7' }).waitFor();
    expect(await group.isVisible()).toBe(true);
  });

  test('a group is shown with the lessons of its class, as its pupils have them', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded');
    await page.locator('#results').getByRole('link', { name: '9A', exact: true }).click();
    await page.locator('h1', { hasText: /^9A$/ }).waitFor();
    const ofClass = await page.locator('.week .cell').count();
    await page.locator('summary', { hasText: '13 groups' }).click();
    await page.locator('#results').getByRole('link', { name: '9A Group 7' }).click();
    await page.locator('h1', { hasText: '9A Group 7' }).waitFor();
    // Its own lesson of each day, the one of all groups, and those of the class.
    expect(ofClass).toBeGreaterThan(0);
    expect(await page.locator('.week .cell').count()).toBe(ofClass + 2 * 5);
    expect(await page.locator('.week .free').count()).toBe(0);
  });

  test('the names of periods are beside the days, except those that repeat the times', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded');
    const named = await page.locator('.axis-period bdi').allTextContents();
    expect(named).toEqual([
      'The second period, before the long break of the morning',
      'Unterrichtsstundenbezeichnung',
      '5',
      '6',
    ]);
    expect(await page.locator('.break bdi').allTextContents()).toEqual(Array(5).fill('Lunch'));
    const right = await page.evaluate<number>(`document.querySelector('.axis').getBoundingClientRect().right`);
    const left = await page.evaluate<number>(`document.querySelector('.day').getBoundingClientRect().left`);
    expect(right).toBeLessThanOrEqual(left);
  });

  test('a short name that several classes have is not used, and a class replaces all its groups', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded/subject/crowded-subject-0');
    // Thirteen groups that are all of 9A; and in the subject's own grid the class is the title.
    const titles = new Set(await page.locator('.cell-title').allTextContents());
    expect([...titles]).toEqual(['9A']);
    expect(await page.locator('#app').textContent()).not.toContain('S1');
  });

  test('of many simultaneous lessons some are shown, and a button shows the others', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded/subject/crowded-subject-4');
    const block = page.locator('.parallel').first();
    await block.getByText('13 at once').waitFor();
    expect(await block.locator('.cell:visible').count()).toBe(5);
    await block.getByRole('button', { name: '+8 more at the same time' }).press('Enter');
    expect(await block.locator('.cell:visible').count()).toBe(13);
    expect(await page.evaluate('document.activeElement.textContent')).toContain('9A Group 6');
  });

  test('the box checks detect names that leave the axis, and hidden text that leaves its lesson', async () => {
    // On a Friday: the word for today, which is hidden, stands far to the right.
    const page = await viewer.openGrid('hard', '#/timetable/crowded', { now: '2026-11-27T09:00' });
    const spoil = (css: string) => page.evaluate(`document.styleSheets[0].insertRule(${JSON.stringify(css)})`);
    await spoil('.axis-period bdi { display: block !important; white-space: nowrap; overflow: visible !important; }');
    expect(await overlaps(page)).not.toEqual([]);
    // A week that is wider than its container scrolls within it.
    await spoil('#app .week { grid-template-columns: 8rem repeat(var(--days), 30rem); }');
    expect(await page.evaluate(`document.querySelector('.week').scrollWidth > innerWidth`)).toBe(true);
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    await spoil('#app .week, #app .week li, #app .unplaced li { position: static; }');
    expect(await emptyScroll(page)).toBeGreaterThan(500);
  });

  test('a deep link scrolls the list to the chosen entry', async () => {
    const page = await viewer.openGrid('hard', '#/timetable/crowded/subject/crowded-subject-9', {
      viewport: { width: 1366, height: 700 },
    });
    const chosen = page.locator('#results [aria-current]');
    const { y = 0, height = 0 } = (await chosen.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(700);
    expect(await page.evaluate('scrollY')).toBe(0);
    // All 716 can be seen.
    await page.getByText('without lessons').click();
    expect(await page.locator('#results a').count()).toBe(716);
  });

  test('going back keeps the day and the entity, and so does another version', async () => {
    const page = await viewer.openVersions('demo-school');
    await page.getByLabel('In use on').fill('2026-12-01');
    await page.getByText('is in use on 1 December 2026').first().waitFor();
    await page.getByRole('link', { name: 'First term' }).click();
    await page.getByRole('searchbox').fill('siobhan');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Siobhán Ní Dhuibhir' }).waitFor();
    const [entity = ''] = page.url().split('/').slice(-1);
    await page.getByLabel('Version').selectOption({ label: 'From January' });
    await page.waitForURL(/main-2026-v2/);
    expect(page.url()).toContain(`/teacher/${entity}`);
    await page.locator('h1', { hasText: 'Siobhán Ní Dhuibhir' }).waitFor();
    await page.getByRole('link', { name: 'All timetables' }).click();
    expect(await page.getByLabel('In use on').inputValue()).toBe('2026-12-01');
    await page.getByRole('link', { name: 'First term' }).click();
    await page.locator('h1', { hasText: 'Siobhán Ní Dhuibhir' }).waitFor();
  });

  test.each([
    // All days have the same short label.
    ['same-days', 'same-days', 'Wednesday'],
    // Today is the eighth of ten days, so its tab is out of sight at first.
    ['demo-school', 'upper-2026-v1', 'Wed B'],
  ])('%s %s on a phone: the tab of today says which day it is, and is in sight', async (organisation, id, label) => {
    const look = { viewport: { width: 360, height: 740 }, timezoneId: 'UTC', now: '2026-11-18T08:40:00Z' };
    const page = await viewer.openAt(organisation, `#/timetable/${id}`, look);
    const tab = page.locator('.day-tabs [aria-pressed="true"]');
    await tab.waitFor();
    expect(await tab.textContent()).toBe(label);
    const isInSight = async () => {
      const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {};
      return x >= 0 && x + width <= 360;
    };
    await expect.poll(isInSight).toBe(true);
    expect(await page.locator('.free:visible').count()).toBe(0);
  });

  test('students are listed by name', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/diploma-2026-v1');
    await page.getByRole('button', { name: 'Students' }).click();
    const names = await page.locator('#results a > bdi:first-child').allTextContents();
    expect(names.length).toBeGreaterThan(20);
    expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare));
  });

  test('a version is shown as in use or a draft, with the description', async () => {
    const page = await viewer.openVersions('demo-school');
    expect(new Set(await page.locator('.badge').allTextContents())).toEqual(new Set(['In use', 'Draft']));
    await page.goto(`${viewer.belfry.url}/#/timetable/main-2026-v1`);
    await page.getByText(main.description).first().waitFor();
  });
});
