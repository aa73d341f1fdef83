// Every published byte as text, for tests that search for what must not be there: plain files, compressed ones, and packs.

import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import glob from 'fast-glob';

/** The files below a folder with what is in them; a pack with each of its responses. */
export function publishedTexts(folder: string): { path: string; text: string }[] {
  return glob.sync('**/*', { cwd: folder, dot: true }).map((path) => {
    const bytes = readFileSync(`${folder}/${path}`);
    return { path, text: path.endsWith('.br') ? String(brotliDecompressSync(bytes)) : packedText(bytes) };
  });
}

/** Where the response in gzip ends: 26 bytes of a timestamp in a block of its own, then eight of its check. */
const findEnd = (part: Buffer): number => part.indexOf(Buffer.from([0x01, 26, 0, 0xe5, 0xff])) + 5 + 26 + 8;

/** A file as text, with each response in gzip that begins anywhere in it inflated. */
function packedText(bytes: Buffer): string {
  const texts = [bytes.toString()];
  for (let at = bytes.indexOf('1f8b0800', 0, 'hex'); at !== -1; at = bytes.indexOf('1f8b0800', at + 1, 'hex')) {
    const next = bytes.indexOf('1f8b0800', at + 1, 'hex');
    const part = bytes.subarray(at, next === -1 ? undefined : next);
    // Of what follows in brotli nothing can be read; its length is that of no member in gzip.
    for (const end of [part.length, findEnd(part)])
      try {
        texts.push(gunzipSync(part.subarray(0, end)).toString());
        break;
      } catch {}
  }
  return texts.join('\n');
}
