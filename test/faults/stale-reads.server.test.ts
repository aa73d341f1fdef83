// A bucket whose reads are stale for a while: every change in the database still reaches it.

import { expect, inject, onTestFinished, test } from 'vitest';
import { parseOrganisationRecord } from '../../src/snapshot/read-record.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { createSchools, pendingCount, publisherInto, runBuild, untilQueueIsEmpty } from '../support/fault-schools.ts';
import { recordPath } from '../support/record-places.ts';
import { startWatch } from '../support/start-watch.ts';
import { staleReads, storeWithHabits } from '../support/store-habits.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

// Needs a server: transactions of the embedded database would wait behind a publisher that waits for its store.
test.skipIf(inject('bucket') === null)(
  "active and then suspended again while reads are stale ends in suspended (needs Ceph's radosgw)",
  { tags: 'server' },
  async () => {
    const open = await openTestDatabase();
    onTestFinished(() => open.close());
    const { store: real, bucket, prefix } = bucketOfTest();
    const stale = staleReads(/records\/[^/]+\.json$/);
    const { endpoint } = await storeWithHabits(bucket, stale.habit);
    const { store } = bucketOfTest(endpoint, undefined, prefix);
    await createSchools(open.database, ['north']);
    await runBuild(publisherInto(store), open.database, 'everything');
    // In the database alone, as the dashboard does. Without the documents, which would write the same record and wait for
    // fresh reads too.
    const commit = (access: 'active' | 'suspended') =>
      open.database.transaction().execute(async (transaction) => {
        await transaction.updateTable('organisation').set({ access }).where('id', '=', 'north').execute();
        await transaction.deleteFrom('pending_change').where('what', '=', 'list').execute();
      });
    const published = async () => {
      const bytes = await real.read(recordPath('north'));
      return bytes && parseOrganisationRecord(bytes).access?.state;
    };
    startWatch(publisherInto(store), open);

    await commit('suspended');
    await waitUntil('it is suspended', async () => (await published()) === 'suspended');
    await untilQueueIsEmpty(open.database);
    await store.read(recordPath('north'));
    stale.freeze();
    await commit('active');
    await waitUntil('it is active', async () => (await published()) === 'active');
    await untilQueueIsEmpty(open.database);
    await commit('suspended');
    const before = stale.served();
    const isRead = async () => stale.served() > before + 1 || (await pendingCount(open.database)) === 0;
    await waitUntil('the publisher reads the stale record', isRead);
    stale.thaw();
    await untilQueueIsEmpty(open.database);
    expect(await published()).toBe('suspended');
    await expectConverged(open.database, real);
  },
);
