// The dashboard as `belfry dashboard` starts it, beside a server of the same output, and a browser on its page.

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openPage, type WatchedPage } from '../pages/viewer/browser.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { type RunningProcess, startProcess } from '../support/run-process.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

export type Role = 'operator' | 'manager' | 'viewer';

/** @param names of organisations by their ids @param settings of the dashboard, beside those that every one has */
export function useDashboard(names: Readonly<Record<string, string>>, settings: Readonly<Record<string, string>> = {}) {
  const open = useTestDatabase();
  let made: { url: string; browser: Browser; server: RunningServer; dashboard: RunningProcess } | undefined;
  const closing: (() => Promise<void>)[] = [];
  const whenDone = (close: () => Promise<void>): void => {
    closing.push(close);
  };
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await startProcess(['scripts/belfry.ts', ...words], variables()).finished;
    if (code !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}${stdout}`);
    return stdout;
  };
  let folder = '';
  const variables = () => commandEnvironment(open, folder);
  beforeAll(async () => {
    folder = await temporaryFolder(whenDone);
    for (const [id, name] of Object.entries(names)) await run('organisations', 'create', id, '--name', name);
    await run('build');
    const server = await runningServer(folder, { whenDone });
    const dashboard = startProcess(['scripts/belfry.ts', 'dashboard'], {
      ...{ ...variables(), DASHBOARD_PORT: '0', BELFRY_URL: `http://127.0.0.1:${server.port}`, LOG_LEVEL: 'error' },
      ...settings,
    });
    const [, url = ''] = /Dashboard on (\S+)\./.exec(await dashboard.printed('Dashboard on')) ?? [];
    made = { url, browser: await launchBrowser(), server, dashboard };
  });
  afterAll(async () => {
    await made?.browser.close();
    made?.dashboard.child.kill('SIGTERM');
    await made?.dashboard.finished;
    for (const close of closing) await close();
  });
  const running = () => {
    if (made === undefined) throw new Error('the dashboard is there in tests only');
    return made;
  };
  return {
    open,
    run,
    get url() {
      return running().url;
    },
    /** Where the timetables are served. */
    get served() {
      return `http://127.0.0.1:${running().server.port}`;
    },
    /** A new key of the organisation. */
    async key(organisationId: string): Promise<{ id: string; key: string }> {
      const created: unknown = JSON.parse(
        await run('keys', 'create', '--organisation', organisationId, '--name', 'a test', '--json'),
      );
      const text = (name: string) => String(Reflect.get(Object(created), name));
      return { id: text('id'), key: text('key') };
    },
    /** A new token. @param organisationId for managers, and viewers of one */
    async token(role: Role, organisationId?: string): Promise<string> {
      const of = organisationId === undefined ? [] : ['--organisation', organisationId];
      const created: unknown = JSON.parse(
        await run('admins', 'create', '--name', `a ${role}`, '--role', role, ...of, '--json'),
      );
      return String(Reflect.get(Object(created), 'token'));
    },
    /** The page at `hash` in a browser of its own, signed in with the token. */
    async signedIn(token: string, hash = '#/', options: BrowserContextOptions = {}): Promise<WatchedPage> {
      const page = await openPage(running().browser, `${running().url}/`, options);
      await page.locator('#token').fill(token);
      await page.keyboard.press('Enter');
      await page.locator('header nav:not([hidden])').waitFor({ state: 'attached' });
      await page.goto(`${running().url}/${hash}`);
      await page.locator('#app:not([aria-busy]) h1').waitFor();
      return page;
    },
    /** The page before anybody signed in. */
    page: (path = '/') => openPage(running().browser, running().url + path),
  };
}
