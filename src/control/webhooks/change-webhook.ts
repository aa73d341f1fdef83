// Changes where a webhook is sent, of what it is told, what it is for, and whether it is on.

import type { OrganisationId } from '../../access/ids.ts';
import type { AllowedNetworks } from '../../webhooks/judge-address.ts';
import { changeAs, type Editor } from '../operator.ts';
import { checkWebhook, type WebhookInput } from './check-webhook.ts';
import { type ListedWebhook, noSuchWebhook, readWebhook } from './list-webhooks.ts';

export type WebhookChange = Partial<WebhookInput> & { enabled?: boolean };

/**
 * @param assertExpected throws when the webhook is no longer as the caller knows it; then nothing is changed
 * @throws InvalidInputError, NotFoundError
 */
export async function changeWebhook(
  editor: Editor,
  organisationId: OrganisationId,
  id: string,
  { events, ...change }: WebhookChange,
  allowed: AllowedNetworks,
  assertExpected: (before: ListedWebhook) => void = () => {},
): Promise<ListedWebhook> {
  checkWebhook({ ...change, ...(events !== undefined && { events }) }, allowed);
  const columns = {
    ...change,
    ...(change.url !== undefined && { url: new URL(change.url).href }),
    ...(events !== undefined && { events: events && [...new Set(events)] }),
  };
  return changeAs(editor, async (transaction) => {
    const own = transaction.selectFrom('webhook').select('id').where('id', '=', id);
    await own.where('organisation_id', '=', organisationId).forUpdate().execute();
    const before = await readWebhook(transaction, organisationId, id);
    assertExpected(before);
    // One that was switched off by its receiver is on for people, so it is off before it is on again.
    if (change.enabled === true && before.health === 'gone')
      await transaction.updateTable('webhook').set({ enabled: false }).where('id', '=', id).execute();
    if (Object.keys(columns).length > 0)
      await transaction.updateTable('webhook').set(columns).where('id', '=', id).execute();
    return readWebhook(transaction, organisationId, id);
  });
}

/** What was not delivered by now is not sent any more. @throws NotFoundError */
export async function removeWebhook(editor: Editor, organisationId: OrganisationId, id: string): Promise<void> {
  const removed = await changeAs(editor, (transaction) =>
    transaction
      .deleteFrom('webhook')
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .returning('id')
      .executeTakeFirst(),
  );
  if (removed === undefined) throw noSuchWebhook(id, organisationId);
}
