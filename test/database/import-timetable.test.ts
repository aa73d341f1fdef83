import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { createOrganisation } from '../../src/database/create-organisation.ts';
import { importTimetable } from '../../src/database/import-timetable.ts';
import type { OpenDatabase } from '../../src/database/open-database.ts';
import { readVersion } from '../../src/database/read-version.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { assembleTimetable } from '../../src/document/assemble-timetable.ts';
import { openTestDatabase } from '../support/test-database.ts';

const validate = createValidator();
const { organisation, documents } = demoSchool();
let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  await createOrganisation(open.database, organisation.id, organisation.name);
});
afterAll(() => open.close());

test.each(documents.filter(({ autosave }) => !autosave))(
  'what is imported reads back and assembles to the same document ($document.id)',
  async ({ document }) => {
    const first = await importTimetable(open.database, validate, organisation.id, document);
    expect(first.outcome).toBe('imported');
    const rows = await readVersion(open.database, organisation.id, document.id);
    expect(isDeepStrictEqual(rows && assembleTimetable(rows), document)).toBe(true); // a diff would be a megabyte
  },
);

test('importing the same document twice changes nothing', async () => {
  for (const { document, autosave } of documents) {
    if (autosave) continue;
    const again = await importTimetable(open.database, validate, organisation.id, document);
    expect(again.outcome).toBe('unchanged');
  }
});
