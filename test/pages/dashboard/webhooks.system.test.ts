// Webhooks in the dashboard, with a receiver and a sender that are there: from the address to a message whose signature holds, and
// from a receiver that fails to one that is told again.

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { enqueueEvents } from '../../../src/database/webhooks/enqueue-events.ts';
import { parseNetworks } from '../../../src/webhooks/judge-address.ts';
import { postEvent } from '../../../src/webhooks/send/post-event.ts';
import { runSender } from '../../../src/webhooks/send/run-sender.ts';
import { useDashboard } from '../../dashboard/use-dashboard.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { noBrowser, type WatchedPage } from '../viewer/browser.ts';
import { violations } from '../viewer/expect-readable.ts';

const network = '127.0.0.1/32';
const allowed = parseNetworks([network]) ?? [];
const here = '#/organisations/riverside/webhooks';

describe.skipIf(noBrowser)('webhooks in the dashboard', () => {
  const dashboard = useDashboard({ riverside: 'Riverside' }, { BELFRY_WEBHOOK_ALLOW: network });
  const button = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true });
  const outcome = (page: WatchedPage, text: string) => page.locator('#outcome').getByText(text).waitFor();

  /** Until the test ends, or it is called. */
  function startSender(): () => Promise<void> {
    const stop = new AbortController();
    const running = runSender(
      dashboard.open.database,
      {
        post: (address, message, signal) => postEvent(address, message, { allowed, signal }),
        ...{ now: Date.now, random: () => 0, onAttempt: () => {} },
        onFailure: (what, error) => {
          throw new Error(what, { cause: error });
        },
      },
      stop.signal,
    );
    const end = () => {
      stop.abort();
      return running;
    };
    onTestFinished(end);
    return end;
  }

  const tell = (keyId: string) =>
    enqueueEvents(dashboard.open.database, org('riverside'), [
      { type: 'key.created', data: { organisationId: 'riverside', keyId } },
    ]);

  test('from the address to a message whose signature holds, failing, sent again, rotated, and removed', async () => {
    const receiver = await startReceiver();
    const { database } = dashboard.open;
    startSender();
    const page = await dashboard.signedIn(await dashboard.token('manager', 'riverside'), here);
    await page.getByText('There are no webhooks.').waitFor();
    expect(await page.getByRole('link', { name: 'What the receiving program has to do' }).getAttribute('href')).toBe(
      `${dashboard.served}/docs#webhooks`,
    );
    expect(await (await fetch(`${dashboard.served}/docs`)).text()).toContain('id="webhooks"');

    // Refused with what it means; nothing is made.
    await page.getByLabel('Address of the receiving program').fill('https://10.0.0.1/in');
    await button(page, 'Create the webhook').click();
    await page.getByRole('alert').getByText('This was not accepted').waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByLabel('Address of the receiving program').fill(receiver.url);
    await page.getByLabel('What the webhook is for').fill('Website');
    await page.getByLabel('Tell of everything').uncheck();
    // None is ticked, so it is not sent.
    await button(page, 'Create the webhook').click();
    expect(await page.locator('#new-secret').count()).toBe(0);
    await page.getByLabel('a key is generated').check();
    await page.getByLabel('a timetable is published').check();
    expect(await violations(page)).toEqual([]);
    await button(page, 'Create the webhook').click();
    await page.getByRole('heading', { name: 'The secret of the webhook.' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('The secret of the webhook.');
    await button(page, 'Copy: Secret of the webhook').waitFor();
    const secret = await page.locator('#new-secret').inputValue();
    expect(await violations(page)).toEqual([]);
    // What is shown this once is not left by a slip of the finger.
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    expect(await page.locator('#new-secret').inputValue()).toBe(secret);
    await button(page, 'I have kept it').click();
    expect(await page.content()).not.toContain(secret);

    const card = page.locator('.card', { hasText: 'Website' }).first();
    await card.getByText('works', { exact: true }).waitFor();
    expect(await card.innerText()).toContain('tells when: a timetable is published · a key is generated');
    const dialog = page.getByRole('dialog');
    const closeDialog = () => dialog.getByRole('button', { name: 'Close' }).first().click();
    await card.getByRole('button', { name: 'Send a test' }).click();
    await dialog
      .getByText(/It arrived: answered 204 after [\d,]+ ms\./)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await closeDialog();
    const [tried] = receiver.received;
    if (tried === undefined) throw new Error('a test has arrived');
    expect(tried.type).toBe('webhook.test');
    expect(() => receiver.verify(secret, tried)).not.toThrow();

    // The receiver fails in every attempt.
    receiver.answer = () => ({ status: 500, body: 'database is <down>' });
    await tell('k1');
    // The next attempt is the last, and waits until it is looked at.
    await waitUntil('it was tried', async () => {
      const { rows } = await sql`update webhook_delivery set attempts = 9, not_before = now() + interval '1 hour'
        where state = 'pending' and attempts = 1 returning id`.execute(database);
      return rows.length === 1;
    });
    await sql`update webhook_state set due_at = now() + interval '1 hour'`.execute(database);
    await page.reload();
    await card.getByText('The last attempt failed.').waitFor();
    expect(receiver.received).toHaveLength(2);
    await sql`update webhook_delivery set not_before = now() where state = 'pending'`.execute(database);
    await sql`update webhook_state set due_at = now()`.execute(database);
    await waitUntil('it was tried for the last time', async () => receiver.received.length === 3);
    await waitUntil('it is recorded', async () => {
      await page.reload();
      await page.locator('.card').first().waitFor();
      return (await card.getByText('cannot be reached').count()) === 1;
    });
    await card.getByText('not reached since').waitFor();
    await card.getByRole('button', { name: 'Send a test' }).click();
    await dialog
      .getByText(/It was not accepted: answered 500 after/)
      .first()
      .waitFor();
    await dialog.getByText('Details').click();
    await dialog.getByText('database is <down>').waitFor();
    expect(await violations(page)).toEqual([]);
    await closeDialog();

    // Sent again, with the id that it had.
    receiver.answer = () => 200;
    await card.getByRole('button', { name: 'Deliveries' }).click();
    const failed = dialog.locator('.card', { hasText: 'a key is generated' });
    await failed.getByText('not delivered').waitFor();
    expect(await dialog.locator('.card strong').allTextContents()).toEqual(['a test', 'a key is generated', 'a test']);
    await failed.getByText('2 attempts').waitFor();
    expect(await violations(page)).toEqual([]);
    await failed.getByRole('button', { name: 'Send again' }).click();
    await dialog
      .getByRole('status')
      .getByText(/It arrived: answered 200 after/)
      .waitFor();
    await dialog.locator('.card').first().getByText('sent again').waitFor();
    expect(receiver.received.at(-1)).toMatchObject({ id: receiver.received[1]?.id, type: 'key.created' });
    await closeDialog();
    await card.getByText('works', { exact: true }).waitFor();

    // Both secrets hold, until the overlap is over.
    await card.getByRole('button', { name: 'Rotate' }).click();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await outcome(page, 'There is a new secret');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('The secret of the webhook.');
    const second = await page.locator('#new-secret').inputValue();
    expect(second).not.toBe(secret);
    await button(page, 'I have kept it').click();
    await tell('k2');
    await waitUntil('the next event has arrived', async () => receiver.received.at(-1)?.data['keyId'] === 'k2');
    for (const each of [secret, second]) {
      const last = receiver.received.at(-1);
      expect(() => last && receiver.verify(each, last)).not.toThrow();
    }

    // To another address, off, on, and gone.
    const other = await startReceiver();
    await card.getByRole('button', { name: 'Change' }).click();
    expect(await dialog.getByLabel('a key is generated').isChecked()).toBe(true);
    await dialog.getByLabel('Address of the receiving program').fill(other.url);
    await dialog.getByLabel('Tell of everything').check();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await outcome(page, 'Saved');
    await card.getByText(other.url).waitFor();
    await card.getByText('tells of everything').waitFor();
    other.answer = () => 410;
    await tell('k3');
    await waitUntil('it is told there', async () => other.received.length === 1);
    await waitUntil('it is gone', async () => {
      await page.reload();
      await page.locator('.card').first().waitFor();
      return (await card.getByText('receiver gone').count()) === 1;
    });
    await card.getByRole('button', { name: 'Switch on' }).click();
    await outcome(page, 'The webhook is switched on.');
    await card.getByText('works', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Switch off' }).click();
    await outcome(page, 'The webhook is switched off.');
    await card.getByText('switched off', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('textbox').fill('no');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('That is another word.').waitFor();
    await dialog.getByRole('textbox').fill('delete');
    await page.keyboard.press('Enter');
    await outcome(page, 'The webhook is deleted.');
    await page.getByText('There are no webhooks.').waitFor();

    // Who did all that, in sentences, and no secret among them.
    await page.goto(`${dashboard.url}/#/organisations/riverside/audit`);
    await page.getByLabel('About').selectOption('webhooks');
    await expect
      .poll(async () => new Set(await page.locator('.card .sentence').allTextContents()))
      .toEqual(
        new Set([
          'The webhook Website was deleted',
          'The webhook Website was changed',
          'The webhook Website got a new secret',
          'Something was sent once more by the webhook Website',
          'The webhook Website was tried',
          'The webhook Website was created',
        ]),
      );
    expect(await page.content()).not.toContain('whsec_');
    page.expectClean();
  });
});
