// Binds a database to the store that it publishes to: each records the id of the other. Without this, a publisher with
// the wrong settings would clear the queue although its servers read another store. A new database and a new store are
// bound at the first publish. Any other combination is refused before anything is written.

import { setTimeout as sleep } from 'node:timers/promises';
import { isOrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Database, OpenDatabase } from '../../database/connect/open-database.ts';
import { selectKnownOrganisations } from '../../database/organisation.ts';
import { enqueueEverything } from '../../database/queue/pending-changes.ts';
import { hasPublished } from '../../database/queue/publish-lease.ts';
import {
  ensureDatabaseId,
  mayBindStore,
  readStoreBinding,
  type StoreBinding,
  writeStoreBinding,
} from '../../database/store-binding.ts';
import { BrokenRecordError, MissingGrantError, StoreMismatchError } from '../../errors.ts';
import { formatVersion, paths } from '../../snapshot/paths.ts';
import { recordBytes, type StoreRecord } from '../../snapshot/read-record.ts';
import type { Store } from '../../store/store.ts';
import { readStoreRecord } from '../engine/guard-store.ts';

/** The content of a store without a record. */
type Content = 'empty' | 'of this database' | 'of another database';

type BindingState =
  /** They are bound to each other. */
  | { state: 'bound'; storeId: string }
  /** Neither is bound yet: they can be bound now. */
  | { state: 'unbound' }
  /** The store names this database, but the database names no store: binding was interrupted. */
  | { state: 'half bound'; storeId: string }
  /** The store's record cannot be read, so nobody knows whose the store is. */
  | { state: 'damaged' }
  /** They do not belong together. `taken` when the store, or its content, belongs to another database. */
  | { state: 'mismatch'; database: string; store: string; taken: boolean };

type Binding = {
  /** The store's record, as bytes and parsed; null when it is missing or broken. */
  bytes: Uint8Array | null;
  storeRecord: StoreRecord | null;
  /** The database's row. */
  row: StoreBinding | null;
  pair: BindingState;
};

/**
 * `newId` makes a unique id; `assertUsable` throws when nothing can be published; `asActor` says in the transaction who binds,
 * for the audit.
 */
export type BindingTools = {
  open: Pick<OpenDatabase, 'database' | 'location'>;
  store: Store;
  newId: () => string;
  assertUsable?: () => Promise<void>;
  asActor?: (transaction: Database) => Promise<void>;
};

/**
 * Makes sure that the database is bound to this store; binds them when both are new.
 * @returns the store's id
 * @throws StoreMismatchError; BrokenRecordError when the store's record cannot be read; MissingGrantError when they are not
 *   bound yet and this role may not bind them
 */
export async function ensureStoreBound(tools: BindingTools): Promise<string> {
  // Binding fails only when another command binds at the same time; a later round sees its result. Meanwhile the two
  // look mismatched, so a mismatch counts only when it is seen twice.
  let mismatched = false;
  for (let round = 1; round <= 20; round++) {
    const binding = await readBinding(tools);
    const { pair } = binding;
    if (pair.state === 'bound') return pair.storeId;
    if (pair.state === 'damaged') throw damagedStoreRecord(tools.store);
    if (pair.state !== 'mismatch') {
      // Other roles need no right for what the publisher does once.
      if (!(await mayBindStore(tools.open.database))) throw notBoundYet(tools);
      await writeBinding(tools, binding);
    } else if (mismatched) throw storeMismatch(tools, pair);
    mismatched = pair.state === 'mismatch';
    await sleep(Math.random() * 5 * round);
  }
  throw new StoreMismatchError(`others keep binding ${tools.store.location} at the same time; run the command again`);
}

/** For commands that only read: also passes while the two are not bound yet. @throws StoreMismatchError, BrokenRecordError */
export async function assertStoreMatches(tools: BindingTools): Promise<void> {
  const { pair } = await readBinding(tools);
  if (pair.state === 'damaged') throw damagedStoreRecord(tools.store);
  if (pair.state === 'mismatch') throw storeMismatch(tools, pair);
}

/**
 * Binds the database to the store, whatever each was bound to before.
 * @param force also when the store belongs to another database, or its record cannot be read
 * @returns the store's id, and whether the pair is new
 * @throws StoreMismatchError, BrokenRecordError
 */
export async function bindStore(tools: BindingTools, force: boolean): Promise<{ storeId: string; changed: boolean }> {
  const binding = await readBinding(tools);
  const { pair } = binding;
  if (pair.state === 'bound') return { storeId: pair.storeId, changed: false };
  if (pair.state === 'damaged' && !force) throw damagedStoreRecord(tools.store);
  if (pair.state === 'mismatch' && pair.taken && !force) throw storeMismatch(tools, pair);
  await writeBinding(tools, binding);
  const after = await readBinding(tools);
  if (after.pair.state !== 'bound')
    throw new StoreMismatchError(`another command bound ${tools.store.location} at the same time; run this one again`);
  return { storeId: after.pair.storeId, changed: true };
}

