// A database publishes to one store, and each records the other's id. Publishing to the store of another database would
// clear the queue while the real servers never get the change. A new database and a new store are bound at the first
// publish. Any other combination than the bound pair is an error, before anything is written to either.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOrganisationId } from '../access/ids.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { selectKnownOrganisations } from '../database/organisation.ts';
import {
  enqueueEverything,
  ensureDatabaseId,
  hasPublished,
  readStoreBinding,
  type StoreBinding,
  writeStoreBinding,
} from '../database/store-binding.ts';
import { BrokenRecordError, NewerFormatError, StoreMismatchError } from '../errors.ts';
import { formatVersion, paths } from '../snapshot/paths.ts';
import { parseStoreRecord, recordBytes, type StoreRecord } from '../snapshot/read-record.ts';
import type { Store } from '../snapshot/store.ts';

/** The content of a store without a record. */
type Content = 'nothing' | 'of this database' | 'of another database';

type Meeting =
  /** They are bound to each other. */
  | { state: 'pair'; storeId: string }
  /** Neither is bound yet: they can be bound now. */
  | { state: 'new' }
  /** The store names this database, but not the reverse: binding was interrupted. */
  | { state: 'half'; storeId: string }
  /** They do not belong together. `taken` when the store, or its content, belongs to another database. */
  | { state: 'other'; database: string; store: string; taken: boolean };

type Sides = {
  bytes: Uint8Array | null;
  storeRecord: StoreRecord | null;
  binding: StoreBinding | null;
  meeting: Meeting;
};

/** `newId` makes a unique id; `assertUsable` throws when nothing can be published. */
export type BindingTools = {
  open: Pick<OpenDatabase, 'database' | 'location'>;
  store: Store;
  newId: () => string;
  assertUsable?: () => Promise<void>;
};

/**
 * Makes sure that the database is bound to this store; binds them when both are new.
 * @returns the store's id
 * @throws StoreMismatchError
 */
export async function ensureStoreBound(tools: BindingTools): Promise<string> {
  // Binding fails only when another command binds at the same time; a later round sees its result. During
  // that the two seem mismatched, so a mismatch counts only when it is seen twice.
  let mismatched = false;
  for (let round = 1; round <= 20; round++) {
    const sides = await readSides(tools);
    if (sides.meeting.state === 'pair') return sides.meeting.storeId;
    if (sides.meeting.state !== 'other') await bindSides(tools, sides);
    else if (mismatched) throw storeMismatch(tools, sides.meeting);
    mismatched = sides.meeting.state === 'other';
    await sleep(Math.random() * 5 * round);
  }
  throw new StoreMismatchError(`others keep binding ${tools.store.location} at the same time; run the command again`);
}

/** For commands that only read: being unbound is no error. @throws StoreMismatchError */
export async function assertStoreMatches(tools: BindingTools): Promise<void> {
  const { meeting } = await readSides(tools);
  if (meeting.state === 'other') throw storeMismatch(tools, meeting);
}

/**
 * Binds the database to the store, whatever each was bound to before.
 * @param force also when the store belongs to another database
 * @returns the store's id, and whether the pair is new
 * @throws StoreMismatchError
 */
export async function bindStore(tools: BindingTools, force: boolean): Promise<{ storeId: string; changed: boolean }> {
  const sides = await readSides(tools);
  const { meeting } = sides;
  if (meeting.state === 'pair') return { storeId: meeting.storeId, changed: false };
  if (meeting.state === 'other' && meeting.taken && !force) throw storeMismatch(tools, meeting);
  await bindSides(tools, sides);
  const after = await readSides(tools);
  if (after.meeting.state !== 'pair')
    throw new StoreMismatchError(`another command bound ${tools.store.location} at the same time; run this one again`);
  return { storeId: after.meeting.storeId, changed: true };
}

/**
 * Writes the store first: if this is interrupted, the next call finds the half-made binding and completes it. Unless both
 * are new, everything is enqueued in the same transaction, since this store has none of what was published before.
 */
