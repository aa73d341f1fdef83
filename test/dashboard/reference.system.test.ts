// What the dashboard says of its API to people, and to whoever mistypes an address of it.

import { describe, expect, test } from 'vitest';
import { noBrowser, screenshot } from '../pages/viewer/browser.ts';
import { violations } from '../pages/viewer/expect-readable.ts';
import { useDashboard } from './use-dashboard.ts';

describe.skipIf(noBrowser)('the reference of the control API', () => {
  const dashboard = useDashboard({ riverside: 'Riverside' });

  test('has every call of the description with its parameters, and a search finds them', async () => {
    const { paths } = (await (await fetch(`${dashboard.url}/control/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
    };
    const page = await dashboard.page('/docs');
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ ...call, text: `${method.toUpperCase()} ${path}` })),
    );
    expect(calls.length).toBeGreaterThan(25);
    for (const { operationId, parameters = [], text } of calls) {
      const section = page.locator(`section[aria-labelledby="${operationId}"]`);
      expect(await section.locator('p.path').textContent()).toBe(text);
      const shown = await section.locator('dt > code').allTextContents();
      expect(shown).toEqual(expect.arrayContaining(parameters.map(({ name }) => name)));
    }
    const targets = await page.evaluate<string[]>(
      "[...document.querySelectorAll(\"article a[href^='#'], nav a[href^='#']\")].map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id))",
    );
    expect(targets).toEqual([]);
    // What has the word in its own name comes before what only stands below such a name.
    await page.getByLabel('Search').fill('calendar');
    const found = (await page.locator('#found a').allTextContents()).map((name) => /calendar/i.test(name));
    expect(found).toContain(false);
    expect(found.indexOf(false)).toBeGreaterThan(found.lastIndexOf(true));
    const [group, call] = ['#contents > ul > li:nth-child(2) > a', '#contents > ul > li:nth-child(2) ul a'].map(
      (path) => page.locator(path).first().boundingBox(),
    );
    expect((await call)?.x).toBeGreaterThan((await group)?.x ?? 0);
    await page.getByLabel('Search').fill('/rotate');
    await page.locator('#found a').first().click();
    expect(page.url()).toMatch(/#rotateKey$/);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'control-reference');
    page.expectClean();
  });

  test('a person at a wrong address gets a page with a way back, a program a problem', async () => {
    const page = await dashboard.page('/organisations/riverside');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the dashboard' }).click();
    await page.getByLabel('Token').waitFor();
    for (const path of ['/organisations/riverside', '/control/v1/nothing']) {
      const answer = await fetch(
        dashboard.url + path,
        path.startsWith('/control') ? { headers: { Accept: 'text/html' } } : {},
      );
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });
});