/**
 * Writes the store first: if this is interrupted, the next call finds the two half bound and completes it. Unless both
 * are new, everything is enqueued in the same transaction, since this store has nothing of what was published before.
 */
async function writeBinding(
  { open, store, newId, assertUsable, asActor }: BindingTools,
  { bytes, storeRecord, row, pair }: Binding,
): Promise<void> {
  if (bytes === null) await assertUsable?.();
  const databaseId = row?.databaseId ?? (await ensureDatabaseId(open.database, newId()));
  const storeId = storeRecord?.storeId ?? newId();
  const record: StoreRecord = { formatVersion, storeId, databaseId, database: open.location };
  if (!(await store.replace(paths.storeRecord, recordBytes(record), bytes))) return;
  const isNew = pair.state === 'unbound';
  const published = isNew ? [] : (await store.listNames(paths.organisations)).filter(isOrganisationId);
  await open.database.transaction().execute(async (transaction) => {
    await asActor?.(transaction);
    const target = { id: storeId, location: store.location };
    const bound = await writeStoreBinding(transaction, target, row?.storeId ?? null);
    if (bound && !isNew) await enqueueEverything(transaction, published);
  });
}

async function readBinding({ open: { database }, store }: BindingTools): Promise<Binding> {
  const { state, bytes, record: storeRecord } = await readStoreRecord(store);
  const row = await readStoreBinding(database);
  if (state === 'damaged') return { bytes, storeRecord, row, pair: { state } };
  if (storeRecord !== null) return { bytes, storeRecord, row, pair: compareRecord(storeRecord, row) };
  const content = await findContent(store, database);
  const isNew = row?.storeId == null && !(content === 'empty' && (await hasPublished(database)));
  return { bytes, storeRecord, row, pair: judgeContent(content, isNew, row) };
}

/** Compares the record of a store with the row of the database. */
function compareRecord(storeRecord: StoreRecord, row: StoreBinding | null): BindingState {
  const database = describeRow(row);
  if (row === null || storeRecord.databaseId !== row.databaseId)
    return { state: 'mismatch', database, store: `belongs to the database ${storeRecord.database}`, taken: true };
  if (row.storeId === null) return { state: 'half bound', storeId: storeRecord.storeId };
  if (row.storeId === storeRecord.storeId) return { state: 'bound', storeId: storeRecord.storeId };
  return { state: 'mismatch', database, store: 'is a copy, or a store that it published to before', taken: false };
}

/** Judges a store without a record by its content. */
function judgeContent(content: Content, isNew: boolean, row: StoreBinding | null): BindingState {
  const taken = content === 'of another database';
  if (isNew && !taken) return { state: 'unbound' };
  const store =
    content === 'empty'
      ? 'is empty'
      : `has no ${paths.storeRecord}, and contains organisations ${taken ? 'that this database does not have' : 'of this database'}`;
  return { state: 'mismatch', database: describeRow(row), store, taken };
}

const describeRow = (row: StoreBinding | null) =>
  row?.storeId == null ? 'is not bound to a store yet' : `publishes to ${row.storeLocation}`;

/**
 * Which database the content of a store without a record belongs to; releases before 0.2 wrote no record. At least half
 * of the organisations must exist in this database: some may have been deleted, and the demo school has the same id
 * everywhere.
 */
async function findContent(store: Store, database: BindingTools['open']['database']): Promise<Content> {
  const ids = await store.listNames(paths.organisations);
  if (ids.length === 0) return (await store.listNames(paths.records)).length === 0 ? 'empty' : 'of another database';
  const known = await selectKnownOrganisations(database, ids);
  return known.size > 0 && known.size * 2 >= ids.length ? 'of this database' : 'of another database';
}

const damagedStoreRecord = ({ location }: Store): BrokenRecordError =>
  new BrokenRecordError(
    `the ${paths.storeRecord} of ${location} cannot be read, so nobody knows which database publishes there, and nothing was ` +
      `done. Put it back, or if this database does: \`${commandLine('bind --force')}\``,
  );

const notBoundYet = ({ open, store }: BindingTools): MissingGrantError =>
  new MissingGrantError(
    `the database ${open.location} and the store ${store.location} are not bound to each other yet, and nothing was done: ` +
      `run \`${commandLine('bind')}\` once with the role and the user that publish, then this command again`,
  );

function storeMismatch(
  { open, store }: BindingTools,
  mismatch: BindingState & { state: 'mismatch' },
): StoreMismatchError {
  return new StoreMismatchError(
    [
      'this database and this store do not belong together, so nothing was done',
      `  database  ${open.location} ${mismatch.database}`,
      `  store     ${store.location} ${mismatch.store}`,
      'Set DATABASE_URL and BELFRY_OUT or BELFRY_BUCKET to a pair. If you want to use these two together from now on:',
      `  ${commandLine(mismatch.taken ? 'bind --force' : 'bind')}`,
    ].join('\n'),
  );
}
