// GPU files do not say how they are encoded: Untis writes the code page of its machine, windows-1252 in western Europe,
// or UTF-8 where that was ticked. Bytes that are valid UTF-8 and not plain ASCII are practically never anything else.

import { decodeText } from '../decode-text.ts';
import type { Findings } from '../finding.ts';
import type { SchoolFile } from '../school-reader.ts';

/** @returns null where a byte order mark promises what the bytes are not, which `findings` then says */
export function decodeGpu(file: SchoolFile, findings: Findings): string | null {
  const isMarked = [0xfe, 0xff].includes(file.bytes[0] ?? 0) && [0xfe, 0xff].includes(file.bytes[1] ?? 0);
  if (isMarked || isUtf8(file.bytes)) return decodeText(file, null, findings);
  const message = `${file.name} is not UTF-8 and is read as windows-1252`;
  findings.add('untis.encoding-assumed', { file: file.name }, message);
  return decodeText(file, 'windows-1252', findings);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
