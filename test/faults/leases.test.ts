// The lease rows of an organisation are deleted when a build, a watcher or `organisations delete` removes it.

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { StoreError } from '../../src/errors.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { deleteOrganisation } from '../support/belfry.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { createSchools, holdLease, publisherInto, runBuild } from '../support/fault-schools.ts';
import { everything } from '../support/published-school.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;

/** The organisations of the lease rows; each has one for access and one for documents, and may have one for what is derived. */
const leases = async () =>
  (
    await open.database
      .selectFrom('publish_lease')
      .select('organisation_id')
      .distinct()
      .orderBy('organisation_id')
      .execute()
  ).map((row) => row.organisation_id);
const failures = async () =>
  (await sql`select from publish_lease where failures > 0`.execute(open.database)).rows.length;
const remove = (id: string) => open.database.deleteFrom('organisation').where('id', '=', id).execute();

test('a build that removes an organisation removes its leases, even one with a failure', async () => {
  expect(await leases()).toEqual(['north', 'south']);
  await sql`update publish_lease set failures = 1, last_error = 'it failed'`.execute(open.database);
  await remove('north');
  await schools.build();
  expect(await leases()).toEqual(['south']);
});

test('a watcher does the same, even for an organisation that was never published', async () => {
  await createSchools(open.database, ['west']);
  await remove('west');
  schools.watch();
  await schools.settled();
  await remove('north');
  await schools.settled();
  await waitUntil('the leases of both are gone', async () => (await leases()).length === 1);
  expect(await leases()).toEqual(['south']);
});

test('a full build removes lease rows that an earlier release left', async () => {
  await open.database
    .insertInto('publish_lease')
    .values({ organisation_id: 'gone', kind: 'access', last_error: null })
    .execute();
  await schools.build('everything');
  expect(await leases()).toEqual(['north', 'south']);
});

test('deleting an organisation succeeds while a watcher removes it and after it was removed', async () => {
  schools.watch();
  for (const id of ['north', 'south']) {
    await waitUntil('it is published', async () => (await schools.store.list(paths.files(org(id)))).length > 0);
    expect(await deleteOrganisation(schools.publisher, open.database, id)).toBe('removed');
    expect(await deleteOrganisation(schools.publisher, open.database, id)).toBe('removed');
    expect(await schools.store.list(paths.organisation(org(id)))).toEqual([]);
  }
});

test('deleting completes a deletion that is no longer in the queue', async () => {
  await remove('north');
  await open.database.deleteFrom('pending_change').execute();
  await open.database.deleteFrom('publish_lease').where('organisation_id', '=', 'north').execute();
  expect(await deleteOrganisation(schools.publisher, open.database, 'north')).toBe('removed');
  expect(await schools.store.list(paths.organisation(org('north')))).toEqual([]);
});

test('a publisher that finds its organisation deleted and the queue cleared by another removes what is left', async () => {
  await remove('north');
  await open.database.deleteFrom('pending_change').execute();
  await schools.build(new Map([['north', everything]]));
  expect(await schools.store.list(paths.organisation(org('north')))).toEqual([]);
  expect(await leases()).toEqual(['south']);
});

test('publishing an unknown organisation does nothing, and leaves no row', async () => {
  await schools.build(new Map([['nobody', everything]]));
  expect(await leases()).toEqual(['north', 'south']);
});

test('counting a failure neither waits for the next holder of the lease nor overwrites its row', {
  tags: 'server',
}, async () => {
  const proxy = await databaseProxy(open.connectionString);
  const far = await openDatabase({ url: proxy.connectionString, folder: '' });
  onTestFinished(() => far.close());
  const failing = steppingStore(schools.store, ({ path }) => {
    throw new StoreError('write', path, { cause: new Error('it failed') });
  });
  await schools.describe('north-v1', 'new');
  const held = proxy.hold('failures + 1');
  const build = runBuild(publisherInto(failing), far.database).catch(String);
  const count = await held;
  const release = await holdLease(open, 'north');
  count();
  expect(await build).toContain('it failed');
  expect(await failures()).toBe(0);
  await release();
  await expect(runBuild(publisherInto(failing), far.database)).rejects.toThrow('it failed');
  expect(await failures()).toBe(1);
});
