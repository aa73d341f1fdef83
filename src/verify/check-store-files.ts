// Checks that a store is a whole one: it says which database publishes to it, it has organisations and the public site, and nothing
// of release 0.1 is left. A store that was emptied or only partly restored is intact in each file that it still has.

import { commandLine } from '../command-line.ts';
import type { StoreRecord } from '../contract/types.generated.ts';
import { oldKeys, paths } from '../snapshot/paths.ts';
import { nullIfBroken, parseStoreRecord } from '../snapshot/read-record.ts';
import type { Store } from '../store/store.ts';
import type { CheckReport } from './check-published.ts';

/** The page that every request of the site's root gets. */
const sitePage = `${paths.site}index.html`;

/** @param mayBeEmpty whether the database has no organisation either */
export async function checkStoreFiles(store: Store, mayBeEmpty: boolean): Promise<CheckReport['problems']> {
  const bytes = await store.read(paths.storeRecord);
  const hasOrganisations = (await store.listNames(paths.organisations)).length > 0;
  const hasRecords = (await store.listNames(paths.records)).length > 0;
  const found: CheckReport['problems'] = [];
  if (bytes === null)
    found.push({
      path: paths.storeRecord,
      problem: `is missing, so nothing says which database publishes to ${store.location}: if it is the right store, \`${commandLine('bind')}\` writes it and enqueues everything, and \`${commandLine('build')}\` publishes it`,
      byHand: true,
    });
  if (!hasOrganisations && !hasRecords && !mayBeEmpty)
    found.push({
      path: paths.organisations,
      problem: `nothing is published in ${store.location}: it is the wrong store, or it was emptied; BELFRY_OUT or BELFRY_BUCKET names the store, and \`${commandLine('build --full')}\` publishes everything`,
    });
  else if (!hasOrganisations && hasRecords)
    found.push({ path: paths.organisations, problem: 'is missing, though there are records of organisations' });
  if (!isOfSource(bytes) && (await store.read(sitePage)) === null)
    found.push({ path: sitePage, problem: `is missing: \`${commandLine('build')}\` writes the site` });
  if ((await store.listNames(oldKeys)).length > 0)
    found.push({ path: oldKeys, problem: 'has the keys of release 0.1, which nothing reads any more' });
  return found;
}

/** A program that publishes its own data with the library has no site. Its store has the program's one id in each place. */
function isOfSource(bytes: Uint8Array | null): boolean {
  const record: StoreRecord | null = bytes && nullIfBroken(() => parseStoreRecord(bytes));
  return record !== null && record.databaseId === record.database;
}
