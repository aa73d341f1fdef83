// The versions of an organisation, read in the transaction of its publisher. One that PostgreSQL cannot read is a value, not an
// error: a savepoint keeps the transaction.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';
import { isAboutValues } from '../../database/connect/postgres-errors.ts';
import { readVersion, readVersions, VersionTooLargeError } from '../../database/timetable/read-version.ts';
import { assembleSummary } from '../../document/assemble-list.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import type { VersionRows } from '../../document/version-rows.ts';
import { findRowWarnings } from '../../document/warnings/find-row-warnings.ts';
import { reasonOf, StatementTimeoutError } from '../../errors.ts';
import type { SourceDocument, VersionReader } from '../documents/version-reader.ts';

/** @param transaction REPEATABLE READ, so that it sees one snapshot */
export function databaseVersions(transaction: Database, organisationId: string): VersionReader {
  // One after the other, as a connection runs them anyway, so that each savepoint holds one reading.
  let reading: Promise<void> = Promise.resolve();
  let waiting = 0;
  const savepoint = createSavepoint(transaction, () => waiting > 0);
  return {
    async versions() {
      const rows = await readVersions(transaction, organisationId);
      return rows.map((row) => ({ id: row.id, summary: assembleSummary(row) }));
    },

    async document(versionId) {
      waiting += 1;
      const turn = reading.then(() => {
        waiting -= 1;
        return readOrExplain(transaction, organisationId, versionId, savepoint);
      });
      // It keeps no rows, of which a version may have many; whoever asked for it meets its failure.
      reading = turn.then(
        () => {},
        () => {},
      );
      const found = await turn;
      // The next version is asked for first, so that PostgreSQL reads it while this one is checked, which is one long step.
      if (waiting > 0) await nextTurn();
      if (found === undefined) return null;
      return 'unreadable' in found ? found : documentOf(found);
    },
  };
}

/** How often a version is read that PostgreSQL takes too long for. */
const mostAttempts = 2;

/** Keeps the transaction when the reading of a version fails. */
type Savepoint = { set(): Promise<void>; rollBack(): Promise<void>; release(): Promise<void> };

/** @param isNeededAgain whether it is set again with its release, in one round trip */
function createSavepoint(transaction: Database, isNeededAgain: () => boolean): Savepoint {
  const run = async (statements: string) => void (await sql.raw(statements).execute(transaction));
  const [set, release] = ['savepoint version', 'release savepoint version'];
  let isSet = false;
  return {
    async set() {
      if (!isSet) await run(set);
      isSet = true;
    },
    rollBack: () => run('rollback to savepoint version'),
    // Without this, a long publication would pile them up.
    async release() {
      isSet = isNeededAgain();
      await run(isSet ? `${release}; ${set}` : release);
    },
  };
}

/** The rows of a version, or why PostgreSQL cannot read it: it would be the same at the next attempt. */
async function readOrExplain(
  transaction: Database,
  organisationId: string,
  versionId: string,
  savepoint: Savepoint,
): Promise<VersionRows | { unreadable: string } | undefined> {
  await savepoint.set();
  let rows: VersionRows | { unreadable: string } | undefined;
  try {
    rows = await readOrRollBack(transaction, organisationId, versionId, savepoint);
  } catch (error) {
    await savepoint.release().catch(() => {}); // the transaction has ended, and the error says why
    throw error;
  }
  await savepoint.release();
  return rows;
}

async function readOrRollBack(
  transaction: Database,
  organisationId: string,
  versionId: string,
  savepoint: Savepoint,
): Promise<VersionRows | { unreadable: string } | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readVersion(transaction, organisationId, versionId);
    } catch (error) {
      if (error instanceof VersionTooLargeError) return { unreadable: error.message };
      const isSlow = error instanceof StatementTimeoutError;
      if (!isAboutValues(error) && !isSlow) throw error;
      await savepoint.rollBack();
      // A busy server is slow once; one version that takes too long is cut off each time.
      if (!isSlow || attempt === mostAttempts) return { unreadable: `PostgreSQL cannot read it: ${reasonOf(error)}` };
    }
  }
}

function documentOf(rows: VersionRows): SourceDocument {
  try {
    return { document: assembleTimetable(rows), findWarnings: (timetable) => findRowWarnings(rows, timetable) };
  } catch (error) {
    return { unreadable: `cannot be built: ${String(error)}` };
  }
}
