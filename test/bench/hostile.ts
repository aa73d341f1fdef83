// `bench -- hostile`: how long a revocation takes, from its commit to the first refusal, while `watch` publishes another school's
// worst document of each kind, as large as a publisher reads; and how long the watcher then needs to end. On a starved machine
// too: other processes that never rest begin once a document is loaded.

import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { storedKinds, storeWorstDocument } from '../support/store-worst-document.ts';
import { openBenchDatabase } from './bench-database.ts';
import { ask, createKey, until } from './caller.ts';
import type { ChildCommand } from './child-command.ts';
import { isWaiting, loadVersion, untilPublished } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { servedFolder, startWatch } from './served-folder.ts';

/** `revocations` and `end` in milliseconds: the watcher is ended while it is at work on the document. */
type Measured = {
  kind: string;
  rows: number;
  bytes: number;
  seconds: number;
  outcome: string;
  revocations: number[];
  end: number;
};
type Figures = { quiet: number[]; kinds: Measured[] };

/**
 * `megabytes` of each document, by default as many as a publisher reads, nearly; `only` the kinds with this in their names;
 * `busy` the number of other processes that never rest.
 */
type Options = { megabytes?: number; only?: string; busy: number };

export async function measure(
  { megabytes, only = '', busy }: Options,
  onStep: (what: string) => void,
): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  await using served = await servedFolder();
  await loadVersion(database, 'south', 100);
  await loadVersion(database, 'north', 100);
  let watch = await startWatch(open, served);
  // Also when something fails.
  await using _ = { [Symbol.asyncDispose]: () => watch.stop() };
  await untilPublished(database);
  const quiet: number[] = [];
  for (let round = 0; round < 100; round++) quiet.push(await revoke(database, served.port));
  const kinds: Measured[] = [];
  for (const kind of storedKinds.filter((each) => each.includes(only))) {
    const most = megabytes === undefined ? undefined : megabytes * 2 ** 20;
    const stored = await storeWorstDocument(database, 'north', kind, most);
    const measured = { kind, ...stored, ...(await publishBeside(database, served.port, watch, busy)) };
    kinds.push(measured);
    onStep(`${kind}: p99 ${quantiles(measured.revocations).p99.toFixed(0)} ms`);
    watch = await startWatch(open, served);
  }
  return { quiet, kinds };
}

/** Revokes until the document is published, and ends the watcher while it is at work on it again. */
async function publishBeside(database: Database, port: number, watch: ChildCommand, busy: number) {
  using _ = startBusy(busy);
  const began = performance.now();
  const revocations: number[] = [];
  do revocations.push(await revoke(database, port));
  while (await isWaiting(database, 'north'));
  const seconds = (performance.now() - began) / 1000;
  const outcome = await describeOutcome(database);
  await sql`update timetable_version set description = 'again' where id = 'north-worst'`.execute(database);
  await revoke(database, port);
  const told = performance.now();
  await watch.stop();
  return { seconds, outcome, revocations, end: performance.now() - told };
}

/** Starts processes that use all the processor they get. */
function startBusy(count: number): Disposable {
  const children = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  return {
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** Revokes a new key of the other school. @returns milliseconds from the commit to the first refusal */
async function revoke(database: Database, port: number): Promise<number> {
  const { id, text } = await createKey(database, 'south');
  const headers = { authorization: `Bearer ${text}` };
  const status = async () => (await ask(port, '/api/v1/timetables', headers)).status;
  await until(async () => (await status()) === 200, { seconds: 120 });
  await sql`update api_key set revoked_at = now() where id = ${id}`.execute(database);
  const committed = performance.now();
  await until(async () => (await status()) === 401, { seconds: 120 });
  return performance.now() - committed;
}

async function describeOutcome(database: Database): Promise<string> {
  const { rows } = await sql<{ status: string; problem: string | null }>`
    select state as status, reason as problem from version_publication where organisation_id = 'north'`.execute(
    database,
  );
  return rows
    .map(({ status, problem }) => `${status}${problem === null ? '' : `: ${problem.slice(0, 60)}`}`)
    .join('; ');
}

export function report({ quiet, kinds }: Figures): string[] {
  const ms = (times: number[]) => {
    const { p50, p99, max } = quantiles(times);
    return [p50, p99, max].map((milliseconds) => milliseconds.toFixed(0));
  };
  return [
    'Milliseconds from the commit of a revocation to the first refusal, while the document is published; and to end at SIGTERM.',
    ...table(
      ['', 'rows', 'MiB', 'seconds', 'p50', 'p99', 'max', 'of', 'SIGTERM', ''],
      [
        ['nothing else', '', '', '', ...ms(quiet), String(quiet.length), '', ''],
        ...kinds.map(({ kind, rows, bytes, seconds, outcome, revocations, end }) => [
          kind,
          String(rows),
          (bytes / 2 ** 20).toFixed(0),
          seconds.toFixed(0),
          ...ms(revocations),
          String(revocations.length),
          end.toFixed(0),
          outcome,
        ]),
      ],
    ),
  ];
}
