// Parses an import file. Invalid UTF-8 or JSON is an error that names the position.

import { reasonOf } from '../../errors.ts';

/** The largest file in bytes. A larger version would not be published. */
export const maxFileBytes = 64 * 1024 * 1024;

export type ParsedDocument = { document: unknown } | { reason: string };

/** The document in a file; from a whole response, its `data`. A leading byte order mark is skipped. */
export function parseDocument(bytes: Uint8Array): ParsedDocument {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const offset = findInvalid(bytes);
    const value = bytes[offset]?.toString(16).padStart(2, '0');
    return { reason: `is not UTF-8: byte ${offset} (0x${value}) does not start a character; save it as UTF-8` };
  }
  try {
    const content: unknown = JSON.parse(text);
    const isResponse = typeof content === 'object' && content !== null && 'success' in content && 'data' in content;
    return { document: isResponse ? content.data : content };
  } catch (error) {
    return { reason: `is not JSON: ${reasonOf(error)}` };
  }
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
