// Decodes a GPU file, which does not declare its encoding. Untis writes its machine's code page, windows-1252 in western Europe,
// or UTF-8 where that was chosen. Bytes that are valid UTF-8 but not plain ASCII are almost certainly UTF-8.

import { decodeText } from '../reading/decode-text.ts';
import type { SchoolFile } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';

/** @returns null where the bytes contradict their byte order mark, with the reason in `findings` */
export function decodeGpu(file: SchoolFile, findings: Findings): string | null {
  const isMarked = [0xfe, 0xff].includes(file.bytes[0] ?? 0) && [0xfe, 0xff].includes(file.bytes[1] ?? 0);
  if (file.encoding !== undefined || isMarked || isUtf8(file.bytes)) return decodeText(file, null, findings);
  const message = `${file.name} is not UTF-8, so it is read as windows-1252`;
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
