// Encodes the JSON text of `data` as a response, plain, gzip and brotli. The compressed encodings store the 26 bytes of the
// stamp uncompressed at a fixed offset from the end, so that `writeStamp` can overwrite them.

import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { PublishedFile } from '../contract/types.generated.ts';
import { storedStamp, wrapInEnvelope } from './envelope.ts';
import type { Encoding } from './paths.ts';
import { sha256 } from './sha256.ts';

const deflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);
const brotliCompress = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);

/** For timetables, higher levels cost much more time and save few bytes. */
export const gzipLevel = 6;
export const brotliQuality = 5;

export type EncodedResponse = { file: PublishedFile; bytes: Record<Encoding, Uint8Array> };

/**
 * Compresses in the thread pool.
 * @param data JSON text in UTF-8
 * @param hash its SHA-256
 */
export async function encodeResponse(data: Uint8Array, hash: string = sha256(data)): Promise<EncodedResponse> {
  const identity = wrapInEnvelope(data);
  const compressing = Promise.all([compressResponse(identity, 'gzip'), compressResponse(identity, 'br')]);
  const stored = (bytes: Uint8Array) => ({ bytes: bytes.length, sha256: sha256(bytes) });
  const plain = stored(identity);
  const [gzip, br] = await compressing;
  const file = { hash, identity: plain, gzip: stored(gzip), br: stored(br) };
  return { file, bytes: { identity, gzip, br } };
}

/** Compresses in the thread pool. @param response with the stored stamp */
export function compressResponse(response: Uint8Array, encoding: 'gzip' | 'br'): Promise<Uint8Array> {
  const head = response.subarray(0, response.length - storedStamp.length);
  return encoding === 'gzip' ? gzipWithStamp(head, response) : brotliWithStamp(head);
}

/** Large enough that the output usually is one chunk: zlib returns to the JavaScript thread after each. */
const chunkSizeFor = (head: Uint8Array) => Math.max(16 * 1024, head.length >> 3);

// RFC 1952 (gzip) around RFC 1951 (deflate): the head up to a sync flush, then a final stored block with its
// length of 26 and the complement, then the CRC-32 and size of the uncompressed response.
async function gzipWithStamp(head: Uint8Array, whole: Uint8Array): Promise<Uint8Array> {
  const header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
  const deflating = deflateRaw(head, {
    level: gzipLevel,
    finishFlush: zlib.constants.Z_SYNC_FLUSH,
    chunkSize: chunkSizeFor(head),
  });
  const storedBlock = [0x01, storedStamp.length, 0, 0xff ^ storedStamp.length, 0xff];
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(zlib.crc32(whole), 0);
  trailer.writeUInt32LE(whole.length, 4);
  return Buffer.concat([Buffer.from(header), await deflating, Buffer.from(storedBlock), storedStamp, trailer]);
}

// RFC 7932 (brotli), section 9.2: the head up to a flush, which ends on a byte boundary, then an uncompressed meta-block
// (ISLAST 0, MNIBBLES 4, MLEN - 1 = 25, ISUNCOMPRESSED 1: C8 00 08), then an empty last meta-block (03).
async function brotliWithStamp(head: Uint8Array): Promise<Uint8Array> {
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: head.length,
    [zlib.constants.BROTLI_PARAM_LGWIN]: 22,
  };
  const options = {
    params,
    finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
    chunkSize: chunkSizeFor(head),
  };
  const compressed = await brotliCompress(head, options);
  return Buffer.concat([compressed, Buffer.from([0xc8, 0x00, 0x08]), storedStamp, Buffer.from([0x03])]);
}
