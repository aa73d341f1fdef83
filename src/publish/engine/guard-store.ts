// Keeps a watcher from publishing to a store that is not the one it began with. A folder that was removed or unmounted would be
// created again, without most organisations and their keys.

import { commandLine } from '../../command-line.ts';
import { BrokenRecordError, StoreError, StoreMismatchError } from '../../errors.ts';
import { paths } from '../../snapshot/paths.ts';
import { type Checked, readChecked } from '../../snapshot/read-checked.ts';
import { nullIfBroken, parseStoreRecord, type StoreRecord } from '../../snapshot/read-record.ts';
import type { Store } from '../../store/store.ts';

/** Which database publishes to the store. @throws NewerFormatError when a newer program wrote it */
export const readStoreRecord = (store: Store): Promise<Checked<StoreRecord>> =>
  readChecked(store, paths.storeRecord, (bytes) => nullIfBroken(() => parseStoreRecord(bytes)));

export type StoreGuard = {
  /** The store; it refuses every change from a check that fails until one that passes. */
  store: Store;
  /**
   * Checks that the store is still the one of the first check.
   * @throws StoreMismatchError when its record is another's; BrokenRecordError while it is missing or damaged, which may pass
   */
  check(): Promise<void>;
};

export function guardStore(store: Store): StoreGuard {
  /** The store's record when it was first read; null for a store that is not bound yet. */
  let first: StoreRecord | null = null;
  let problem: Error | null = null;

  const refuse = (error: Error): never => {
    problem = error;
    throw error;
  };

  async function change<Result>(action: string, path: string, work: () => Promise<Result>): Promise<Result> {
    if (problem !== null) throw new StoreError(action, path, { cause: problem });
    return work();
  }

  return {
    store: {
      ...store,
      write: (files) => change('write', files[0]?.path ?? '', () => store.write(files)),
      replace: (path, bytes, expected) => change('replace', path, () => store.replace(path, bytes, expected)),
      remove: (removed) => change('remove', removed[0] ?? '', () => store.remove(removed)),
    },
    async check() {
      const { state, record } = await readStoreRecord(store);
      if (record !== null) {
        first ??= record;
        const isSame = record.storeId === first.storeId && record.databaseId === first.databaseId;
        if (!isSame)
          refuse(
            new StoreMismatchError(
              `${store.location} is no longer the store that was watched: its ${paths.storeRecord} is another one. Put the ` +
                `store back, or publish everything anew with \`${commandLine('bind')}\` and \`${commandLine('build')}\``,
            ),
          );
      } else if (first !== null || state === 'damaged') refuse(lostRecord(store, state));
      problem = null;
    },
  };
}

const lostRecord = ({ location }: Store, state: 'absent' | 'damaged' | 'intact'): BrokenRecordError =>
  new BrokenRecordError(
    `the ${paths.storeRecord} of ${location} ${state === 'absent' ? 'is missing' : 'cannot be read'}, so nothing is published ` +
      'until it is back. Mount or restore the store. If it is lost, stop this command and publish everything anew with ' +
      `\`${commandLine(state === 'absent' ? 'bind' : 'bind --force')}\` and \`${commandLine('build')}\``,
  );
