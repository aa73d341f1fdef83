// Ways to get the rows of one version out of PostgreSQL: one statement in which the server writes each column of a table
// as a JSON array, which is what publishing does, against one in which it writes an object for each row, and against the
// rows of each table through the protocol, as text and as binary.

import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { readVersion } from '../../../src/database/timetable/read-version.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { largeTimetable } from '../large-timetable.ts';
import { quantiles } from '../quantiles.ts';
import { versionParts } from '../version-parts.ts';

/** Milliseconds until all rows of a version are objects in memory: the median. */
export type ReadingFigures = Record<'jsonByColumn' | 'jsonByRow' | 'rowsAsText' | 'rowsAsBinary', number>;

const rounds = 30;

const entities = ['teacher', 'subject', 'class', 'room'].map(
  (name) => `select own.*, entity.* from version_${name} own
    left join ${name} entity on entity.organisation_id = 'bench' and entity.id = own.entity_id
    where own.version_id = $1 order by own.position`,
);
const tables = [
  ...entities,
  ...versionParts.map((table) => `select * from ${table} where version_id = $1 order by position`),
];
const byRow = `select ${tables.map((table) => `(select json_agg(list) from (${table}) list)`).join()}`;

export async function compareReading(): Promise<ReadingFigures> {
  const open = await openBenchDatabase();
  const client = new pg.Client({ connectionString: open.connectionString });
  try {
    await client.connect();
    await createOrganisation(open.database, org('bench'), 'Bench');
    const document = largeTimetable({ id: 'bench-v1', timetable: 'bench', orgId: 'bench', units: 1700 });
    await importTimetable(open.database, createValidator(), 'bench', document);
    const readTables = async (binary: boolean) => {
      for (const [index, text] of tables.entries()) {
        // pg has `binary`, but its types do not.
        const statement = { name: `${index}-${binary}`, text, binary, values: [document.id] };
        await client.query(statement);
      }
    };
    const ways: Record<keyof ReadingFigures, () => Promise<unknown>> = {
      jsonByColumn: () => readVersion(open.database, 'bench', document.id),
      jsonByRow: () => client.query({ name: 'by row', text: byRow, values: [document.id] }),
      rowsAsText: () => readTables(false),
      rowsAsBinary: () => readTables(true),
    };
    const measured = Object.entries(ways).map(([name, read]) => ({ name, read, times: [] as number[] }));
    for (let round = 0; round < rounds; round++) {
      for (const { read, times } of measured) {
        const started = performance.now();
        await read();
        times.push(performance.now() - started);
      }
    }
    return Object.fromEntries(measured.map(({ name, times }) => [name, quantiles(times).p50])) as ReadingFigures;
  } finally {
    await client.end();
    await open.close();
  }
}
