// The page of slips in a real browser: a slip for each link, and not one request once the page is there.

import { describe, expect, test } from 'vitest';
import { formatLinkList } from '../../../../scripts/reports/link-list.ts';
import { noBrowser, screenshot, type WatchedPage } from '../browser.ts';
import { expectAccessible, expectNothingOverlaps } from '../expect-readable.ts';
import { demoDocuments } from '../my/linked-demo.ts';
import { useViewer } from '../use-viewer.ts';

const tokenOf = (number: number) => `belfry_link_${String(number).padStart(50, 'x')}`;
const names = ['Ada Lovelace', 'משה כהן', `<img src=x onerror=alert(1)>, "Bob"`, 'Donaudampfschifffahrt'.repeat(5)];
const list = formatLinkList(
  names.map((name, index) => ({ kind: 'student', entityId: `s${index}`, name })),
  names.map((_, index) => ({
    ...{ kind: 'student', entityId: `s${index}`, name: null, linkId: `l${index}` },
    ...{ token: tokenOf(index), expiresAt: '2027-07-31T00:00:00.000Z' },
  })),
);

describe.skipIf(noBrowser)('the slips', () => {
  const viewer = useViewer([{ id: 'demo-school', name: 'Demo', documents: demoDocuments.slice(0, 1) }]);
  const slips = (page: WatchedPage) => page.locator('.slip');

  test('each link has a slip with its name, its code and words in the chosen language, and nothing is requested', async () => {
    const page = await viewer.openPage({}, '/my/slips');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
    await page.getByLabel('List of links', { exact: true }).setInputFiles(file);
    await page.getByText('4 slips').waitFor();
    await page.getByLabel('Name of the school').fill('Riverside');
    expect(await slips(page).locator('.slip-name').allTextContents()).toEqual(
      [...names].sort(new Intl.Collator('en', { numeric: true }).compare),
    );
    expect(await slips(page).filter({ hasText: 'Ada Lovelace' }).innerText()).toMatch(
      /Student\s+Riverside\s[\s\S]*Scan the code[\s\S]*Valid until 31 July 2027/,
    );
    expect(await page.getByRole('img', { name: 'QR code' }).count()).toBe(4);
    await page.getByLabel('Language').selectOption('ar');
    await page.getByText('امسح الرمز').first().waitFor();
    await page.getByLabel('اللغة').selectOption('en');
    await page.getByText('4 slips').waitFor();
    await page.getByLabel('Or paste it here').fill(`token,name\n${tokenOf(9)},Only one`);
    await page.getByText('1 slip', { exact: true }).waitFor();
    // As a school counts, and each with its cut line on every side.
    const classes = ['9C', '10A', '5B'].map((name, index) => `${tokenOf(index)},class,${name}`);
    await page.getByLabel('Or paste it here').fill(`token,kind,name\n${classes.join('\n')}`);
    await page.getByText('3 slips').waitFor();
    expect(await slips(page).locator('.slip-name').allTextContents()).toEqual(['5B', '9C', '10A']);
    expect(await slips(page).first().innerText()).not.toContain('Keep it to yourself');
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      const rights = await page.evaluate(
        `[...document.querySelectorAll('.slip')].map((slip) => [slip.getBoundingClientRect().right, innerWidth])`,
      );
      for (const [right, edge] of rights as [number, number][]) expect(right).toBeLessThanOrEqual(edge); // as asked for
    }
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Or paste it here').fill('nothing');
    await page.getByText('There are no links in this list.').waitFor();
    expect(await slips(page).count()).toBe(0);
    expect(requests).toEqual([]);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('belfry_link');
    page.expectClean();
  });

  test('its own policy forbids requests', async () => {
    const page = await viewer.openPage({}, '/my/slips');
    const refused = await page.evaluate('fetch("/api/v1/timetables").then(() => "sent", () => "refused")');
    expect(refused).toBe('refused');
  });

  test('it is accessible, readable in every width, and printed without its form', async () => {
    const page = await viewer.openPage({}, '/my/slips');
    await page.getByLabel('Or paste it here').fill(list);
    await page.getByText('4 slips').waitFor();
    await expectAccessible(page, 'slips', ['light', 'dark']);
    await expectNothingOverlaps(page, [320, 1366]);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByLabel('Or paste it here').isVisible()).toBe(false);
    await screenshot(page, 'slips-print');
    page.expectClean();
  });

  test('the codes of 500 links are there within seconds', async () => {
    const page = await viewer.openPage({ locale: 'en-US' }, '/my/slips');
    const many = Array.from({ length: 500 }, (_, number) => `${tokenOf(number)},Pupil ${number}`).join('\n');
    await page.getByLabel('Or paste it here').fill(`token,name\n${many}`);
    await page.getByText('500 slips').waitFor({ timeout: 20_000 });
    expect(await slips(page).count()).toBe(500);
  });
});
