// Checks whether webhooks are sent, and names those whose receivers are not there.

import { commandLine } from '../command-line.ts';
import type { Database } from '../database/connect/open-database.ts';
import { hasWebhooks } from '../database/webhooks/has-webhooks.ts';
import { readWebhookFigures } from '../database/webhooks/webhook-figures.ts';
import { type Diagnosis, fine, limited } from './diagnosis.ts';

/** Seconds after which what is due should have been taken by a sender. */
const overdueAfter = 120;

export async function checkWebhooks(database: Database): Promise<Diagnosis> {
  const check = 'webhooks';
  if (!(await hasWebhooks(database))) return fine(check, 'there is none, so nobody is told of changes');
  const { failing, overdueSeconds } = await readWebhookFigures(database);
  if (overdueSeconds > overdueAfter)
    return limited(
      check,
      `nobody sends: something has been due for ${Math.round(overdueSeconds)} s`,
      `Start \`${commandLine('watch')}\`, or \`${commandLine('watch --only webhooks')}\` where access and documents have services of their own`,
    );
  if (failing.count === 0) return fine(check, 'each receiver is reached, or is tried again');
  const named = failing.first.map(({ organisationId, webhookId }) => `${webhookId} of ${organisationId}`);
  const more = failing.count > named.length ? ` and ${failing.count - named.length} more` : '';
  return limited(
    check,
    `receivers are not there: ${named.join(', ')}${more}`,
    `\`${commandLine('webhooks deliveries WEBHOOK_ID --organisation ID')}\` shows their answers; \`${commandLine('webhooks change WEBHOOK_ID --organisation ID --off')}\` ends it`,
  );
}
