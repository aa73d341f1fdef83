// A running Belfry with the given organisations, and a browser on its viewer, for the tests of a `describe`.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { belfryWith, type TestBelfry, type TestOrganisation } from '../../support/belfry-with.ts';
import { enterKey, launchBrowser, openTabs, type TabOptions, type Tabs, type WatchedPage } from './browser.ts';

export type Viewer = {
  readonly belfry: TestBelfry;
  readonly browser: Browser;
  /** A key of the organisation. */
  keyOf(organisationId: string): string;
  /** The page at `path`; by default the one that asks for a key. */
  openPage(options?: TabOptions, path?: string): Promise<WatchedPage>;
  /** The page at `hash`, with the organisation's key entered. */
  openAt(organisationId: string, hash: string, options?: TabOptions): Promise<WatchedPage>;
  /** The organisation's versions. */
  openVersions(organisationId: string, options?: TabOptions): Promise<WatchedPage>;
  /** The page at `hash`, with a grid on it. */
  openGrid(organisationId: string, hash: string, options?: TabOptions): Promise<WatchedPage>;
};

/** Waits for what the viewer prints, which it loads after the first grid. */
export const sheetsReady = (page: WatchedPage): Promise<void> =>
  expect.poll(() => page.evaluate(`Boolean(document.querySelector('link[href="/paper.css"]')?.sheet)`)).toBe(true);

/** @param now when calendars are published, as ISO 8601; now if it is left out */
export function useViewer(organisations: readonly TestOrganisation[], now?: string): Viewer {
  let opened: { belfry: TestBelfry; browser: Browser; tabs: Tabs } | undefined;
  const keys = new Map<string, string>();
  // The session storage of a tab, as JSON, after the organisation's key was entered.
  const sessions = new Map<string, string>();
  beforeAll(async () => {
    const belfry = await belfryWith(organisations, now === undefined ? undefined : Date.parse(now));
    const browser = await launchBrowser();
    opened = { belfry, browser, tabs: openTabs(browser, belfry.url) };
    for (const { id } of organisations) keys.set(id, (await belfry.createKey(id)).key);
  });
  afterEach(() => opened?.tabs.leave());
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.belfry.close();
  });
  const running = () => {
    if (opened === undefined) throw new Error('the viewer is there in hooks and tests only');
    return opened;
  };
  const keyOf = (organisationId: string) => keys.get(organisationId) ?? '';
  const openAt = async (organisationId: string, hash: string, options?: TabOptions) => {
    const session = sessions.get(organisationId);
    if (session !== undefined) return running().tabs.open(`/${hash}`, options, session);
    const page = await running().tabs.open('/', options);
    await enterKey(page, keyOf(organisationId));
    sessions.set(organisationId, await page.evaluate<string>('JSON.stringify(sessionStorage)'));
    await page.goto(`${running().belfry.url}/${hash}`);
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
    openPage: (options, path = '/') => running().tabs.open(path, options),
    openAt,
    async openVersions(organisationId, options) {
      const page = await openAt(organisationId, '', options);
      await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
      return page;
    },
    async openGrid(organisationId, hash, options) {
      const page = await openAt(organisationId, hash, options);
      await page.locator('.week').first().waitFor();
      return page;
    },
  };
}
