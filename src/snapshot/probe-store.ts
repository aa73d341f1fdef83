// Finds out whether a store keeps the promises that publishing builds on, with a few files of its own which it removes
// again. What every store must do is tried through the interface; `probe-bucket.ts` adds the habits of S3-compatible ones.

import { type Store, sameBytes } from './store.ts';

/** `limited`: Belfry works, but for what `advice` says. `failed`: it would not. */
export type ProbeFinding = {
  probe: string;
  outcome: 'ok' | 'limited' | 'failed';
  found: string;
  /** What will not work, and what to do; null where all is well. */
  advice: string | null;
};

/** Where probes put their files: a prefix of its own for each, so that two at the same time do not meet. */
export const probePrefix = (id: string): string => `.probe/${id}/`;

export const ok = (probe: string, found: string): ProbeFinding => ({ probe, outcome: 'ok', found, advice: null });

/** How often what was written is read, since one answer of a store with several nodes proves little. */
const readings = 5;

const stale =
  'A revoked key would still be answered for as long as that. Use a store, or a setting of it, that shows each change ' +
  'to every reader at once, and put no cache before it';

/** @param id that no other probe uses */
export async function probeStore(store: Store, id: string): Promise<ProbeFinding[]> {
  const path = `${probePrefix(id)}record.json`;
  const [first, second, third] = ['first', 'second', 'third'].map((text) => new TextEncoder().encode(text));
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three texts');
  const findings: ProbeFinding[] = [];

  /** @returns whether the probes that need this one may follow */
  async function probe(name: string, advice: string, work: () => Promise<string | { wrong: string }>) {
    try {
      const found = await work();
      if (typeof found === 'string') findings.push(ok(name, found));
      else findings.push({ probe: name, outcome: 'failed', found: found.wrong, advice });
      return typeof found === 'string';
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      findings.push({ probe: name, outcome: 'failed', found, advice });
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
      'Nothing can be published. Give the publisher leave to write here',
      async () => {
        await store.write([{ path, bytes: first }]);
        return 'is granted';
      },
    );
    if (!written) return findings;
    await probe('read after write', stale, () => allRead(first, 'what was just written is not what is read'));
    await probe(
      'list after write',
      'Clean-ups, `check` and `copy` would miss files. Give the publisher leave to list (s3:ListBucket), and use a store whose listings are consistent',
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
          return { wrong: 'a file that is another than expected is replaced' };
        return (await store.replace(path, second, before))
          ? 'is granted'
          : { wrong: 'is refused though nobody came first' };
      },
    );
    await probe('read after overwrite', stale, () => allRead(second, 'what was there before is still read'));
    await probe(
      "the store's clock",
      'The age of a heartbeat would not be known: /readyz would fail, and with --refuse-after every answer be a 500. ' +
        'Use a store that sends Date and Last-Modified, and let no proxy change them',
      async () => {
        const aged = await store.readWithAge(path);
        const seconds = (aged?.age ?? Number.NaN) / 1_000;
        return seconds > -5 && seconds < 60
          ? 'tells the age of a file'
          : { wrong: `says that a file of this moment is ${seconds} seconds old` };
      },
    );
    const removed = await probe(
      'remove',
      'Keys that were deleted would stay. Give the publisher leave to remove (s3:DeleteObject)',
      async () => {
        await store.remove([path]);
        return 'is granted';
      },
    );
    if (removed) await probe('read after remove', stale, () => allRead(null, 'what was removed is still read'));
  } finally {
    await store.remove([path]).catch(() => {}); // what cannot be removed is among the findings
  }
  return findings;
}
