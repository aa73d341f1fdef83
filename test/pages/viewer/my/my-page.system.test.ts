// The person's page in a real browser: what it shows, that the token goes nowhere, and that nothing stays that was withdrawn.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { languageTags } from '../../../../src/pages/languages/language-names.ts';
import { combine } from '../../../support/thoroughness.ts';
import { noBrowser, screenshot, type TabOptions, type WatchedPage } from '../browser.ts';
import { expectAccessible, expectNothingOverlaps, violations } from '../expect-readable.ts';
import { emptyScroll, overlaps } from '../text-boxes.ts';
import { useLinkedDemo } from './linked-demo.ts';

/** A Wednesday, 08:40 at the school in Zurich. */
const now = '2026-11-18T07:40:00Z';
const api = '**/api/v1/my';
/** As when somebody comes back to the page. */
const askAgain = 'dispatchEvent(new Event("online"))';

describe.skipIf(noBrowser)('the person’s page', () => {
  const { viewer, tokens, link, shown, spoil } = useLinkedDemo(now);

  async function opened(options: TabOptions = {}, token = tokens.class11A): Promise<WatchedPage> {
    const page = await viewer.openPage({ now, serviceWorkers: 'block', ...options }, '/my');
    await page.goto(`${viewer.belfry.url}/my#${token}`);
    await page.locator('.my-today').waitFor();
    return page;
  }
  /** The network between the page and the API; the page's own files come from the server all the same. */
  const cutNetwork = (page: WatchedPage) => page.route(api, (route) => route.abort('internetdisconnected'));
  const section = (page: WatchedPage, name: RegExp) => page.getByRole('region', { name });

  test('it shows whose it is, today with now and next, both weeks, and the special days', async () => {
    const page = await opened();
    await page.getByRole('heading', { level: 1, name: 'Upper 11A' }).waitFor();
    await page.getByText('Class · Demo school').waitFor();
    const today = await section(page, /^Today Wednesday/).innerText();
    expect(today).toContain('Now');
    expect(today).toContain('Next');
    await page.getByText('Next days off 19 – 20 Nov · Trip to the mountains').waitFor();
    const days = (which: RegExp) => section(page, which).getByRole('heading', { level: 3 }).allTextContents();
    expect(await days(/^This week/)).toEqual([
      'Today Wednesday 18 November',
      'Thursday 19 November',
      'Friday 20 November',
      'Monday 16 November',
      'Tuesday 17 November',
    ]);
    // With the make-up Saturday.
    expect((await days(/^Next week/)).at(-1)).toBe('Saturday 28 November');
    const special = await page.locator('.my-special').innerText();
    expect(special).toMatch(/19\s?–\s?20 Nov\s+Trip to the mountains · no school/);
    expect(special).toMatch(/28 Nov\s+Make-up Saturday · as on Wed/);
    expect(special).toMatch(/10 Dec\s+Short day · other times/);
    const thursday = page.locator('.my-day', { hasText: 'Thursday 19 November' });
    expect(await thursday.innerText()).toMatch(/Trip to the mountains · no school$/);
    expect(await page.title()).toBe('Upper 11A · Demo school');
    page.expectClean();
  });

  test('the lessons are those that the calendar says, with subject, teacher and room', async () => {
    const page = await opened();
    const [timetable] = (await shown(tokens.class11A)).timetables;
    const [unit] = timetable?.lessonUnits ?? [];
    const names = (list: readonly { localId: string; name: string }[] = [], ids: readonly string[] = []) =>
      list.filter(({ localId }) => ids.includes(localId)).map(({ name }) => name);
    const read = await section(page, /^Next week/).innerText();
    for (const name of [
      ...names(timetable?.subjects, unit?.subjectIds),
      ...names(timetable?.teachers, unit?.teacherIds),
    ])
      expect(read).toContain(name);
    const first = page.locator('.my-day .my-slot').first();
    expect(await first.innerText()).toMatch(/^\d\d:\d\d–\d\d:\d\d\s+\S.* · \S/s);
  });

  test('a phone shows one day: today first, the weekdays that are over last, within two screens', async () => {
    const page = await opened({ viewport: { width: 360, height: 640 } });
    const tabs = page.locator('.day-tabs button');
    const labels = await tabs.allTextContents();
    expect(labels).toEqual([
      'Today',
      'Thu 19',
      'Fri 20',
      'Mon 23',
      'Tue 24',
      'Wed 25',
      'Thu 26',
      'Fri 27',
      'Sat 28',
      'Mon 16',
      'Tue 17',
    ]);
    const visible = () => page.locator('.my-day:visible h3').allTextContents();
    expect(await visible()).toEqual(['Today Wednesday 18 November']);
    const subscribe = await page.getByText('Add to my calendar').boundingBox();
    expect((subscribe?.y ?? 1000) + (subscribe?.height ?? 0)).toBeLessThanOrEqual(640);
    for (const label of labels) {
      await tabs.getByText(label, { exact: true }).click();
      expect(await page.evaluate('document.documentElement.scrollHeight'), label).toBeLessThanOrEqual(2 * 640);
    }
    await tabs.getByText('Mon 23').click();
    expect(await visible()).toEqual(['Monday 23 November']);
    await page.keyboard.press('ArrowRight');
    expect(await visible()).toEqual(['Tuesday 24 November']);
    // It stays when the page has asked again.
    const answer = page.waitForResponse(api);
    await page.evaluate(askAgain);
    await answer;
    expect(await visible()).toEqual(['Tuesday 24 November']);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('parallel lessons stand under one time, with the colours of the viewer and the breaks between', async () => {
    const page = await opened();
    const slots = section(page, /^Today/).locator('.my-slot, .my-break');
    const first = slots.first();
    expect(await first.locator('.my-time').innerText()).toMatch(/^08:25–10:05/);
    expect(await first.locator('.my-lesson strong').allTextContents()).toEqual(['Computing', 'Drama', 'Music']);
    expect(await slots.nth(1).innerText()).toMatch(/^10:05–10:25\s+Break$/);
    const [timetable] = (await shown(tokens.class11A)).timetables;
    const drama = timetable?.subjects.find(({ name }) => name === 'Drama')?.color ?? '';
    const colour = (await first.locator('.my-lesson').nth(1).getAttribute('style')) ?? '';
    expect(colour).toMatch(/^--color: ?\S/);
    if (drama !== '') expect(colour).toContain(drama);
  });

  test('breaks with common names are in the reader’s language, as in the viewer', async () => {
    const page = await opened({ locale: 'de' });
    expect(
      await section(page, /^Heute/)
        .locator('.my-break')
        .first()
        .innerText(),
    ).toMatch(/Pause$/);
    expect(await page.locator('.my-break', { hasText: /Break|Lunch/ }).count()).toBe(0);
    page.expectClean();
  });

  test('a pupil chooses the groups once, and they are kept until the link is forgotten', async () => {
    const page = await opened();
    const atFirst = () =>
      section(page, /^Today/)
        .locator('.my-slot')
        .first()
        .locator('strong')
        .allTextContents();
    await page.getByText('My groups').click();
    for (const name of ['Drama', 'Music']) await page.locator('.my-groups label', { hasText: name }).click();
    expect(await atFirst()).toEqual(['Computing']);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.locator('.my-today').waitFor();
    expect(await atFirst()).toEqual(['Computing']);
    await page.getByText('My groups').click();
    await page.locator('.my-groups label', { hasText: 'Music' }).click();
    expect(await atFirst()).toEqual(['Computing', 'Music']);
    await page.getByRole('button', { name: 'Forget this link' }).click();
    expect(await page.evaluate('localStorage.getItem("belfry-my")')).toBe(null);
    page.expectClean();
  });

  test('what changed since the last visit is said until it was read', async () => {
    const page = await opened();
    const changes = section(page, /^What changed/);
    expect(await changes.count()).toBe(0);
    // As if chemistry had been in another room when the page was seen last.
    await page.evaluate(`(() => {
      const kept = JSON.parse(localStorage.getItem('belfry-my'));
      for (const { rooms } of kept.seen.my.timetables)
        for (const room of rooms) if (room.name === 'Upper Lab 1') room.name = 'Cellar';
      localStorage.setItem('belfry-my', JSON.stringify(kept));
    })()`);
    for (const _ of ['first', 'again']) {
      await page.reload();
      await changes.waitFor();
      expect(await changes.innerText()).toMatch(
        /18 November\s+11:15–12:05 Chemistry .*Upper Lab 1 instead of 11:15–12:05 Chemistry .*Cellar/,
      );
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Understood' }).click();
    expect(await changes.count()).toBe(0);
    await page.reload();
    await page.locator('.my-today').waitFor();
    expect(await changes.count()).toBe(0);
    expect(await page.evaluate('localStorage.getItem("belfry-my")')).not.toContain('Cellar');
    page.expectClean();
  });

  test('what the link shows is asked for while the script of the page is still on its way', async () => {
    for (const hash of [`#${tokens.class11A}`, '']) {
      const page = hash === '' ? await opened() : await viewer.openPage({ now, serviceWorkers: 'block' }, '/my');
      const order: string[] = [];
      page.on('request', (request) => order.push(new URL(request.url()).pathname));
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/my/my.js', (route) => held.then(() => route.continue()));
      const asked = page.waitForRequest(api);
      const gone = hash === '' ? page.reload() : page.goto(`${viewer.belfry.url}/my${hash}`);
      await asked;
      release();
      await gone;
      await page.locator('.my-today').waitFor();
      expect(order.filter((path) => path === '/api/v1/my')).toHaveLength(1);
      expect(page.url()).toBe(`${viewer.belfry.url}/my`);
      await page.unrouteAll();
      page.expectClean();
    }
  });

  test('a teacher sees the classes, and what holds for some of them', async () => {
    const page = await opened({}, tokens.teacher);
    await page.getByText('Teacher · Demo school').waitFor();
    expect(await section(page, /^This week/).innerText()).toMatch(/5[ABC] /);
  });

  test('the page goes on with the clock', async () => {
    const page = await opened();
    await page.clock.setFixedTime(new Date('2026-11-18T22:59:00Z'));
    await section(page, /^Today Wednesday/)
      .getByText('No more lessons today.')
      .waitFor({ timeout: 20_000 });
    await page.clock.setFixedTime(new Date('2026-11-18T23:01:00Z'));
    const today = section(page, /^Today Thursday/);
    await today.waitFor({ timeout: 20_000 });
    expect(await today.innerText()).toMatch(
      /Trip to the mountains · no school\s+No lessons today.\s+Next school day Monday 23/,
    );
  });

  test('a school without a calendar has its weeks all the same, by the reader’s clock', async () => {
    const page = await opened({ timezoneId: 'Europe/Zurich' }, tokens.plain);
    await page.getByText('published no calendar').waitFor();
    expect(await section(page, /^Today Wednesday/).innerText()).toContain('Now');
    expect(
      await section(page, /^This week/)
        .getByRole('heading', { level: 3 })
        .count(),
    ).toBe(5);
    expect(await page.locator('.my-special').count()).toBe(0);
  });

  test('the token leaves the address at once, and goes to the API alone, in a header', async () => {
    const page = await viewer.openPage({ now, serviceWorkers: 'block' }, '/my');
    const token = tokens.class11A;
    const asked: string[] = [];
    const requests: string[] = [];
    page.on('request', (request) => {
      const { authorization, referer = '' } = request.headers();
      requests.push(`${request.url()} ${referer}`);
      if (authorization !== undefined) asked.push(`${new URL(request.url()).pathname} ${authorization}`);
    });
    await page.goto(`${viewer.belfry.url}/my#${token}`);
    await page.locator('.my-today').waitFor();
    expect(page.url()).toBe(`${viewer.belfry.url}/my`);
    expect(asked).toEqual([`/api/v1/my Bearer ${token}`]);
    expect(requests.filter((each) => each.includes('belfry_link'))).toEqual([]);
    expect(await page.content()).not.toContain('belfry_link');
    // As from a home screen.
    await page.goto(`${viewer.belfry.url}/my`);
    await page.locator('.my-today').waitFor();
    page.expectClean();
  });

  test('the ways to subscribe, and the code, stand there when they are asked for', async () => {
    const page = await opened();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.getByText('Add to my calendar').click();
    const { host } = new URL(viewer.belfry.url);
    const feed = `${host}/ical/${tokens.class11A}.ics`;
    const href = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    expect(await href('Calendar on this device')).toBe(`webcal://${feed}`);
    expect(await href('Google Calendar')).toBe(
      `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`webcal://${feed}`)}`,
    );
    expect(await page.getByLabel('Address for other calendars').inputValue()).toBe(`http://${feed}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`http://${feed}`);
    const parts = () => requested.filter((path) => path.startsWith('/my/parts/'));
    expect(parts()).toEqual([]);
    await page.getByRole('button', { name: 'another device' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    expect(parts()).not.toEqual([]);
    // The page itself is asked for once more, to be kept for when there is no network.
    expect(requested.filter((path) => path !== '/my')).toEqual(parts());
    await expectAccessible(page, 'my-subscribe', ['light', 'dark']);
    await expectNothingOverlaps(page, [320, 1366]);
    page.expectClean();
  });

  type Loss = [status: number, heading: string, keepsLink: boolean];
  test.each<Loss>([
    [401, 'This link no longer works', false],
    [402, 'Nothing can be shown at the moment', true],
    [404, 'Nothing can be shown at the moment', true],
  ])('after a %i what was seen is gone at once', async (status, heading, keepsLink) => {
    const { id, token, sha256 } = await link();
    const page = await opened({}, token);
    expect(await page.evaluate('localStorage.getItem("belfry-my")')).toContain('lessonUnits');
    const putBack = await lose();
    const answer = page.waitForResponse(api);
    await page.evaluate(askAgain);
    expect((await answer).status()).toBe(status);
    await page.getByRole('heading', { name: heading }).waitFor();
    const stored = await page.evaluate<string | null>('localStorage.getItem("belfry-my")');
    expect(stored === null ? null : JSON.parse(stored)).toEqual(keepsLink ? { token, seen: null } : null);
    expect(await page.locator('main').innerText()).not.toContain('11A');
    expect(await violations(page)).toEqual([]);
    // Nor without a network.
    await cutNetwork(page);
    await page.reload();
    const empty = keepsLink ? 'No connection' : 'My timetable';
    await page.getByRole('heading', { name: empty }).waitFor();
    // A link that is kept shows everything again once it may.
    await putBack();
    await page.unrouteAll();
    await page.evaluate(askAgain);
    await page.getByRole('heading', { name: keepsLink ? 'Upper 11A' : 'My timetable' }).waitFor();
    page.expectClean();

    async function lose(): Promise<() => Promise<void>> {
      const { belfry } = viewer;
      if (status === 404) return spoil(sha256, 'showing nothing');
      if (status === 401) await belfry.revokeLink(id);
      else await belfry.setAccess('demo-school', { access: 'locked', locked_because: 'plan_ended' });
      return () => belfry.setAccess('demo-school', { access: 'active', locked_because: null });
    }
  });

  test('without an answer it shows what was seen last, and when', async () => {
    const { token, sha256 } = await link();
    const page = await opened({}, token);
    const failures = [
      async () => cutNetwork(page).then(() => () => page.unrouteAll()),
      // The server answers with a 500.
      () => spoil(sha256, 'damaged'),
      // As a proxy whose server is away.
      async () => page.route(api, (route) => route.fulfill({ status: 503 })).then(() => () => page.unrouteAll()),
    ];
    for (const fail of failures) {
      const mend = await fail();
      await page.clock.setFixedTime(new Date('2026-11-19T07:40:00Z'));
      await page.reload();
      await page.getByText('No connection. What you see is as of Wednesday 18 November, 08:40.').waitFor();
      await section(page, /^Today Thursday/).waitFor();
      await mend();
    }
    // Another link has nothing to do with it.
    await cutNetwork(page);
    await page.goto(`${viewer.belfry.url}/my#belfry_link_${'Z'.repeat(50)}`);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain('11A');
    expect(await violations(page)).toEqual([]);
  });

  test('what is no link, or nobody’s, is told from one that has no connection', async () => {
    const page = await viewer.openPage({ now, serviceWorkers: 'block' }, '/my');
    await page.goto(`${viewer.belfry.url}/my#belfry_link_${'Z'.repeat(50)}`);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await page.evaluate('localStorage.getItem("belfry-my")')).toBe(null);
    page.expectClean();
  });

  test('it opens with no network at all, from its own files', async () => {
    // A clock that stands still would stop the list of the page's own files, too.
    const page = await viewer.openPage({ serviceWorkers: 'allow' }, '/my');
    await page.goto(`${viewer.belfry.url}/my#${tokens.class11A}`);
    await page.locator('.my-today').waitFor();
    await page.evaluate('navigator.serviceWorker.ready');
    await expect
      .poll(() =>
        page.evaluate('caches.open("belfry-my-files").then((cache) => cache.keys()).then(({ length }) => length)'),
      )
      .toBeGreaterThan(3);
    expect(await page.evaluate('caches.keys()')).toEqual(['belfry-my-files']);
    const kept = Number(
      await page.evaluate('caches.open("belfry-my-files").then((cache) => cache.keys()).then(({ length }) => length)'),
    );
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('No connection. What you see is as of').waitFor();
    await section(page, /^This week/).waitFor();
    await page.context().setOffline(false);
    // In the language that was chosen since, too.
    await page.reload();
    await page.getByLabel('Language').selectOption('de');
    await section(page, /^Diese Woche/).waitFor();
    const isKept = `caches.open("belfry-my-files").then((cache) => cache.keys()).then((all) => all.length)`;
    await expect.poll(() => page.evaluate(isKept)).toBeGreaterThan(kept);
    await page.context().setOffline(true);
    await page.reload();
    await section(page, /^Diese Woche/).waitFor();
    // In one that was not, the page is in English.
    await page.getByLabel('Sprache').selectOption('uk');
    await page.getByText('No connection. What you see is as of').waitFor();
    await page.reload();
    await section(page, /^This week/).waitFor();
    await page.context().setOffline(false);
    // It has no part in the viewer.
    const scopes = `navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))`;
    expect(await page.evaluate(scopes)).toEqual(['/my']);
    await page.evaluate(
      `navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((each) => each.unregister())))`,
    );
  });

  test('who has no link pastes one, and forgets it again', async () => {
    const page = await viewer.openPage({ now, serviceWorkers: 'block' }, '/my');
    expect(await page.getByRole('button', { name: 'Forget' }).count()).toBe(0);
    const field = page.getByLabel('Address of your link');
    await field.fill('https://school.example/my#belfry_link_short');
    await page.keyboard.press('Enter');
    await page.getByText('There is no link in this text').waitFor();
    expect(await violations(page)).toEqual([]);
    await expectNothingOverlaps(page, [320, 1366]);
    await field.fill(` https://school.example/my#${tokens.class11A} `);
    await page.keyboard.press('Enter');
    await page.locator('.my-today').waitFor();
    await page.getByRole('button', { name: 'Forget this link' }).click();
    await field.waitFor();
    expect(await page.evaluate('localStorage.getItem("belfry-my")')).toBe(null);
    page.expectClean();
  });

  test.each(combine(languageTags(), [320, 1366]))('%s at %i px', async (locale, width) => {
    const page = await opened({ locale, viewport: { width, height: 800 } });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('html').getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    expect(await overlaps(page)).toEqual([]);
    expect(await emptyScroll(page)).toBeLessThanOrEqual(1);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `my-${locale}-${width}`);
    page.expectClean();
  });

  test('it is accessible in light and dark, and its choice of language is kept', async () => {
    const page = await opened();
    await expectAccessible(page, 'my', ['light', 'dark']);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { name: 'Diese Woche' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Diese Woche' }).waitFor();
    page.expectClean();
  });

  test('it is printed with each week on a page, and without buttons', async () => {
    const page = await opened();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1047, height: 718 });
    expect(await overlaps(page)).toEqual([]);
    expect(await page.getByText('Add to my calendar').isVisible()).toBe(false);
    await screenshot(page, 'my-print');
  });

  test('the first load weighs less than 25 kB, compressed, in each language', async () => {
    const site = join(viewer.belfry.folder, 'site');
    const weights: number[] = [];
    for (const locale of languageTags()) {
      const page = await opened({ locale });
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await page.reload({ waitUntil: 'networkidle' });
      const files = ['/my/index.html', '/my-worker.js', '/my/manifest.json', '/my/icon.png', '/favicon.svg', ...loaded];
      const bytes = [...new Set(files)]
        .filter((path) => path !== '/my' && !path.startsWith('/api/'))
        .map((path) => gzipSync(readFileSync(join(site, path))).length);
      weights.push(bytes.reduce((sum, each) => sum + each));
    }
    console.log(`the person's page, compressed, in bytes: ${weights}`);
    expect(Math.min(...weights)).toBeGreaterThan(10_000);
    expect(Math.max(...weights)).toBeLessThan(25_000);
  });

  test('its manifest has no token, and its policy allows no foreign and no inline script', async () => {
    const manifest = await (await fetch(`${viewer.belfry.url}/my/manifest.json`)).text();
    expect(JSON.parse(manifest)).toMatchObject({ start_url: '/my', scope: '/my', display: 'standalone' });
    expect(manifest).not.toContain('belfry_link');
    const page = await fetch(`${viewer.belfry.url}/my`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son\w+=/);
    expect((await fetch(`${viewer.belfry.url}/my/icon.png`)).headers.get('content-type')).toBe('image/png');
  });
});
