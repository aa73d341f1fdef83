import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { unwrapEnvelope } from '../../src/snapshot/envelope.ts';
import { encodingNames } from '../../src/snapshot/paths.ts';
import { changingLength, writeStamp } from '../../src/snapshot/stamp-response.ts';

const decode = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
};
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const moment = fc.integer({ min: 0, max: lastMoment });

test('for any data, time and earlier stamp, every encoding decodes to the data with that time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), moment, moment, async (json, before, time) => {
      const encoded = await encodeResponse(new TextEncoder().encode(json));
      for (const encoding of encodingNames) {
        const copy = new Uint8Array(encoded.bytes[encoding]);
        writeStamp(copy, copy.length, { time: before, encoding });
        writeStamp(copy, copy.length, { time, encoding });
        const text = Buffer.from(decode[encoding](copy)).toString();
        expect(text).toBe(`{"success":true,"data":${json},"timestamp":"${new Date(time).toISOString()}"}`);
      }
    }),
  );
});

test('the end of a file can be stamped in a separate buffer', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode('{}'));
  for (const encoding of encodingNames) {
    const whole = new Uint8Array(bytes[encoding]);
    writeStamp(whole, whole.length, { time: lastMoment, encoding });
    const start = whole.length - changingLength(encoding);
    const end = new Uint8Array(100);
    end.set(bytes[encoding].subarray(start));
    writeStamp(end, changingLength(encoding), { time: lastMoment, encoding });
    expect(Buffer.from(whole.subarray(0, start)).equals(bytes[encoding].subarray(0, start))).toBe(true);
    expect(Buffer.from(end.subarray(0, changingLength(encoding))).equals(whole.subarray(start))).toBe(true);
    expect(end.subarray(changingLength(encoding)).every((byte) => byte === 0)).toBe(true);
  }
});

test('350 kB of repeated text is less than 2 kB as gzip and less than 200 bytes as brotli', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify('lesson '.repeat(50_000))));
  expect(bytes.gzip.length).toBeLessThan(2000);
  expect(bytes.br.length).toBeLessThan(200);
});

test('only an envelope with the stored stamp is unwrapped', async () => {
  const { bytes } = await encodeResponse(new TextEncoder().encode('[1]'));
  expect(Buffer.from(unwrapEnvelope(bytes.identity) ?? []).toString()).toBe('[1]');
  expect(unwrapEnvelope(bytes.identity.subarray(1))).toBeNull();
  expect(unwrapEnvelope(bytes.identity.subarray(0, -1))).toBeNull();
  expect(unwrapEnvelope(new Uint8Array())).toBeNull();
});
