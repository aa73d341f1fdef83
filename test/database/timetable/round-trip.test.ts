import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { assembleTimetable } from '../../../src/document/assemble-timetable.ts';
import { arbitraryTimetable } from '../../support/arbitrary-timetable.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { times } from '../../support/thoroughness.ts';

const validate = createValidator();
const open = useTestDatabase();

test.each(['standard', 'student-level'] as const)(
  'any %s document that is imported is read and assembled unchanged, under its organisation',
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(arbitraryTimetable(mode), async (timetable) => {
        const { database } = open;
        await database.deleteFrom('organisation').execute();
        await createOrganisation(database, org('other-school'), 'Other school');
        const expected = { ...timetable, orgId: 'other-school' };

        expect(await importTimetable(database, validate, 'other-school', timetable)).toMatchObject({
          outcome: 'imported',
        });
        const rows = await readVersion(database, 'other-school', timetable.id);
        const assembled = rows && assembleTimetable(rows);
        if (!isDeepStrictEqual(assembled, expected)) expect(assembled).toStrictEqual(expected);

        const before = await dumpTables(database);
        expect((await importTimetable(database, validate, 'other-school', timetable)).outcome).toBe('unchanged');
        expect(await dumpTables(database)).toEqual(before);
      }),
      { numRuns: times(5, 20) },
    );
  },
);
