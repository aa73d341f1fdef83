// Creates a webhook. Its secret is returned this once.

import type { OrganisationId } from '../../access/ids.ts';
import { noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import type { AllowedNetworks } from '../../webhooks/judge-address.ts';
import { createWebhookSecret } from '../../webhooks/sign-webhook.ts';
import { changeAs, type Editor, type SecretSource } from '../operator.ts';
import { checkWebhook, type WebhookInput } from './check-webhook.ts';
import { type ListedWebhook, readWebhook } from './list-webhooks.ts';

/** @throws InvalidInputError, NotFoundError; an error of the bound when the organisation has as many as it may have */
export async function createWebhook(
  editor: Editor,
  { randomBytes }: Pick<SecretSource, 'randomBytes'>,
  { organisationId, ...webhook }: WebhookInput & { organisationId: OrganisationId },
  allowed: AllowedNetworks,
): Promise<{ webhook: ListedWebhook; secret: string }> {
  checkWebhook(webhook, allowed);
  const id = `wh_${Buffer.from(randomBytes(9)).toString('base64url')}`;
  const secret = createWebhookSecret(randomBytes);
  const created = await changeAs(editor, async (transaction) => {
    if ((await selectHandle(transaction, organisationId)) === null) throw noSuchOrganisation(organisationId);
    const { description } = webhook;
    const url = new URL(webhook.url).href;
    const events = webhook.events === null ? null : [...new Set(webhook.events)];
    await transaction
      .insertInto('webhook')
      .values({ id, organisation_id: organisationId, url, description, events })
      .execute();
    await transaction.insertInto('webhook_secret').values({ webhook_id: id, secret }).execute();
    return readWebhook(transaction, organisationId, id);
  });
  return { webhook: created, secret };
}
