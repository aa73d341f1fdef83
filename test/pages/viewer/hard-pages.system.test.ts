// No page scrolls beyond the lowest thing that can be seen on it: every page of the site, with timetables that are difficult
// to show. test/pages/dashboard/hard-pages.system.test.ts does the same for the dashboard.
// @module-tag long

import { beforeAll, describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, screenshot } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { hardDocuments } from './hard-documents.ts';
import { measureScroll, smallTargets } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const main = demoSchool().documents.find(({ document }) => document.id === 'main-2026-v1')?.document;
if (main === undefined) throw new Error('the demo school has a main school');
const documents = hardDocuments(main);
const [crowded, longCycle, arabic] = documents;
if (crowded === undefined || longCycle === undefined || arabic === undefined) throw new Error('three are hard');
/** A later version, in which every lesson of the third period is gone and every other one has another room. */
const later = structuredClone(crowded);
Object.assign(later, {
  ...{ id: 'crowded-v2', versionNumber: crowded.versionNumber + 1, createdAt: '2026-11-20T08:00:00.000Z' },
  lessonUnits: later.lessonUnits
    .filter(({ periodIndex }) => periodIndex !== 2)
    .map((unit, index) => ({ ...unit, roomIds: [main.rooms[index % main.rooms.length]?.localId ?? ''] })),
});

const now = '2026-11-25T09:20:00Z';
const together = (id: string, ...of: string[]) => `#/together/${id}?${of.map((each) => `of=${each}`).join('&')}`;

describe.skipIf(noBrowser)('with hard timetables', () => {
  const viewer = useViewer(
    [{ id: 'hard', name: 'Hard', documents: [...documents, later], calendar: demoCalendar }],
    now,
  );
  let token = '';
  beforeAll(async () => {
    token = (await viewer.belfry.createLink('hard', ['class', 'crowded-class-2'])).token;
  });

  const pages: Record<string, [path: string, awaited: string]> = {
    'the key': ['/?', '#key'],
    versions: ['/#/', '.version'],
    timetable: ['/#/timetable/crowded', '.week'],
    'class with groups': ['/#/timetable/crowded/class/crowded-class-2', '.week'],
    'thirteen at once': ['/#/timetable/crowded/subject/crowded-subject-4', '.week'],
    'all weeks': ['/#/timetable/long-cycle?week=all', '.week'],
    'a cycle in Arabic': ['/#/timetable/arabic?week=all', '.week'],
    'side by side': [
      `/${together('crowded', 'class/crowded-class-2', 'class/crowded-class-3', 'subject/crowded-subject-4')}`,
      '.side',
    ],
    'free rooms': ['/#/free/crowded', '.free-page'],
    calendar: ['/#/calendar', '.months'],
    changes: ['/#/changes/crowded', '.changes'],
    'print page': ['/#/print/crowded', '.print-page'],
    foyer: ['/#/foyer/crowded/class', '.foyer-column'],
    my: ['/my#TOKEN', '.my-page'],
    slips: ['/my/slips', 'main'],
    docs: ['/docs', '.docs'],
    schemas: ['/schemas/', '.docs'],
    'no such page': ['/nothing/here', 'main'],
  };
  const sizes = [
    [360, 740],
    [1366, 768],
    [2560, 1440],
  ] as const;

  test('no page scrolls beyond what can be seen on it, on a phone and on a large screen', async () => {
    const table: Record<string, string[]> = {};
    for (const [name, [path, awaited]] of Object.entries(pages)) {
      const options = { now, timezoneId: 'UTC' };
      const page = name === 'the key' ? await viewer.openPage(options) : await viewer.openAt('hard', '', options);
      await page.goto(viewer.belfry.url + path.replace('TOKEN', token));
      await page.locator(awaited).first().waitFor({ state: 'attached' });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const { empty, scrollHeight, lowest } = await measureScroll(page);
        table[name] = [...(table[name] ?? []), `${scrollHeight}/${lowest}`];
        expect(empty, `${name} at ${width} px: ${scrollHeight} px high, and ends at ${lowest} px`).toBeLessThanOrEqual(
          1,
        );
        await screenshot(page, `hard-page-${name.replaceAll(' ', '-')}-${width}`);
      }
      expect(await smallTargets(page), name).toEqual([]);
      page.expectClean();
    }
    const head = sizes.map(([width]) => `${width} px`).join(', ');
    console.log(`scrollHeight/lowest visible at ${head}: ${JSON.stringify(table)}`);
  });

  test('names are in the language of the timetable where its days tell it, so that long words break with a hyphen', async () => {
    const langOf = async (id: string) => {
      const page = await viewer.openGrid('hard', `#/timetable/${id}`);
      return page.locator('.cell-title bdi').first().getAttribute('lang');
    };
    expect(await langOf('long-cycle')).toBe('de');
    // The page's own language needs no mark, and what a browser does not hyphenate has none.
    expect(await langOf('crowded')).toBe(null);
    expect(await langOf('arabic')).toBe(null);
  });
});
