import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { buildSchool, listedIds, loadSchool, publisherOf, readData } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { times } from '../support/thoroughness.ts';

const open = useTestDatabase();

/** Imports and builds the documents; then every encoding of every file must hold its document. */
async function expectPublished(documents: readonly Timetable[], folder: string): Promise<void> {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', documents);
  const { withheld, generation } = await buildSchool(publisherOf(folder), open.database, 'school');
  expect(withheld).toEqual([]);
  expect(generation).toBe(1);
  for (const document of documents) {
    const decoded = readData(folder, 'school', document.id);
    expect(decoded).toHaveLength(3);
    const expected = { ...document, orgId: 'school' };
    expect(decoded.map((data) => isDeepStrictEqual(data, expected))).toEqual([true, true, true]);
  }
  expect(listedIds(folder, 'school').sort()).toEqual(documents.map(({ id }) => id).sort());
}

test.each(['standard', 'student-level'] as const)(
  'import and build publish any %s document unchanged, in every encoding',
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(arbitraryTimetable(mode), async (timetable) =>
        expectPublished([timetable], await temporaryFolder()),
      ),
      { numRuns: times(3, 10) },
    );
  },
);

test('import and build publish the demo school unchanged, in every encoding', async () => {
  const documents = demoSchool().documents.flatMap(({ document, autosave }) => (autosave ? [] : [document]));
  expect(documents.length).toBeGreaterThan(1);
  await expectPublished(documents, await temporaryFolder());
});
