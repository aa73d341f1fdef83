// Sends webhooks: as the process that `watch` starts, or as a service of its own, which starts that process.

import { pino } from 'pino';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { hasWebhooks } from '../../src/database/webhooks/has-webhooks.ts';
import { reasonOf } from '../../src/errors.ts';
import { postEvent } from '../../src/webhooks/send/post-event.ts';
import { runSender } from '../../src/webhooks/send/run-sender.ts';
import { settings } from '../options/settings.ts';
import { runWebhooksProcess } from './webhooks-process.ts';

/** Sends webhooks until `signal` aborts. No address is logged, since its path may be what its receiver keeps secret. */
export async function runWebhooks({ database }: OpenDatabase, signal: AbortSignal): Promise<void> {
  process.channel?.unref(); // it must not keep a process alive that has finished its work
  const log = pino({ level: settings.logLevel.value, base: null });
  const onFailure = (what: string, error: unknown) => log.error({ error: reasonOf(error) }, `${what} failed; retrying`);
  // How many threads resolve names is settled before a process starts.
  if (process.send === undefined)
    return runWebhooksProcess({ areThere: () => hasWebhooks(database), onFailure }, signal);
  const allowed = settings.webhookAllow.value ?? [];
  await runSender(
    database,
    {
      post: (address, message, cutOff) => postEvent(address, message, { allowed, signal: cutOff }),
      now: Date.now,
      random: Math.random,
      onAttempt({ organisationId, webhookId, eventId, type, status, error, milliseconds, next }) {
        const said = { organisationId, webhookId, eventId, type, status, milliseconds };
        if (next === 'done') log.debug(said, 'delivered');
        else log.warn({ ...said, ...(error === null ? {} : { error }), next }, 'a delivery failed');
      },
      onFailure,
    },
    signal,
  );
}
