// A finger on a phone that shows one day, in the viewer and on the person's page: from side to side it changes the day, in the
// direction in which the page is read; up and down, and along the tabs, it scrolls.

import { beforeAll, describe, expect, test } from 'vitest';
import { combine } from '../../support/thoroughness.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { drag, pinch } from './finger.ts';
import { useLinkedDemo } from './my/linked-demo.ts';

/** A Wednesday, 08:40 at the school in Zurich. */
const now = '2026-11-18T07:40:00Z';
const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };
const [left, middle, right] = [60, 180, 300];

type Kind = 'my' | 'viewer';
type Opened = { page: WatchedPage; tab(): Promise<number>; shown(): Promise<number> };

describe.skipIf(noBrowser)('a finger on a phone', () => {
  const { viewer, tokens } = useLinkedDemo(now);
  // The key is entered in English, and known in the other languages.
  beforeAll(async () => void (await viewer.openVersions('demo-school')));

  async function opened(kind: Kind, locale: string): Promise<Opened> {
    const options = { now, locale, serviceWorkers: 'block', ...phone } as const;
    const page = await (kind === 'my'
      ? viewer.openPage(options, '/my')
      : viewer.openGrid('demo-school', '#/timetable/upper-2026-v1/class/class-11A', options));
    if (kind === 'my') await page.goto(`${viewer.belfry.url}/my#${tokens.class11A}`);
    const days = kind === 'my' ? '.my-day' : '.grid-page .day';
    await page.locator(`${days}.chosen`).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    return {
      page,
      tab: () =>
        page.evaluate<number>(
          `[...document.querySelectorAll('.day-tabs button')].findIndex((each) => each.getAttribute('aria-pressed') === 'true')`,
        ),
      shown: () => page.locator(`${days}:visible`).count(),
    };
  }

  const screens = combine(['my', 'viewer'] as const, ['en-GB', 'ar'] as const);

  test.each(screens)('%s, %s: to the next day and back, and no further than the first', async (kind, locale) => {
    const { page, tab, shown } = await opened(kind, locale);
    const [from, to] = locale === 'ar' ? [left, right] : [right, left];
    // Both begin with today; in the viewer the days before it stand before it.
    const first = await tab();
    const address = page.url();
    const seen: number[] = [];
    const swipes = [1, 1, -1, -1, ...Array.from({ length: first + 2 }, () => -1)];
    for (const direction of swipes) {
      const [start, end] = direction === 1 ? [from, to] : [to, from];
      await drag(page, [start, 540], [end, 544]);
      expect(page.url()).toBe(address);
      expect(await shown()).toBe(1);
      seen.push((await tab()) - first);
    }
    expect(seen.slice(0, 4)).toEqual([1, 2, 1, 0]);
    expect(first + (seen.at(-1) ?? 0)).toBe(0);
    page.expectClean();
  });

  test.each(['my', 'viewer'] as const)(
    '%s: up and down, slanting, a little aside and with two fingers it is no swipe',
    async (kind) => {
      const { page, tab } = await opened(kind, 'en-GB');
      const first = await tab();
      const scrolled = () => page.evaluate<number>('scrollY');
      await drag(page, [middle, 560], [middle, 260]);
      await expect.poll(scrolled).toBeGreaterThan(100);
      await page.evaluate('scrollTo(0, 0)');
      await drag(page, [right, 560], [middle, 400]);
      await drag(page, [middle, 420], [middle + 40, 420]);
      await pinch(page, [middle, 420]);
      expect(await tab()).toBe(first);
      page.expectClean();
    },
  );

  test.each(screens)('%s, %s: along the tabs it scrolls them and changes no day', async (kind, locale) => {
    const { page, tab } = await opened(kind, locale);
    const first = await tab();
    const { y, height } = (await page.locator('.day-tabs').boundingBox()) ?? { y: 0, height: 0 };
    const [from, to] = locale === 'ar' ? [left, right] : [right, left];
    await drag(page, [from, y + height / 2], [to, y + height / 2]);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(await tab()).toBe(first);
    if (kind === 'my')
      expect(await page.evaluate('Math.abs(document.querySelector(".day-tabs").scrollLeft)')).toBeGreaterThan(50);
    page.expectClean();
  });
});
