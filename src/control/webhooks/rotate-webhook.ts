// Gives a webhook a new secret. For a while each delivery is signed with both, so that its receiver can be given the new one without a
// gap. There are never more than two: while one is ending, it is the newer one that is replaced, since the receiver may not have it yet.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import { InvalidInputError } from '../../errors.ts';
import { createWebhookSecret } from '../../webhooks/sign-webhook.ts';
import { changeAs, type Editor, type SecretSource } from '../operator.ts';
import { noSuchWebhook } from './list-webhooks.ts';

/** A day by default, and a week at most. */
export const [usualOverlapSeconds, mostOverlapSeconds] = [86_400, 7 * 86_400];

export type RotatedSecret = {
  secret: string;
  /** Until then the former secret signs as well; ISO 8601. */
  formerEndsAt: string;
};

/** @throws InvalidInputError, NotFoundError */
export async function rotateWebhook(
  editor: Editor,
  { randomBytes }: Pick<SecretSource, 'randomBytes'>,
  organisationId: OrganisationId,
  id: string,
  { overlapSeconds, now }: { overlapSeconds: number; now: number },
): Promise<RotatedSecret> {
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > mostOverlapSeconds)
    throw new InvalidInputError([
      { path: 'overlapSeconds', message: `It must be a whole number from 0 to ${mostOverlapSeconds}.` },
    ]);
  const secret = createWebhookSecret(randomBytes);
  return changeAs(editor, async (transaction) => {
    const found = await transaction
      .updateTable('webhook')
      .set({ rotated_at: sql<string>`clock_timestamp()` })
      .where('id', '=', id)
      .where('organisation_id', '=', organisationId)
      .returning('id')
      .executeTakeFirst();
    if (found === undefined) throw noSuchWebhook(id, organisationId);
    const known = await transaction
      .selectFrom('webhook_secret')
      .select('ends_at')
      .where('webhook_id', '=', id)
      .execute();
    const ends = known.flatMap(({ ends_at }) => (ends_at !== null && Number(ends_at) > now ? [Number(ends_at)] : []));
    const isEnding = ends.length > 0;
    const own = transaction.deleteFrom('webhook_secret').where('webhook_id', '=', id);
    await own.where('ends_at', isEnding ? 'is' : 'is not', null).execute();
    // One who wants it to end sooner has a reason, such as a leak.
    const formerEndsAt = new Date(Math.min(...ends, now + overlapSeconds * 1000)).toISOString();
    await transaction
      .updateTable('webhook_secret')
      .set({ ends_at: formerEndsAt })
      .where('webhook_id', '=', id)
      .execute();
    await transaction.insertInto('webhook_secret').values({ webhook_id: id, secret }).execute();
    return { secret, formerEndsAt };
  });
}
