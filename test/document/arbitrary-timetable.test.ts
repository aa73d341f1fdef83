import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { checkReferences } from '../../src/document/check-references.ts';
import { checkText } from '../../src/document/check-unsafe-json.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { times } from '../support/thoroughness.ts';

const validate = createValidator();

test.each(['standard', 'student-level'] as const)('arbitrary %s documents satisfy every check', (mode) => {
  fc.assert(
    fc.property(arbitraryTimetable(mode), (timetable) => {
      const validation = validate('timetable', timetable);
      expect(validation.valid ? [] : validation.problems).toEqual([]);
      expect([...checkReferences(timetable), ...checkText(timetable)]).toEqual([]);
    }),
    { numRuns: times(60, 300) },
  );
});
