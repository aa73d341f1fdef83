// What was delivered to a webhook in the last two weeks, or could not be, with the answers, the newest first.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { DeliveryState } from '../../database/webhooks/webhook-tables.ts';
import { wrongCursor } from '../../errors.ts';
import { cutToPage, type Listed, type Page } from '../paging.ts';
import { readWebhook } from './list-webhooks.ts';

const select = (database: Database, webhookId: string) =>
  database
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id as eventId', 'type', 'data', 'at', 'kind', 'state', 'attempts', 'answers'])
    .select(['not_before as nextAttemptAt', 'finished_at as finishedAt'])
    .where('webhook_id', '=', webhookId);

export type ListedDelivery = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** @param choice `eventId`, `state`: only these. @throws NotFoundError, InvalidInputError for a wrong cursor */
export async function listDeliveries(
  database: Database,
  organisationId: OrganisationId,
  webhookId: string,
  { limit, after }: Page,
  { eventId, state }: { eventId?: string | undefined; state?: DeliveryState | undefined } = {},
): Promise<Listed<ListedDelivery>> {
  await readWebhook(database, organisationId, webhookId);
  let query = select(database, webhookId);
  if (eventId !== undefined) query = query.where('event_id', '=', eventId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (after !== null) {
    if (!/^\d{1,18}$/.test(after)) throw wrongCursor();
    query = query.where('id', '<', after);
  }
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return cutToPage(
    rows,
    { limit },
    ({ id }) => id,
    (row) => row,
  );
}
