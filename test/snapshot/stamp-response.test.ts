import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { encodingNames } from '../../src/snapshot/paths.ts';
import { stampResponse } from '../../src/snapshot/stamp-response.ts';

const decode = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
};
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

test('whatever the data and the time, every encoding decodes to the data under that time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.integer({ min: 0, max: lastMoment }), async (json, time) => {
      const encoded = await encodeResponse(new TextEncoder().encode(json));
      for (const encoding of encodingNames) {
        const { head, tail } = stampResponse(encoded.bytes[encoding], encoding, time);
        const text = Buffer.from(decode[encoding](Buffer.concat([head, tail]))).toString();
        expect(text).toBe(`{"success":true,"data":${json},"timestamp":"${new Date(time).toISOString()}"}`);
      }
    }),
  );
});

test('stamping leaves the stored bytes as they are', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode('{}'));
  for (const encoding of encodingNames) {
    const before = Buffer.from(bytes[encoding]);
    stampResponse(bytes[encoding], encoding, lastMoment);
    expect(before.equals(bytes[encoding])).toBe(true);
  }
});

test('a compressed form is a few bytes larger than its plain compression would be', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify('lesson '.repeat(50_000))));
  expect(bytes.gzip.length).toBeLessThan(2000);
  expect(bytes.br.length).toBeLessThan(200);
});

test('what is not an envelope with the stored stamp does not unwrap', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode('[1]'));
  expect(Buffer.from(unwrapEnvelope(bytes.identity) ?? []).toString()).toBe('[1]');
  expect(unwrapEnvelope(bytes.identity.subarray(1))).toBeNull();
  expect(unwrapEnvelope(bytes.identity.subarray(0, -1))).toBeNull();
  expect(unwrapEnvelope(new Uint8Array())).toBeNull();
});
