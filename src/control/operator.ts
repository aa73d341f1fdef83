// Who changes something, and through which connections. Commands and the control API pass it to the same functions, so that both check,
// publish and audit alike.

import { sql } from 'kysely';
import type { Database, OpenDatabase } from '../database/connect/open-database.ts';
import type { DatabasePublisher, DatabaseSettings } from '../publish/database/database-port.ts';

/** As the audit shows it. */
export type Actor = {
  /** The system's user who ran a command, or the name of an admin. */
  by: string;
  via: 'command' | 'api' | 'page';
  /** The name of the host that ran a command, or the address of a request. */
  from: string;
  /** Null for a command. */
  adminId: string | null;
};

/** For what changes the database alone. */
export type Editor = { open: Pick<OpenDatabase, 'database'>; actor: Actor };

/** For what is published too, before it returns. */
export type PublishingEditor = Editor & { publisher: DatabasePublisher };

export type Operator = PublishingEditor & { open: OpenDatabase; publishSettings: DatabaseSettings };

/** The inputs of a new secret. */
export type SecretSource = {
  /** Returns that many bytes from a cryptographic source. */
  randomBytes: (count: number) => Uint8Array;
  sha256: (text: string) => string;
};

/** Changes the database in one transaction, whose audit names the actor. */
export const changeAs = <Result>(
  { open, actor }: Editor,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> =>
  open.database.transaction().execute(async (transaction) => {
    await actAs(transaction, actor);
    return work(transaction);
  });

/** What the rest of the transaction changes, it changes for the actor. */
export async function actAs(transaction: Database, actor: Actor): Promise<void> {
  await sql`select set_config('belfry.actor', ${JSON.stringify(actor)}, true)`.execute(transaction);
}
