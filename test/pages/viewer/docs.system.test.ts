// The plain HTML pages: the API reference, the list of schemas and the page for unknown paths; in light and dark, on a desktop
// and a phone, under their Content-Security-Policy.

import { describe, expect, test } from 'vitest';
import { combine } from '../../support/thoroughness.ts';
import { noBrowser, screenshot } from './browser.ts';
import { violations } from './expect-readable.ts';
import { useViewer } from './use-viewer.ts';

const desk = { viewport: { width: 1366, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true };

describe.skipIf(noBrowser)('public pages', () => {
  const viewer = useViewer([{ id: 'empty', name: 'Empty', documents: [] }]);

  const pages = [
    { path: '/docs', title: 'Timetable Read API' },
    { path: '/schemas/', title: 'Schemas' },
    { path: '/no/such/page', title: 'There is nothing here' },
    { path: '/%22mistyped%22', title: 'There is nothing here' },
  ];
  const looks = [
    { name: 'desk', ...desk },
    { name: 'desk-dark', ...desk, colorScheme: 'dark' },
    { name: 'phone', ...phone },
    { name: 'phone-dark', ...phone, colorScheme: 'dark' },
  ] as const;
  test.each(combine(pages, looks).map(([page, look]) => ({ ...page, ...look })))(
    '$path, $name: readable by everybody, and it leads back',
    async ({ path, title, name, ...look }) => {
      const page = await viewer.openPage(look, path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.viewport.width);
      expect(await violations(page)).toEqual([]);
      const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(ground).toBe('colorScheme' in look ? 'rgb(20, 23, 27)' : 'rgb(246, 247, 249)');
      if (path !== '/%22mistyped%22') await screenshot(page, `public-${path.replaceAll('/', '')}-${name}`);
      page.expectClean();
      await page.getByRole('link', { name: 'Timetables', exact: true }).click();
      await page.getByLabel('API key').waitFor();
    },
  );

  test('the links of the reference lead to its parts, and its examples open', async () => {
    const page = await viewer.openPage(desk, '/docs');
    await page.getByText('Example: class based').click();
    await page.getByRole('region', { name: 'Example: class based' }).getByText('"upper-2026-v1"').waitFor();
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Get one timetable version in full' }).click();
    await page.getByRole('link', { name: 'LessonUnit', exact: true }).first().click();
    expect(page.url()).toMatch(/#LessonUnit$/);
    page.expectClean();
  });

  test('the search finds a field, a call and a status by name, and leads to them', async () => {
    const page = await viewer.openPage(desk, '/docs');
    await page.keyboard.press('/');
    for (const [words, link, target] of [
      ['weekInCycle', 'weekInCycle', /#\w+$/],
      ['one timetable', 'Get one timetable version in full', /#getTimetable/],
      ['402', '402', /#refused-402$/],
    ] as const) {
      await page.getByLabel('Search').fill(words);
      await page.locator('#found').getByRole('link', { name: link, exact: true }).first().click();
      expect(page.url()).toMatch(target);
    }
    await page.getByLabel('Search').fill('no such thing');
    await page.getByText('0 found').waitFor();
    await page.getByLabel('Search').press('Escape');
    expect(await page.locator('#found li').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('the list has every schema, and each can be opened', async () => {
    const page = await viewer.openPage(desk, '/schemas/');
    const links = await page.locator('main dt a').all();
    expect(links.length).toBeGreaterThan(15);
    for (const link of links) {
      const response = await fetch(viewer.belfry.url + (await link.getAttribute('href')));
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ $id: expect.any(String) }),
      ]);
    }
  });

  test('the description is served beside the page', async () => {
    expect(await (await fetch(`${viewer.belfry.url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
