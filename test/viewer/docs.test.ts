// The reference page works from this server alone, under its Content-Security-Policy.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';
import { launchBrowser, noBrowser, openPage, screenshot } from './browser.ts';

describe.skipIf(noBrowser)('/docs', () => {
  let belfry: TestBelfry;
  let browser: Browser;
  beforeAll(async () => {
    belfry = await belfryWith([{ id: 'empty', name: 'Empty', documents: [] }]);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await belfry?.close();
  });

  test('shows every path, and an operation with its examples', async () => {
    const page = await openPage(browser, `${belfry.url}/docs`);
    for (const path of ['/api/v1/timetables', '/api/partner/v1/timetables'])
      await page.locator(`[data-path="${path}"]`).first().waitFor();
    await page.locator('.opblock-summary', { hasText: '/timetables/{id}' }).first().click();
    await page.getByText('upper-2026-v1').first().waitFor();
    await screenshot(page, 'docs');
    page.expectClean();
  });

  test('the description is served beside it, and the licence of the page is kept', async () => {
    expect(await (await fetch(`${belfry.url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    expect(await (await fetch(`${belfry.url}/docs/LICENSE.txt`)).text()).toContain('Apache License');
  });
});
