// The layout of the viewer in difficult cases: on a phone, in the dark, with names from right to left, long names and names
// that contain markup; and its speed and size.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/contract/types.generated.ts';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { languageTags } from '../../../src/pages/languages/language-names.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';
import { fastest } from '../../support/fastest.ts';
import { ifThorough, thorough } from '../../support/thoroughness.ts';
import { enterKey, noBrowser, screenshot, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';
import { largeSchool } from './large-school.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

/** Times depend on the machine: `npm run viewer-figures` takes them. */
const figures = process.env['BELFRY_FIGURES'] !== undefined;
const figure = test.runIf(figures);

const [upper, diploma, main] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined || diploma === undefined || main === undefined) throw new Error('the demo school has three');

const unplacedTeacher = upper.lessonUnits.find(({ dayId }) => dayId === null)?.teacherIds[0];
const unscheduled = upper.teachers.find(({ localId }) => localId === unplacedTeacher)?.entityId;

const evil = `<img src=x onerror=alert(1)><script>alert(2)</script>"'&`;

/** The document under other ids, with every name and colour replaced. */
function renamed(id: string, name: string, color: string): Timetable {
  const copy = structuredClone(upper as Timetable); // checked above
  const other = { name, shortName: name, color };
  for (const each of [...copy.teachers, ...copy.subjects, ...copy.classes, ...copy.rooms]) Object.assign(each, other);
  for (const unit of copy.lessonUnits) Object.assign(unit, { lockReason: unit.locked ? name : null });
  for (const day of copy.bellSchedules.flatMap(({ days }) => days)) day.label = name;
  const [bellSchedule = copy.bellSchedule] = copy.bellSchedules;
  return { ...copy, id, groupId: id, name, versionName: name, description: name, bellSchedule };
}

/** Before school: what is next is a row of parallel lessons. */
const now = '2026-11-24T02:00:00Z';

/** The elements wider than the window, by class name and text. */
const overflow = `[...document.querySelectorAll('body, body *')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.week, .visually-hidden, .day-tabs'))
  .map((each) => each.className + ' ' + each.textContent.slice(0, 40))`;

