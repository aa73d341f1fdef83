// Publishers that are delayed around their lease while others continue: they must not publish older data afterwards.

import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { setAccess } from '../../src/publish/database/change-access.ts';
import { publishAccessChanges, publishDocuments } from '../../src/publish/database/publish-pending.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { databaseProxy } from '../support/database-proxy.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { describeVersion, endLeases, publisherInto, runBuild } from '../support/fault-schools.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;

describe.skipIf(inject('serverUrl') === null)('a publisher that is delayed (needs a server)', () => {
  test('between its snapshot and its lease publishes nothing older than what was published meanwhile', async () => {
    const proxy = await databaseProxy(open.connectionString);
    const slow = await openDatabase({ url: proxy.connectionString, folder: '' });
    onTestFinished(() => slow.close());
    await describeVersion(open.database, 'north-v1', 'older');
    const held = proxy.hold('skip locked');
    const late = publishDocuments(publisherInto(schools.folder), slow.database, org('north'));
    const release = await held;
    await describeVersion(open.database, 'north-v1', 'newer');
    await publishDocuments(publisherInto(schools.folder), open.database, org('north'));
    release();
    expect(await late).toEqual({ state: 'busy' });
    await expectConverged(open.database, schools.folder);
  });

  test('right before its swap, after losing its lease, does not publish a text that was corrected meanwhile', async () => {
    await describeVersion(open.database, 'north-v1', 'a slip');
    const slowStore = steppingStore(folderStore(schools.folder), async ({ action }, moment) => {
      if (action !== 'replace' || moment !== 'before') return;
      await endLeases(open.database);
      await describeVersion(open.database, 'north-v1', '');
      await publishDocuments(publisherInto(schools.folder), open.database, org('north'));
    });
    await publishDocuments(publisherInto(slowStore), open.database, org('north')).catch(() => {});
    await runBuild(publisherInto(schools.folder), open.database);
    await expectConverged(open.database, schools.folder);
  });

  test('right before it publishes the end of a suspension, after losing its lease, leaves a new suspension in place', async () => {
    const access = (state: 'active' | 'suspended') =>
      sql`update organisation set access = ${state} where id = 'north'`.execute(open.database);
    await setAccess(open.database, publisherInto(schools.folder), org('north'), { access: 'suspended' });
    await access('active');
    const slowStore = steppingStore(folderStore(schools.folder), async ({ action }, moment) => {
      if (action !== 'replace' || moment !== 'before') return;
      await endLeases(open.database);
      await setAccess(open.database, publisherInto(schools.folder), org('north'), { access: 'suspended' });
    });
    await publishAccessChanges(publisherInto(slowStore), open.database, org('north')).catch(() => {});
    await runBuild(publisherInto(schools.folder), open.database);
    await expectConverged(open.database, schools.folder);
  });
});
