// Compare-and-set in a bucket: one conditional PUT with If-Match and the ETag that the caller read, or If-None-Match: * when
// there was no object. The server decides atomically. Reading again and comparing would not do, since some stores answer
// with content that is seconds old.

import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from './bucket-client.ts';
import type { TaggedObject } from './read-object.ts';
import { sameBytes } from './store.ts';

export type Condition = { 'If-Match'?: string; 'If-None-Match'?: string };

/** How to access the bucket. Stale reads are retried for `timeout` milliseconds. */
export type ReplaceContext = {
  read(path: string): Promise<TaggedObject | null>;
  put(path: string, bytes: Uint8Array, condition?: Condition): Promise<unknown>;
  timeout: number;
};

/** Replaces `expected`, which was read with the ETag `tag`, by `bytes`. Null means no object. */
type Replace = (path: string, bytes: Uint8Array, expected: Uint8Array | null, tag: string | null) => Promise<boolean>;

/**
 * The forms of ETag that servers accept: as received (RFC 9110, section 13.1.1), the only one for R2; and without quotes,
 * for Ceph's gateway, which answers 412 to the quoted form even when it matches.
 */
const forms = [(tag: string) => tag, (tag: string) => tag.replaceAll('"', '')];

/** Replaces objects of one bucket, and remembers the form of ETag that it accepts. */
export function createObjectReplacer({ read, put, timeout }: ReplaceContext): Replace {
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
          // The server rejects this form of ETag; the other form is tried, or was already refused.
          if (status === 400 && current !== null && (!isLast || found !== undefined)) continue;
          if (status === 501)
            throw new Error('it has no conditional PUT, without which nothing can be published', { cause: error });
          if (status !== 412 && status !== 404) throw error;
          found = await read(path);
          // An earlier attempt succeeded, but its response was lost.
          if (sameBytes(found?.bytes ?? null, bytes)) return true;
          if (!sameBytes(found?.bytes ?? null, expected)) return false;
          if (current === null || found?.tag !== current) break;
        }
      }
      // Refused although the object is as expected: it has another ETag, or the read was stale.
      if (performance.now() + pause > end) return false;
      if (found?.tag === current || current === null) await sleep(pause);
      current = found?.tag ?? null;
    }
  };
}