describe.skipIf(noBrowser)('the viewer', () => {
  const viewer = useViewer([
    { id: 'demo-school', name: 'Demo', documents: [upper, diploma, main] },
    { id: 'evil', name: 'Evil', documents: [renamed('evil-v1', evil, 'red;background:url(https://evil.example)')] },
    { id: 'hebrew', name: 'Hebrew', documents: [renamed('hebrew-v1', 'בית הספר ע״ש 3 (א)', '#336699')] },
    { id: 'long', name: 'Long', documents: [renamed('long-v1', 'Donaudampfschifffahrtsgesellschaft'.repeat(5), '')] },
    ...(figures ? [{ id: 'large', name: 'Large', documents: [largeSchool(main)] }] : []),
  ]);

  test.each([
    ['phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
    ['dark', { colorScheme: 'dark' }],
    ['dark-phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['tablet', { viewport: { width: 820, height: 1180 } }],
    ['small-window', { viewport: { width: 1030, height: 800 } }],
  ] as const)('%s: nothing is cut off, and everybody can use it', async (name, options) => {
    const page = await viewer.openGrid('demo-school', '#/timetable/upper-2026-v1/class/class-11A', { ...options, now });
    expect(await page.evaluate(overflow)).toEqual([]);
    // All five days are visible without scrolling.
    const wider = `document.querySelector('.week').scrollWidth - document.querySelector('.week').clientWidth`;
    expect(await page.evaluate(wider)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, name);
    if ('isMobile' in options) {
      await page.getByText('Choose another').tap();
      await page.getByRole('link', { name: 'Riverside 11' }).tap();
      await page.locator('h1', { hasText: 'Riverside 11' }).waitFor();
      expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    }
    page.expectClean();
  });

  test.each(['hebrew', 'long'])('%s names do not overflow', async (organisation) => {
    for (const width of [360, 1280]) {
      // With an unscheduled lesson, so that the page has all its parts.
      const of = width === 360 ? '' : `/teacher/${unscheduled}`;
      const page = await viewer.openGrid(organisation, `#/timetable/${organisation}-v1${of}`, {
        viewport: { width, height: 800 },
        now,
      });
      expect(await page.evaluate(overflow)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `${organisation}-${width}`);
      await sheetsReady(page);
      const printed = await page.pdf({ preferCSSPageSize: true });
      expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
  });

  test('letters and the grid grow above 1920 px', async () => {
    const sizes: number[][] = [];
    for (const width of [1366, 1920, 2560, 3840]) {
      const page = await viewer.openGrid('demo-school', '#/timetable/upper-2026-v1/class/class-11A', {
        viewport: { width, height: 1080 },
        now,
      });
      const measured = `['body', '.cell-title', '.week .axis-period bdi']
        .map((each) => Math.round(parseFloat(getComputedStyle(document.querySelector(each)).fontSize)))`;
      sizes.push(await page.evaluate<number[]>(measured));
      expect(await page.evaluate(overflow)).toEqual([]);
    }
    const [usual = [], full, wide = [], widest = []] = sizes;
    expect(full).toEqual(usual);
    expect(wide.map((size, index) => size / (usual[index] ?? 0) >= 1.1)).toEqual([true, true, true]);
    expect(widest.map((size, index) => size / (usual[index] ?? 0) >= 1.4)).toEqual([true, true, true]);
  });

  test('lessons at one time do not make their row much higher than others', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/upper-2026-v1/class/class-11A', {
      viewport: { width: 1366, height: 768 },
      now,
    });
    expect(await page.locator('.parallel').count()).toBeGreaterThan(0);
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.axis-period')].map((each) => each.getBoundingClientRect().height)`,
    );
    const median = heights.toSorted((one, other) => one - other)[heights.length >> 1] ?? 0;
    expect(Math.max(...heights)).toBeLessThanOrEqual(2 * median);
  });

  test('markup in names is shown as text', async () => {
    const page = await viewer.openPage();
    let alerted = false;
    page.on('dialog', () => {
      alerted = true;
    });
    await enterKey(page, viewer.keyOf('evil'));
    await page.getByRole('link', { name: evil }).click();
    await page.locator('h1', { hasText: evil }).waitFor();
    await page.locator('.cell').first().click();
    await page.getByRole('dialog').getByText(evil).first().waitFor();
    expect(await page.locator('#app img, #app script, dialog img').count()).toBe(0);
    expect(alerted).toBe(false);
    page.expectClean();
  });

  test("the viewer's files need no key, and the page has no inline script or style", async () => {
    const response = await fetch(viewer.belfry.url);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
    for (const path of ['/viewer.js', '/viewer.css', '/favicon.svg', '/client/belfry-client.js', '/schemas/room.json'])
      expect((await fetch(viewer.belfry.url + path)).status, path).toBe(200);
    // A browser asks for it beside whatever is no page, such as an answer of the API.
    const icon = await fetch(`${viewer.belfry.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  });

  /**
   * The CPU time of the page's thread in milliseconds, which does not depend on how busy the machine is with other
   * tests.
   */
  async function threadClock(page: WatchedPage): Promise<() => Promise<number>> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
  }

  figure('the first view of the demo school is there in less than 300 ms', async () => {
    const page = await viewer.openGrid('demo-school', '#/timetable/main-2026-v1');
    // Elapsed time, with the server's.
    const least = await fastest(300, async () => {
      await page.reload({ waitUntil: 'commit' });
      // From the start of the navigation to the frame after the grid was drawn, on the page's own clock.
      return await page.evaluate<number>(`new Promise((done) => {
        const look = () => document.querySelector('.week .cell')
          ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
          : requestAnimationFrame(look);
        look();
      })`);
    });
    console.log(`first view of the demo school: ${least.toFixed(0)} ms`);
    expect(least).toBeLessThan(300);
  });

  test('it weighs less than 30 kB, compressed, in each language', async () => {
    const site = join(viewer.belfry.folder, 'site');
    const tags = languageTags();
    const parts = readdirSync(join(site, 'parts')).filter((name) => /^viewer-\w+\.js$/.test(name));
    const partOf = new Map<string, string>();
    for (const tag of tags) {
      const { skip } = (await loadWords(tag)).words;
      const own = parts.filter((name) => readFileSync(join(site, 'parts', name), 'utf8').includes(skip));
      expect(own).toHaveLength(1);
      partOf.set(tag, `/parts/${own[0]}`);
    }
    const wordsOf = (tag: string) => [partOf.get(tag) ?? ''];
    const weights: Record<string, number> = {};
    // Unless thorough, one language is loaded, and the sizes of the others follow, since only their words differ.
    for (const locale of ['ar', ...ifThorough(tags)]) {
      const page = await (await viewer.browser.newContext({ locale })).newPage();
      const loaded = new Set<string>();
      page.on('request', (request) => loaded.add(new URL(request.url()).pathname));
      await page.goto(viewer.belfry.url, { waitUntil: 'networkidle' });
      const words = new Set(tags.flatMap(wordsOf));
      expect([...loaded].filter((path) => words.has(path))).toEqual(wordsOf(locale));
      const others = [...loaded].filter((path) => !words.has(path) && path !== '/' && path !== '/favicon.svg');
      for (const tag of thorough ? [locale] : tags) {
        const files = ['index.html', 'favicon.svg', ...others, ...wordsOf(tag)];
        const bytes = files.map((name) => gzipSync(readFileSync(join(site, name))).length);
        weights[tag] = bytes.reduce((sum, each) => sum + each);
      }
    }
    console.log(`the viewer, compressed, in bytes: ${JSON.stringify(weights)}`);
    expect(Object.keys(weights).sort()).toEqual(tags.sort());
    expect(Math.max(...Object.values(weights))).toBeLessThan(30_000);
  });

  figure('100 classes and 3,000 units: a switch takes less than 50 ms', async () => {
    const page = await viewer.openGrid('large', '#/timetable/large-v1');
    const spent = await threadClock(page);
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const before = await spent();
      await page.evaluate(`new Promise((done) => {
        addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(done)), { once: true });
        document.querySelectorAll('#results a')[${round * 7 + 3}].click();
      })`);
      times.push((await spent()) - before);
    }
    console.log(`switching a grid of 3,000 units: ${times.map((each) => `${each.toFixed(0)} ms`).join(', ')}`);
    expect(await page.locator('h1').textContent()).toBe('Class 45');
    expect(Math.max(...times)).toBeLessThan(50);
    page.expectClean();
  });
});
