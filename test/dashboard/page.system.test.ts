// The dashboard's page in a real browser, against the real dashboard, database and server: what a school's office does there.

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { languageTags } from '../../src/pages/languages/language-names.ts';
import { ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { noBrowser, screenshot, type WatchedPage } from '../pages/viewer/browser.ts';
import { expectAccessible, violations } from '../pages/viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../pages/viewer/text-boxes.ts';
import { combine } from '../support/thoroughness.ts';
import { useDashboard } from './use-dashboard.ts';

const hostile = "<img src=x onerror=alert(1)>\"\u202eReversed משה & 'co'";
const school = { name: 'school.xml', mimeType: 'text/xml', buffer: Buffer.from(ascXml(smallAsc())) };
const tabs = [
  '',
  '/days',
  '/keys',
  '/links',
  '/webhooks',
  '/calendar',
  '/imports',
  '/generations',
  '/audit',
  '/settings',
];

describe.skipIf(noBrowser)('the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside', hostile, empty: 'Empty' });
  const read = (key: string) =>
    fetch(`${dashboard.served}/api/v1/timetables`, { headers: { Authorization: `Bearer ${key}` } });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
  const outcome = (page: WatchedPage, text: string | RegExp) => page.locator('#outcome').getByText(text).waitFor();

  test('a wrong token does not sign in, a right one does, and signing out ends it', async () => {
    const page = await dashboard.page();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Token').fill('belfry_admin_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill(await dashboard.token('operator'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Organisations' }).waitFor();
    await page.getByRole('link', { name: 'Riverside' }).waitFor();
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(
      'belfry_',
    );
    await page.getByLabel('Search').fill('rivers');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await page.reload();
    await page.getByRole('heading', { name: 'Organisations' }).waitFor();
    await button(page, 'Sign out').click();
    await page.getByLabel('Token').waitFor();
    await page.reload();
    await page.getByLabel('Token').waitFor();
    page.expectClean();
  });

  test('a code in the address leaves it at once, used or not', async () => {
    const page = await dashboard.page('/#sign-in=no-such-code');
    await page.getByRole('alert').waitFor();
    expect(page.url()).toBe(`${dashboard.url}/`);
    page.expectClean();
  });

  test('a key: from the first click to a 200, rotated, and revoked with a word', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/keys',
    );
    await page.getByLabel('What the key is for').fill(hostile);
    await button(page, 'Generate the key').click();
    await page.getByRole('heading', { name: 'The new key.' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('The new key.');
    const key = await page.locator('#new-key').inputValue();
    expect(await page.getByRole('textbox', { name: 'Try it in a shell' }).inputValue()).toBe(
      `curl -H 'Authorization: Bearer ${key}' ${dashboard.served}/api/v1/timetables`,
    );
    expect((await read(key)).status).toBe(200);
    expect(await violations(page)).toEqual([]);
    const card = page.locator('.card').filter({ hasText: 'onerror' }).first();
    expect(await card.locator('strong').textContent()).toBe(hostile);
    // What is shown this once is not left by a slip of the finger.
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    expect(await page.locator('#new-key').inputValue()).toBe(key);
    await button(page, 'I have kept it').click();
    expect(await page.content()).not.toContain(key);

    await card.getByRole('button', { name: 'Rotate' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await outcome(page, 'There is a new key');
    const next = await page.locator('#new-key').inputValue();
    expect(next).not.toBe(key);
    expect([(await read(key)).status, (await read(next)).status]).toEqual([200, 200]);

    await card.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('no');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('That is another word.').waitFor();
    expect((await read(key)).status).toBe(200);
    await dialog.getByRole('textbox').fill('revoke');
    await page.keyboard.press('Enter');
    await outcome(page, 'The key is revoked');
    expect((await read(key)).status).toBe(401);
    page.expectClean();
  });

  test('with the keyboard alone: from the sign-in to a key that works, and to its end', async () => {
    const page = await dashboard.page();
    const focused = () =>
      page.evaluate<{ name: string; isSeen: boolean }>(`(() => {
        const { labels, textContent } = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        const isSeen = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        return { name: (labels?.[0]?.textContent ?? textContent).trim(), isSeen };
      })()`);
    /** Goes on with Tab to what has this name, as somebody without a mouse does, and sees where the focus is. */
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses++) {
        const at = await focused();
        if (at.name === name) return expect(at, name).toMatchObject({ isSeen: true });
        await page.keyboard.press('Tab');
      }
      throw new Error(`60 times Tab does not lead to ${name}`);
    };
    const choose = async (name: string) => {
      await tabTo(name);
      await page.keyboard.press('Enter');
    };
    await tabTo('Token');
    await page.keyboard.type(await dashboard.token('operator'));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Empty' }).waitFor();
    await choose('Empty');
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await choose('API keys');
    await page.getByLabel('What the key is for').waitFor();
    await tabTo('What the key is for');
    await page.keyboard.type('Typed');
    await choose('Generate the key');
    await page.getByRole('heading', { name: 'The new key.' }).waitFor();
    const key = await page.locator('#new-key').inputValue();
    expect((await read(key)).status).toBe(200);
    await choose('I have kept it');
    await choose('Revoke');
    await page.getByRole('dialog').waitFor();
    // In the dialog, the focus stays in it.
    await tabTo('To confirm, type revoke');
    await page.keyboard.type('revoke');
    await page.keyboard.press('Enter');
    await outcome(page, 'The key is revoked');
    expect((await read(key)).status).toBe(401);
    await choose('Sign out');
    await page.getByLabel('Token').waitFor();
    page.expectClean();
  });

  test("a school's own file: tried, read, stored, published; a mistake withheld and mended; and shown again as it was", async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/imports',
    );
    await page.getByLabel('The school’s files').setInputFiles(school);
    await button(page, 'Try the files').click();
    await page.getByText('It can be stored as a new version of').waitFor();
    await page.getByLabel('Publish it; otherwise it stays a draft').check();
    await page.getByText('aSc Timetables', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    const count = () =>
      sql<{ count: number }>`select count(*)::integer as count from timetable_version`.execute(dashboard.open.database);
    expect((await count()).rows[0]?.count).toBe(0);
    await button(page, 'Store it').click();
    await outcome(page, 'It is stored.');
    expect((await count()).rows[0]?.count).toBe(1);

    const publish = async () => {
      await page.goto(`${dashboard.url}/#/organisations/riverside/generations`);
      await button(page, 'Publish now').click();
      await outcome(page, 'It is published: readers get it now.');
    };
    await publish();
    const { key } = await dashboard.key('riverside');
    const served = async (): Promise<unknown> =>
      Reflect.get(Object(Reflect.get(Object(await (await read(key)).json()), 'data')), 'count');
    expect(await served()).toBe(1);

    await sql`update lesson_unit set period_index = 99`.execute(dashboard.open.database);
    await publish();
    await page.goto(`${dashboard.url}/#/organisations/riverside`);
    await page.getByText(/^Why it is withheld/).click();
    await page.getByText('Readers get its last good state.').waitFor();
    const found = page.locator('.findings li').first();
    // Of the school's things; where it is in the document and in the database is for whoever asks.
    await found
      .getByText(/^Lesson .*: It is in a period that does not exist/)
      .first()
      .waitFor();
    expect(await found.innerText()).not.toMatch(/periodIndex|lesson_unit/);
    // The school's names are isolated from the page's words, and the API's English runs from left to right.
    expect((await found.locator('p bdi').allTextContents()).join()).not.toContain('period');
    await found.getByText('Details').click();
    expect(await found.locator('.details ul').getAttribute('dir')).toBe('ltr');
    expect(await found.innerText()).toMatch(/periodIndex[\s\S]*lesson_unit/);
    expect(await violations(page)).toEqual([]);
    expect(await served()).toBe(1);
    await sql`update lesson_unit set period_index = 0`.execute(dashboard.open.database);
    await publish();
    await page.goto(`${dashboard.url}/#/organisations/riverside`);
    await page.getByText('readers get it as it is').waitFor();
    expect(await page.getByText(/^Why it is withheld/).count()).toBe(0);

    await page.goto(`${dashboard.url}/#/organisations/riverside/generations`);
    await button(page, 'Show again').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 (changes|disappears)/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show again' }).click();
    await outcome(page, 'It is published: readers get it now.');
    await page.getByText('An earlier state is shown').waitFor();
    // Publishing would undo it, so it asks.
    await button(page, 'Publish now').click();
    await dialog.getByText('Readers get an earlier state now.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('An earlier state is shown').waitFor();
    // The one way out keeps it, and says which version becomes what readers get; the other publishes the new one again.
    await button(page, 'Keep the earlier one').click();
    await dialog.getByText(/^1 version (becomes|is deleted)/).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Publish the new one again').click();
    await dialog.getByRole('button', { name: 'Publish the new one again' }).click();
    await outcome(page, 'It is published: readers get it now.');
    await expect.poll(() => page.getByText('An earlier state is shown').count()).toBe(0);
    page.expectClean();
  });

  test('links: shown this once, each with a code and a slip to print, and revoked', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'riverside'),
      '#/organisations/riverside/links',
    );
    await page.getByLabel('One link for each that has none yet').check();
    await button(page, 'Create links').click();
    await page.getByRole('heading', { name: 'The new links.' }).waitFor();
    await page.locator('.slip').first().waitFor();
    const count = await page.locator('.slip').count();
    expect(count).toBeGreaterThan(0);
    expect(await page.getByRole('img', { name: 'QR code' }).count()).toBe(count);
    expect(await page.locator('.slip').first().innerText()).toContain(`${dashboard.served}/my`);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await button(page, 'Create links').isVisible()).toBe(false);
    expect(await page.locator('.slip').first().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await button(page, 'Hide the links').click();
    expect(await page.content()).not.toContain('belfry_link_');
    await button(page, 'Revoke').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await outcome(page, 'The link is revoked.');
    page.expectClean();
  });

  test('a calendar: refused with its paths, stored, and not over somebody else’s', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/organisations/empty/calendar');
    await page.getByText('There is no calendar yet.').waitFor();
    const calendar = {
      timeZone: 'Europe/Berlin',
      schoolDays: [1, 2, 3, 4, 5],
      counting: 'calendarWeeks',
      terms: [{ id: 't1', name: hostile, firstDay: 20260810, lastDay: 20261218 }],
    };
    await page.getByText('For programs: replace or delete').click();
    const put = async (content: object) => {
      await page
        .getByLabel('A file that replaces the calendar')
        .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
      await button(page, 'Replace the calendar').click();
    };
    await put({ ...calendar, timeZone: 'Nowhere/Else' });
    await page.getByRole('alert').getByText('Details').click();
    await page.getByRole('alert').getByText('$.timeZone').waitFor();
    await put(calendar);
    await outcome(page, 'The calendar is stored.');
    await page.getByText('August 2026', { exact: true }).waitFor();
    // A whole year, to change also what is outside the terms.
    expect(await page.locator('.month').count()).toBe(12);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('two at once: who is second is told, and sees the state of the first', async () => {
    const token = await dashboard.token('operator');
    const [first, second] = [
      await dashboard.signedIn(token, '#/organisations/empty/settings'),
      await dashboard.signedIn(token, '#/organisations/empty/settings'),
    ];
    await first.getByLabel('Name').fill('First');
    await button(first, 'Save').click();
    await outcome(first, 'Saved');
    await second.getByLabel('Name').fill('Second');
    await button(second, 'Save').click();
    await second.getByText('Somebody was quicker.').waitFor();
    await expect.poll(() => second.getByLabel('Name').inputValue()).toBe('First');
    expect(await violations(second)).toEqual([]);
    first.expectClean();
    second.expectClean();
  });

  test.each([
    ['viewer', undefined],
    ['viewer', 'riverside'],
  ] as const)('a %s of %s sees no form and no button that changes anything', async (role, of) => {
    const page = await dashboard.signedIn(await dashboard.token(role, of));
    for (const tab of tabs) {
      await page.goto(`${dashboard.url}/#/organisations/riverside${tab}`);
      await page.locator('#app:not([aria-busy]) .tabs').waitFor();
      // What is searched changes nothing.
      expect(await page.locator('main form, main button, main input:not([type=search])').count(), tab).toBe(0);
    }
    page.expectClean();
  });

  test('a manager sees no other organisation, nor what only operators do', async () => {
    const page = await dashboard.signedIn(await dashboard.token('manager', 'riverside'), '#/organisations/hostile');
    await page.getByText('This does not exist, or your token may not see it.').waitFor();
    await page.goto(`${dashboard.url}/#/organisations/riverside/settings`);
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Access').count()).toBe(0);
    expect(await button(page, 'Delete').count()).toBe(0);
    page.expectClean();
  });

  test('a list that is too long for the page says where it ends', async () => {
    await dashboard.run('organisations', 'create', 'crowded', '--name', 'Crowded');
    await sql`insert into api_key (id, organisation_id, name, sha256, revoked_at)
      select 'key_' || number, 'crowded', 'Key ' || number, encode(sha256(number::text::bytea), 'hex'), now()
      from generate_series(1, 2001) number`.execute(dashboard.open.database);
    const page = await dashboard.signedIn(await dashboard.token('viewer', 'crowded'), '#/organisations/crowded/keys');
    for (let shown = 100; shown < 2000; shown += 100) {
      await expect.poll(() => page.locator('.card').count()).toBe(shown);
      await button(page, 'Show more').click();
    }
    await page.getByText('Only the first 2,000 are shown.').waitFor();
    expect(await page.locator('.card').count()).toBe(2000);
    expect(await button(page, 'Show more').count()).toBe(0);
    page.expectClean();
  });

  test('what happens elsewhere is shown without a click', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/organisations/hostile');
    await page.getByText('open to readers', { exact: true }).waitFor();
    await dashboard.run('organisations', 'set', 'hostile', '--access', 'suspended');
    await page.getByText('suspended', { exact: true }).waitFor();
    page.expectClean();
  });

  test.each(combine(languageTags(), [360, 1366]))('every view in %s at %i px', async (locale, width) => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/', {
      locale,
      viewport: { width, height: 800 },
    });
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    for (const hash of ['#/', '#/audit', ...tabs.map((tab) => `#/organisations/hostile${tab}`)]) {
      await page.goto(`${dashboard.url}/${hash}`);
      await page.locator('#app:not([aria-busy]) h1').waitFor();
      expect(await overlaps(page), hash).toEqual([]);
      expect(await emptyScroll(page), hash).toBeLessThanOrEqual(1);
      expect(await violations(page), hash).toEqual([]);
      await screenshot(page, `dashboard-${locale}-${width}${hash.replace(/\W+/g, '-')}`);
    }
    page.expectClean();
  });

  test('it is accessible in the dark too', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/organisations/hostile/keys');
    await expectAccessible(page, 'dashboard', ['light', 'dark']);
  });

  test('the first load weighs less than 60 kB, compressed, and its policy allows no other origin and nothing inline', async () => {
    const page = await fetch(`${dashboard.url}/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|\sstyle=|\son\w+=/);
    const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    let bytes = 0;
    for (const path of paths) {
      const file = await fetch(`${dashboard.url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(file.status, path).toBe(200);
      bytes += Number(file.headers.get('content-length'));
    }
    console.log(`the dashboard's page without its language, compressed: ${bytes} bytes`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(60_000);
  });
});
