// The way from the key to the grid, in a real browser on a running Belfry: for each kind of timetable, for each refusal,
// back and forward, and with the keyboard alone.

import { describe, expect, test } from 'vitest';
import { demoSchool } from '../../../src/demo/demo-school.ts';
import { enterKey, noBrowser, openPage, screenshot, type WatchedPage } from './browser.ts';
import { violations } from './expect-readable.ts';
import { sheetsReady, useViewer } from './use-viewer.ts';

const documents = demoSchool()
  .documents.filter(({ autosave }) => !autosave)
  .map(({ document }) => document);
const main = documents.find(({ id }) => id === 'main-2026-v1');
const upper = documents.find(({ id }) => id === 'upper-2026-v1');

describe.skipIf(noBrowser)('the viewer', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents }]);

  test('after the key, the versions are shown, and which is in use on a day', async () => {
    const page = await viewer.openPage();
    expect(await violations(page)).toEqual([]);
    await enterKey(page, viewer.keyOf('demo-school'));
    await page.getByLabel('In use on').fill('2026-11-20');
    await page.getByText('First term is in use on 20 November 2026.').waitFor();
    expect(await page.locator('.used').count()).toBe(3);
    await page.getByLabel('In use on').fill('2027-02-01');
    await page.getByText('From January is in use on 1 February 2027.').waitFor();
    await page.getByLabel('In use on').fill('2026-08-01');
    await page.getByText('Nothing is in use on 1 August 2026. First term begins on 1 September 2026.').waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'versions');
    page.expectClean();
  });

  test.each([
    { id: 'main-2026-v1', link: 'First term', kind: 'Teachers', name: 'Siobhán Ní Dhuibhir', weeks: 1 },
    { id: 'upper-2026-v1', link: 'Version 1', kind: 'Rooms', name: '401', weeks: 2 },
    { id: 'diploma-2026-v1', link: 'Opening sections', kind: 'Students', name: 'Aoife Byrne', weeks: 1 },
  ])('from the versions to a printed grid: $id', async ({ id, link, kind, name, weeks }) => {
    const page = await viewer.openVersions('demo-school');
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('button', { name: kind }).click();
    await page.getByRole('listitem').getByRole('link', { name }).first().click();
    await page.locator('h1', { hasText: name }).waitFor();
    if (weeks === 2) await page.getByRole('link', { name: 'Both weeks' }).click();
    await expect.poll(() => page.locator('.week').count()).toBe(weeks);
    expect(await page.locator('.cell').count()).toBeGreaterThan(5);
    // Courses have no colour in the document, and still get different ones.
    const colours = `new Set([...document.querySelectorAll('.cell')].map((each) => getComputedStyle(each).borderInlineStartColor)).size`;
    expect(await page.evaluate(colours)).toBeGreaterThan(kind === 'Teachers' ? 1 : 5);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `grid-${id}`);
    await sheetsReady(page);
    const printed = await page.pdf({ preferCSSPageSize: true });
    expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(weeks);
    // As on paper: A4 pages within their margins, at 96 dpi.
    const [width, height] = [1047, 718];
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height });
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await screenshot(page, `print-${id}`);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(height * weeks);
    page.expectClean();
  });

  test('a lesson opens a dialog with its details, and links to its entities', async () => {
    const page = await viewer.openVersions('demo-school');
    await page.getByRole('link', { name: 'First term' }).click();
    await page
      .getByRole('button', { name: /Computing/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('10:55–11:40');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Arjun Venkataraman' }).click();
    await page.locator('h1', { hasText: 'Arjun Venkataraman' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('search ignores case and accents', async () => {
    const page = await viewer.openVersions('demo-school');
    await page.getByRole('link', { name: 'First term' }).click();
    await page.getByRole('searchbox').fill('siobhan dhu');
    await page.getByText('1 found').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: 'Siobhán Ní Dhuibhir' }).waitFor();
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('Nothing found').waitFor();
  });

  test('deleted entities and locked or unscheduled lessons are marked, for screen readers too', async () => {
    const page = await viewer.openVersions('demo-school');
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    // Search covers all kinds: a teacher and a room are no longer in the organisation.
    await page.getByRole('searchbox').fill('unknown');
    await page.getByText('2 found').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'inactive' }).first().getByRole('link').click();
    await page.locator('h1', { hasText: 'Unknown' }).waitFor();
    await page.locator('.page-head .badge', { hasText: 'inactive' }).waitFor();
    expect(await page.locator('.cell').count()).toBeGreaterThan(2);
    await page.locator('.cell').first().click();
    await page.getByRole('dialog').getByText('inactive').waitFor();
    await page.keyboard.press('Escape');

    // In the grid of a class that they teach.
    const gone = upper?.lessonUnits.find(({ teacherIds }) => teacherIds.includes('tch_99'))?.classIds[0];
    const taughtClass = upper?.classes.find(({ localId }) => localId === gone);
    await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/class/${taughtClass?.entityId}`);
    await page.locator('h1', { hasText: taughtClass?.name ?? '' }).waitFor();
    expect(await page.locator('.cell .gone').first().textContent()).toBe('Unknown (inactive)');

    const locked = upper?.lessonUnits.find(({ lockReason }) => lockReason !== null);
    const lockedClass = upper?.classes.find(({ localId }) => localId === locked?.classIds[0]);
    await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/class/${lockedClass?.entityId}`);
    await page.locator('h1', { hasText: lockedClass?.name ?? '' }).waitFor();
    await page
      .locator('.cell', { has: page.getByRole('img', { name: 'locked' }) })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByText(locked?.lockReason ?? '')
      .waitFor();
    await page.keyboard.press('Escape');

    const unplaced = upper?.lessonUnits.find(({ dayId }) => dayId === null);
    const waiting = upper?.classes.find(({ localId }) => localId === unplaced?.classIds[0]);
    await page.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1/class/${waiting?.entityId}`);
    await page.getByRole('heading', { name: 'Not scheduled (1)' }).waitFor();
    page.expectClean();
  });

  test('a link, and back and forward, lead to the same view; the link never contains the key', async () => {
    const page = await viewer.openVersions('demo-school', { now: '2026-11-25T08:40:00Z' });
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await page.getByRole('link', { name: 'Riverside 12' }).click();
    await page.getByRole('link', { name: 'Week B' }).click();
    const shownWeek = page.locator('.week-links [aria-current="true"]');
    await shownWeek.getByText('Week B').waitFor();
    const address = page.url();
    expect(address).not.toContain(viewer.keyOf('demo-school'));
    expect(await page.locator('.week').count()).toBe(1);
    await page.goBack();
    await shownWeek.getByText('Week A').waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: 'Upper 11A' }).waitFor();
    await page.goForward();
    await page.locator('h1', { hasText: 'Riverside 12' }).waitFor();
    await page.goto(address);
    await page.reload();
    await page.locator('h1', { hasText: 'Riverside 12' }).waitFor();
    expect(await page.locator('.week').count()).toBe(1);
    // Another tab has no key: it asks for one, and then shows the view of the link.
    const other = await openPage(viewer.browser, address);
    await other.getByLabel('API key').fill(viewer.keyOf('demo-school'));
    await other.keyboard.press('Enter');
    await other.locator('h1', { hasText: 'Riverside 12' }).waitFor();
    expect(await other.evaluate('JSON.stringify(Object.entries(localStorage)) + document.cookie')).toBe('[]');
    await other.getByRole('button', { name: 'Forget the key' }).click();
    expect(await other.evaluate('sessionStorage.length')).toBe(0);
  });

  test('a remembered key opens another tab, and is gone from all of them when it is forgotten', async () => {
    const page = await viewer.openPage();
    await page.getByLabel('API key').fill(`Authorization: Bearer ${viewer.keyOf('demo-school')}`);
    await page.getByLabel('Remember on this device').check();
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('link', { name: 'First term' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${viewer.belfry.url}/#/timetable/upper-2026-v1`);
    await other.locator('h1', { hasText: 'Upper 11A' }).waitFor();
    await other.getByRole('button', { name: 'Forget the key' }).click();
    await other.getByLabel('API key').waitFor();
    expect(await other.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await other.reload();
    await other.getByLabel('API key').waitFor();
    await other.close();
  });

  test('where the browser blocks its storage, the viewer works and remembers nothing', async () => {
    const context = await viewer.browser.newContext();
    await context.addInitScript(() => {
      for (const storage of ['sessionStorage', 'localStorage'])
        Object.defineProperty(globalThis, storage, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
    });
    const page = await context.newPage();
    await page.goto(viewer.belfry.url);
    await page.getByLabel('API key').fill(viewer.keyOf('demo-school'));
    await page.getByLabel('Remember on this device').check();
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('link', { name: 'First term' }).click();
    await page.locator('h1', { hasText: '5A Ahorn' }).waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });

  test('the versions of a timetable begin with the one in use, drafts and what is over come last', async () => {
    const page = await viewer.openVersions('demo-school');
    const order = async (date: string, day: string) => {
      await page.getByLabel('In use on').fill(date);
      await page.getByText(`is in use on ${day}.`).first().waitFor();
      return page
        .getByRole('region', { name: main?.name ?? '' })
        .locator('.version > a')
        .allTextContents();
    };
    expect(await order('2026-11-20', '20 November 2026')).toEqual([
      'First term',
      'From January',
      'Second term, with robotics',
    ]);
    expect(await order('2027-02-01', '1 February 2027')).toEqual([
      'From January',
      'Second term, with robotics',
      'First term',
    ]);
  });

  test('the keyboard alone leads from the key to a lesson and back', async () => {
    const page = await viewer.openPage();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.type(viewer.keyOf('demo-school'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
    while (!(await focused()).includes('First term')) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: '5A Ahorn' }).waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: '5B Bouleau' }).waitFor();
    while (!(await page.evaluate<boolean>(`document.activeElement.matches('.cell')`))) await page.keyboard.press('Tab');
    const first = await focused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).not.toBe(first);
    const lesson = await focused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe(lesson);
  });

  describe('a notice explains', () => {
    const refused = async (page: WatchedPage, title: string) => {
      await page.getByRole('alert').getByText(title).waitFor();
      expect(await violations(page)).toEqual([]);
      page.expectClean();
    };
    const tryKey = async (pasted: string) => {
      const page = await viewer.openPage();
      await page.getByLabel('API key').fill(pasted);
      await page.keyboard.press('Enter');
      return page;
    };

    test('unknown, expired and revoked keys', async () => {
      const page = await viewer.openPage();
      const paste = async (key: string) => {
        await page.getByLabel('API key').fill(key);
        await page.keyboard.press('Enter');
      };
      await paste('belfry_wrong');
      await refused(page, 'This key does not work');
      await paste((await viewer.belfry.createKey('demo-school', '2020-01-01T00:00:00.000Z')).key);
      await refused(page, 'This key has expired');
      await paste('ключ');
      await refused(page, 'This key does not work');
      const revoked = await viewer.belfry.createKey('demo-school');
      await paste(revoked.key);
      await page.getByRole('link', { name: 'First term' }).waitFor();
      await viewer.belfry.revokeKey(revoked.id);
      await page.getByRole('link', { name: 'First term' }).click();
      await refused(page, 'This key does not work');
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    test.each([
      [{ access: 'locked', locked_because: 'trial_ended' }, 'The trial has ended'],
      [{ access: 'locked', locked_because: 'plan_ended' }, 'The plan has ended'],
      [{ access: 'locked', locked_because: 'payment_failed' }, 'A payment did not go through'],
      [{ access: 'suspended', locked_because: null }, 'account is suspended'],
      [{ api_enabled: false }, 'API access is switched off for this school'],
    ] as const)('%o', async (change, title) => {
      await viewer.belfry.setAccess('demo-school', change);
      const page = await tryKey(viewer.keyOf('demo-school'));
      await refused(page, title);
      await viewer.belfry.setAccess('demo-school', { access: 'active', locked_because: null, api_enabled: true });
      const again = page.getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) {
        await again.click();
        await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
      }
    });

    test.each(['nothing', '%2e%2e', '%2e', 'a%2fb'])('an unknown version: %s', async (id) => {
      const page = await viewer.openAt('demo-school', `#/timetable/${id}`);
      await refused(page, 'This timetable was not found');
    });

    test('while the server is away, what was seen is shown with its time; a refusal is never covered up', async () => {
      const page = await viewer.openPage();
      await page.clock.setFixedTime('2026-11-18T09:00');
      await page.goto(`${viewer.belfry.url}/#/timetable/main-2026-v3`);
      await page.getByLabel('API key').fill(viewer.keyOf('demo-school'));
      await page.keyboard.press('Enter');
      await page.locator('.week').first().waitFor();
      const first = await page.locator('h1').textContent();
      await page.evaluate("location.hash = '#/timetable/upper-2026-v1'");
      await page.locator('h1', { hasNotText: first ?? '' }).waitFor();
      await page.clock.setFixedTime('2026-11-18T09:30');

      await page.route('**/api/**', (route) => route.abort());
      await page.goBack();
      await page.getByText('Not updated since 09:00').waitFor();
      expect(await page.locator('h1').textContent()).toBe(first);
      // What was never read cannot be shown; of other timetables in use it was, since a person may have lessons there.
      await page.evaluate("location.hash = '#/timetable/main-2026-v2'");
      await refused(page, 'The server cannot be reached');
      expect(await page.getByText('Not updated since').isVisible()).toBe(false);
      await page.goBack();
      await page.getByText('Not updated since 09:00').waitFor();
      await page.unroute('**/api/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.getByText('Not updated since').isVisible()).toBe(false);

      const unknown = { success: false, error: { code: 'UNAUTHORIZED', message: 'Invalid or inactive API key' } };
      await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { ...unknown, timestamp: '' } }));
      await page.clock.setFixedTime('2026-11-18T10:00');
      await page.evaluate("location.hash = '#/timetable/upper-2026-v1'");
      await page.getByText('This key does not work').waitFor();
      expect(await page.locator('.week').count()).toBe(0);
    });

    test('on a slow network the page says that it loads, at first and over what is shown', async () => {
      const page = await viewer.openPage();
      let held: (() => void)[] | null = [];
      await page.route('**/api/**', async (route) => {
        const waiting = held;
        if (waiting !== null) await new Promise<void>((resolve) => waiting.push(resolve));
        await route.continue();
      });
      const loading = page.getByRole('status').getByText('Loading…');
      const arrives = async () => {
        await loading.waitFor();
        for (const goOn of held ?? []) goOn();
        held = null;
        await loading.waitFor({ state: 'hidden' });
      };
      await page.getByLabel('API key').fill(viewer.keyOf('demo-school'));
      await page.keyboard.press('Enter');
      await arrives();
      await page.getByRole('heading', { name: 'Timetables', exact: true }).waitFor();
      held = [];
      await page.evaluate("location.hash = '#/timetable/upper-2026-v1'");
      await arrives();
      await page.locator('.week').first().waitFor();
    });

    test('a server that fails, and one that cannot be reached', async () => {
      const page = await viewer.openPage();
      const failure = { success: false, error: { code: 'INTERNAL_ERROR', message: 'x' }, timestamp: '' };
      await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: failure }));
      await page.getByLabel('API key').fill(viewer.keyOf('demo-school'));
      await page.keyboard.press('Enter');
      await refused(page, 'The server had a problem');
      await page.unroute('**/api/**');
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: 'Try again' }).click();
      await refused(page, 'The server cannot be reached');
    });
  });
});
