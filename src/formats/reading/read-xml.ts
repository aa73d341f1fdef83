// Reads XML as a stream of elements. The parser is strict, expands only XML's own five entities and ignores DTDs.

import { SaxesParser } from 'saxes';
import type { Findings } from '../report/finding.ts';
import { decodePieces } from './decode-text.ts';
import { limits } from './limits.ts';
import type { SchoolFile } from './school-reader.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export type XmlVisitor = {
  /** `path` is the names of the enclosing elements, the root first. It is mutated as reading continues. */
  open(name: string, attributes: XmlAttributes, line: number, path: readonly string[]): void;
  /** Text and CDATA directly in the open element, in one or several chunks. */
  text?(text: string): void;
  close?(name: string, line: number): void;
};

/** Stops reading a file that is invalid or too large. */
class StopReading extends Error {}

/** @returns false where the file is not XML or too large, with the reason in `findings` */
export function readXml(file: SchoolFile, findings: Findings, visitor: XmlVisitor): boolean {
  if (file.bytes.length > limits.bytes) {
    const message = `the file has ${file.bytes.length} bytes, and ${limits.bytes} is the maximum`;
    findings.add('file.too-large', { file: file.name }, message);
    return false;
  }
  const parser = new SaxesParser({ xmlns: false });
  const refuse = (rule: 'file.not-xml' | 'file.too-large', message: string) => {
    findings.add(rule, { file: file.name, line: parser.line }, message);
    throw new StopReading();
  };
  const path: string[] = [];
  let elements = 0;
  let attributesOfElement = 0;
  /** The position up to which the parser has passed on what it read. It collects the rest, such as a comment. */
  let passedOn = 0;
  parser.on('error', ({ message }) => refuse('file.not-xml', message.replace(/^\d+:\d+: /, '').slice(0, 200)));
  parser.on('attribute', () => {
    passedOn = parser.position;
    if (++attributesOfElement > limits.attributes)
      refuse('file.too-large', `an element has more than ${limits.attributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    passedOn = parser.position;
    attributesOfElement = 0;
    if (++elements > limits.elements) refuse('file.too-large', `the file has more than ${limits.elements} elements`);
    if (path.length >= limits.depth) refuse('file.too-large', `elements are nested more than ${limits.depth} deep`);
    visitor.open(name, attributes, parser.line, path);
    path.push(name);
  });
  const pass = (piece: string) => {
    passedOn = parser.position;
    visitor.text?.(piece);
  };
  parser.on('text', pass);
  parser.on('cdata', pass);
  const skip = () => {
    passedOn = parser.position;
  };
  parser.on('comment', skip);
  parser.on('processinginstruction', skip);
  parser.on('doctype', skip);
  parser.on('closetag', ({ name }) => {
    passedOn = parser.position;
    path.pop();
    visitor.close?.(name, parser.line);
  });
  try {
    const pieces = decodePieces(file, declaredEncoding(file.bytes), findings);
    let piece = pieces.next();
    for (; !piece.done; piece = pieces.next()) {
      parser.write(piece.value);
      if (parser.position - passedOn > limits.text)
        refuse('file.too-large', `a text, comment or attribute has more than ${limits.text} characters`);
    }
    if (!piece.value) return false;
    parser.close();
    return true;
  } catch (error) {
    if (error instanceof StopReading) return false;
    throw error;
  }
}

/** The encoding in the XML declaration (XML 1.0, section 4.3.3), which is ASCII at the very start. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? null;
}
