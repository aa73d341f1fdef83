// A publisher in a process of its own, so that its memory is its own: a full build into an empty folder, then one changed
// version, found and published as the watcher does it. Prints what it took as JSON. DATABASE_URL and BELFRY_OUT say where.

import { createValidator } from '../../src/contract/validator.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { listPending } from '../../src/database/queue/pending-changes.ts';
import { buildFromDatabase } from '../../src/publish/database/build-from-database.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { publishDocuments } from '../../src/publish/publish-one.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { changeVersion, schoolId } from './many-schools.ts';
import { quantiles } from './quantiles.ts';

/** Milliseconds, and peak megabytes. */
export type MeasuredBuild = { full: number; change: number; peakMegabytes: number };

const { DATABASE_URL: url, BELFRY_OUT: folder = '' } = process.env;
const open = await openDatabase({ url, folder: '' });
const { database, close } = open;
const settings = { store: folderStore(folder), validate: createValidator(), now: Date.now };
const publisher = createDatabasePublisher(settings, open);
const started = performance.now();
await buildFromDatabase(publisher, 'everything');
const full = performance.now() - started;

const changes: number[] = [];
for (let round = 0; round < 10; round++) {
  await changeVersion(database, `${schoolId(0)}-v0`, `round ${round}`);
  const changed = performance.now();
  await moveChangedVersions(database);
  for (const { organisationId } of await listPending(database, 'documents'))
    await publishDocuments(publisher, organisationId);
  changes.push(performance.now() - changed);
}
await close();
const measured: MeasuredBuild = {
  full,
  change: quantiles(changes).p50,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(measured));
