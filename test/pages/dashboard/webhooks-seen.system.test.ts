// Webhooks in the dashboard for everybody: by keyboard alone, for those who only look, on a phone and from right to left, and what
// needs attention beside all organisations.

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { noBrowser, screenshot, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';
import { emptyScroll, overlaps } from '../viewer/text-boxes.ts';

const address = `https://${'long-'.repeat(8)}name.example/${'path'.repeat(40)}`;
const here = '#/organisations/riverside/webhooks';

describe.skipIf(noBrowser)('webhooks in the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside', hillside: 'Hillside' });
  const create = (of: string, ...more: string[]) =>
    dashboard.run('webhooks', 'create', '--organisation', of, '--url', address, ...more);
  const run = (statement: string) => sql.raw(statement).execute(dashboard.open.database);

  beforeAll(async () => {
    await create('riverside', '--description', 'مدرسة Website', '--event', 'key.created', '--event', 'key.revoked');
    await create('riverside');
    await create('riverside', '--description', 'Third');
    await create('hillside', '--description', 'Another');
    // As a sender leaves them: one failing, one whose receiver is gone, and what became of three deliveries.
    await run(`insert into webhook_state (webhook_id, organisation_id, failing_since, gone_at, dropped)
      select id, organisation_id, case when events is not null then now() end, case when description = 'Third' then now() end, 3
      from webhook where organisation_id = 'riverside'
      on conflict (webhook_id) do update set failing_since = excluded.failing_since, gone_at = excluded.gone_at, dropped = 3`);
    const answer = (status: string, error: string) =>
      `[{"at": "2026-11-28T12:00:00Z", "milliseconds": 30, "status": ${status}, "answer": null, "error": ${error}}]`;
    await run(`insert into webhook_delivery (webhook_id, event_id, type, data, at, kind, state, attempts, answers)
      select webhook.id, 'evt_' || kind || state, 'key.created', '{"keyId": "key_1"}', now(), kind, state, 1, answers::jsonb
      from webhook, (values ('event', 'delivered', '${answer('204', 'null')}'), ('event', 'dropped', '[]'),
        ('replay', 'failed', '${answer('null', '"connect ECONNREFUSED 127.0.0.1:9"')}')) as had (kind, state, answers)
      where description like '%Website'`);
  });

  const cards = (page: WatchedPage) => page.locator('.card');

  test('whoever only looks sees how it stands, and can change nothing', async () => {
    const page = await dashboard.signedIn(await dashboard.token('viewer', 'riverside'), here);
    await expect.poll(() => cards(page).count()).toBe(3);
    const names = ['Deliveries', 'Deliveries', 'Deliveries'];
    expect(await cards(page).getByRole('button').allTextContents()).toEqual(names);
    expect(await page.locator('form').count()).toBe(0);
    expect(await cards(page).locator('.badge').allTextContents()).toEqual([
      'cannot be reached',
      'works',
      'receiver gone',
    ]);
    await cards(page).first().getByText('3 messages were not sent').waitFor();
    await cards(page).first().getByRole('button', { name: 'Deliveries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Not reached: nothing answers at this address.').first().waitFor();
    expect(await dialog.locator('.card .badge:first-child').allTextContents()).toEqual([
      'not delivered',
      'not sent',
      'delivered',
    ]);
    expect(await dialog.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    // What a program says stands behind Details.
    expect(await dialog.innerText()).not.toMatch(/ECONN|evt_|keyId/);
    expect(await violations(page)).toEqual([]);
    page.expectClean();
  });

  test('with the keyboard alone: created, and removed', async () => {
    const page = await dashboard.signedIn(
      await dashboard.token('manager', 'hillside'),
      '#/organisations/hillside/webhooks',
    );
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 60; presses++) {
        const focused = await page.evaluate<string>(`(() => {
          const { labels, textContent } = document.activeElement;
          return (labels?.[0]?.textContent ?? textContent).trim();
        })()`);
        if (focused === name) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`60 times Tab does not lead to ${name}`);
    };
    const press = async (name: string) => {
      await tabTo(name);
      await page.keyboard.press('Enter');
    };
    await tabTo('Address of the receiving program');
    await page.keyboard.type('https://typed.example/in');
    await tabTo('Tell of everything, also of what later releases tell of');
    await page.keyboard.press('Space');
    await tabTo('daily changes are published');
    await page.keyboard.press('Space');
    await press('Create the webhook');
    await page.getByRole('heading', { name: 'The secret of the webhook.' }).waitFor();
    await press('I have kept it');
    const card = cards(page).filter({ hasText: 'typed.example' });
    expect(await card.innerText()).toContain('tells when: daily changes are published');
    await card.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    await tabTo('To confirm, type delete');
    await page.keyboard.type('delete');
    await page.keyboard.press('Enter');
    await page.locator('#outcome').getByText('The webhook is deleted.').waitFor();
    expect(await cards(page).count()).toBe(1);
    page.expectClean();
  });

  test.each([
    ['en', 'Deliveries'],
    ['ar', 'عمليات التسليم'],
    ['uk', 'Доставки'],
  ])('in %s on a phone nothing is cut off', async (locale, deliveries) => {
    const look = { locale, viewport: { width: 360, height: 740 } };
    const page = await dashboard.signedIn(await dashboard.token('manager', 'riverside'), here, look);
    await expect.poll(() => cards(page).count()).toBe(3);
    expect(await page.evaluate('document.documentElement.dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    await page.locator('#hook-event-all').uncheck();
    const expectReadable = async (name: string) => {
      expect(await overlaps(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `dashboard-webhooks-${name}-${locale}`);
    };
    expect(await emptyScroll(page)).toBe(0);
    await expectReadable('list');
    await page.getByRole('button', { name: deliveries }).first().click();
    await page.locator('dialog .card').first().waitFor();
    for (const details of await page.locator('dialog summary').all()) await details.click();
    await expectReadable('deliveries');
    page.expectClean();
  });

  test('beside all organisations, receivers that are not reached lead to their webhooks; and that nobody sends is said', async () => {
    const page = await dashboard.signedIn(await dashboard.token('operator'));
    const notice = page.locator('.notice', { hasText: 'reach' });
    await notice.getByText('2 webhooks do not reach their receivers:').waitFor();
    expect(await page.getByText('Webhooks have not been sent').count()).toBe(0);
    await run(`insert into webhook_event (organisation_id, type, data, at)
      values ('riverside', 'key.created', '{}', now() - interval '1 hour')`);
    await page.reload();
    await page.getByText('Webhooks have not been sent for 1 hour.').waitFor();
    expect(await violations(page)).toEqual([]);
    await notice.getByRole('link', { name: 'riverside' }).click();
    await page.getByText('not reached since').first().waitFor();
    page.expectClean();
  });
});
