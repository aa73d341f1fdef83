// The ETag of what the control API shows and changes: a hash of its content, whatever the order of its keys.

import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, section 8.8.3), in its quotes. */
export const hashState = (state: unknown): string =>
  `"${createHash('sha256')
    .update(JSON.stringify(inOrder(state)))
    .digest('base64url')
    .slice(0, 27)}"`;

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}
