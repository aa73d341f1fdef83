// A disk that takes long to sync, as a network file system does: a revocation waits for the syncs of its own files alone, and not
// for those of the documents that are written meanwhile; and who waits for a sync keeps the lease.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { childrenOf } from '../support/children-of.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { readRecord } from '../support/record-places.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { nodeArguments, repositoryFolder } from '../support/run-process.ts';
import { canTrace } from '../support/traced-publisher.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;

/** Starts a command each of whose syncs takes this many milliseconds longer, in all its processes. */
async function startSlowly(line: string, delay: number): Promise<{ end(): Promise<void>; ended: Promise<number> }> {
  const environment = { ...commandEnvironment(open, schools.folder), LOG_LEVEL: 'warn' };
  await runLine('bind --force', environment);
  const syncs = 'fsync,fdatasync';
  const slow = ['-f', '-qq', '-e', `trace=${syncs}`, '-e', `inject=${syncs}:delay_exit=${delay}ms`, '-o', '/dev/null'];
  const program = [process.execPath, ...nodeArguments(['scripts/belfry.ts', ...line.split(' ')])];
  const child = spawn('strace', [...slow, ...program], {
    cwd: repositoryFolder,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'close').then(([code]) => Number(code));
  return {
    ended,
    async end() {
      for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, 'SIGTERM');
      await ended;
    },
  };
}

/** `watch` with slow syncs. */
async function startWatch(delay: number): Promise<void> {
  const watch = await startSlowly('watch', delay);
  onTestFinished(watch.end);
  await schools.describe('south-v1', 'before');
  await schools.settled();
}

/** Revokes a new key of south. @returns milliseconds from the commit until servers refuse it */
async function revoke(): Promise<number> {
  const { id, key } = await schools.newKey('south');
  await sql`update api_key set revoked_at = now() where id = ${id}`.execute(open.database);
  const committed = performance.now();
  const isRevoked = () => readRecord(schools.folder, 'south').access?.keys[hashOfKey(key)]?.revoked === true;
  await waitUntil('the revocation', isRevoked);
  return performance.now() - committed;
}

test.skipIf(!canTrace)('revocations wait for no sync of documents', { tags: 'server', timeout: 180_000 }, async () => {
  const delay = 300;
  await startWatch(delay);
  const [quiet, meanwhile]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) quiet.push(await revoke());
  let isDone = false;
  const editing = (async () => {
    for (let change = 0; !isDone; change++) {
      for (const version of ['north-v1', 'north-v2']) await schools.describe(version, `change ${change}`);
      await schools.settled();
    }
  })();
  try {
    for (let round = 0; round < 10; round++) meanwhile.push(await revoke());
  } finally {
    isDone = true;
    await editing;
  }
  // One more sync would be as long as the delay.
  expect(median(meanwhile)).toBeLessThan(median(quiet) + delay);
});

test.skipIf(!canTrace)(
  'a sync may take longer than PostgreSQL waits for an idle publisher',
  { tags: 'server' },
  async () => {
    const { id, key } = await schools.newKey('south');
    const began = performance.now();
    const revoke = await startSlowly(`keys revoke ${id}`, 7_000);
    expect(await revoke.ended).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(7_000);
    expect(readRecord(schools.folder, 'south').access?.keys[hashOfKey(key)]?.revoked).toBe(true);
  },
);

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
