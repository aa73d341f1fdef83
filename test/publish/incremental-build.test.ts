import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { arbitraryTimetable } from '../support/arbitrary-timetable.ts';
import { build } from '../support/belfry.ts';
import { listedIds, loadSchool, publisherOf, readFiles, readPointer, validate } from '../support/published-school.ts';
import { readRecord } from '../support/record-places.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { times } from '../support/thoroughness.ts';

const open = useTestDatabase();

const statement = (text: string) => (database: Database) => sql.raw(text).execute(database);

/** Changes by editors and the dashboard between two builds. */
const edits = fc.oneof(
  fc.constantFrom(
    ...[
      `update teacher set name = name || 'x'`,
      `update room set capacity = capacity + 1`,
      `delete from room where id like '%1'`,
      `update room_group set name = name || 'y'`,
      `delete from room_group_member`,
      `update timetable set name = null`,
      `update timetable set name = 'Spring ' || id`,
      `update timetable_version set is_current = not is_current`,
      `update timetable_version set is_autosave = not is_autosave where id = 'version-1'`,
      `update timetable_version set version_number = -version_number where id = 'version-2'`,
      `update lesson_unit set locked = not locked where version_id = 'version-1'`,
      `update lesson_unit set position = -position`,
      `update period set start_time = '06:30'`,
      `update class set color = null`,
      `delete from timetable_version where id = 'version-2'`,
      `update organisation set access = 'suspended'`,
    ].map(statement),
  ),
  arbitraryTimetable().map(
    (timetable) => (database: Database) => importTimetable(database, validate, 'school', timetable),
  ),
  fc
    .constantFrom(smallTimetable(), publishedTimetable('version-2'))
    .map((timetable) => (database: Database) => importTimetable(database, validate, 'school', timetable)),
);

/** The files that the organisation's pointer names, by name and bytes. */
function shownFiles(folder: string): Map<string, string> {
  const { list, timetables } = readPointer(folder, 'school');
  const stems = [['timetables', list] as const, ...Object.entries(timetables)].map(([name, { hash }]) =>
    paths.file(org('school'), name, hash, 'identity'),
  );
  const named = (file: string) => stems.some((stem) => file.startsWith(stem));
  return new Map([...readFiles(folder, `${paths.files(org('school'))}*`)].filter(([file]) => named(file)));
}

test('after any edits, an incremental build and a full build produce the same files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edits, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
      const { database } = open;
      await database.deleteFrom('organisation').execute();
      await loadSchool(database, 'school', [smallTimetable(), publishedTimetable('version-2')]);
      const incremental = await temporaryFolder();
      const publisher = publisherOf(incremental);
      await build(publisher, database, 'everything');
      for (const round of rounds) {
        for (const edit of round) await edit(database);
        await build(publisher, database, 'due');

        const anew = await temporaryFolder();
        await build(publisherOf(anew), database, 'everything');
        const [one, other] = [shownFiles(incremental), shownFiles(anew)];
        expect([...one.keys()]).toEqual([...other.keys()]);
        expect([...one].filter(([name, bytes]) => other.get(name) !== bytes).map(([name]) => name)).toEqual([]);
        expect(listedIds(incremental, 'school')).toEqual(listedIds(anew, 'school'));
        const access = (folder: string) => readRecord(folder, 'school').access;
        expect({ ...access(incremental), fence: 0 }).toEqual({ ...access(anew), fence: 0 });
      }
    }),
    { numRuns: times(2, 5) },
  );
});
