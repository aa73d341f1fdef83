import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param headers with names in lower case; @param body the text as it arrived, before it is parsed */
export function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= 300)) return false; // an old one, sent again by somebody else
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  // Several, while the secret rotates.
  return signatures.split(' ').some((text) => {
    const given = Buffer.from(text);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
