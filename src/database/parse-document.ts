// Parses an import file. Invalid UTF-8 or JSON is an error with its position; nothing is replaced or guessed.

/** The largest file in bytes, more than is ever published of one version. */
export const maxFileBytes = 64 * 1024 * 1024;

export type ParsedDocument = { document: unknown } | { reason: string };

/** The document in a file. Of a whole response it takes the `data`. A leading byte order mark is skipped. */
export function parseDocument(bytes: Uint8Array): ParsedDocument {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const offset = findInvalid(bytes);
    const value = bytes[offset]?.toString(16).padStart(2, '0');
    return { reason: `is not UTF-8: byte ${offset} (0x${value}) begins no character; save it as UTF-8` };
  }
  try {
    const content: unknown = JSON.parse(text);
    const isResponse = typeof content === 'object' && content !== null && 'success' in content && 'data' in content;
    return { document: isResponse ? content.data : content };
  } catch (error) {
    return { reason: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const replacement = '\ufffd';

/** The position of the first invalid byte: the first replacement character that the file does not itself contain. */
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
