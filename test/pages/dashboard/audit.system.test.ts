// The audit in the dashboard's page: sentences in the reader's language, and the fields that choose among them.

import { beforeAll, describe, expect, test } from 'vitest';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser, screenshot } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../viewer/text-boxes.ts';

describe.skipIf(noBrowser)('the audit', () => {
  const dashboard = useDashboard({ riverside: 'Riverside' });

  let id = '';
  beforeAll(async () => {
    ({ id } = await dashboard.key('riverside'));
    await dashboard.run('keys', 'revoke', id);
  });

  test('says who did what in sentences, and shows those about one thing or by one person', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/organisations/riverside/audit');
    const sentences = page.locator('.card .sentence');
    await page.getByText('The key a test was revoked').waitFor();
    expect(await sentences.allTextContents()).toEqual(
      expect.arrayContaining(['The key a test was created', 'The organisation Riverside was created']),
    );
    await page.getByText('with a command').first().waitFor();
    // What was before and after, and the id, are behind a disclosure.
    expect(await page.getByText(id, { exact: true }).first().isVisible()).toBe(false);
    await page.locator('.card', { hasText: 'was revoked' }).getByText('Details').click();
    await page.locator('.card', { hasText: 'was revoked' }).getByText(id, { exact: true }).waitFor();

    await page.getByLabel('About').selectOption('keys');
    await expect
      .poll(() => sentences.allTextContents())
      .toEqual(['The key a test was revoked', 'The key a test was created']);
    await page.getByLabel('Done by').fill('nobody of this name');
    await page.getByText('There are no entries.').waitFor();
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('says all that has happened in words, also what only operators see', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'), '#/audit', { locale: 'de' });
    await page.getByText('Der Ort, an dem Stundenpläne veröffentlicht werden, wurde festgelegt').first().waitFor();
    expect(await page.locator('.sentence [lang=en]').allTextContents()).toEqual([]);
    page.expectClean();
  });

  test.each([
    ['de', 'Der Schlüssel a test wurde gesperrt'],
    ['ar', 'أُلغي المفتاح a test'],
    ['uk', 'Ключ a test відкликано'],
  ])('in %s on a phone', async (locale, sentence) => {
    const token = await dashboard.token('manager', 'riverside');
    const look = { locale, viewport: { width: 360, height: 740 } };
    const page = await dashboard.signedIn(token, '#/organisations/riverside/audit', look);
    await page.getByText(sentence).waitFor();
    // A field is nearer to its own label than to the next.
    const [about, who] = [await page.locator('#audit-about').boundingBox(), page.locator('label[for=audit-who]')];
    expect(((await who.boundingBox())?.y ?? 0) - ((about?.y ?? 0) + (about?.height ?? 0))).toBeGreaterThanOrEqual(6);
    expect(await overlaps(page)).toEqual([]);
    expect(await emptyScroll(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await screenshot(page, `dashboard-audit-${locale}`);
  });
});
