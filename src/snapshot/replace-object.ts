// Compare-and-set in a bucket: one conditional PUT, If-Match with the ETag that came with what the caller has read, or
// If-None-Match: * where that was nothing. The server decides it by what is true; comparing with another reading would
// decide nothing, since some stores answer with what was there seconds ago.

import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from './bucket-client.ts';
import type { TaggedObject } from './read-object.ts';
import { sameBytes } from './store.ts';

export type Condition = { 'If-Match'?: string; 'If-None-Match'?: string };

/** The bucket, as far as replacing needs it. For `timeout` milliseconds a stale reading is read again. */
export type ReplaceContext = {
  read(path: string): Promise<TaggedObject | null>;
  put(path: string, bytes: Uint8Array, condition?: Condition): Promise<unknown>;
  timeout: number;
};

/** Puts `bytes` in the place of `expected`, which was read with the ETag `tag`. Null is no object. */
type Replace = (path: string, bytes: Uint8Array, expected: Uint8Array | null, tag: string | null) => Promise<boolean>;

/**
 * The forms in which servers want an ETag: as received (RFC 9110, section 13.1.1), which is all that R2 takes; and without
 * its quotes, as Ceph's gateway does, which answers 412 to the other though it matches.
 */
const forms = [(tag: string) => tag, (tag: string) => tag.replaceAll('"', '')];

/** Replaces objects of one bucket, and remembers the form in which it wants their ETags. */
export function replaceObject({ read, put, timeout }: ReplaceContext): Replace {
  let known: (typeof forms)[number] | undefined;

  return async (path, bytes, expected, tag) => {
    const end = performance.now() + timeout;
    for (let current = tag, pause = 50; ; pause *= 2) {
      let found: TaggedObject | null | undefined;
      for (const form of known === undefined ? forms : [known]) {
        const condition = current === null ? { 'If-None-Match': '*' } : { 'If-Match': form(current) };
        try {
          await put(path, bytes, condition);
          if (current !== null) known = form;
          return true;
        } catch (error) {
          const status = statusOf(error);
          const isLast = known !== undefined || form === forms.at(-1);
          // This form is not understood; where the other was, it has been refused.
          if (status === 400 && current !== null && (!isLast || found !== undefined)) continue;
          if (status === 501)
            throw new Error('it has no conditional PUT, without which nothing can be published', { cause: error });
          if (status !== 412 && status !== 404) throw error;
          found = await read(path);
          // By an attempt whose answer was lost.
          if (sameBytes(found?.bytes ?? null, bytes)) return true;
          if (!sameBytes(found?.bytes ?? null, expected)) return false;
          if (current === null || found?.tag !== current) break;
        }
      }
      // Refused, and yet what was read is as expected: under another ETag, or the reading is older than the refusal.
      if (performance.now() + pause > end) return false;
      if (found?.tag === current || current === null) await sleep(pause);
      current = found?.tag ?? null;
    }
  };
}
