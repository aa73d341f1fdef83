// Any school, written as GPU001 and read back, has the same units, each once.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../support/thoroughness.ts';
import { type MadeLesson, madeSchool, madeUnits } from '../made-school.ts';
import { readUnits } from '../read-units.ts';
import { readGpu } from './read-gpu.ts';

type Dialect = { separator: string; lineEnd: string; isShuffled: boolean };

const dialect: fc.Arbitrary<Dialect> = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  isShuffled: fc.boolean(),
});

/** A row for each class and room of a unit, as Untis writes them. */
function writeGpu001(lessons: readonly MadeLesson[], { separator, lineEnd, isShuffled }: Dialect): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = lessons.flatMap(({ number, parts }) =>
    parts.flatMap(({ teacher, subject, classes, slots }) =>
      slots.flatMap(({ week, day, period, rooms }) =>
        classes.flatMap((each) =>
          (rooms.length === 0 ? [''] : rooms).map((room) =>
            [number, ...[each, teacher, subject, room].map(quoted), day + 1, period + 1, '', 'AB'[week]].join(
              separator,
            ),
          ),
        ),
      ),
    ),
  );
  return (isShuffled ? rows.toSorted() : rows).map((row) => `${row}${lineEnd}`).join('');
}

test('GPU001 in every dialect gives the units that were written', () => {
  fc.assert(
    fc.property(madeSchool, dialect, (lessons, how) => {
      const { found, findings } = readGpu({ 'GPU001.TXT': writeGpu001(lessons, how) });
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      if (found === null) throw new Error(JSON.stringify(findings));
      expect(readUnits(found.school)).toEqual(madeUnits(lessons));
    }),
    { numRuns: times(30, 150) },
  );
});
