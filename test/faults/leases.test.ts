// The lease rows of an organisation are deleted when a build, a watcher or `organisations delete` removes it.

import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { recordFailure } from '../../src/database/queue/publish-lease.ts';
import { deleteOrganisation } from '../../src/maintain/delete-organisation.ts';
import { withLease } from '../../src/publish/database/lease.ts';
import { publishDocuments } from '../../src/publish/database/publish-pending.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { createSchools, publisherInto, runBuild, untilQueueIsEmpty } from '../support/fault-schools.ts';
import { startWatch } from '../support/start-watch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await open.database.deleteFrom('publish_lease').execute();
  await createSchools(open.database, ['north', 'south']);
});

/** The organisations of the lease rows; each has one for access and one for documents. */
const leases = async () =>
  (await open.database.selectFrom('publish_lease').select('organisation_id').orderBy('organisation_id').execute()).map(
    (row) => row.organisation_id,
  );
const remove = (id: string) => open.database.deleteFrom('organisation').where('id', '=', id).execute();

test('a build that removes an organisation removes its leases, even one with a failure', async () => {
  const publisher = publisherInto(await temporaryFolder());
  await runBuild(publisher, open.database);
  expect(await leases()).toEqual(['north', 'north', 'south', 'south']);
  const failed = { cause: 'organisation', pendingOnly: false } as const;
  await recordFailure(open.database, org('north'), 'documents', 'it failed', failed);
  await remove('north');
  await runBuild(publisher, open.database);
  expect(await leases()).toEqual(['south', 'south']);
});

test('a watcher does the same, even for an organisation that was never published', async () => {
  const publisher = publisherInto(await temporaryFolder());
  await createSchools(open.database, ['west']);
  await remove('west');
  startWatch(publisher, open);
  await untilQueueIsEmpty(open.database);
  await remove('north');
  await untilQueueIsEmpty(open.database);
  await waitUntil('the leases of both are gone', async () => (await leases()).length === 2);
  expect(await leases()).toEqual(['south', 'south']);
});

test('a full build removes lease rows that an earlier release left', async () => {
  const publisher = publisherInto(await temporaryFolder());
  await open.database
    .insertInto('publish_lease')
    .values({ organisation_id: 'gone', kind: 'access', last_error: null })
    .execute();
  await runBuild(publisher, open.database, 'everything');
  expect(await leases()).toEqual(['north', 'north', 'south', 'south']);
});

test('deleting an organisation succeeds while a watcher removes it and after it was removed', async () => {
  const publisher = publisherInto(await temporaryFolder());
  startWatch(publisher, open);
  for (const id of ['north', 'south']) {
    await waitUntil('it is published', async () => (await publisher.store.list(paths.files(org(id)))).length > 0);
    expect(await deleteOrganisation(publisher, open.database, org(id))).toBe('removed');
    expect(await deleteOrganisation(publisher, open.database, org(id))).toBe('removed');
    expect(await publisher.store.list(paths.organisation(org(id)))).toEqual([]);
  }
});

test('deleting completes a deletion that is no longer in the queue', async () => {
  const publisher = publisherInto(await temporaryFolder());
  await runBuild(publisher, open.database);
  await remove('north');
  await open.database.deleteFrom('pending_change').execute();
  await open.database.deleteFrom('publish_lease').where('organisation_id', '=', 'north').execute();
  expect(await deleteOrganisation(publisher, open.database, org('north'))).toBe('removed');
  expect(await publisher.store.list(paths.organisation(org('north')))).toEqual([]);
});

test('a publisher that finds its organisation deleted and the queue cleared by another removes what is left', async () => {
  const publisher = publisherInto(await temporaryFolder());
  await runBuild(publisher, open.database);
  await remove('north');
  await open.database.deleteFrom('pending_change').execute();
  const everything = { versions: 'all', repair: false } as const;
  const attempt = await publishDocuments(publisher, open.database, org('north'), everything);
  expect(attempt).toMatchObject({ state: 'done', result: { generation: 0 } });
  expect(await publisher.store.list(paths.organisation(org('north')))).toEqual([]);
  expect(await leases()).toEqual(['north', 'south', 'south']);
});

test('leasing an unknown organisation does nothing, and leaves no row', async () => {
  expect(await withLease(open.database, org('nobody'), 'documents', async () => true)).toEqual({ state: 'nothing' });
  expect(await leases()).toEqual([]);
});

test('recording a failure neither waits for the holder of the lease nor overwrites its row', async () => {
  await runBuild(publisherInto(await temporaryFolder()), open.database);
  const failed = { cause: 'organisation', pendingOnly: false } as const;
  const counted = async () =>
    (await open.database.selectFrom('publish_lease').selectAll().where('failures', '>', 0).execute()).length;
  if (!open.embedded)
    await withLease(open.database, org('north'), 'documents', async () => {
      await recordFailure(open.database, org('north'), 'documents', 'it failed', failed);
      return true;
    });
  expect(await counted()).toBe(0);
  await recordFailure(open.database, org('north'), 'documents', 'it failed', failed);
  expect(await counted()).toBe(1);
});
