// The time of each check on the worst documents: it may grow with the rows, not with their square. 60,000 rows compared in
// pairs would take minutes.

import { expect, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import { findReferenceProblems } from '../../src/document/check-references.ts';
import { checkOpenFields } from '../../src/document/check-unsafe-json.ts';
import { maxDescribed } from '../../src/document/count-findings.ts';
import { findRowWarnings } from '../../src/document/find-row-warnings.ts';
import { findWarnings } from '../../src/document/find-warnings.ts';
import { processorTime } from '../support/processor-time.ts';
import { worstDocument, worstDocuments } from '../support/worst-documents.ts';
import { rowsOf } from './rows-of.ts';

const validate = createValidator();

/** Milliseconds in which 60,000 rows pass, even on a slow machine. */
const enough = 4000;
/** Four times the rows may take so many times as long: 16 would be their square. */
const growth = 8;

/** The processor time of each step on a document of so many rows. */
function measure(kind: string, length: number): Map<string, number> {
  const document = worstDocument(kind, length);
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
  const few = measure(kind, 15_000);
  for (const [step, time] of few) expect([step, time < enough]).toEqual([step, true]);
  for (const [step, time] of measure(kind, 60_000)) {
    const most = Math.max(enough, growth * (few.get(step) ?? 0));
    expect([step, time < most, time < most || time]).toEqual([step, true, true]);
  }
});
