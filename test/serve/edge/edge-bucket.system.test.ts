// Reading an R2 bucket through its binding: the runtime's real binding, behind which some requests fail or are truncated.

import { Miniflare } from 'miniflare';
import { describe, expect, test } from 'vitest';
import { edgeBucket } from '../../../src/serve/edge/edge-bucket.ts';
import { seeded } from '../seeded.ts';

/** The part of the binding that is used. */
type Binding = {
  get(
    key: string,
  ): Promise<{ size: number; uploaded: Date; httpEtag: string; arrayBuffer(): Promise<ArrayBuffer> } | null>;
  put(key: string, text: string): Promise<unknown>;
};

describe('an R2 bucket by its binding', () => {
  test('each of 100 reads is complete although 20 % of the answers fail or are truncated', async () => {
    const runtime = new Miniflare({
      modules: true,
      script: 'export default { fetch: () => new Response() }',
      compatibilityDate: '2026-04-01',
      r2Buckets: ['BUCKET'],
    });
    try {
      // The package with its full type is not installed.
      const real = (await runtime.getR2Bucket('BUCKET')) as unknown as Binding;
      const content = 'content '.repeat(100);
      await real.put('live/a.json', content);
      const draw = seeded(3);
      const failing: Pick<Binding, 'get'> = {
        async get(key) {
          const drawn = draw();
          if (drawn < 0.1) throw new Error('get: We encountered an internal error. Please try again. (10001)');
          const object = await real.get(key);
          if (object === null || drawn >= 0.2) return object;
          const whole = await object.arrayBuffer();
          const half = async () => whole.slice(0, whole.byteLength >> 1);
          const { size, uploaded, httpEtag } = object;
          return { size, uploaded, httpEtag, arrayBuffer: half };
        },
      };
      const { readTagged: read } = edgeBucket({ BUCKET: failing, BUCKET_PREFIX: 'live' });
      for (let round = 0; round < 20; round++) {
        const found = await Promise.all(
          ['a.json', 'none.json', 'a.json', 'a.json', 'a.json'].map((path) => read(path)),
        );
        const texts = found.map((object) => (object?.bytes ? new TextDecoder().decode(object.bytes) : null));
        expect(texts).toEqual([content, null, content, content, content]);
      }
    } finally {
      await runtime.dispose();
    }
  });
});
