// Detects which program wrote a file, from its content and never from its name.

import type { Findings } from '../report/finding.ts';
import { type Format, programsInWords } from './programs.ts';
import type { SchoolFile } from './school-reader.ts';

const rootElements: Readonly<Record<string, Format>> = {
  timetable: 'asc',
  fet: 'fet',
  FET: 'fet',
  // The file of activities that FET writes beside its data.
  Activities_Timetable: 'fet',
};

/** @returns null where no format is recognised, or several are, with the reason in `findings` */
export function detectFormat(files: readonly SchoolFile[], findings: Findings): Format | null {
  const found = new Map<Format, string>();
  const unknown: string[] = [];
  for (const file of files) {
    const format = formatOf(file.bytes);
    if (format !== null) found.set(format, file.name);
    else unknown.push(file.name);
  }
  // An Untis export is a folder of files; some are empty and others may be unrelated. Its reader sorts them out.
  if (found.size === 1 && found.has('untis')) return 'untis';
  for (const name of unknown)
    findings.add('file.unknown-format', { file: name }, `it is not a file of ${programsInWords}`);
  if (unknown.length > 0) return null;
  const [first, second] = found;
  if (first === undefined) {
    findings.add('file.unknown-format', { file: '' }, 'no file was given');
    return null;
  }
  if (second === undefined) return first[0];
  findings.add(
    'file.several-schools',
    { file: second[1] },
    `its format is ${second[0]}, and that of ${first[1]} is ${first[0]}`,
  );
  return null;
}

/** Characters to inspect: the root element of an XML file comes well before. */
const inspectedBytes = 8192;

/** Null where no format matches. */
export function formatOf(bytes: Uint8Array): Format | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04) return 'untis'; // a ZIP
  const text = beginningOf(bytes);
  if (text.startsWith('<')) return isUntisXml(text) ? 'untis' : (rootElements[rootElementOf(text)] ?? null);
  return isGpu(text) ? 'untis' : null;
}

/** Whether it is the XML of Untis' interface: its root is `document`, in a namespace of Untis. Its reader says what to export instead. */
export const isUntisXmlFile = (bytes: Uint8Array): boolean => isUntisXml(beginningOf(bytes));

const isUntisXml = (text: string): boolean =>
  text.startsWith('<') && rootElementOf(text) === 'document' && /<document\s[^>]*untis/i.test(text);

/** Bytes as characters, without the zeros of UTF-16: what is searched is ASCII in every supported encoding. */
function beginningOf(bytes: Uint8Array): string {
  const start = Array.from(bytes.subarray(0, inspectedBytes), (byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll('\0', '');
  return start.replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '').trimStart();
}

/** The first element after the declaration, comments and document type, which are skipped one by one. */
function rootElementOf(text: string): string {
  let rest = text;
  for (;;) {
    const end = endOfPrologPart(rest);
    if (end === null) return /^<([\w.-]{1,40})/.exec(rest)?.[1] ?? '';
    const at = rest.indexOf(end);
    if (at < 0) return '';
    rest = rest.slice(at + end.length).trimStart();
  }
}

/** The end of the comment, declaration or document type that a text starts with; null if it starts with an element. */
function endOfPrologPart(text: string): string | null {
  if (text.startsWith('<!--')) return '-->';
  // A document type may contain declarations in brackets.
  if (/^<!DOCTYPE[^>[]*\[/.test(text)) return ']>';
  return /^<[?!]/.test(text) ? '>' : null;
}

/** Whether the first line that is not empty has at least three fields and begins with a short text or number. */
function isGpu(text: string): boolean {
  const [line = ''] = text.split(/\r?\n/, 1);
  const separators = Math.max(line.split(',').length, line.split(';').length, line.split('\t').length) - 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text files contain only tabs, other files contain more
  return separators >= 2 && !/[\u0000-\u0008\u000e-\u001f]/.test(text) && !/^\s*[[{]/.test(text);
}
