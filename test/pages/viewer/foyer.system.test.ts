// The screen in the foyer, in a real browser: it turns its pages, continues overnight, and says when it is out of date.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { enterKey, noBrowser, screenshot } from './browser.ts';
import { violations } from './expect-readable.ts';
import { overlaps } from './text-boxes.ts';
import { useViewer } from './use-viewer.ts';

const main = demoSchool().documents.find(({ document }) => document.id === 'main-2026-v1')?.document;
if (main === undefined) throw new Error('the demo school has a main school');
const address = `#/foyer/${main.groupId}/class?seconds=10`;

describe.skipIf(noBrowser)('the screen in the foyer', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents: [main] }]);

  async function opened(time: string, hash = address, options = {}) {
    const page = await viewer.openAt('demo-school', hash, {
      timezoneId: 'UTC',
      viewport: { width: 1366, height: 768 },
      from: `${time}:00Z`,
      ...options,
    });
    await page.locator('.foyer-column').first().waitFor();
    return page;
  }
  const names = (page: Awaited<ReturnType<typeof opened>>) => page.locator('.foyer-column h2').allTextContents();

  test('the print page links to the screen with the chosen entities, and the address contains no key', async () => {
    const page = await viewer.openAt('demo-school', `#/print/${main.id}`, { from: '2026-11-18T09:00:00Z' });
    await page.getByRole('button', { name: 'None', exact: true }).click();
    for (const name of ['5A Ahorn', '5B Bouleau']) await page.getByLabel(name, { exact: true }).check();
    await page.getByLabel('Seconds a page').fill('20');
    await page.getByRole('link', { name: 'Open the screen' }).click();
    await page.locator('.foyer-column').first().waitFor();
    expect(await names(page)).toEqual(['5A Ahorn', '5B Bouleau']);
    expect(page.url()).toMatch(/seconds=20&only=\S+&only=\S+$/);
    expect(page.url()).not.toContain(viewer.keyOf('demo-school'));
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(viewer.keyOf('demo-school'));
    page.expectClean();
  });

  test('with a remembered key it starts by itself in a browser that was closed', async () => {
    const page = await viewer.openPage();
    await page.getByLabel('Remember on this device').check();
    await enterKey(page, viewer.keyOf('demo-school'));
    await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
    const storageState = await page.context().storageState(); // what a browser keeps when it is closed
    const context = await viewer.browser.newContext({ storageState });
    const started = await context.newPage();
    await started.goto(`${viewer.belfry.url}/${address}`);
    await started.locator('.foyer-column').first().waitFor();
    await context.close();
    await page.getByRole('button', { name: 'Forget the key' }).click();
  });

  test('it shows the classes in turn, marks the current lessons, and can be paused', async () => {
    const page = await opened('2026-11-18T09:00');
    const first = await names(page);
    expect(first).toHaveLength(3);
    expect(await page.locator('.clock').textContent()).toContain('Wednesday 18 November · 09:00');
    expect(await page.locator('.foyer [aria-current="time"]').count()).toBeGreaterThan(0);
    await page.clock.runFor(10_000);
    const second = await names(page);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.clock.runFor(30_000);
    expect(await names(page)).toEqual(second);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.clock.runFor(10_000);
    expect(await names(page)).not.toEqual(second);
    page.expectClean();
  });

  test('when the server is away it says since when it is out of date, and recovers', async () => {
    const page = await opened('2026-11-18T09:00');
    await page.route('**/api/**', (route) => route.abort());
    await page.clock.runFor(70_000);
    await page.getByText('Not updated since 09:00').waitFor();
    expect(await names(page)).toHaveLength(3);
    await page.unroute('**/api/**');
    await page.clock.runFor(70_000);
    await expect.poll(() => page.getByText('Not updated since').count()).toBe(0);
    page.expectClean();
  });

  test('overnight it changes to the next day, and sends the ETag', async () => {
    const page = await opened('2026-11-18T20:00');
    const statuses = new Set<number>();
    page.on('response', (response) => {
      // The school has no calendar, which is asked for too.
      if (!response.url().endsWith('/calendar')) statuses.add(response.status());
    });
    await page.clock.fastForward('12:00:00');
    await expect.poll(() => statuses.size).toBeGreaterThan(0);
    await page.clock.runFor(10_000);
    expect(await page.locator('.clock').textContent()).toContain('Thursday 19 November');
    expect([...statuses]).toEqual([304]);
    expect(await page.locator('.foyer-column li').count()).toBeGreaterThan(3);
    page.expectClean();
  });

  test('after the last lesson it shows those of the next school day, and at the weekend one page says when that is', async () => {
    const evening = await opened('2026-11-18T20:00');
    const columns = evening.locator('.foyer-column');
    expect(await columns.count()).toBe(3);
    for (const column of await columns.all()) {
      await column.getByText('No more lessons today.').waitFor();
      await column.getByText('Next school day: Thursday 19 November').waitFor();
      expect(await column.locator('li').count()).toBeGreaterThan(3);
      expect(await column.locator('.past, [aria-current]').count()).toBe(0);
    }
    const weekend = await opened('2026-11-21T10:00');
    for (const seconds of [0, 30]) {
      await weekend.clock.runFor(seconds * 1000);
      expect(await weekend.locator('.foyer-column').allInnerTexts()).toEqual([
        expect.stringMatching(/^No lessons today\.\s+Next school day: Monday 23 November$/),
      ]);
      expect(await weekend.locator('.foyer-state').textContent()).toBe('');
    }
    weekend.expectClean();
  });

  test('a window that becomes smaller or larger has other columns at once', async () => {
    const page = await opened('2026-11-18T09:00');
    expect(await page.locator('.foyer-column').count()).toBe(3);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.locator('.foyer-column').count()).toBe(1);
    expect(await overlaps(page)).toEqual([]);
  });

  test('a revoked key closes the screen', async () => {
    const own = await viewer.belfry.createKey('demo-school');
    const page = await viewer.openPage({ timezoneId: 'UTC', from: '2026-11-18T09:00:00Z' });
    await enterKey(page, own.key);
    await page.goto(`${viewer.belfry.url}/${address}`);
    await page.locator('.foyer-column').first().waitFor();
    await viewer.belfry.revokeKey(own.id);
    await page.clock.runFor(61_000);
    await page.getByText('This key does not work').waitFor();
    expect(await page.locator('.foyer').count()).toBe(0);
  });

  test.each([
    { width: 1920, height: 1080, direction: 'ltr', reducedMotion: 'no-preference' },
    { width: 1366, height: 768, direction: 'rtl', reducedMotion: 'reduce' },
    { width: 1080, height: 1920, direction: 'ltr', reducedMotion: 'reduce' },
    { width: 360, height: 740, direction: 'ltr', reducedMotion: 'no-preference' },
  ] as const)('on $width x $height ($direction, motion: $reducedMotion) nothing is cut off', async (look) => {
    const { width, height, direction, reducedMotion } = look;
    const options = { viewport: { width, height }, reducedMotion, locale: direction === 'rtl' ? 'ar' : 'en-GB' };
    const page = await viewer.openPage({ timezoneId: 'UTC', now: '2026-11-18T09:00:00Z', ...options });
    await page.locator('#key').fill(viewer.keyOf('demo-school'));
    await page.keyboard.press('Enter');
    await page.locator('.version').first().waitFor();
    await page.goto(`${viewer.belfry.url}/${address}`);
    await page.locator('.foyer-column li').first().waitFor();
    // A new page fades in, unless the system asks for reduced motion.
    await page.evaluate(`document.querySelector('.board').classList.add('turned')`);
    const animation = `getComputedStyle(document.querySelector('.foyer-column')).animationName`;
    expect((await page.evaluate(animation)) === 'none').toBe(reducedMotion === 'reduce');
    await page.evaluate(`Promise.all(document.getAnimations().map((each) => each.finished))`);
    const clipped = `[...document.querySelectorAll('.foyer, .foyer-column, .board')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.className + each.scrollHeight + '>' + each.clientHeight)`;
    expect(await page.evaluate(clipped)).toEqual([]);
    expect(await overlaps(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `foyer-${width}-${direction}`);
    page.expectClean();
  });
});
