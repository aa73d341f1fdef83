// Removes earlier generations of an organisation, either all of them or those that mention an entity, and reads everything
// back to verify it. The current generation is never changed: delete the entity from the database and build first,
// otherwise this refuses. A removed file that a cache still holds cannot be requested, since no pointer names it.

import type { OrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { Database } from '../database/connect/open-database.ts';
import { assertOrganisation, noSuchOrganisation, selectHandle } from '../database/organisation.ts';
import { type EntityRow, findEntityRows } from '../database/timetable/find-entity-rows.ts';
import { retryWhileLeased, withLease } from '../publish/database/lease.ts';
import type { Publisher } from '../publish/publish-organisation.ts';
import { paths } from '../snapshot/paths.ts';
import { filesOf } from '../snapshot/prune-orphans.ts';
import { readRecordByHandle } from '../snapshot/stored-organisation.ts';
import { isImmutable } from '../store/storage-headers.ts';
import { type Choice, chooseRemovals } from './choose-removals.ts';
import { noNames } from './find-mentions.ts';
import type { ForgetOrder, ForgetReport, Forgotten, Notice, Refused } from './forget-report.ts';
import { listStored } from './read-stored-texts.ts';
import { type Found, type Search, searchStored } from './search-stored.ts';

/**
 * @param entityId null to remove every earlier generation
 * @param wait waits the given milliseconds, so that readers of a generation that was just replaced can finish
 * @throws NotFoundError when there is no such organisation
 */
export async function forget(
  { store, now }: Publisher,
  database: Database,
  organisationId: OrganisationId,
  entityId: string | null,
  wait: (milliseconds: number) => Promise<void>,
): Promise<ForgetReport> {
  await assertOrganisation(database, organisationId);
  let waitedFor: ReadonlySet<string> | null = null;
  for (;;) {
    const outcome = await retryWhileLeased(organisationId, () =>
      withLease(database, organisationId, 'documents', (transaction, assertMayPublish) =>
        forgetNow({ store, now: now(), transaction, assertMayPublish, organisationId, entityId, waitedFor }),
      ),
    );
    if (outcome === undefined) throw new Error(`nothing was forgotten of ${organisationId}`); // withLease always tries
    if (!('wait' in outcome)) return outcome;
    await wait(outcome.wait);
    waitedFor = outcome.pointers;
  }
}

/** @returns the choice, and removes nothing, while a reader may still use some of it */
async function forgetNow(order: ForgetOrder): Promise<ForgetReport | Choice> {
  const { store, transaction, assertMayPublish, organisationId, entityId } = order;
  const organisation = `organisation ${organisationId}`;
  const subject = entityId === null ? organisation : `${entityId} of ${organisation}`;
  const rows = entityId === null ? [] : await findEntityRows(transaction, organisationId, entityId);
  const shownRows = rows.filter(({ isShown }) => isShown);
  if (shownRows.length > 0)
    return refuse(order, `${subject} is still in the database`, shownRows.map(rowAsFound), 'remove it there, then ');

  const ownHandle = await selectHandle(transaction, organisationId);
  if (ownHandle === null) throw noSuchOrganisation(organisationId);
  const stored = await readRecordByHandle(store, organisationId, ownHandle);
  const handle = paths.handle(organisationId);
  if (stored.state === 'damaged')
    return refuse(order, `the record of ${organisation} cannot be read`, [fileItself(handle)], '', ' --full');
  const pointer = stored.record?.pointer ?? null;
  if (pointer?.rolledBackTo != null)
    return refuse(order, `${organisation} was rolled back and serves generation ${pointer.rolledBackTo}`, []);
  const present = new Set([handle, paths.problems(organisationId)]);
  for (const path of pointer === null ? [] : filesOf(pointer)) present.add(path);

  const listed = await listStored(store, organisationId);
  // Without its pointer nobody knows what the current generation needs.
  if (pointer === null && listed.some(({ path }) => isImmutable(path)))
    return refuse(order, `the record of ${organisation} is missing, or names no documents`, [fileItself(handle)]);
  const search = entityId === null ? null : await searchStored(store, listed, entityId, noNames(), assertMayPublish);
  const stillPublished = search?.certain.filter(({ path }) => present.has(path)) ?? [];
  if (stillPublished.length > 0)
    return refuse(
      order,
      `${subject} is still in the current published output`,
      stillPublished,
      'if the database has it, remove it there, then ',
    );
  const damaged = search?.unreadable.filter((path) => present.has(path)) ?? [];
  if (damaged.length > 0)
    return refuse(order, `${subject} may be in files that cannot be unpacked`, damaged.map(fileItself), '', ' --full');

  const marked = new Set([...(search?.certain.map(({ path }) => path) ?? []), ...(search?.unreadable ?? [])]);
  const choice = await chooseRemovals(order, listed, present, marked);
  if (choice.wait > 0) return choice;
  // Pointers are removed before the files that they name.
  for (const going of [[...choice.pointers], choice.files]) {
    if (going.length > 0) await assertMayPublish();
    await store.remove(going);
  }
  return readBack(order, choice, search, rows);
}

/** Reads back what is left and reports it. */
async function readBack(
  { store, assertMayPublish, organisationId, entityId }: ForgetOrder,
  { pointers, files, needed, generations }: Choice,
  before: Search | null,
  rows: readonly EntityRow[],
): Promise<Forgotten> {
  const left = await listStored(store, organisationId);
  const searched = { files: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0) };
  const remains: Found[] = [];
  const notices: Notice[] = [];
  const notice = (what: Notice['what'], count: number, found: readonly Found[]) => {
    if (count > 0) notices.push({ what, count, first: found.slice(0, 5) });
  };
  if (entityId === null || before === null) {
    for (const { path } of left) if (!needed.has(path)) remains.push(fileItself(path));
  } else {
    const after = await searchStored(store, left, entityId, before.names, assertMayPublish);
    Object.assign(searched, { files: after.files, bytes: after.bytes });
    for (const found of [...after.certain, ...after.unreadable.map(fileItself)]) remains.push(found);
    notice('entityId', after.byChance.length, after.byChance);
    for (const field of ['name', 'externalId'] as const) notice(field, after.named[field].length, after.named[field]);
    notice('database', rows.length, rows.map(rowAsFound));
  }
  const outcome = remains.length === 0 ? 'forgotten' : 'remains';
  const removed = [...pointers, ...files];
  return { outcome, generations: generations.removed, kept: generations.kept, removed, searched, remains, notices };
}

/** @param first what to do before the build. @param buildOptions options of the build that has to run */
function refuse(
  { organisationId }: ForgetOrder,
  reason: string,
  found: Found[],
  first = '',
  buildOptions = '',
): Refused {
  const build = commandLine(`build --organisation ${organisationId}${buildOptions}`);
  return { outcome: 'refused', reason, next: `${first}run \`${build}\`, then run this command again`, found };
}

const fileItself = (path: string): Found => ({ path, at: null });

const rowAsFound = ({ table, versionId }: EntityRow): Found => ({
  path: `database table ${table}`,
  at: versionId === null ? null : `timetable_version ${versionId}`,
});
