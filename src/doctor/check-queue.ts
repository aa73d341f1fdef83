// Checks for `doctor` what slows or stops publishing in PostgreSQL: a queue that grows or is bloated, autovacuum that is off, old
// snapshots, timeouts that are shorter than Belfry's statements take, and locks that somebody holds for long.

import type { Database, OpenDatabase } from '../database/connect/open-database.ts';
import {
  seesAllSessions,
  selectLockHolders,
  selectOldSnapshots,
  selectTimeouts,
  selectWithoutAutovacuum,
} from '../database/queue/publishing-hindrances.ts';
import { readQueueFigures } from '../database/queue/queue-figures.ts';
import { formatCount } from '../format-count.ts';
import { documentsLateAfter, overdueAfter } from '../snapshot/attention.ts';
import { type Diagnosis, fine, limited, wrong } from './diagnosis.ts';

/** Seconds: how old a waiting change, a snapshot and a lock may be. */
const longest = { access: overdueAfter, documents: documentsLateAfter, snapshot: 600, lock: 10 };

/** A table of the queue is bloated above this size with this many bytes for each row that it has. */
const bloat = { bytes: 100_000_000, bytesOfRow: 1_000 };

/** Deleted rows of a table of the queue that are not vacuumed. Autovacuum begins far earlier. */
const manyDeadRows = 100_000;

/** Milliseconds that a statement of Belfry may take: reading the largest version, or moving a large import to the queue. */
const longStatement = 60_000;

export async function checkQueue(database: Database): Promise<Diagnosis> {
  const check = 'queue';
  const { access, documents, tables } = await readQueueFigures(database);
  const waits = (['access', 'documents'] as const).flatMap((work) => {
    const { changes, ageSeconds } = { access, documents }[work];
    if (ageSeconds <= longest[work]) return [];
    return [`${formatCount(changes, 'change')} of ${work} waiting, the oldest for ${Math.round(ageSeconds)} s`];
  });
  if (waits.length > 0)
    return wrong(
      check,
      waits.join('; '),
      'See the other lines, `status`, and the log of `watch` for what stops publishing',
    );
  const bloated = tables.filter(
    ({ bytes, rows, deadRows }) =>
      deadRows > manyDeadRows || (bytes > bloat.bytes && bytes > bloat.bytesOfRow * Math.max(rows, 1)),
  );
  const described = bloated.map(
    ({ table, bytes, deadRows }) =>
      `${table} takes ${Math.round(bytes / 1_000_000)} MB, with ${deadRows.toLocaleString('en')} deleted rows that are not vacuumed`,
  );
  if (described.length > 0)
    return limited(
      check,
      `it is bloated, so each poll costs more: ${described.join('; ')}`,
      `Remove what keeps it from being vacuumed, see autovacuum and snapshots; then, as the owner of the tables: ${bloated.map(({ table }) => `vacuum (full, analyze) ${table}`).join('; ')}`,
    );
  return fine(check, `${formatCount(access.changes + documents.changes, 'change')} waiting, and its tables are small`);
}

export async function checkAutovacuum({
  database,
  embedded,
}: Pick<OpenDatabase, 'database' | 'embedded'>): Promise<Diagnosis> {
  const check = 'autovacuum';
  if (embedded) return fine(check, 'the embedded database has none');
  const off = await selectWithoutAutovacuum(database);
  if (off.length === 0) return fine(check, 'is on');
  const steps = off.map((what) =>
    what === 'the server'
      ? 'set autovacuum and track_counts to on in postgresql.conf, and reload it'
      : `alter table ${what} reset (autovacuum_enabled)`,
  );
  return limited(
    check,
    `is off for ${off.join(', ')}: rows that publishers delete from the queue stay, and slow each poll`,
    steps.join('; '),
  );
}

export async function checkSnapshots(database: Database): Promise<Diagnosis> {
  const check = 'snapshots';
  const old = await selectOldSnapshots(database, longest.snapshot);
  if (old.length === 0) return fine(check, `none${await ofWhom(database)} is older than ten minutes`);
  const described = old.map(({ holder, seconds }) =>
    seconds === null ? holder : `${holder} for ${Math.round(seconds / 60)} minutes`,
  );
  return limited(
    check,
    `nothing that was deleted since can be vacuumed, so the queue grows: ${described.join('; ')}`,
    `End what is not needed: ${old.map(({ end }) => `\`${end}\``).join(', ')}`,
  );
}

/** What a role without the right to see other roles' sessions did not see must not be reported as absent. */
const ofWhom = async (database: Database): Promise<string> =>
  (await seesAllSessions(database))
    ? ''
    : ' of this role (those of others are hidden from it; `grant pg_read_all_stats` to it shows them)';

export async function checkTimeouts(database: Database): Promise<Diagnosis> {
  const check = 'timeouts';
  const short = (await selectTimeouts(database)).filter(({ milliseconds }) => milliseconds < longStatement);
  if (short.length === 0) return fine(check, 'PostgreSQL cuts off no statement of this role within a minute');
  const described = short.map(
    ({ setting, milliseconds, source }) => `${setting} is ${milliseconds} ms (set for the ${source})`,
  );
  return limited(
    check,
    `${described.join('; ')}: a statement of Belfry that takes longer, or waits longer for a lock, fails and is retried`,
    `For Belfry's role: ${short.map(({ setting }) => `\`alter role ... set ${setting} = 0\``).join(', ')}`,
  );
}

export async function checkLocks(database: Database): Promise<Diagnosis> {
  const check = 'locks';
  const holders = await selectLockHolders(database, longest.lock);
  if (holders.length === 0)
    return fine(check, `no session${await ofWhom(database)} holds for long what publishers wait for`);
  const described = holders.map(
    ({ pid, tables, mode, seconds, waiting }) =>
      `process ${pid} has held ${mode} on ${tables.join(', ')} for ${Math.round(seconds)} s, and ${formatCount(waiting, 'session')} wait for it`,
  );
  return wrong(
    check,
    described.join('; '),
    `Wait until it ends, or end it: ${holders.map(({ pid }) => `\`select pg_terminate_backend(${pid})\``).join(', ')}`,
  );
}
