// What a timetable's page offers: two buttons and a menu, the search by a key, and the link past the header.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { noBrowser, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const documents = demoSchool().documents.map(({ document }) => document);

describe.skipIf(noBrowser)("a timetable's page", () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents }]);
  const hash = '#/timetable/main-2026-v1/class/class-7A';
  const focused = (page: WatchedPage) => page.evaluate<string>('document.activeElement.textContent');

  test('offers two buttons and a menu, which the keyboard opens, walks and closes', async () => {
    const page = await viewer.openGrid('demo-school', hash);
    const actions = page.locator('.actions');
    const shown = () => actions.locator('button, a, summary').filter({ visible: true }).allTextContents();
    expect(await shown()).toEqual(['Print', 'Save', 'More']);
    const more = actions.locator('summary');
    await more.focus();
    await page.keyboard.press('Enter');
    expect(await shown()).toEqual([
      'Print',
      'Save',
      'More',
      'Changes',
      'Side by side',
      'Free rooms',
      'Print and screens',
    ]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    // The whole menu is on the screen, in both directions of writing.
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`);
      const box = await actions.locator('details > div').boundingBox();
      expect(box?.x, direction).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0), direction).toBeLessThanOrEqual(1280);
    }
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Changes');
    await page.keyboard.press('Escape');
    expect(await shown()).toEqual(['Print', 'Save', 'More']);
    expect(await focused(page)).toBe('More');
    page.expectClean();
  });

  test('closes the menu when focus leaves it, at a press elsewhere, and when a page of it opens', async () => {
    const page = await viewer.openGrid('demo-school', hash);
    const link = page.getByRole('link', { name: 'Free rooms' });
    const more = page.locator('.others > summary');
    await more.click();
    await link.waitFor();
    await page.getByRole('searchbox').focus();
    await link.waitFor({ state: 'hidden' });
    await more.click();
    await link.waitFor();
    await page.locator('h1').click();
    await link.waitFor({ state: 'hidden' });
    await more.click();
    await link.click();
    await page.locator('.free-page').waitFor();
    await page.goBack();
    await more.waitFor();
    expect(await link.isVisible()).toBe(false);
    page.expectClean();
  });

  test.each([1280, 360])('at %i px, "/" leads to the search from anywhere but a field', async (width) => {
    const page = await viewer.openGrid('demo-school', hash, { viewport: { width, height: 740 } });
    await sheetsReady(page);
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect.poll(() => page.evaluate(`document.activeElement.id`)).toBe('search');
    expect(await search.inputValue()).toBe('');
    await page.keyboard.type('a/b');
    expect(await search.inputValue()).toBe('a/b');
    page.expectClean();
  });

  test('begins with the link past the header, whichever page is opened first', async () => {
    for (const first of [hash, '#/', '#/free/main-2026-v1', '#/print/main-2026-v1']) {
      const page = await viewer.openAt('demo-school', hash);
      await page.goto(`${viewer.belfry.url}/favicon.svg`);
      await page.goto(`${viewer.belfry.url}/${first}`);
      await page.locator('main h1').waitFor();
      await page.keyboard.press('Tab');
      expect(await focused(page), first).toBe('Skip to the timetable');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(`document.activeElement.closest('main') !== null`), first).toBe(true);
    }
  });
});
