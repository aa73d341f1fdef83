// Waits until there is an answer to what was sent a moment ago.

import type { Delivery } from '../answers.ts';
import { readControl } from '../call-control.ts';

/** Milliseconds between two looks, and after which nobody seems to send: an attempt may take 15 s. */
const [pause, patience] = [500, 25_000];

/**
 * @param path of the webhook @param newest the id of its newest delivery before; null for none
 * @param isWanted whether somebody still waits
 * @returns null where there was no answer in time
 */
export async function followDelivery(
  path: string,
  eventId: string,
  newest: string | null,
  isWanted: () => boolean,
): Promise<Delivery | null> {
  for (const began = performance.now(); performance.now() - began < patience && isWanted(); ) {
    const answer = await readControl<'listDeliveries'>(
      `${path}/deliveries?limit=100&eventId=${encodeURIComponent(eventId)}`,
    );
    const delivery =
      answer.outcome === 'done'
        ? answer.body.items.find(({ id }) => newest === null || BigInt(id) > BigInt(newest))
        : undefined;
    if (delivery !== undefined && delivery.answers.length > 0) return delivery;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}
