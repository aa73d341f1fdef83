// The pages on a slow phone network: how many answers come one after the other before what people come for is there, how high the
// page is, and that everybody can use it. The seconds and bytes are printed; those of a quiet machine are what counts.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { useDashboard } from '../dashboard/use-dashboard.ts';
import { noBrowser } from './viewer/browser.ts';
import { violations } from './viewer/expect-readable.ts';
import { useLinkedDemo } from './viewer/my/linked-demo.ts';

/** Slow 3G: 400 ms until an answer begins, and 400 kbit/s. */
const slow = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
/** A Wednesday, 08:40 at the school in Zurich. */
const now = '2026-11-18T07:40:00Z';

/** An answer: how many had to come before it, one after the other, and itself. */
type Answer = { path: string; turn: number; bytes: number };

/** Opens the page, and takes what it was sent until `wanted` was there. */
async function open(page: Page, url: string, wanted: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  const asked = new Map<string, Answer>();
  const answers: Answer[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const turn = 1 + Math.max(0, ...answers.map((each) => each.turn));
    asked.set(requestId, { path: new URL(request.url).pathname, turn, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = asked.get(requestId);
    if (answer !== undefined) answers.push({ ...answer, bytes: encodedDataLength });
  });
  const start = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(wanted).first().waitFor();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const taken = [...answers];
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const isData = ({ path }: Answer) => /^\/(api|control)\//.test(path);
  const sum = (all: readonly Answer[]) => all.reduce((total, { bytes }) => total + bytes, 0);
  return {
    seconds,
    turns: Math.max(...taken.map(({ turn }) => turn)),
    'bytes of the page': sum(taken.filter((each) => !isData(each))),
    'bytes of data': sum(taken.filter(isData)),
    'phone screens': Number((height / phone.viewport.height).toFixed(1)),
    violations: (await violations(page)).length,
    taken,
  };
}

describe.skipIf(noBrowser)('on a slow phone network', () => {
  const { viewer, tokens } = useLinkedDemo(now);
  const dashboard = useDashboard({ riverside: 'Riverside' });
  const table: Record<string, unknown> = {};
  afterAll(() => console.table(table));

  /** A page in a browser that has loaded nothing yet. */
  async function fresh(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await viewer.browser.newContext({ ...phone, serviceWorkers: 'block', locale: 'en-GB', ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date(now));
    return page;
  }

  test.each([
    ['with a calendar, in English', 'demo-school', 'upper-2026-v1', 'en-GB'],
    ['with a calendar, in Ukrainian', 'demo-school', 'upper-2026-v1', 'uk'],
    ['without one, in English', 'plain-school', 'plain-v1', 'en-GB'],
    ['without one, in Ukrainian', 'plain-school', 'plain-v1', 'uk'],
  ] as const)('the grid of a school %s', async (what, school, version, locale) => {
    const page = await fresh({ locale });
    await page.addInitScript(`sessionStorage.setItem('belfry-key', ${JSON.stringify(viewer.keyOf(school))})`);
    const url = `${viewer.belfry.url}/#/timetable/${version}/class/class-11A`;
    const { taken, ...row } = await open(page, url, '.week .cell:visible');
    table[`viewer ${what}`] = row;
    const turnOf = (path: string) => taken.find((each) => each.path === path)?.turn ?? 0;
    // The page, its script, its words, the timetable; then what dates need, with their style beside their script.
    expect(turnOf('/api/v1/calendar')).toBeLessThanOrEqual(3);
    expect(turnOf('/dates.css')).toBeLessThanOrEqual(5);
    expect(row.violations).toBe(0);
  });

  test.each(['en-GB', 'uk'])(
    'a pupil’s day in %s: what it shows is asked for together with the script',
    async (locale) => {
      const url = `${viewer.belfry.url}/my#${tokens.class11A}`;
      const { taken, ...row } = await open(await fresh({ locale }), url, '.my-lesson');
      table[`/my ${locale}`] = row;
      const turnOf = (path: string) => taken.find((each) => each.path === path)?.turn;
      expect(turnOf('/api/v1/my')).toBe(2);
      expect(turnOf('/my/my.js')).toBeLessThanOrEqual(2);
      expect(row.turns).toBeLessThanOrEqual(3);
      expect(row['phone screens']).toBeLessThan(2);
      expect(row.violations).toBe(0);
    },
  );

  test('the organisations of the dashboard', async () => {
    const signedIn = await dashboard.signedIn(await dashboard.token('operator'));
    const page = await fresh({ storageState: await signedIn.context().storageState() });
    const { taken, ...row } = await open(page, `${dashboard.url}/`, 'main a[href$=riverside]');
    table['dashboard'] = row;
    expect(taken.some(({ path }) => path === '/control/v1/organisations')).toBe(true);
    expect(row.violations).toBe(0);
  });
});
