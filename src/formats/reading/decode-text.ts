// Decodes a file with the encoding of `--encoding`, its byte order mark or its declaration, else as UTF-8. Never inserts replacement
// characters, since a half-decoded name is a wrong name.

import { type Findings, quote } from '../report/finding.ts';
import { judgeEncoding } from './judge-encoding.ts';
import type { SchoolFile } from './school-reader.ts';

/** Bytes decoded at once. */
const pieceBytes = 65_536;

/**
 * @param declared the encoding that the file declares, if any
 * @returns null where the bytes are not valid in that encoding
 */
export function decodeText(file: SchoolFile, declared: string | null, findings: Findings): string | null {
  const pieces = decodePieces(file, declared, findings);
  let text = '';
  for (let step = pieces.next(); ; step = pieces.next()) {
    if (step.done) return step.value ? text : null;
    text += step.value;
  }
}

/**
 * The same in pieces, for a reader that may stop before the end.
 * @returns after the last piece: whether all bytes were valid; if not, the reason is in `findings`
 */
export function* decodePieces(
  { name, bytes, encoding }: SchoolFile,
  declared: string | null,
  findings: Findings,
): Generator<string, boolean> {
  const label =
    encoding ??
    markOf(bytes) ??
    judge(name, bytes, contradicts(bytes, declared) ? null : declared, findings) ??
    widthOf(bytes) ??
    'utf-8';
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    findings.add('file.encoding-unknown', { file: name }, `the encoding ${quote(label)} is not known`);
    return false;
  }
  try {
    // As a stream, also where there is one piece: otherwise Node 20 decodes windows-1252 as Latin-1, which has no `Ž` and
    // no `€`.
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    yield decoder.decode();
    return true;
  } catch {
    const line = lineOfFault(bytes, label);
    findings.add('file.not-text', { file: name, line }, `line ${line} is not valid ${decoder.encoding}`);
    return false;
  }
}

/** The declared encoding, or the one that the text is in. */
function judge(file: string, bytes: Uint8Array, declared: string | null, findings: Findings): string | null {
  if (declared === null) return null;
  const { encoding, doubt } = judgeEncoding(bytes, declared);
  const message = `it declares ${declared}`;
  if (doubt === 'other') findings.add('file.encoding-contradicted', { file }, `${message}, and is read as ${encoding}`);
  if (doubt === 'unknown')
    findings.add('file.encoding-doubtful', { file }, `${message}, and has words of accented letters alone`);
  return encoding;
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Recognises UTF-16 without a mark: every second byte of plain text is zero. */
function widthOf([first, second]: Uint8Array): string | null {
  if (first !== undefined && first !== 0 && second === 0) return 'utf-16le';
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : null;
}

/** A file that was saved again may keep an old declaration of UTF-16 although it has one byte per character. */
const contradicts = (bytes: Uint8Array, declared: string | null): boolean =>
  declared !== null && /^utf-?16/i.test(declared) && widthOf(bytes) === null;

/** The line, from 1, of the first invalid byte. Bisects, since a decoder does not report the position. */
function lineOfFault(bytes: Uint8Array, label: string): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    try {
      // As a chunk of a stream, so that a character cut off at the end is not an error.
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
