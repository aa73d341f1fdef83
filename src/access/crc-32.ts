// CRC-32 as gzip and zip use it (RFC 1952, section 8). node:zlib has one too, but keys are checked and
// gzip files are stamped in CDN functions as well, which have no node built-ins.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of the bytes, as an unsigned 32-bit integer. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  // By index: an iterator is five times slower, and this runs on every request.
  for (let index = 0; index < bytes.length; index++)
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
