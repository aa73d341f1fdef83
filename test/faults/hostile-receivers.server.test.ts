// Receivers of one school that answer badly, late or never, and a sender that is killed: nobody else is delayed, nothing is lost, and
// an organisation's events arrive in order.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { childrenOf } from '../support/children-of.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { readRecord } from '../support/record-places.ts';
import { type CommandEnvironment, commandEnvironment, runLine, startCommand } from '../support/run-command.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type Answer, startReceiver } from '../support/webhook-receiver.ts';

vi.setConfig({ testTimeout: 120_000 });

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

describe('a watcher (needs a server)', { tags: 'server' }, () => {
  const schools = usePublishedSchools(['north', 'south']);
  const { open } = schools;
  const environment = (): CommandEnvironment => ({
    ...commandEnvironment(open, schools.folder),
    ...{ LOG_LEVEL: 'silent', BELFRY_WEBHOOK_ALLOW: '127.0.0.1/32' },
  });
  const run = async (line: string) => {
    const { code, stdout, stderr } = await runLine(line, environment());
    expect([line, code, code === 0 ? '' : stderr]).toEqual([line, 0, '']);
    return JSON.parse(stdout);
  };
  const create = (organisation: string, url: string): Promise<{ id: string; secret: string }> =>
    run(`webhooks create --organisation ${organisation} --url ${url} --json`);

  async function startWatch() {
    await runLine('bind --force', environment());
    const watching = startCommand('watch', [], environment());
    await schools.describe('south-v1', 'before');
    await schools.settled();
    return watching;
  }
  const senderOf = (pid: number): number | undefined =>
    childrenOf(pid).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('webhooks'));

  /** Revokes a new key of south. @returns its id, and the milliseconds from the commit until servers refuse it */
  async function revoke() {
    const key = await schools.newKey('south');
    await sql`update api_key set revoked_at = now() where id = ${key.id}`.execute(open.database);
    const committed = performance.now();
    while (readRecord(schools.folder, 'south').access?.keys[hashOfKey(key.key)]?.revoked !== true) {
      if (performance.now() - committed > 30_000) throw new Error('a revocation did not arrive');
      await sleep(2);
    }
    return { id: key.id, milliseconds: performance.now() - committed };
  }

  /** @returns the milliseconds from the commit of a change of south until readers get it */
  async function change(text: string): Promise<number> {
    const before = readRecord(schools.folder, 'south').pointer?.generation ?? 0;
    await schools.describe('south-v1', text);
    const committed = performance.now();
    await waitUntil('it is served', () => (readRecord(schools.folder, 'south').pointer?.generation ?? 0) > before);
    return performance.now() - committed;
  }

  test('ten receivers that hang, stream, redirect or refuse delay neither another school nor a revocation', async () => {
    const watching = await startWatch();
    const quiet: number[] = [];
    const servedQuiet: number[] = [];
    for (let round = 0; round < 10; round++) {
      quiet.push((await revoke()).milliseconds);
      servedQuiet.push(await change(`quiet ${round}`));
    }
    const answers: Answer[] = [
      ...Array.from({ length: 5 }, (): Answer => 'never'),
      { status: 200, body: 'x'.repeat(50e6) },
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { status: 429, headers: { 'retry-after': '3600' } },
      500,
      503,
    ];
    const bad = await Promise.all(
      answers.map(async (answer) => {
        const receiver = await startReceiver();
        receiver.answer = () => answer;
        await create('north', receiver.url);
        return receiver;
      }),
    );
    const good = await startReceiver();
    const { secret } = await create('south', good.url);
    for (let round = 0; round < 5; round++) await schools.newKey('north');
    await waitUntil(
      'the first are reached',
      () => bad.filter(({ received }) => received.length > 0).length >= 2,
      30_000,
    );
    const ids: string[] = [];
    const beside: number[] = [];
    const told: number[] = [];
    const served: number[] = [];
    for (let round = 0; round < 10; round++) {
      const { id, milliseconds } = await revoke();
      const began = performance.now();
      ids.push(id);
      beside.push(milliseconds);
      await waitUntil('it is told', () =>
        good.received.some(({ type, data }) => type === 'key.revoked' && data['keyId'] === id),
      );
      told.push(performance.now() - began);
      served.push(await change(`beside ${round}`));
    }
    expect([median(quiet), median(beside)].map((time) => time < 500)).toEqual([true, true]);
    expect([median(servedQuiet), median(served)].map((time) => time < 1_500)).toEqual([true, true]);
    expect(median(told)).toBeLessThan(5_000);
    const revoked = good.received.filter(({ type }) => type === 'key.revoked').map(({ data }) => data['keyId']);
    expect(revoked).toEqual(ids);
    for (const each of good.received) expect(() => good.verify(secret, each)).not.toThrow();
    // A document, too.
    await schools.describe('south-v1', 'after');
    await waitUntil(
      'a document is told of',
      () => good.received.some(({ type }) => type === 'timetable.published'),
      30_000,
    );
    const { stdout } = await runLine('status --json', environment());
    expect(JSON.parse(stdout).webhooks).toMatchObject({ failing: { count: 0 } });
    watching.child.kill('SIGTERM');
    const began = performance.now();
    expect(await watching.finished).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(7_000);
  });

  test('a sender that is killed again and again: each event at least once, in order; a test by command tells the answer', async () => {
    const watching = await startWatch();
    const good = await startReceiver();
    const { id: webhookId } = await create('north', good.url);
    const pid = watching.child.pid ?? 0;
    await waitUntil('a sender runs', () => senderOf(pid) !== undefined, 30_000);
    const { stdout, code } = await runLine(`webhooks test ${webhookId} --organisation north --json`, environment());
    expect([code, JSON.parse(stdout).delivery]).toMatchObject([0, { state: 'delivered', answers: [{ status: 204 }] }]);
    good.answer = async () => {
      await sleep(20);
      return 204;
    };
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 5; count++) ids.push((await schools.newKey('north')).id);
      await waitUntil('some are told', () => good.received.length > 1 + 5 * round, 90_000);
      const sender = senderOf(pid);
      if (sender !== undefined) process.kill(sender, 'SIGKILL');
      // What it had taken is free at once for this test; otherwise after a minute.
      await sql`update webhook_state set claimed_until = null`.execute(open.database);
    }
    const told = () => good.received.filter(({ type }) => type === 'key.created');
    await waitUntil('all are told', () => told().some(({ data }) => data['keyId'] === ids.at(-1)), 90_000);
    const first = new Map(told().map(({ id }, _, all) => [id, all.findIndex((each) => each.id === id)]));
    expect([...first.values()]).toEqual([...first.values()].toSorted((one, other) => one - other));
    expect([...new Set(told().map(({ data }) => data['keyId']))]).toEqual(ids);
    good.answer = () => 500;
    const failed = await runLine(`webhooks test ${webhookId} --organisation north`, environment());
    expect([failed.code, failed.stdout]).toMatchObject([1, expect.stringMatching(/Answered 500/)]);
    watching.child.kill('SIGTERM');
    expect(await watching.finished).toMatchObject({ code: 0 });
  });
});
