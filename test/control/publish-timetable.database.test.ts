// Two drafts of one timetable that are published at the same time: no two published versions apply on one day.

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { publishTimetable } from '../../src/control/timetables/publish-timetable.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { operatorOf } from '../support/belfry.ts';
import { publisherInto } from '../support/fault-schools.ts';
import { loadSchool } from '../support/published-school.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();

/** A database whose next transaction waits for `mayBegin`. @param arrived told when it waits; what is read before is read at once */
function beginningAfter(mayBegin: Promise<void>, arrived: () => void): Database {
  return new Proxy(open.database, {
    get(database, name) {
      if (name !== 'transaction') return Reflect.get(database, name).bind?.(database);
      return () => ({
        async execute(work: (transaction: Database) => Promise<unknown>) {
          arrived();
          await mayBegin;
          return database.transaction().execute(work);
        },
      });
    },
  });
}

/** A promise that is kept by a call. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test.each([
  ['the later one is quicker', 20260201, 20260401],
  ['the earlier one is quicker', 20260401, 20260201],
] as const)('of two drafts that are published at once none overlaps the other: %s', async (name, slow, quick) => {
  const id = name.replaceAll(' ', '-');
  const draftOf = (day: number) => `${id}-${day}`;
  const drafts = [slow, quick].map((day, index) =>
    smallTimetable({ orgId: id, groupId: `${id}-main`, id: draftOf(day), versionNumber: index + 1 }),
  );
  await loadSchool(open.database, id, drafts);
  const publisher = publisherInto(await temporaryFolder());
  const publish = (from: number, database = open.database) =>
    publishTimetable(operatorOf(publisher, database), {
      ...{ organisationId: org(id), versionId: draftOf(from), precondition: { ifMatch: null, isNew: false } },
      ...{ from, evenIfNearlyEmpty: false },
    });
  const [hasRead, mayBegin] = [gate(), gate()];
  const slower = publish(slow, beginningAfter(mayBegin.opened, hasRead.open));
  await hasRead.opened;
  expect(await publish(quick)).toMatchObject({ outcome: 'replaced' });
  mayBegin.open();
  expect(await slower).toMatchObject({ outcome: 'replaced' });
  const windows = await open.database
    .selectFrom('timetable_version')
    .select(['effective_from', 'effective_to'])
    .where('timetable_id', '=', `${id}-main`)
    .where('status', '=', 'published')
    .orderBy('effective_from')
    .execute();
  expect(windows).toEqual([
    { effective_from: 20260201, effective_to: 20260331 },
    { effective_from: 20260401, effective_to: null },
  ]);
});
