// Ways to get the rows of one version out of PostgreSQL: one statement in which the server writes each table as a JSON
// array, which is what publishing does, against the rows of each table through the protocol, as text and as binary.

import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { createValidator } from '../../../src/contract/validator.ts';
import { createOrganisation } from '../../../src/database/create-organisation.ts';
import { importTimetable } from '../../../src/database/import-timetable.ts';
import { readVersion } from '../../../src/database/read-version.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { largeTimetable } from '../large-timetable.ts';
import { quantiles } from '../quantiles.ts';
import { versionParts } from '../version-parts.ts';

/** Milliseconds until all rows of a version are objects in memory: the median. */
export type ReadingFigures = { jsonPerTable: number; rowsAsText: number; rowsAsBinary: number };

const rounds = 30;

const entities = ['teacher', 'subject', 'class', 'room'].map(
  (name) => `select own.*, entity.* from version_${name} own
    left join ${name} entity on entity.organisation_id = 'bench' and entity.id = own.entity_id
    where own.version_id = $1 order by own.position`,
);
const parts = versionParts.map((table) => `select * from ${table} where version_id = $1 order by position`);

export async function compareReading(): Promise<ReadingFigures> {
  const open = await openBenchDatabase();
  const client = new pg.Client({ connectionString: open.connectionString });
  try {
    await client.connect();
    await createOrganisation(open.database, 'bench', 'Bench');
    const document = largeTimetable({ id: 'bench-v1', timetable: 'bench', orgId: 'bench', units: 1700 });
    await importTimetable(open.database, createValidator(), 'bench', document);
    const readTables = async (binary: boolean) => {
      for (const [index, text] of [...entities, ...parts].entries()) {
        // `binary` is known to pg and not to its types.
        const statement = { name: `${index}-${binary}`, text, binary, values: [document.id] };
        await client.query(statement);
      }
    };
    const [json, text, binary]: [number[], number[], number[]] = [[], [], []];
    const measure = async (times: number[], read: () => Promise<unknown>) => {
      const started = performance.now();
      await read();
      times.push(performance.now() - started);
    };
    for (let round = 0; round < rounds; round++) {
      await measure(json, () => readVersion(open.database, 'bench', document.id));
      await measure(text, () => readTables(false));
      await measure(binary, () => readTables(true));
    }
    return {
      jsonPerTable: quantiles(json).p50,
      rowsAsText: quantiles(text).p50,
      rowsAsBinary: quantiles(binary).p50,
    };
  } finally {
    await client.end();
    await open.close();
  }
}
