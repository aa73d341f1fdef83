// Publishers that are delayed around their lease while others continue: they must not publish older data afterwards.

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { publisherInto, runBuild } from '../support/fault-schools.ts';
import { readData } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;
const describeNorth = (text: string) => schools.describe('north-v1', text);
const setAccess = (state: string) =>
  sql`update organisation set access = ${state} where id = 'north'`.execute(open.database);

describe('a publisher that is delayed', { tags: 'server' }, () => {
  test('between its snapshot and its lease publishes nothing older than what was published meanwhile', async () => {
    const proxy = await databaseProxy(open.connectionString);
    const slow = await openDatabase({ url: proxy.connectionString, folder: '' });
    onTestFinished(() => slow.close());
    await describeNorth('older');
    const shown = new Set<string | undefined>();
    const store = steppingStore(schools.store, () => {
      shown.add(readData<Timetable>(schools.folder, 'north', 'north-v1')[0]?.description);
    });
    // The transaction that publishes documents, and in it the statement that takes the lease, after that which takes the snapshot.
    const begun = proxy.hold('repeatable read');
    const late = runBuild(publisherInto(store), slow.database);
    const begin = await begun;
    const held = proxy.hold('skip locked');
    begin();
    const release = await held;
    await describeNorth('newer');
    await schools.build();
    shown.clear();
    release();
    await late;
    expect([...shown]).toEqual(['newer']);
    await schools.expectConverged();
  });

  test.each([
    ['does not publish a text that was corrected meanwhile', describeNorth, ['', 'a slip', '']],
    ['leaves a new suspension in place of its end', setAccess, ['suspended', 'active', 'suspended']],
  ] as const)('right before its swap, after losing its lease, %s', async (_, change, [before, older, newer]) => {
    await change(before);
    await schools.build();
    await change(older);
    let late = false;
    const slowStore = steppingStore(schools.store, async ({ path }, moment) => {
      if (late || path !== recordPath('north') || moment !== 'before') return;
      late = true;
      await schools.endLeases();
      await change(newer);
      await schools.build();
    });
    await schools.build('due', { store: slowStore }).catch(() => {});
    expect(late).toBe(true);
    await schools.build();
    await schools.expectConverged();
  });
});
