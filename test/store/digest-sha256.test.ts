import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestSha256 } from '../../src/store/digest-sha256.ts';

test("is the same as Node's own hash", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      const own = new Uint8Array(bytes);
      expect(await digestSha256(own)).toBe(createHash('sha256').update(own).digest('hex'));
    }),
  );
});
