// The person's page shows what is different on a day, and keeps it for when there is no network.

import { beforeAll, describe, expect, test } from 'vitest';
import { demoSchool } from '../../../../src/demo/demo-school.ts';
import { noBrowser } from '../browser.ts';
import { demoCalendar } from '../demo-calendar.ts';
import { different, hostile } from '../different-days.ts';
import { violations } from '../expect-readable.ts';
import { useViewer } from '../use-viewer.ts';

const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has an upper school');
const now = '2026-11-18T07:40:00Z';

describe.skipIf(noBrowser)('what is different on the person’s page', () => {
  const viewer = useViewer(
    [{ id: 'demo-school', name: 'Demo', documents: [upper], calendar: demoCalendar, different }],
    now,
  );
  const tokens = { class11B: '', replaced: '' };
  beforeAll(async () => {
    tokens.class11B = (await viewer.belfry.createLink('demo-school', ['class', 'class-11B'])).token;
    tokens.replaced = (await viewer.belfry.createLink('demo-school', ['teacher', 'teacher-53'])).token;
  });
  async function opened(token: string, options = {}) {
    const page = await viewer.openPage({ now, serviceWorkers: 'block', ...options }, '/my');
    await page.goto(`${viewer.belfry.url}/my#${token}`);
    await page.locator('.my-today .my-lesson').first().waitFor();
    return page;
  }

  test('cancelled, changed and added lessons, notes, and texts as text', async () => {
    const page = await opened(tokens.class11B);
    const lesson = (text: string) => page.locator('.my-today .my-lesson', { hasText: text });
    expect(await lesson('Class Time').locator('.mark').innerText()).toBe('Cancelled');
    expect(await lesson('Class Time').locator('.said').textContent()).toBe(hostile.markup);
    expect(await lesson('Ewan Pryce-Jones').locator('.mark').innerText()).toBe('Changed');
    expect(await lesson('Entrance test').locator('.mark').innerText()).toBe('Extra: exam');
    expect(await page.locator('.my-today > .said').allTextContents()).toEqual([
      'Bus strike',
      `Upper 11B · ${hostile.markup}`,
    ]);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('who is replaced sees it, and without a network the last answer stays', async () => {
    const page = await opened(tokens.replaced);
    const lesson = page.locator('.my-today .my-lesson.off');
    expect(await lesson.locator('.mark').innerText()).toBe('Taught by somebody else');
    await page.route('**/api/v1/my', (route) => route.abort());
    await page.evaluate('dispatchEvent(new Event("online"))');
    await page.getByText('No connection. What you see is as of').waitFor();
    expect(await lesson.count()).toBe(1);
  });

  test('in Arabic it is readable too', async () => {
    const page = await opened(tokens.class11B, { locale: 'ar' });
    expect(await page.locator('.my-today .mark').first().innerText()).not.toMatch(/[a-z]/i);
    expect(await violations(page)).toEqual([]);
  });
});
