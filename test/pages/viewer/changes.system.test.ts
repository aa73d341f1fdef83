// The changes between two versions in the viewer: the list, the marks in the grid, and readability with difficult schools.
// @module-tag long

import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { ifThorough } from '../../support/thoroughness.ts';
import { noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { expectAccessible, expectNothingOverlaps, violations } from './expect-readable.ts';
import { hardDocuments } from './hard-documents.ts';
import { overlaps } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const documents = demoSchool()
  .documents.filter(({ autosave }) => !autosave)
  .map(({ document }) => document);
const main = documents.find(({ id }) => id === 'main-2026-v1');
if (main === undefined) throw new Error('the demo school has a main school');

/** Two versions: in the second, another lesson of one class is given by all teachers of the school. */
function assembly(document: Timetable): Timetable[] {
  const named = { ...document, groupId: 'assembly' };
  const everybody = document.teachers.map(({ localId }) => localId);
  const lessonUnits = document.lessonUnits.map((unit, index) =>
    index === 0 ? { ...unit, teacherIds: everybody } : unit,
  );
  return [
    { ...named, id: 'assembly-v1', versionNumber: 1 },
    { ...named, id: 'assembly-v2', versionNumber: 2, lessonUnits },
  ];
}

/** A later version in which some lessons are moved, removed or new, or have another teacher or room. */
function later(document: Timetable): Timetable {
  const { lessonUnits, teachers, rooms } = document;
  const changed = lessonUnits.flatMap((unit, index) => {
    const { dayId, periodIndex } = lessonUnits[(index + 7) % lessonUnits.length] ?? unit;
    if (index % 9 === 1) return [{ ...unit, dayId, periodIndex }];
    if (index % 9 === 3) return [{ ...unit, teacherIds: [teachers[index % teachers.length]?.localId ?? ''] }];
    if (index % 9 === 5) return [{ ...unit, roomIds: [rooms[index % rooms.length]?.localId ?? ''] }];
    if (index % 9 === 7) return [];
    return index % 9 === 8 ? [unit, { ...unit, localId: `${unit.localId}-new`, dayId, periodIndex }] : [unit];
  });
  return { ...document, id: `${document.id}-later`, versionNumber: 9, lessonUnits: changed };
}

const both = ['light', 'dark'] as const;

describe.skipIf(noBrowser)('changes', () => {
  const hard = hardDocuments(main);
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents },
    { id: 'hard', name: 'Hard', documents: [...hard, ...hard.map(later)] },
    { id: 'assembly', name: 'Assembly', documents: assembly(main) },
  ]);

  const opened = (organisation: string, hash: string, options = {}): Promise<WatchedPage> =>
    viewer.openGrid(organisation, hash, { now: '2026-11-18T10:00:00Z', ...options });

  test('a timetable links to the changes from the version in use to the next published one, for the same entity', async () => {
    const page = await opened('demo-school', '#/timetable/main-2026-v2/class/class-7A');
    await page.locator('.others > summary').click();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.locator('h1', { hasText: 'Changes for 7A Ahorn' }).waitFor();
    expect(await page.getByLabel('Before', { exact: true }).inputValue()).toBe('main-2026-v1');
    expect(await page.getByLabel('after', { exact: true }).inputValue()).toBe('main-2026-v2');
    await page.getByRole('region', { name: 'Moved (1)' }).waitFor();
    expect(await page.getByRole('region', { name: 'Moved (1)' }).textContent()).toContain(
      'Tuesday 12:30–13:15, was Wednesday 08:20–09:05',
    );
    expect(await page.getByRole('region', { name: 'Other teacher (1)' }).textContent()).toContain(
      'Yohannes Tesfaye, was Françoise Lefèvre',
    );
    expect(await page.locator('.former .mark').allTextContents()).toEqual(['Moved to Tue 12:30']);
    expect(await page.locator('.changed .mark').allTextContents()).toEqual([
      'Moved, was Wed 08:20 · Other teacher, was Françoise Lefèvre',
      'Other teacher, was Françoise Lefèvre',
    ]);
    // The address has both versions and the entity.
    await page.reload();
    await page.locator('h1', { hasText: 'Changes for 7A Ahorn' }).waitFor();
    expect(await page.locator('.former').count()).toBe(1);
    page.expectClean();
  });

  test('entries without changes are folded, and a lesson links to the changes of its teacher', async () => {
    const page = await opened('demo-school', '#/changes/main-2026?before=main-2026-v1&after=main-2026-v2');
    await page.locator('h1', { hasText: 'Changes for 7A Ahorn' }).waitFor();
    expect(await page.getByRole('link', { name: '5A Ahorn' }).isVisible()).toBe(false);
    await page.getByText('20 without changes').click();
    await page.getByRole('link', { name: '5A Ahorn' }).click();
    await page.getByText('Nothing changes here between the two versions.').waitFor();
    await page.goBack();
    await page.locator('.former').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Françoise Lefèvre' }).click();
    await page.locator('h1', { hasText: 'Changes for Françoise Lefèvre' }).waitFor();
    await page.getByRole('region', { name: /^Gone/ }).waitFor();
  });

  test('of a lesson with very many teachers some are named, and the others are one press away, and on paper', async () => {
    const page = await opened('assembly', '#/changes/assembly');
    const rest = page.locator('.changes details.rest').first();
    const all = main.teachers.length;
    expect(await rest.locator('summary').textContent()).toBe(`+${all - 8}`);
    const last = rest.locator('bdi').last();
    expect(await last.isVisible()).toBe(false);
    await rest.locator('summary').click();
    expect(await last.isVisible()).toBe(true);
    await rest.locator('summary').click();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await last.isVisible()).toBe(true);
  });

  test('a timetable with a single version says so', async () => {
    const page = await opened('demo-school', '#/timetable/upper-2026-v1');
    await page.locator('.others > summary').click();
    await page.getByRole('link', { name: 'Free rooms' }).waitFor();
    expect(await page.getByRole('link', { name: 'Changes' }).count()).toBe(0);
    await page.goto(`${viewer.belfry.url}/#/changes/upper-2026`);
    await page.getByText('There is no other version to compare with.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['hard', '#/changes/crowded/subject/crowded-subject-4', both],
    // Not the longest grid, which takes longest and has nothing that the others lack.
    ['hard', '#/changes/long-cycle', ifThorough(both)],
    ...ifThorough([
      ['demo-school', '#/changes/main-2026/class/class-7A?before=main-2026-v1&after=main-2026-v2', both],
      ['hard', '#/changes/crowded/class/crowded-class-2', both],
      ['hard', '#/changes/arabic', both],
    ] as const),
  ] as const)(
    '%s %s: no text over text on screen and on paper, no scroll into nothing',
    async (organisation, hash, colorSchemes) => {
      const page = await opened(organisation, hash);
      await expectNothingOverlaps(page, [360, 768, 1366, 2560]);
      expect(await page.locator('.mark').count()).toBeGreaterThan(0);
      await expectAccessible(page, `changes-${hash.split('/')[2]}`, colorSchemes);
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      await page.setViewportSize({ width: 1047, height: 1047 });
      expect(await overlaps(page)).toEqual([]);
      page.expectClean();
    },
  );

  test('on a phone the day with the first change is open', async () => {
    const page = await opened(
      'demo-school',
      '#/changes/main-2026/class/class-7A?before=main-2026-v1&after=main-2026-v2',
      { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    );
    expect(await page.locator('.day-name:visible').allTextContents()).toEqual(['Tuesday']);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'changes-phone');
  });
});
