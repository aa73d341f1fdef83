// Parses a JSON file, for every command: UTF-8, or UTF-16 as editors of Windows save it, each with a byte order mark or without.
// Invalid UTF-8 or JSON is an error that names the position.

import { reasonOf } from '../../errors.ts';

/** The largest file in bytes. A larger version would not be published. */
export const maxFileBytes = 64 * 1024 * 1024;

export type ParsedDocument = { document: unknown } | { reason: string };

/** The document in a file; from a whole response, its `data`. A leading byte order mark is skipped. */
export function parseDocument(bytes: Uint8Array): ParsedDocument {
  const decoded = decodeJson(bytes);
  if ('reason' in decoded) return decoded;
  try {
    const content: unknown = JSON.parse(decoded.text.replace(/^\ufeff/, ''));
    const isResponse = typeof content === 'object' && content !== null && 'success' in content && 'data' in content;
    return { document: isResponse ? content.data : content };
  } catch (error) {
    return { reason: `is not JSON: ${reasonOf(error)}` };
  }
}

/** The text of a JSON file, with its byte order mark, if it has one. */
export function decodeJson(bytes: Uint8Array): { text: string } | { reason: string } {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    if (encoding !== 'utf-8') return { reason: `is UTF-16 that is cut off or damaged; save it as UTF-8` };
    const offset = findInvalid(bytes);
    const value = bytes[offset]?.toString(16).padStart(2, '0');
    return { reason: `is not UTF-8: byte ${offset} (0x${value}) does not start a character; save it as UTF-8` };
  }
}

/** By its mark, or by the zero beside the first character, which is ASCII in JSON. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

const replacement = '\ufffd';

/**
 * The position of the first invalid byte. A lenient decoder replaces it with U+FFFD, so it is the first U+FFFD in the text
 * that is not in the file.
 */
function findInvalid(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let [offset, from] = [0, 0];
  for (;;) {
    const at = text.indexOf(replacement, from);
    offset += Buffer.byteLength(text.slice(from, at));
    if (bytes[offset] !== 0xef || bytes[offset + 1] !== 0xbf || bytes[offset + 2] !== 0xbd) return offset;
    offset += 3;
    from = at + 1;
  }
}
