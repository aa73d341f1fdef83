// What a delivery says, and how it is signed: Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, version 1.0.0),
// symmetric signatures. Libraries for most languages verify them.

import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Of the 24 to 64 bytes that the standard allows. */
const secretBytes = 32;

/** Shown once: `whsec_` and base64. */
export const createWebhookSecret = (random: (count: number) => Uint8Array = randomBytes): string =>
  prefix + Buffer.from(random(secretBytes)).toString('base64');

/** The body: exactly these three, and the same bytes at each attempt. @param at when it happened */
export const bodyOfEvent = ({ type, at, data }: { type: string; at: Date; data: object }): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data });

/**
 * The headers of an attempt.
 * @param id of the event, the same at each attempt, by which its receiver knows that it has it already
 * @param now of the attempt, in milliseconds since 1970
 * @param secrets each makes a signature; while one replaces the other there are two
 */
export function signWebhook(id: string, now: number, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
