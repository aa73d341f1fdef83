// `bench -- reading`: ways to get the rows of one version out of PostgreSQL: one statement in which the server writes each column
// of a table as a JSON array, which is what publishing does, against one in which it writes an object for each row, and
// against the rows of each table through the protocol, as text and as binary.

import { table } from '../../scripts/support/print-report.ts';
import { readVersion } from '../../src/database/timetable/read-version.ts';
import { openBenchDatabase } from './bench-database.ts';
import { loadVersion } from './many-schools.ts';
import { quantiles } from './quantiles.ts';

/** Milliseconds until all rows of a version are objects in memory: the median of each way. */
type Figures = { way: string; milliseconds: number }[];

const rounds = 30;

const entities = ['teacher', 'subject', 'class', 'room'].map(
  (name) => `select own.*, entity.* from version_${name} own
    left join ${name} entity on entity.organisation_id = 'bench' and entity.id = own.entity_id
    where own.version_id = $1 order by own.position`,
);
const parts = ['bell_schedule', 'bell_day', 'day_configuration', 'period', 'break']
  .concat('lesson', 'lesson_group', 'lesson_configuration', 'lesson_unit')
  .map((table) => `select * from ${table} where version_id = $1 order by position`);
const tables = [...entities, ...parts];
const byRow = `select ${tables.map((table) => `(select json_agg(list) from (${table}) list)`).join()}`;

export async function measure(): Promise<Figures> {
  await using open = await openBenchDatabase();
  const client = await open.connect();
  const { id } = await loadVersion(open.database, 'bench', 1700);
  const readTables = async (binary: boolean) => {
    for (const [index, text] of tables.entries()) {
      // pg has `binary`, but its types do not.
      const statement = { name: `${index}-${binary}`, text, binary, values: [id] };
      await client.query(statement);
    }
  };
  const ways: Record<string, () => Promise<unknown>> = {
    'one statement, a JSON array for each column': () => readVersion(open.database, 'bench', id),
    'one statement, a JSON object for each row': () => client.query({ name: 'by row', text: byRow, values: [id] }),
    'rows of each table, as text': () => readTables(false),
    'rows of each table, as binary': () => readTables(true),
  };
  const measured = Object.entries(ways).map(([way, read]) => ({ way, read, times: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { read, times } of measured) {
      const started = performance.now();
      await read();
      times.push(performance.now() - started);
    }
  }
  return measured.map(({ way, times }) => ({ way, milliseconds: quantiles(times).p50 }));
}

export const report = (figures: Figures): string[] =>
  table(
    ['to read a version of 1 MB into objects', 'ms'],
    figures.map(({ way, milliseconds }) => [way, milliseconds.toFixed(1)]),
  );
