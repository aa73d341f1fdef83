// Opens what a command works on: the database and the store of the environment, which must belong together.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { commandLine } from '../../src/command-line.ts';
import { createValidator } from '../../src/contract/validator.ts';
import type { StatementLimits } from '../../src/database/connect/connection-pool.ts';
import { embeddedDataFolder } from '../../src/database/connect/embedded.ts';
import { defaultLimits, type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { assertSchemaCurrent, migrate } from '../../src/database/migrations/migrate.ts';
import { assertSource, ensureRelationsRecorded } from '../../src/database/views/source-relations.ts';
import { UsageError } from '../../src/errors.ts';
import { assertStoreMatches, ensureStoreBound } from '../../src/publish/database/bind-store.ts';
import {
  createDatabasePublisher,
  type DatabasePublisher,
  type DatabaseSettings,
} from '../../src/publish/database/database-port.ts';
import { defaultRetention } from '../../src/snapshot/remove-garbage.ts';
import { readSpace } from '../../src/store/folder/read-space.ts';
import type { Store } from '../../src/store/store.ts';
import { publishedLocation, settings } from '../options/settings.ts';
import { assertLocationUsable, isBucket, openStore } from './open-store.ts';

/** `creates`: creates a missing embedded database, which is otherwise an error. `migrates`: migrates a server's too. */
type Opening = { creates?: boolean; migrates?: boolean; limits?: StatementLimits };

/** `awaitsSource`: the command waits itself for the relations that it reads. */
type PublisherOpening = Opening & { awaitsSource?: boolean };

/**
 * Opens the database of DATABASE_URL, or the embedded one, which it migrates, and closes it after the work.
 * @throws UsageError when there is neither
 */
export async function withDatabase<Result>(
  work: (open: OpenDatabase) => Promise<Result>,
  { creates = false, migrates = false, limits = defaultLimits }: Opening = {},
): Promise<Result> {
  const [databaseUrl, dataFolder] = [settings.databaseUrl.value, settings.dataFolder.value];
  if (databaseUrl === undefined && !creates && !existsSync(embeddedDataFolder(dataFolder)))
    throw new UsageError(
      `there is no database: DATABASE_URL is unset, and ${dataFolder} holds no embedded one. ` +
        `Set DATABASE_URL or BELFRY_DATA; \`${commandLine('start')}\` and \`${commandLine('migrate')}\` create one`,
    );
  const open = await openDatabase({ url: databaseUrl, folder: dataFolder, limits });
  try {
    if (open.embedded || migrates) await migrate(open.database);
    else await assertSchemaCurrent(open.database);
    return await work(open);
  } finally {
    await open.close();
  }
}

/** What a publishing command needs. `publishSettings` are those of the publisher, for one with others. */
export type OpenPublisher = OpenDatabase & { publisher: DatabasePublisher; publishSettings: DatabaseSettings };

/**
 * Like `withDatabase`, with a publisher for the store in the environment. First checks that database and store belong
 * together, before anything is written to either.
 */
export const withPublisher = <Result>(
  work: (tools: OpenPublisher) => Promise<Result>,
  { awaitsSource = false, ...opening }: PublisherOpening = {},
): Promise<Result> =>
  withDatabase(async (open) => {
    const store = openStore(publishedLocation());
    const assertUsable = () => assertLocationUsable(store, publishedLocation());
    await ensureStoreBound({ open, store, newId: randomUUID, assertUsable });
    await ensureRelationsRecorded(open.database);
    // What publishes documents looks at the others in each transaction; a revocation needs none of them.
    if (!awaitsSource) await assertSource(open.database, 'access');
    const milliseconds = settings.keepDays.value * 86_400_000;
    const retention = { ...defaultRetention, milliseconds, bytes: settings.keepMegabytes.value * 1_000_000 };
    const linkBytes = settings.linkMegabytes.value * 1_000_000;
    const reserve = {
      bytes: settings.reserveMegabytes.value * 1_000_000,
      readSpace: () => readSpace(publishedLocation()),
    };
    const publishSettings = {
      ...{ store, validate: createValidator(), now: Date.now, retention, linkBytes },
      ...(isBucket(publishedLocation()) ? {} : { reserve }),
    };
    return work({ ...open, publishSettings, publisher: createDatabasePublisher(publishSettings, open) });
  }, opening);

/** For commands that compare the database with the store in the environment, and publish nothing. */
export const withStore = <Result>(work: (open: OpenDatabase, store: Store) => Promise<Result>): Promise<Result> =>
  withDatabase(async (open) => {
    const store = openStore(publishedLocation());
    await assertStoreMatches({ open, store, newId: randomUUID });
    return work(open, store);
  });
