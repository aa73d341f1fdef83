// `bench -- webhooks`: deliveries a second to receivers that answer at once, of many schools; and how long an event of a school takes
// from its commit to its receiver, alone and beside schools whose receivers never answer.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { enqueueEvents } from '../../src/database/webhooks/enqueue-events.ts';
import type { WebhookEvent } from '../../src/database/webhooks/webhook-events.ts';
import { parseNetworks } from '../../src/webhooks/judge-address.ts';
import { postEvent } from '../../src/webhooks/send/post-event.ts';
import { runSender } from '../../src/webhooks/send/run-sender.ts';
import { createWebhookSecret } from '../../src/webhooks/sign-webhook.ts';
import { openBenchDatabase } from './bench-database.ts';
import { quantiles } from './quantiles.ts';

type Quantiles = ReturnType<typeof quantiles>;
type Figures = {
  schools: number;
  perSchool: number;
  silent: number;
  perSecond: number;
  alone: Quantiles;
  beside: Quantiles;
};

const perSchool = 100;
const allowed = parseNetworks(['127.0.0.1/32']) ?? [];

export async function measure(
  { schools, rounds }: { schools: number; rounds: number },
  onStep: (step: string) => void,
): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const arrived = new Map<string, number>();
  let count = 0;
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/never') return;
      count++;
      arrived.set(String(JSON.parse(Buffer.concat(parts).toString()).data.keyId), performance.now());
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as AddressInfo; // it listens on a port, not on a pipe
  const create = async (id: string, path: string) => {
    await sql`insert into organisation (id, name) values (${id}, '')`.execute(database);
    await sql`insert into webhook (id, organisation_id, url) values (${`wh_${id}`}, ${id}, ${`http://127.0.0.1:${port}${path}`})`.execute(
      database,
    );
    await sql`insert into webhook_secret (webhook_id, secret) values (${`wh_${id}`}, ${createWebhookSecret()})`.execute(
      database,
    );
  };
  const eventOf = (organisationId: string, keyId: string): WebhookEvent => ({
    type: 'key.created',
    data: { organisationId, keyId },
  });
  const names = Array.from({ length: schools }, (_, index) => `school-${index}`);
  for (const name of names) await create(name, '/in');

  const stop = new AbortController();
  const sending = runSender(
    database,
    {
      post: (address, message, signal) => postEvent(address, message, { allowed, signal }),
      ...{ now: Date.now, random: Math.random, onAttempt: () => {} },
      onFailure: (what, error) => onStep(`${what}: ${String(error)}`),
    },
    stop.signal,
  );
  const latency = async (what: string): Promise<Quantiles> => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      onStep(`${what}, round ${round}`);
      const keyId = `${what}-${round}`;
      await enqueueEvents(database, org('school-0'), [eventOf('school-0', keyId)]);
      const committed = performance.now();
      while (!arrived.has(keyId)) await sleep(1);
      times.push((arrived.get(keyId) ?? committed) - committed);
      await sleep(Math.random() * 500);
    }
    return quantiles(times);
  };
  const alone = await latency('alone');
  // As many as can be under way at once, so that whatever is left for others is their share.
  const silent = 40;
  for (let index = 0; index < silent; index++) await create(`silent-${index}`, '/never');
  const crowding = setInterval(() => {
    // Their attempts are made again and again, where real ones would wait for longer each time.
    sql`update webhook_delivery set not_before = now() where webhook_id like 'wh_silent%' and state = 'pending'`
      .execute(database)
      .then(() => sql`update webhook_state set due_at = now() where webhook_id like 'wh_silent%'`.execute(database))
      .catch(() => {});
  }, 1_000);
  for (let index = 0; index < silent; index++)
    await enqueueEvents(database, org(`silent-${index}`), [eventOf(`silent-${index}`, 'x')]);
  await sleep(3_000);
  const beside = await latency('beside');
  clearInterval(crowding);

  onStep('as many as can be delivered');
  for (const name of names)
    await enqueueEvents(
      database,
      org(name),
      Array.from({ length: perSchool }, (_, index) => eventOf(name, `${name}-${index}`)),
    );
  const [began, before] = [performance.now(), count];
  while (count - before < schools * perSchool) await sleep(5);
  const perSecond = ((count - before) / (performance.now() - began)) * 1000;
  stop.abort();
  await sending;
  receiver.closeAllConnections();
  receiver.close();
  return { schools, perSchool, silent, perSecond, alone, beside };
}

export function report({ schools, perSchool: each, silent, perSecond, alone, beside }: Figures): string[] {
  const row = (what: string, { p50, p90, p99, max }: Quantiles) => [
    what,
    ...[p50, p90, p99, max].map((time) => time.toFixed(0)),
  ];
  return [
    ...table(
      ['milliseconds from the commit of an event to its receiver', 'p50', 'p90', 'p99', 'max'],
      [row('alone', alone), row(`beside ${silent} schools whose receivers never answer`, beside)],
    ),
    '',
    `${perSecond.toFixed(0)} deliveries a second, of ${each} events of ${schools} schools each.`,
  ];
}
