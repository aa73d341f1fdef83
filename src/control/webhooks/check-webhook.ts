// What a webhook may be like: where it is sent, of what it is told, and what it is for.

import { eventTypes } from '../../database/webhooks/webhook-events.ts';
import { InvalidInputError } from '../../errors.ts';
import { type AllowedNetworks, problemOfUrl } from '../../webhooks/judge-address.ts';
import { checkName } from '../check-input.ts';

/** `events`: null for all. `description`: null for none. */
export type WebhookInput = { url: string; events: readonly string[] | null; description: string | null };

/** @param allowed networks that need not be public. @throws InvalidInputError */
export function checkWebhook({ url, events, description }: Partial<WebhookInput>, allowed: AllowedNetworks): void {
  const problem = url === undefined ? null : problemOfUrl(url, allowed);
  if (problem !== null) throw new InvalidInputError([{ path: 'url', message: problem }]);
  const known: readonly string[] = eventTypes;
  const unknown = events?.find((event) => !known.includes(event));
  if (events?.length === 0 || unknown !== undefined)
    throw new InvalidInputError([
      {
        path: 'events',
        message: `${unknown === undefined ? 'It must name an event, or be left out for all' : `There is no event ${unknown}`}; there are ${known.join(', ')}.`,
      },
    ]);
  if (description != null) checkName(description, 'description');
}
