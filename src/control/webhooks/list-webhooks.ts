// The webhooks of an organisation and how it stands with each, without what is secret.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { NotFoundError } from '../../errors.ts';
import { authorName } from '../audit/author-name.ts';

/**
 * `waiting`: nothing is wrong, and something is to be delivered. `retrying`: the last attempt failed. `failing`: an event could not be
 * delivered in all its attempts, and none since. `gone`: the receiver answered 410, and nothing is sent any more. `off`: by a person.
 */
type WebhookHealth = 'ok' | 'waiting' | 'retrying' | 'failing' | 'gone' | 'off';

const health = sql<WebhookHealth>`case
  when not enabled then 'off'
  when gone_at >= enabled_at then 'gone'
  when failing_since >= enabled_at then 'failing'
  when head.attempts > 0 then 'retrying'
  when head.attempts = 0 then 'waiting'
  else 'ok' end`;

const select = (database: Database, organisationId: OrganisationId) =>
  database
    .selectFrom('webhook')
    .leftJoin('webhook_state as state', 'state.webhook_id', 'webhook.id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select('attempts')
          .whereRef('webhook_id', '=', 'webhook.id')
          .where('state', '=', 'pending')
          .where('kind', '=', 'event')
          .orderBy('id')
          .limit(1)
          .as('head'),
      (join) => join.onTrue(),
    )
    .select(['webhook.id', 'url', 'description', 'events', 'enabled', 'webhook.created_at as createdAt'])
    .select([authorName('created_by').as('createdBy'), health.as('health')])
    .select([
      'rotated_at as rotatedAt',
      sql<Date | null>`case when failing_since >= enabled_at then failing_since end`.as('failingSince'),
      sql<number>`coalesce(state.dropped, 0)`.as('dropped'),
    ])
    .where('webhook.organisation_id', '=', organisationId);

export type ListedWebhook = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** All of them, the oldest first: an organisation has ten at most. */
export const listWebhooks = (database: Database, organisationId: OrganisationId): Promise<ListedWebhook[]> =>
  select(database, organisationId).orderBy('webhook.created_at').orderBy('webhook.id').execute();

/** @throws NotFoundError */
export async function readWebhook(
  database: Database,
  organisationId: OrganisationId,
  id: string,
): Promise<ListedWebhook> {
  const webhook = await select(database, organisationId).where('webhook.id', '=', id).executeTakeFirst();
  if (webhook === undefined) throw noSuchWebhook(id, organisationId);
  return webhook;
}

export const noSuchWebhook = (id: string, of: OrganisationId): NotFoundError =>
  new NotFoundError(`there is no webhook ${id}; \`${commandLine(`webhooks list --organisation ${of}`)}\` shows them`);
