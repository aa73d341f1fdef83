// Tests whether a store has the guarantees that publishing needs, with a few temporary files. This file tests what every
// store must do, through the interface; `probe-bucket.ts` tests S3-compatible servers further.

import { reasonOf, StoreFullError } from '../errors.ts';
import { type Store, sameBytes } from './store.ts';

/** `limited`: Belfry works, with the limit in `advice`. `failed`: it would not work. */
export type ProbeFinding = {
  probe: string;
  outcome: 'ok' | 'limited' | 'failed';
  found: string;
  /** What will not work, and what to do; null when the outcome is ok. */
  advice: string | null;
};

/** The prefix of a probe's files, so that concurrent probes do not interfere. */
export const probePrefix = (id: string): string => `.probe/${id}/`;

export const ok = (probe: string, found: string): ProbeFinding => ({ probe, outcome: 'ok', found, advice: null });

/** How often each file is read, since one read from a store of several nodes proves little. */
const readings = 5;

const stale =
  'A revoked key would keep working for as long as that. Use a store, or a setting of it, with strongly consistent ' +
  'reads, and put no cache in front of it';

/** @param id unique to this probe */
export async function probeStore(store: Store, id: string): Promise<ProbeFinding[]> {
  const path = `${probePrefix(id)}record.json`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const [first, second, third] = [encode('first'), encode('second'), encode('third')];
  const findings: ProbeFinding[] = [];
  const full =
    `Nothing can be published: the disk or the quota of ${store.location} is full. Free some space there; ` +
    'BELFRY_KEEP_MB and BELFRY_KEEP_DAYS limit what earlier generations take';

  /** @returns whether it passed */
  async function probe(name: string, advice: string, work: () => Promise<string | { wrong: string }>) {
    try {
      const found = await work();
      if (typeof found === 'string') findings.push(ok(name, found));
      else findings.push({ probe: name, outcome: 'failed', found: found.wrong, advice });
      return typeof found === 'string';
    } catch (error) {
      const isFull = error instanceof StoreFullError;
      findings.push({ probe: name, outcome: 'failed', found: reasonOf(error), advice: isFull ? full : advice });
      return false;
    }
  }
  const allRead = async (expected: Uint8Array | null, wrong: string) => {
    const found = await Promise.all(Array.from({ length: readings }, () => store.read(path)));
    return found.every((bytes) => sameBytes(bytes, expected)) ? 'is seen at once' : { wrong };
  };

  try {
    const written = await probe(
      'write',
      'This user cannot publish here, and only the user of `watch` and the dashboard needs to: run this as that user, who must be able to write',
      async () => {
        await store.write([{ path, bytes: first }]);
        return 'is granted';
      },
    );
    if (!written) return findings;
    await probe('read after write', stale, () => allRead(first, 'the old content is still read'));
    await probe(
      'list after write',
      'Clean-ups, `check` and `copy` would miss files. Give the publisher permission to list (s3:ListBucket), and use a store whose listings are consistent',
      async () => {
        const listed = (await store.list(probePrefix(id))).map((file) => file.path);
        const names = await store.listNames('.probe/');
        return listed.includes(path) && names.includes(id) ? 'is seen at once' : { wrong: 'the file is not listed' };
      },
    );
    await probe(
      'replace',
      'The record of an organisation could never be replaced. Use a store with conditional PUT (If-Match)',
      async () => {
        const before = await store.read(path);
        if (await store.replace(path, third, second))
          return { wrong: 'a file is replaced although it is not the expected one' };
        return (await store.replace(path, second, before))
          ? 'is granted'
          : { wrong: 'is refused although the file is the expected one' };
      },
    );
    await probe('read after overwrite', stale, () => allRead(second, 'the overwritten content is still read'));
    await probe(
      "the store's clock",
      'The age of a heartbeat would be unknown: /readyz would fail, and with --refuse-after every request too. ' +
        'Use a store that sends Date and Last-Modified, and let no proxy change them',
      async () => {
        const aged = await store.readWithAge(path);
        const seconds = (aged?.age ?? Number.NaN) / 1_000;
        return seconds > -5 && seconds < 60
          ? 'tells the age of a file'
          : { wrong: `says that a new file is ${seconds} seconds old` };
      },
    );
    const removed = await probe(
      'remove',
      'Deleted keys would keep working. Give the publisher permission to remove (s3:DeleteObject)',
      async () => {
        await store.remove([path]);
        return 'is granted';
      },
    );
    if (removed) await probe('read after remove', stale, () => allRead(null, 'the removed file is still read'));
  } finally {
    await store.remove([path]).catch(() => {}); // a failure to remove is among the findings
  }
  return findings;
}