async function bindSides(
  { open, store, newId, assertUsable }: BindingTools,
  { bytes, storeRecord, binding, meeting }: Sides,
): Promise<void> {
  if (bytes === null) await assertUsable?.();
  const databaseId = binding?.databaseId ?? (await ensureDatabaseId(open.database, newId()));
  const storeId = storeRecord?.storeId ?? newId();
  const record: StoreRecord = { formatVersion, storeId, databaseId, database: open.location };
  if (!(await store.replace(paths.storeRecord, recordBytes(record), bytes))) return;
  const published =
    meeting.state === 'new' ? [] : (await store.listNames(paths.organisations)).filter(isOrganisationId);
  await open.database.transaction().execute(async (transaction) => {
    const target = { id: storeId, location: store.location };
    const bound = await writeStoreBinding(transaction, target, binding?.storeId ?? null);
    if (bound && meeting.state !== 'new') await enqueueEverything(transaction, published);
  });
}

async function readSides({ open: { database }, store }: BindingTools): Promise<Sides> {
  const bytes = await store.read(paths.storeRecord);
  const storeRecord = bytes && parseOrNull(bytes);
  const binding = await readStoreBinding(database);
  if (bytes !== null && storeRecord === null) {
    const broken = `has a ${paths.storeRecord} that cannot be read`;
    return {
      bytes,
      storeRecord,
      binding,
      meeting: { state: 'other', database: describeBinding(binding), store: broken, taken: true },
    };
  }
  if (storeRecord !== null) return { bytes, storeRecord, binding, meeting: judgeBound(storeRecord, binding) };
  const content = await contentOf(store, database);
  const isNew = binding?.storeId == null && !(content === 'nothing' && (await hasPublished(database)));
  return { bytes, storeRecord, binding, meeting: judgeUnbound(content, isNew, binding) };
}

/** @throws NewerFormatError */
function parseOrNull(bytes: Uint8Array): StoreRecord | null {
  try {
    return parseStoreRecord(bytes);
  } catch (error) {
    if (error instanceof BrokenRecordError && !(error instanceof NewerFormatError)) return null;
    throw error;
  }
}

function judgeBound(storeRecord: StoreRecord, binding: StoreBinding | null): Meeting {
  const database = describeBinding(binding);
  if (binding === null || storeRecord.databaseId !== binding.databaseId)
    return { state: 'other', database, store: `belongs to the database ${storeRecord.database}`, taken: true };
  if (binding.storeId === null) return { state: 'half', storeId: storeRecord.storeId };
  if (binding.storeId === storeRecord.storeId) return { state: 'pair', storeId: storeRecord.storeId };
  return { state: 'other', database, store: 'is a copy, or a store that it published to before', taken: false };
}

function judgeUnbound(content: Content, isNew: boolean, binding: StoreBinding | null): Meeting {
  const taken = content === 'of another database';
  if (isNew && !taken) return { state: 'new' };
  const store =
    content === 'nothing'
      ? 'is empty'
      : `has no ${paths.storeRecord}, and holds organisations ${taken ? 'that this database does not have' : 'of this database'}`;
  return { state: 'other', database: describeBinding(binding), store, taken };
}

const describeBinding = (binding: StoreBinding | null) =>
  binding?.storeId == null ? 'was not bound to a store yet' : `publishes to ${binding.storeLocation}`;

/**
 * Which database the content of a store without a record belongs to, as releases before 0.2 left it. At least half of the
 * organisations must exist in this one: some may have been deleted, and the demo school has the same id everywhere.
 */
async function contentOf(store: Store, database: BindingTools['open']['database']): Promise<Content> {
  const ids = await store.listNames(paths.organisations);
  if (ids.length === 0) return (await store.listNames(paths.records)).length === 0 ? 'nothing' : 'of another database';
  const known = await selectKnownOrganisations(database, ids);
  return known.size > 0 && known.size * 2 >= ids.length ? 'of this database' : 'of another database';
}

function storeMismatch({ open, store }: BindingTools, meeting: Meeting & { state: 'other' }): StoreMismatchError {
  return new StoreMismatchError(
    [
      'this database and this store do not belong together, so nothing was done',
      `  database  ${open.location} ${meeting.database}`,
      `  store     ${store.location} ${meeting.store}`,
      'Set DATABASE_URL and BELFRY_OUT or BELFRY_BUCKET to a pair; or, if this is the pair that you want from now on:',
      `  npm run bind${meeting.taken ? ' -- --force' : ''}`,
    ].join('\n'),
  );
}
