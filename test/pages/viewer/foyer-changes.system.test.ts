// The screen in the foyer shows what is different today and on the next school day.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser } from './browser.ts';
import { demoCalendar } from './demo-calendar.ts';
import { different, hostile } from './different-days.ts';
import { violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has an upper school');
const now = '2026-11-18T07:40:00Z';
const address = `#/foyer/${upper.groupId}/class?seconds=10&only=class-11B`;

describe.skipIf(noBrowser)('the screen in the foyer', () => {
  const viewer = useViewer(
    [{ id: 'demo-school', name: 'Demo', documents: [upper], calendar: demoCalendar, different }],
    now,
  );
  async function opened(options = {}) {
    const page = await viewer.openAt('demo-school', address, {
      ...{ timezoneId: 'UTC', viewport: { width: 1366, height: 768 }, from: now },
      ...options,
    });
    await page.locator('.foyer-lesson').first().waitFor();
    return page;
  }

  test('cancelled, changed and added lessons say so, with who and where', async () => {
    const page = await opened();
    const lesson = (text: string) => page.locator('.foyer-lesson', { hasText: text });
    expect(await lesson('Class Time').locator('.mark').innerText()).toBe('Cancelled');
    expect(await lesson('Class Time').getAttribute('class')).toBe('foyer-lesson off');
    expect(await lesson('Class Time').locator('.foyer-text').textContent()).toBe(hostile.markup);
    expect(await lesson('Ewan Pryce-Jones').textContent()).toContain('instead of Margaret Achieng');
    expect(await lesson('Entrance test').locator('.mark').innerText()).toBe('Extra: exam');
    // A cancelled lesson is never on.
    expect(await page.locator('.foyer [aria-current] .off').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('the next school day’s changes stand below, and notes and absent classes above, in turn', async () => {
    const page = await opened();
    await page.getByRole('heading', { name: 'Changes on Thursday 19 November' }).waitFor();
    expect(await page.locator('.foyer-column ol').nth(1).innerText()).toContain('Moved from Wed 18 Nov, 10:25');
    const lines = () => page.locator('.foyer-notes li').allTextContents();
    expect(await lines()).toEqual(['Bus strike', `Upper 11B · ${hostile.markup}`, 'Away: Upper 11A']);
    await page.clock.runFor(10_000);
    expect(await lines()).toEqual(['Thursday 19 November · Photographs at nine']);
  });

  test('within a minute it shows what was changed meanwhile, and asks with a tag', async () => {
    const page = await opened();
    const asked: (number | string)[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/v1/days/')) asked.push(response.status());
    });
    await page.clock.runFor(61_000);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
    expect(new Set(asked)).toEqual(new Set([304]));
    await viewer.belfry.setDifferent('demo-school', { ...different, notes: [{ date: 20261118, text: 'All is well' }] });
    await page.clock.runFor(61_000);
    await page.getByText('All is well').waitFor();
    await viewer.belfry.setDifferent('demo-school', different);
  });

  test('when days cannot be read it says since when it is out of date; a server without days shows the plan', async () => {
    const page = await opened();
    await page.route('**/api/v1/days/**', (route) => route.abort());
    await page.clock.runFor(70_000);
    await page.getByText('Not updated since 08:40').waitFor();
    expect(await page.locator('.off').count()).toBeGreaterThan(0);
    await page.unrouteAll();
    await page.route('**/api/v1/days/**', (route) =>
      route.fulfill({ status: 404, json: { success: false, error: { code: 'NOT_FOUND', message: 'Not found' } } }),
    );
    await page.clock.runFor(70_000);
    await expect.poll(() => page.locator('.off, .foyer-notes').count()).toBe(0);
    expect(await page.locator('.foyer-lesson').count()).toBeGreaterThan(3);
  });

  test.each([
    { width: 1920, height: 1080, locale: 'en-GB' },
    { width: 360, height: 740, locale: 'ar' },
  ])('on $width x $height in $locale nothing is cut off', async ({ width, height, locale }) => {
    const page = await opened({ viewport: { width, height }, locale });
    const clipped = `[...document.querySelectorAll('.foyer, .foyer-column, .board')]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.className + each.scrollHeight + '>' + each.clientHeight)`;
    expect(await page.evaluate(clipped)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});
