// The viewer as a reader meets it: a running Belfry with the given organisations, and a browser on it, for a `describe`.

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { belfryWith, type TestBelfry, type TestOrganisation } from '../support/belfry-with.ts';
import { enterKey, launchBrowser, openPage, type WatchedPage } from './browser.ts';

export type Viewer = {
  readonly belfry: TestBelfry;
  readonly browser: Browser;
  /** A key of the organisation. */
  keyOf(organisationId: string): string;
  /** The page that asks for a key. */
  openPage(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** The organisation's versions, its key entered. */
  openVersions(organisationId: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** The page at `hash`, with a grid on it. */
  openGrid(organisationId: string, hash: string, options?: BrowserContextOptions): Promise<WatchedPage>;
};

export function useViewer(organisations: readonly TestOrganisation[]): Viewer {
  let opened: { belfry: TestBelfry; browser: Browser } | undefined;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    const belfry = await belfryWith(organisations);
    opened = { belfry, browser: await launchBrowser() };
    for (const { id } of organisations) keys.set(id, (await belfry.createKey(id)).key);
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.belfry.close();
  });
  const running = () => {
    if (opened === undefined) throw new Error('the viewer is there in hooks and tests only');
    return opened;
  };
  const keyOf = (organisationId: string) => keys.get(organisationId) ?? '';
  const openAtStart = (options?: BrowserContextOptions) => openPage(running().browser, running().belfry.url, options);
  const openVersions = async (organisationId: string, options?: BrowserContextOptions) => {
    const page = await openAtStart(options);
    await enterKey(page, keyOf(organisationId));
    return page;
  };
  return {
    get belfry() {
      return running().belfry;
    },
    get browser() {
      return running().browser;
    },
    keyOf,
    openPage: openAtStart,
    openVersions,
    async openGrid(organisationId, hash, options) {
      const page = await openVersions(organisationId, options);
      await page.goto(`${running().belfry.url}/${hash}`);
      await page.locator('.week').first().waitFor();
      return page;
    },
  };
}
