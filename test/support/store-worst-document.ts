// Puts the worst documents into a database, as large as a publisher reads, past the checks of an import: as SQL does.

import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/database/connect/open-database.ts';
import { maxBytes, measureVersion } from '../../src/database/timetable/read-version.ts';
import { storeEntities } from '../../src/database/timetable/store-entities.ts';
import { storeVersion } from '../../src/database/timetable/store-version.ts';
import { worstDocument, worstDocuments } from './worst-documents.ts';

/** What the tables themselves refuse, by their keys, types and constraints, so that no publisher meets it. */
const refused = ['all ids the same', 'all rows of the wrong form', 'open fields that are deep and wide'];
export const storedKinds = Object.keys(worstDocuments).filter((kind) => !refused.includes(kind));

/** Replaces all versions of the organisation by the document of a kind, committed at once. @returns its bytes of JSON */
async function store(database: Database, organisationId: string, kind: string, rows: number): Promise<number> {
  const id = `${organisationId}-worst`;
  const document = { ...worstDocument(kind, rows), id, groupId: id, orgId: organisationId };
  await database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction); // an editor has no limit, and a busy server is slow
    await sql`delete from timetable where organisation_id = ${organisationId}`.execute(transaction);
    await storeEntities(transaction, organisationId, document);
    await storeVersion(transaction, document, false);
  });
  return (await measureVersion(database, organisationId, id)) ?? 0;
}

/**
 * The same with as many rows as a publisher still reads and a table accepts, or a share of them.
 * @param most how many bytes the rows may have; by default the limit, nearly
 */
export async function storeWorstDocument(
  database: Database,
  organisationId: string,
  kind: string,
  most = 0.97 * maxBytes,
): Promise<{ rows: number; bytes: number }> {
  let stored = { rows: 0, bytes: 0 };
  let refused = Infinity; // as many rows, or more, are too long for a row of a table
  for (let [rows, attempt] = [2_000, 0]; ; attempt++) {
    try {
      stored = { rows, bytes: await store(database, organisationId, kind, rows) };
    } catch (error) {
      if (!isTooLongForItsRow(error)) throw error;
      refused = rows; // and what was stored before is there as it was
    }
    const { bytes } = stored;
    const isLarge = attempt >= 3 ? bytes > 0 : bytes > 0.85 * most;
    if (bytes <= most && (isLarge || stored.rows > 0.8 * refused)) return stored;
    const wanted = bytes === 0 ? rows / 2 : (stored.rows * 0.98 * most) / bytes;
    rows = Math.floor(Math.min(wanted, (stored.rows + refused) / 2));
  }
}

/** A table limits the lists and open fields of each row, so a document whose worst is one of these is refused before it has the most bytes. */
const isTooLongForItsRow = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '23514' && /_within_\d+_bytes$/.test(error.constraint ?? '');
