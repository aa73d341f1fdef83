// For any bytes the converter returns a document or an error with a place: no crash, no hang, no unbounded memory.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertFiles, defaultOptions } from '../../../src/formats/convert-files.ts';
import { times } from '../../support/thoroughness.ts';
import { problemsOf } from '../problems-of.ts';
import { versionFields } from '../version-fields.ts';
import { ascLesson, ascXml, smallAsc } from './asc-xml.ts';

const original = new TextEncoder().encode(
  ascXml({
    ...smallAsc(),
    student: ['U1', 'U2'].map((id) => ({ id, name: id, classid: 'C1' })),
    studentsubject: [{ studentid: 'U1', subjectid: 'S1', seminargroup: '1' }],
    lesson: [ascLesson({ seminargroup: '1' }), ascLesson({ id: 'L2', groupids: 'G1' }), ascLesson({ id: 'L3' })],
  }),
);

/** A change of the file: bytes overwritten, inserted or removed at some position. */
const change = fc.record({
  at: fc.nat({ max: original.length - 1 }),
  kind: fc.constantFrom('over', 'in', 'out', 'again'),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc
      .constantFrom(
        '"',
        '<',
        '/>',
        '&lt;',
        '&x;',
        '<!--',
        '<![CDATA[',
        '</timetable>',
        '\0',
        '1',
        '0',
        ',',
        '-1',
        '*',
        '9'.repeat(30),
      )
      .map((text) => new TextEncoder().encode(text)),
  ),
});

function mutate(changes: readonly { at: number; kind: string; bytes: Uint8Array }[]): Uint8Array {
  return changes.reduce<Uint8Array>((file, { at, kind, bytes }) => {
    const from = Math.min(at, file.length);
    const rest = file.subarray(kind === 'in' || kind === 'again' ? from : from + bytes.length);
    const middle = kind === 'out' ? new Uint8Array() : kind === 'again' ? file.subarray(from, from + 300) : bytes;
    return Buffer.concat([file.subarray(0, from), middle, rest]);
  }, original);
}

function convert(bytes: Uint8Array, students: boolean) {
  const { document, report } = convertFiles(
    [{ name: 'school.xml', bytes }],
    { ...defaultOptions, from: 'asc', students },
    () => versionFields,
  );
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  // Either a document, or a reason with its place.
  expect(document === null).toBe(errors.length > 0);
  for (const { place } of errors) expect(place.file).toBe('school.xml');
  return { document, errors };
}

test.each([false, true])('a file with a few changed bytes is converted or refused; students: %s', (students) => {
  const numRuns = times(1_000, 10_000);
  let [good, run] = [0, 0];
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const { document, errors } = convert(mutate(changes), students);
      if (document !== null) good++;
      else if (errors.some(({ rule }) => rule === 'file.not-xml')) expect(errors[0]?.place.line).toBeGreaterThan(0);
      // Only some documents are validated, since that takes longer than everything else.
      if (document !== null && run++ % 20 === 0) expect(problemsOf(document)).toEqual([]);
    }),
    { numRuns },
  );
  // Both outcomes must occur, or the changes are too large or too small to test anything.
  expect(good).toBeGreaterThan(numRuns / 20);
  expect(good).toBeLessThan(numRuns * 0.95);
});

test('random bytes are converted or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void convert(bytes, true)),
    { numRuns: times(100, 1_000) },
  );
});
