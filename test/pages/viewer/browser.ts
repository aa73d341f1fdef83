// A real browser for tests of pages: the system's Chromium. Without one the tests are skipped; under CI its absence is a
// failure.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { nightly } from '../../support/thoroughness.ts';

const candidates = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined && process.env['CI'])
  throw new Error('no browser found: install chromium, or set CHROMIUM to its path');

/** For `describe.skipIf`. */
export const noBrowser = executablePath === undefined;

const disabledFeatures = [
  // Chromium draws the popup of the address bar as a page in a process of its own, and keeps an empty process ready for
  // the next site. That is two thirds of the processor time that opening a tab takes.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  // What Playwright disables: Chromium heeds only the last list that it is given.
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch'],
];

export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('no browser found');
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const features = `--disable-features=${disabledFeatures.join()}`;
  return chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu', ...quiet, features] });
}

const viewport = { width: 1280, height: 900 };

const screenshots = fileURLToPath(new URL('../../../out/screenshots', import.meta.url));

/** Writes a picture of the page to out/screenshots, only in a thorough run, since drawing it is slow. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!nightly) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

export type WatchedPage = Page & {
  /** Fails when the page logged an error, violated its Content-Security-Policy, or sent a request to another host. */
  expectClean(): void;
};

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const { page, faults } = await openTab(browser, new URL(url).origin, options);
  return show(page, faults, url);
}

async function openTab(browser: Browser, origin: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ viewport, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser itself logs every refusal of the API.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`asked for ${request.url()}`);
  });
  return { page, faults };
}

async function show(page: Page, faults: readonly string[], url: string): Promise<WatchedPage> {
  await page.goto(url);
  await page.locator('h1').first().waitFor({ state: 'attached' }); // the viewer draws once its language is there
  return Object.assign(page, { expectClean: () => expect(faults).toEqual([]) });
}

export type TabOptions = BrowserContextOptions & {
  /** The time at which the page's clock stands still. */
  now?: string;
  /** The time at which the page's clock starts; the test advances it. */
  from?: string;
};

export type Tabs = {
  /** Opens `path` as in a new tab with the given session storage, as JSON. */
  open(path: string, options?: TabOptions, session?: string): Promise<WatchedPage>;
  /** Closes all tabs. */
  leave(): void;
};

/** Tabs that tests reuse: opening one takes longer than most tests. */
export function openTabs(browser: Browser, origin: string): Tabs {
  const tabs: (Awaited<ReturnType<typeof openTab>> & { kind: string; free: boolean })[] = [];
  return {
    async open(path, { now, from, colorScheme, reducedMotion, viewport: size, ...options } = {}, session = '{}') {
      const kind = JSON.stringify([options, now === undefined, from === undefined]);
      let tab = tabs.find((each) => each.free && each.kind === kind);
      if (tab === undefined) {
        tab = { ...(await openTab(browser, origin, options)), kind, free: false };
        tabs.push(tab);
      }
      tab.free = false;
      const { page, faults } = tab;
      await page.unrouteAll();
      // A file of the same origin gives access to the storage while no page of the viewer runs.
      await page.goto(`${origin}/favicon.svg`);
      await page.evaluate(`localStorage.clear(); sessionStorage.clear(); Object.assign(sessionStorage, ${session})`);
      await page.emulateMedia({
        media: null,
        colorScheme: colorScheme ?? 'light',
        reducedMotion: reducedMotion ?? 'no-preference',
      });
      await page.setViewportSize(size ?? viewport);
      if (now !== undefined) await page.clock.setFixedTime(new Date(now));
      if (from !== undefined) await page.clock.install({ time: new Date(from) });
      faults.length = 0;
      return show(page, faults, origin + path);
    },
    leave() {
      for (const tab of tabs) tab.free = true;
    },
  };
}

/** Pastes a key and waits for the versions. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
}
