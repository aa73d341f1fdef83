// Removes the earlier generations of an organisation, so that nothing that was deleted stays, and lists what is left to verify
// it. The current generation is never changed: delete a person from the database and build first. A removed file that a
// cache still holds cannot be requested, since no pointer names it.

import type { Handle, OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { assertOrganisation, noSuchOrganisation, selectHandle } from '../../database/organisation.ts';
import { enqueueDerived } from '../../database/queue/enqueue-derived.ts';
import { type DatabasePublisher, worksWithFiles } from '../../publish/database/database-port.ts';
import { withLease } from '../../publish/database/with-lease.ts';
import { publishAllAccess, waitWhileBusy } from '../../publish/engine/publish-organisation.ts';
import { derivedPaths, replacedPaths } from '../../snapshot/derived-files.ts';
import { findLinkFiles } from '../../snapshot/link-files.ts';
import { paths } from '../../snapshot/paths.ts';
import { filesOf, pointerGrace, readerGrace } from '../../snapshot/remove-garbage.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { readRecordByHandle, type StoredOrganisation } from '../../snapshot/stored-organisation.ts';
import { stagedBelow, stagingFolder } from '../../store/folder/staged-files.ts';
import { isImmutable } from '../../store/storage-headers.ts';
import type { ListedFile, Store } from '../../store/store.ts';
import { type Choice, chooseRemovals, type Forgetting } from './choose-removals.ts';

export type ForgetReport = Refused | Forgotten;

/** Nothing was changed. `next` says what to do first. */
type Refused = { outcome: 'refused'; reason: string; next: string };

type Forgotten = {
  /** `remains` when something is left after all. */
  outcome: 'forgotten' | 'remains';
  /** The earlier generations that were removed, and those that were kept. */
  generations: number[];
  kept: number[];
  /** Paths in the store. */
  removed: string[];
  remains: string[];
  /** Everything that is stored for the organisation afterwards. */
  left: { files: number; bytes: number };
};

/**
 * @param wait waits the given milliseconds, so that readers of a generation that was just replaced can finish
 * @throws NotFoundError when there is no such organisation
 */
export async function forget(
  publisher: DatabasePublisher,
  organisationId: OrganisationId,
  wait: (milliseconds: number) => Promise<void>,
): Promise<ForgetReport> {
  const { store, now, port } = publisher;
  const { database } = port;
  await assertOrganisation(database, organisationId);
  let waitedFor: Forgetting['waitedFor'] = null;
  for (;;) {
    const forgetting: Forgetting = { store, organisationId, now: now(), waitedFor };
    const outcome = await waitWhileBusy(organisationId, () =>
      withLease(database, organisationId, worksWithFiles, async (transaction, assertMayPublish) => ({
        state: 'done',
        result: await forgetNow(forgetting, transaction, assertMayPublish),
      })),
    );
    if (outcome.state === 'nothing') throw noSuchOrganisation(organisationId); // deleted meanwhile
    const { result } = outcome;
    if (!('wait' in result)) {
      if (result.outcome !== 'refused') await forgetLinks(publisher, organisationId);
      return result;
    }
    await wait(result.wait);
    waitedFor = result.pointers;
  }
}

/** Brings the records of links to what the database says: no name of a link that was revoked, and no link that it does not have. */
async function forgetLinks(publisher: DatabasePublisher, organisationId: OrganisationId): Promise<void> {
  await publisher.port.requestLinks(organisationId, false);
  await publishAllAccess(publisher, organisationId);
}

/** @returns the choice, and removes nothing, while a reader may still use some of it */
async function forgetNow(
  forgetting: Forgetting,
  transaction: Database,
  assertMayPublish: () => Promise<void>,
): Promise<ForgetReport | Choice> {
  const { store, organisationId } = forgetting;
  const ownHandle = await selectHandle(transaction, organisationId);
  if (ownHandle === null) throw noSuchOrganisation(organisationId);
  const stored = await readRecordByHandle(store, organisationId, ownHandle);
  if (stored.state === 'damaged') return refuse(organisationId, 'has a record that cannot be read', ' --full');
  const pointer = stored.record?.pointer ?? null;
  if (pointer?.rolledBackTo != null)
    return refuse(organisationId, `was rolled back and serves generation ${pointer.rolledBackTo}`);
  const listed = await listStored(store, organisationId);
  // Without its pointer nobody knows what the current generation needs.
  if (pointer === null && listed.some(({ path }) => isImmutable(path)))
    return refuse(organisationId, 'has documents, but its record is missing or names none of them');

  const current = pointer === null ? [] : filesOf(pointer);
  const dropped = await dropChanges(forgetting, ownHandle, stored, transaction, assertMayPublish);
  const derived = derivedPaths(organisationId, {
    ...stored.record,
    changes: dropped ? undefined : stored.record?.changes,
  });
  const ofLinks = await findLinkFiles(store, organisationId, ownHandle, listed);
  if (ofLinks.areUnknown) return refuse(organisationId, 'has a link whose record cannot be read', ' --full');
  const ofOrganisation = [paths.handle(organisationId), paths.problems(organisationId)];
  const present = new Set([...ofOrganisation, ...current, ...derived, ...ofLinks.named]);
  const choice = await chooseRemovals(forgetting, listed, present);
  // Nor may anybody still be reading what was replaced of a calendar, a week or a link.
  const { now, waitedFor } = forgetting;
  const replaced = [...replacedPaths(organisationId, stored.record ?? {}).values(), ...ofLinks.replacedAt.values()];
  const graces = waitedFor === null ? replaced.map((at) => Math.min(at + pointerGrace - now, pointerGrace)) : [];
  const wait = graces.reduce(
    (most, each) => Math.max(most, each),
    dropped ? Math.max(choice.wait, readerGrace) : choice.wait,
  );
  if (wait > 0) return { ...choice, wait };
  // Pointers are removed before the files that they name.
  for (const going of [[...choice.pointers], choice.files]) {
    if (going.length > 0) await assertMayPublish();
    await store.remove(going);
  }
  return verify(forgetting, choice);
}

/**
 * The change feed names people who were there before, so it begins anew with what is published now, once. A caller that follows reads
 * everything.
 * @returns whether there was any
 */
async function dropChanges(
  { store, organisationId, waitedFor }: Forgetting,
  handle: Handle,
  stored: StoredOrganisation,
  transaction: Database,
  assertMayPublish: () => Promise<void>,
): Promise<boolean> {
  if (waitedFor !== null || stored.record?.changes === undefined) return false;
  await replacePart(store, { organisationId, handle, stored }, 'changes', undefined, assertMayPublish);
  await enqueueDerived(transaction, organisationId);
  return true;
}

/** Lists what is left, and reports it. */
async function verify({ store, organisationId }: Forgetting, choice: Choice): Promise<Forgotten> {
  const { pointers, files, needed, generations } = choice;
  const listed = await listStored(store, organisationId);
  const remains = listed.map(({ path }) => path).filter((path) => !needed.has(path));
  return {
    outcome: remains.length === 0 ? 'forgotten' : 'remains',
    generations: generations.removed,
    kept: generations.kept,
    removed: [...pointers, ...files],
    remains,
    left: { files: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0) },
  };
}

/** All files of the organisation, with temporary ones, in progress or left by a killed process. */
async function listStored(store: Store, organisationId: OrganisationId): Promise<ListedFile[]> {
  const folder = paths.organisation(organisationId);
  const staged = (await store.list(stagingFolder)).filter(({ path }) => path.startsWith(stagedBelow(folder)));
  return [...(await store.list(folder)), ...staged];
}

/** @param buildOptions options of the build that has to run first */
function refuse(organisationId: OrganisationId, reason: string, buildOptions = ''): Refused {
  const build = commandLine(`build --organisation ${organisationId}${buildOptions}`);
  return {
    outcome: 'refused',
    reason: `organisation ${organisationId} ${reason}`,
    next: `run \`${build}\`, then run this command again`,
  };
}
