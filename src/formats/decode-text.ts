// The text of a file: in the encoding that its byte order mark or the file itself names, else in UTF-8. Never with
// replacement characters, since a name that is half read is a wrong name.

import { type Findings, quote } from './finding.ts';
import type { SchoolFile } from './school-reader.ts';

/**
 * @param declared what the file says of its encoding, where it does
 * @returns null where the bytes are none of its characters
 */
export function decodeText({ name, bytes }: SchoolFile, declared: string | null, findings: Findings): string | null {
  const label = markOf(bytes) ?? (contradicts(bytes, declared) ? null : declared) ?? widthOf(bytes) ?? 'utf-8';
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    findings.add('file.encoding-unknown', { file: name }, `the encoding ${quote(label)} is not known`);
    return null;
  }
  try {
    // In one piece of a stream: node 20 takes the whole of a windows-1252 text for Latin-1, which has no `Ž` and no `€`.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    const line = lineOfFault(bytes, label);
    findings.add('file.not-text', { file: name, line }, `line ${line} is not written in ${decoder.encoding}`);
    return null;
  }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** UTF-16 without a mark: each other byte of plain text is zero. */
function widthOf([first, second]: Uint8Array): string | null {
  if (first !== undefined && first !== 0 && second === 0) return 'utf-16le';
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : null;
}

/** A file that was saved anew keeps its old declaration: UTF-16 in letters of one byte each is not what it says. */
const contradicts = (bytes: Uint8Array, declared: string | null): boolean =>
  declared !== null && /^utf-?16/i.test(declared) && widthOf(bytes) === null;

/** From 1: the line of the first byte that is no character. Halves what is left, since a decoder does not say where. */
function lineOfFault(bytes: Uint8Array, label: string): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      // As one piece of a stream, a character that is cut off at the end is no fault.
      new TextDecoder(label, { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  let line = 1;
  for (const byte of bytes.subarray(0, good)) if (byte === 0x0a) line++;
  return line;
}
