// Corrupted files: a good one with bytes changed, removed, doubled or inserted. A reader may refuse them, and must not
// crash, hang, or return more than a school can have.

import { expect } from 'vitest';
import { limits } from '../../src/formats/reading/limits.ts';
import type { ReadOptions, SchoolReader } from '../../src/formats/reading/school-reader.ts';
import { createFindings } from '../../src/formats/report/finding.ts';
import { buildDocument } from '../../src/formats/school/build-document.ts';
import { versionFields } from './version-fields.ts';

/** Pseudo-random numbers from a seed (mulberry32), so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % below;
  };
}

/** `tokens` have a meaning in the format, and are inserted at random positions, or just after a `mark`. */
type Spoiling = { tokens: readonly string[]; mark: string };

function spoil(good: Uint8Array, random: (below: number) => number, { tokens, mark }: Spoiling): Uint8Array {
  let bytes = Buffer.from(good);
  for (let change = random(3); change >= 0; change--) {
    const at = random(bytes.length + 1);
    const until = Math.min(bytes.length, at + random(40));
    const token = Buffer.from(tokens[random(tokens.length)] ?? '');
    const afterMark = bytes.indexOf(mark, at) + 1;
    const kinds = [
      () => Buffer.concat([bytes.subarray(0, afterMark), token, bytes.subarray(afterMark)]),
      () => Buffer.concat([bytes.subarray(0, afterMark), token, bytes.subarray(afterMark)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at + 1)]),
      () => Buffer.concat([bytes.subarray(0, at), token, bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]),
      () => Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]),
      () => bytes.subarray(0, at),
      () => Buffer.from(Array.from({ length: random(60) }, () => random(256))),
    ];
    // Files of random bytes are refused at their first byte, so only some of the files are.
    bytes = Buffer.from(kinds[random(20) === 0 ? 7 : random(7)]?.() ?? bytes);
  }
  return bytes;
}

/** @returns how many were refused and how many were read */
export function fuzz(
  reader: SchoolReader,
  files: Readonly<Record<string, Uint8Array>>,
  options: ReadOptions,
  { times, seed, ...spoiling }: Spoiling & { times: number; seed: number },
): { refused: number; read: number } {
  const random = createRandom(seed);
  const names = Object.keys(files);
  const outcome = { refused: 0, read: 0 };
  for (let run = 0; run < times; run++) {
    const spoilt = names[random(names.length)];
    const given = Object.entries(files).map(([name, bytes]) => ({
      name,
      bytes: name === spoilt ? spoil(bytes, random, spoiling) : bytes,
    }));
    const findings = createFindings();
    const found = reader(given, options, findings);
    const document = found === null ? null : buildDocument(found.school, versionFields, findings, 'school');
    // A refusal has a reason; what is read is within the limits of a school.
    expect(document === null, `run ${run} of seed ${seed}`).toBe(findings.hasErrors());
    expect(document?.lessonUnits.length ?? 0).toBeLessThanOrEqual(limits.units);
    outcome[document === null ? 'refused' : 'read'] += 1;
  }
  return outcome;
}
