// A ZIP of GPU files, and malicious ZIPs.

import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/formats/reading/limits.ts';
import { createFindings } from '../../../src/formats/report/finding.ts';
import { unpackZips } from '../../../src/formats/untis/unpack-zips.ts';
import { unitsOf } from '../units-of.ts';
import { convertGpu, readGpu } from './read-gpu.ts';

const row = '7,5A,ADA,FRE,R1,1,1\n';
const zip = (texts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])));

test('the files of a ZIP are read from any folder', () => {
  const bytes = zip({ 'export/GPU001.TXT': row, 'export/GPU004.TXT': 'ADA,Lovelace Ada\n' });
  const { document } = convertGpu({ 'school.zip': bytes });
  expect(unitsOf(document)).toEqual(['Mon 1 ADA FRE 5A R1']);
  expect(document.teachers[0]?.name).toBe('Lovelace Ada');
});

test('the copies that macOS adds to a ZIP are skipped', () => {
  const bytes = zip({ 'GPU001.TXT': row, '__MACOSX/._GPU001.TXT': '\0\u0005', '.DS_Store': 'x' });
  const { document, rules } = convertGpu({ 'school.zip': bytes });
  expect(unitsOf(document)).toHaveLength(1);
  expect(rules).not.toContain('untis.file-not-used');
});

/** Writes over the size that the central directory claims for its first file. */
function claim(bytes: Uint8Array, size: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 4; at++) {
    if (view.getUint32(at, true) === 0x02014b50) {
      view.setUint32(at + 24, size, true);
      return copy;
    }
  }
  throw new Error('no central directory');
}

describe('is refused', () => {
  const ruleOf = (bytes: Uint8Array) => {
    const { found, findings } = readGpu({ 'school.zip': bytes });
    expect(found).toBeNull();
    return findings[0]?.rule;
  };

  test('when it is cut off', () => {
    const bytes = zip({ 'GPU001.TXT': row.repeat(100) });
    expect(ruleOf(bytes.subarray(0, bytes.length - 10))).toBe('untis.zip-unreadable');
  });

  test('when its files are larger than any school has, before they are unpacked', () => {
    const zeros = zipSync({ 'GPU001.TXT': new Uint8Array(limits.bytes + 1) });
    expect(zeros.length).toBeLessThan(limits.bytes / 100);
    expect(ruleOf(zeros)).toBe('file.too-large');
  });

  test('when it is one of several that are too large together', () => {
    const bytes = zipSync({ 'GPU010.TXT': new Uint8Array(limits.bytes / 2) });
    const findings = createFindings();
    const files = ['a.zip', 'b.zip', 'c.zip'].map((name) => ({ name, bytes }));
    expect(unpackZips(files, findings)).toHaveLength(2);
    expect(findings.list()).toMatchObject([{ rule: 'file.too-large', place: { file: 'c.zip' } }]);
  });

  test('when it declares false sizes', () => {
    expect(ruleOf(claim(zip({ 'GPU001.TXT': row }), 0xfffffff0))).toBe('file.too-large');
  });

  test('when it has more files than an export', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, file) => [`${file}.txt`, 'x']));
    expect(ruleOf(zip(many))).toBe('file.too-large');
  });
});

test('a ZIP that declares less than it contains uses no more memory than it declares', () => {
  const bytes = claim(zip({ 'GPU001.TXT': row.repeat(1000) }), 10);
  const [file] = unpackZips([{ name: 'school.zip', bytes }], createFindings());
  expect(file?.bytes.length ?? 0).toBeLessThanOrEqual(10);
});
