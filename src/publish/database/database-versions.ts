// The database as a source: an organisation's versions, read in the transaction of its publisher. Its queue says what has
// changed and its lease keeps others away (publish-pending.ts); access is read in a transaction of its own.

import type { Database } from '../../database/connect/open-database.ts';
import { isAboutValues } from '../../database/connect/postgres-errors.ts';
import { readVersion, readVersions, VersionTooLargeError } from '../../database/timetable/read-version.ts';
import { assembleSummary } from '../../document/assemble-list.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { findRowWarnings } from '../../document/find-row-warnings.ts';
import type { VersionRows } from '../../document/version-rows.ts';
import { StatementTimeoutError } from '../../errors.ts';
import type { SourceDocument, VersionReader } from '../library/source.ts';
import { UnreadableVersionError } from '../unreadable-version.ts';

/**
 * The versions of an organisation. `document` throws UnreadableVersionError when PostgreSQL cannot read a version, which has
 * ended the transaction.
 * @param transaction REPEATABLE READ, so that it sees one snapshot
 * @param unreadable the versions that PostgreSQL cannot read, by id, and why
 */
export function databaseVersions(
  transaction: Database,
  organisationId: string,
  unreadable: ReadonlyMap<string, string> = new Map(),
): VersionReader {
  return {
    async versions() {
      const rows = await readVersions(transaction, organisationId);
      return rows.map((row) => ({ id: row.id, summary: assembleSummary(row) }));
    },

    async document(versionId) {
      const reason = unreadable.get(versionId);
      if (reason !== undefined) return { unreadable: reason };
      let rows: VersionRows | undefined;
      try {
        rows = await readVersion(transaction, organisationId, versionId);
      } catch (error) {
        if (error instanceof VersionTooLargeError) return { unreadable: error.message };
        // One that PostgreSQL takes too long to read would be cut off again and again.
        if (isAboutValues(error) || error instanceof StatementTimeoutError)
          throw new UnreadableVersionError(versionId, error);
        throw error;
      }
      return rows === undefined ? null : documentOf(rows);
    },
  };
}

function documentOf(rows: VersionRows): SourceDocument {
  try {
    return { document: assembleTimetable(rows), findWarnings: (timetable) => findRowWarnings(rows, timetable) };
  } catch (error) {
    return { unreadable: `cannot be built: ${String(error)}` };
  }
}
