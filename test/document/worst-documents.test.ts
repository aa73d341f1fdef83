// The time of each check on the worst documents: it may grow with the rows, not with their square. 60,000 rows compared in
// pairs would take minutes, 15,000 several seconds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import { findReferenceProblems } from '../../src/document/check-references.ts';
import { checkOpenFields } from '../../src/document/check-unsafe-json.ts';
import { maxDescribed } from '../../src/document/warnings/count-findings.ts';
import { findRowWarnings } from '../../src/document/warnings/find-row-warnings.ts';
import { findWarnings } from '../../src/document/warnings/find-warnings.ts';
import { processorTime } from '../support/processor-time.ts';
import { times, worst } from '../support/thoroughness.ts';
import { drawnDocument, worstDocument, worstDocuments } from '../support/worst-documents.ts';
import { rowsOf } from './rows-of.ts';

const validate = createValidator();

/** The milliseconds are enough even on a slow machine. */
const { rows, time: enough } = worst({ rows: 60_000, time: 4000 }, 4);
/** Four times the rows may take so many times as long: 16 would be their square. */
const growth = 8;

/** The processor time of each step on a document. */
function measure(document: Timetable): Map<string, number> {
  const rows = rowsOf(document);
  const times = new Map<string, number>();
  const run = <Result>(step: string, take: () => Result): Result => {
    const { result, time } = processorTime(take);
    times.set(step, time);
    return result;
  };
  run('assemble', () => assembleTimetable(rows));
  expect(run('open fields', () => checkOpenFields(document)).length).toBeLessThanOrEqual(maxDescribed);
  const validation = run('schema', () => validate('timetable', document));
  if (!validation.valid) expect(validation.problems.length).toBeLessThanOrEqual(maxDescribed + 1);
  run('text', () => JSON.stringify(document));
  const { findings } = run('references', () => findReferenceProblems(document));
  expect(findings.length).toBeLessThanOrEqual(maxDescribed);
  if (validation.valid && findings.length === 0) {
    const warnings = run('warnings', () => findWarnings(document, findRowWarnings(rows, document)));
    expect(warnings.length).toBeLessThan(1000);
  }
  return times;
}

test.each(Object.keys(worstDocuments))('%s', (kind) => {
  const few = measure(worstDocument(kind, rows / 4));
  for (const [step, time] of few) expect([step, time < enough]).toEqual([step, true]);
  for (const [step, time] of measure(worstDocument(kind, rows))) {
    const most = Math.max(enough, growth * (few.get(step) ?? 0));
    expect([step, time < most, time < most || time]).toEqual([step, true, true]);
  }
});

const size = fc.constantFrom(1, 2, 30, 2_000, 30_000);
const sizes = fc.record({
  ...{ lessons: size, days: size, periods: size, teachers: size },
  ...{ classes: size, rooms: size, blocks: size, spans: size },
});

test('lesson units that share what a seed draws', () => {
  const isFast = fc.property(fc.nat(), sizes, (seed, pools) => {
    const spent = [...measure(drawnDocument(rows / 2, seed, pools))];
    expect(spent.map(([step]) => step)).toContain('warnings'); // so it is valid, and every check has seen it
    expect(spent.filter(([, time]) => time > enough)).toEqual([]);
  });
  fc.assert(isFast, { numRuns: times(3, 25), endOnFailure: true });
});
