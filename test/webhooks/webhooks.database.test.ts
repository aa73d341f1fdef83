// Webhooks from the change of a row to the receiver: what is told, when, in which order, and what becomes of it.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createKey } from '../../src/control/keys/create-key.ts';
import { revokeKey } from '../../src/control/keys/revoke-key.ts';
import type { PublishingEditor } from '../../src/control/operator.ts';
import { changeWebhook, removeWebhook } from '../../src/control/webhooks/change-webhook.ts';
import type { WebhookInput } from '../../src/control/webhooks/check-webhook.ts';
import { createWebhook } from '../../src/control/webhooks/create-webhook.ts';
import { listDeliveries } from '../../src/control/webhooks/list-deliveries.ts';
import { listWebhooks } from '../../src/control/webhooks/list-webhooks.ts';
import { rotateWebhook } from '../../src/control/webhooks/rotate-webhook.ts';
import { replayDelivery, sendTest } from '../../src/control/webhooks/send-test.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { claimWebhooks, endClaim, readDue } from '../../src/database/webhooks/claim-deliveries.ts';
import { enqueueEvents } from '../../src/database/webhooks/enqueue-events.ts';
import { hasWebhooks } from '../../src/database/webhooks/has-webhooks.ts';
import { pruneDeliveries } from '../../src/database/webhooks/prune-deliveries.ts';
import { mostPending, spreadEvents } from '../../src/database/webhooks/spread-events.ts';
import type { WebhookEvent } from '../../src/database/webhooks/webhook-events.ts';
import { readWebhookFigures } from '../../src/database/webhooks/webhook-figures.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { parseNetworks } from '../../src/webhooks/judge-address.ts';
import { postEvent } from '../../src/webhooks/send/post-event.ts';
import { type Attempt, runSender } from '../../src/webhooks/send/run-sender.ts';
import { build, rollBack } from '../support/belfry.ts';
import { loadSchool, validate } from '../support/published-school.ts';
import { november, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const allowed = parseNetworks(['127.0.0.1/32']) ?? [];
const secrets = { randomBytes, sha256: sha256OfText };
const page = { limit: 100, after: null };
const all: Pick<WebhookInput, 'events' | 'description'> = { events: null, description: null };

async function school() {
  const [open, folder] = [await openTestDatabase(), await temporaryFolder()];
  onTestFinished(() => open.close());
  const { database } = open;
  const clock = { now: november };
  const settings = { store: folderStore(folder), validate, now: () => clock.now };
  const publisher = createDatabasePublisher(settings, open);
  const actor = { by: 'ada', via: 'command', from: 'here', adminId: null } as const;
  const editor = { open, actor, publisher } satisfies PublishingEditor;
  await loadSchool(database, 'north', [publishedTimetable('v1', { orgId: 'north' })]);
  const buildAll = () => build(settings, database, 'due');
  await buildAll();
  const receiver = await startReceiver();
  const create = (url = receiver.url, more: Partial<typeof all> = {}) =>
    createWebhook(editor, secrets, { organisationId: org('north'), url, ...all, ...more }, allowed);
  const attempts: Attempt[] = [];
  const failures: unknown[] = [];
  const sender = () => {
    const stop = new AbortController();
    const running = runSender(
      database,
      {
        post: (address, message, cutOff) => postEvent(address, message, { allowed, signal: cutOff }),
        ...{ now: Date.now, random: () => 0 },
        onAttempt: (attempt) => attempts.push(attempt),
        onFailure: (_, error) => failures.push(error),
      },
      stop.signal,
    );
    const end = async () => {
      stop.abort();
      await running;
    };
    onTestFinished(end);
    return end;
  };
  return {
    ...{
      hasOneSession: open.hasOneSession,
      database,
      settings,
      editor,
      receiver,
      create,
      sender,
      attempts,
      failures,
      build: buildAll,
    },
    run: (statement: string) => sql.raw(statement).execute(database),
    deliveries: async (webhookId: string) =>
      (await listDeliveries(database, org('north'), webhookId, page)).items.toReversed(),
    told: (count: number) =>
      waitUntil(`${count} deliveries`, async () => receiver.received.length >= count).then(() => receiver.received),
    tell: (events: readonly WebhookEvent[]) => enqueueEvents(database, org('north'), events),
  };
}

const draftTimetable = publishedTimetable('v2', {
  ...{ orgId: 'north', status: 'draft', publishedAt: null, effectiveFrom: null, effectiveTo: null, isCurrent: false },
});

const keyEvent = (keyId: string): WebhookEvent => ({ type: 'key.created', data: { organisationId: 'north', keyId } });
const move = (from: number, to: number) =>
  `update lesson_unit set period_index = ${to} where version_id = 'v1' and period_index = ${from}`;

describe('what is told', () => {
  test('a publication, once what changed can be read; signed so that the library of the standard verifies it', async () => {
    const { create, run, build: again, sender, told, receiver } = await school();
    const { secret } = await create();
    await run(move(0, 1));
    await again();
    sender();
    const [first] = await told(1);
    expect(first?.type).toBe('timetable.published');
    expect(first?.data).toEqual({
      organisationId: 'north',
      generation: 2,
      changeId: expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{16}$/),
      changes: `/api/v1/changes/${first?.data['changeId']}`,
      timetableIds: ['v1'],
    });
    expect(Object.keys(JSON.parse(first?.body ?? '{}'))).toEqual(['type', 'timestamp', 'data']);
    expect(first && receiver.verify(secret, first)).toMatchObject({ type: 'timetable.published' });
    expect(() => first && receiver.verify(`whsec_${randomBytes(32).toString('base64')}`, first)).toThrow();
    expect(Number(first?.headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -2);
  });

  test('nothing when nothing changed for a reader, and nothing of a draft', async () => {
    const { create, run, build: again, sender, receiver, database } = await school();
    await create();
    await run(`update timetable_version set updated_at = updated_at where id = 'v1'`);
    await again();
    await loadSchool(database, 'north', [draftTimetable]);
    await again();
    sender();
    await sleep(1500);
    expect(receiver.received).toEqual([]);
  });

  test('a rollback, the calendar, keys, the access, and versions that are withheld and served again', async () => {
    const { create, run, build: again, sender, told, database, settings, editor } = await school();
    await run(move(0, 1));
    await again();
    await create();
    await rollBack(settings, database, 'north', 1);
    await again();
    await storeCalendar(database, 'north', smallCalendar(), JSON.stringify(smallCalendar()));
    await again();
    const key = await createKey(editor, secrets, { organisationId: org('north'), name: 'site', expiresAt: null });
    await revokeKey(editor, key.id);
    await run(`update organisation set access = 'suspended' where id = 'north'`);
    await again();
    await run(`update organisation set access = 'active', name = 'North' where id = 'north'`);
    await run(`update lesson_unit set teacher_ids = teacher_ids || '{nobody}'`);
    await again();
    await run(`update lesson_unit set teacher_ids = array_remove(teacher_ids, 'nobody')`);
    await again();
    sender();
    const events = await told(9);
    const seen = events.map(({ type, data }) => [type, data]);
    const types = seen.map(([type]) => type);
    expect(types.slice(0, 6)).toEqual([
      'timetable.published',
      'calendar.changed',
      'key.created',
      'key.revoked',
      'access.changed',
      'access.changed',
    ]);
    // What the rollback had taken back is published again.
    expect(types.slice(6)).toEqual(['timetable.withheld', 'timetable.recovered', 'timetable.published']);
    expect(seen[2]?.[1]).toEqual({ organisationId: 'north', keyId: key.id });
    expect(seen[4]?.[1]).toEqual({ organisationId: 'north', access: 'suspended', api: true });
    expect(seen[6]?.[1]).toMatchObject({ timetableIds: ['v1'], generation: expect.any(Number) });
  });

  test('only what a webhook asks for, and none that is off', async () => {
    const { create, tell, sender, told, receiver, editor, deliveries } = await school();
    const { webhook: keys } = await create(receiver.url, { events: ['key.revoked'] });
    const { webhook: off } = await create();
    await changeWebhook(editor, org('north'), off.id, { enabled: false }, allowed);
    await tell([keyEvent('one'), { type: 'key.revoked', data: { organisationId: 'north', keyId: 'two' } }]);
    sender();
    expect((await told(1)).map(({ type }) => type)).toEqual(['key.revoked']);
    expect([(await deliveries(keys.id)).length, (await deliveries(off.id)).length]).toEqual([1, 0]);
  });
});

describe('how it is delivered', () => {
  test('in order; what fails is tried again with the same id, and what follows waits for it', async () => {
    const { create, tell, sender, told, receiver, database, deliveries } = await school();
    const { webhook } = await create();
    await tell(['a', 'b', 'c'].map(keyEvent));
    let failures = 0;
    receiver.answer = () => (failures++ < 1 ? 500 : 204);
    sender();
    await told(1);
    await sleep(1200);
    expect(receiver.received).toHaveLength(1);
    expect((await listWebhooks(database, org('north')))[0]).toMatchObject({ health: 'retrying' });
    expect((await deliveries(webhook.id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['pending', 1],
      ['pending', 0],
      ['pending', 0],
    ]);
    const events = await told(4); // after 5 s
    expect(events.map(({ data }) => data['keyId'])).toEqual(['a', 'a', 'b', 'c']);
    expect(events[1]).toMatchObject({ id: events[0]?.id, body: events[0]?.body });
    await waitUntil('it is recorded', async () =>
      (await deliveries(webhook.id)).every(({ state }) => state === 'delivered'),
    );
    expect((await deliveries(webhook.id))[0]?.answers).toMatchObject([{ status: 500 }, { status: 204 }]);
  });

  test('a sender that dies between the answer and its record sends it again, with the same id', async () => {
    const { create, tell, sender, told, database, run, receiver } = await school();
    const { webhook } = await create();
    await tell([keyEvent('a'), keyEvent('b')]);
    await spreadEvents(database);
    // As one that was killed: it has taken the webhook, and sent.
    const [claimed] = await claimWebhooks(database, { limit: 10, share: 2, busy: [] });
    expect(claimed?.webhookId).toBe(webhook.id);
    const due = await readDue(database, webhook.id);
    sender();
    await sleep(1500);
    expect(receiver.received).toEqual([]); // it may still be at it
    await run(`update webhook_state set claimed_until = now() - interval '1 second'`);
    const events = await told(2);
    expect(events.map(({ id, data }) => [id, data['keyId']])).toEqual([
      [due?.eventId, 'a'],
      [expect.any(String), 'b'],
    ]);
  });

  test('two senders deliver each event once, in order', async () => {
    const { create, tell, sender, told, receiver } = await school();
    await create();
    sender();
    sender();
    for (let first = 0; first < 100; first += 10)
      await tell(Array.from({ length: 10 }, (_, index) => keyEvent(`${first + index}`)));
    const events = await told(100);
    await sleep(500);
    expect(receiver.received.map(({ data }) => data['keyId'])).toEqual(
      Array.from({ length: 100 }, (_, index) => `${index}`),
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(100);
  });

  test('410 switches it off, and drops what waits; switching it on again forgives that', async () => {
    const { create, tell, sender, told, receiver, editor, database } = await school();
    const { webhook } = await create();
    await tell(['a', 'b', 'c'].map(keyEvent));
    receiver.answer = () => 410;
    sender();
    await told(1);
    const health = async () => (await listWebhooks(database, org('north')))[0];
    await waitUntil('it is gone', async () => (await health())?.health === 'gone');
    expect(await health()).toMatchObject({ dropped: 2 });
    await tell([keyEvent('d')]);
    await sleep(1500);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = () => 200;
    await changeWebhook(editor, org('north'), webhook.id, { enabled: true }, allowed);
    expect(await health()).toMatchObject({ health: 'ok' });
    await tell([keyEvent('e')]);
    expect((await told(2)).map(({ data }) => data['keyId'])).toEqual(['a', 'e']);
  });

  test('after the last attempt it is failing, and the next event has its turn', async () => {
    const { create, tell, sender, told, receiver, database, run, failures } = await school();
    await create();
    await tell([keyEvent('a'), keyEvent('b')]);
    await spreadEvents(database);
    await run(`update webhook_delivery set attempts = 9 where data ->> 'keyId' = 'a'`);
    receiver.answer = ({ data }) => (data['keyId'] === 'a' ? 500 : 'never');
    sender();
    await told(2);
    const [webhook] = await listWebhooks(database, org('north'));
    expect([webhook?.health, failures]).toEqual(['failing', []]);
  });

  test('the outbox of a receiver that is dead has a bound, and says what it dropped', async () => {
    const { create, tell, database, deliveries, run } = await school();
    const { webhook } = await create();
    for (let first = 0; first < mostPending + 300; first += 100) {
      await tell(Array.from({ length: 100 }, (_, index) => keyEvent(`${first + index}`)));
      await spreadEvents(database);
    }
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from webhook_delivery group by state order by state`.execute(database);
    expect(rows).toEqual([
      { state: 'dropped', count: 300 },
      { state: 'pending', count: mostPending },
    ]);
    expect((await listWebhooks(database, org('north')))[0]?.dropped).toBe(300);
    // And where nobody spreads it.
    await run('delete from webhook_delivery');
    for (let first = 0; first < 1200; first += 100)
      await tell(Array.from({ length: 100 }, (_, index) => keyEvent(`${first + index}`)));
    expect((await run('select 1 from webhook_event')).rows).toHaveLength(1000);
    while (!(await spreadEvents(database)).isComplete);
    expect((await listWebhooks(database, org('north')))[0]?.dropped).toBe(500);
    expect((await deliveries(webhook.id))[0]).toMatchObject({ data: { keyId: expect.any(String) } });
    // Two weeks later.
    await run(`update webhook_delivery set created_at = now() - interval '15 days'`);
    while (await pruneDeliveries(database));
    expect(await deliveries(webhook.id)).toEqual([]);
    expect((await listWebhooks(database, org('north')))[0]?.dropped).toBe(1500);
  });

  test('a full outbox drops what somebody wants only for what somebody wants', async () => {
    const { create, tell, run, receiver } = await school();
    await create(receiver.url, { events: ['key.revoked'] });
    const revoked = (keyId: string): WebhookEvent => ({ ...keyEvent(keyId), type: 'key.revoked' });
    for (let first = 0; first < 1000; first += 100)
      await tell(Array.from({ length: 100 }, (_, index) => revoked(`${first + index}`)));
    const oldest = async () => (await run('select data, dropped from webhook_event order by seq')).rows;
    await tell(Array.from({ length: 10 }, (_, index) => keyEvent(`${index}`)));
    expect([(await oldest()).length, (await oldest())[0]]).toMatchObject([1000, { data: { keyId: '0' } }]);
    await tell([keyEvent('x'), revoked('last')]);
    const rows = await oldest();
    expect([rows.length, rows[0], rows.at(-1)]).toMatchObject([1000, { data: { keyId: '1' } }, { dropped: 1 }]);
  });

  test('of a key that is renamed and revoked, or created and revoked, in one transaction the revocation is told', async () => {
    const { create, run, build: again, sender, told, editor } = await school();
    const { id } = await createKey(editor, secrets, { organisationId: org('north'), name: 'site', expiresAt: null });
    await create();
    await run(`begin; update api_key set name = 'x' where id = '${id}';
      update api_key set revoked_at = now() where id = '${id}'; commit`);
    await run(`begin; insert into api_key (id, organisation_id, name, sha256) values ('key_2', 'north', 'y', repeat('a', 64));
      update api_key set revoked_at = now() where id = 'key_2'; commit`);
    await again();
    sender();
    const events = await told(2);
    expect(events.map(({ type, data }) => [type, data['keyId']])).toEqual([
      ['key.revoked', id],
      ['key.revoked', 'key_2'],
    ]);
  });

  test('what was said of webhooks that are gone is removed by a sender that starts for it', async () => {
    const { create, tell, sender, database, run } = await school();
    await create();
    await tell([keyEvent('a')]);
    await spreadEvents(database);
    await run('delete from webhook');
    expect(await hasWebhooks(database)).toBe(true);
    expect((await readWebhookFigures(database)).overdueSeconds).toBe(0);
    sender();
    await waitUntil('nothing is left', async () => !(await hasWebhooks(database)));
  });

  test('a test is sent at once, past events that wait, and tried once; a replay has the id of its event', async () => {
    const { create, tell, sender, told, receiver, editor, deliveries } = await school();
    const { webhook } = await create();
    receiver.answer = () => ({ status: 500, body: 'no\0room' });
    await tell([keyEvent('a'), keyEvent('b')]);
    sender();
    const [failed] = await told(1);
    const { eventId } = await sendTest(editor, secrets, org('north'), webhook.id);
    const events = await told(2);
    expect([events[1]?.id, events[1]?.type]).toEqual([eventId, 'webhook.test']);
    const find = async (id: string) => (await deliveries(webhook.id)).filter((each) => each.eventId === id);
    await waitUntil('it is recorded', async () => (await find(eventId))[0]?.state === 'failed');
    expect(await find(eventId)).toMatchObject([{ attempts: 1, answers: [{ status: 500, answer: 'no\u{fffd}room' }] }]);
    receiver.answer = () => 204;
    const [delivery] = await find(failed?.id ?? '');
    await replayDelivery(editor, org('north'), webhook.id, delivery?.id ?? '');
    await waitUntil('it is sent again', async () => (await find(failed?.id ?? ''))[1]?.state === 'delivered');
    expect(receiver.received.at(-1)).toMatchObject({ id: failed?.id, body: failed?.body });
    // A replay that fails is tried again, and holds up no test.
    receiver.answer = ({ type }) => (type === 'webhook.test' ? 204 : 503);
    const [, again] = await find(failed?.id ?? '');
    await replayDelivery(editor, org('north'), webhook.id, again?.id ?? '');
    await waitUntil('it failed', async () => (await find(failed?.id ?? ''))[2]?.attempts === 1);
    const { eventId: later } = await sendTest(editor, secrets, org('north'), webhook.id);
    await waitUntil('the test is sent', async () => (await find(later))[0]?.state === 'delivered');
    await expect(replayDelivery(editor, org('south'), webhook.id, delivery?.id ?? '')).rejects.toThrow(/no webhook/);
  });

  test('while a secret is rotated both sign; there are never more than two', async () => {
    const { create, tell, sender, told, receiver, editor } = await school();
    const { webhook, secret } = await create();
    const times = { overlapSeconds: 3600, now: Date.now() };
    const { secret: second } = await rotateWebhook(editor, secrets, org('north'), webhook.id, times);
    await tell([keyEvent('a')]);
    sender();
    const [first] = await told(1);
    for (const each of [secret, second]) expect(() => first && receiver.verify(each, first)).not.toThrow();
    // The receiver may not have the second: while the first is ending, that one is replaced.
    const { secret: third } = await rotateWebhook(editor, secrets, org('north'), webhook.id, times);
    await tell([keyEvent('b')]);
    const [, next] = await told(2);
    expect(() => next && receiver.verify(second, next)).toThrow();
    for (const each of [secret, third]) expect(() => next && receiver.verify(each, next)).not.toThrow();
  });

  test('a secret that leaked ends at once, also while another one is ending', async () => {
    const { create, tell, sender, told, receiver, editor } = await school();
    const { webhook, secret } = await create();
    const rotate = (overlapSeconds: number) =>
      rotateWebhook(editor, secrets, org('north'), webhook.id, { overlapSeconds, now: Date.now() });
    const { secret: second, formerEndsAt } = await rotate(3600);
    const shorter = await rotate(60);
    expect(Date.parse(shorter.formerEndsAt)).toBeLessThan(Date.parse(formerEndsAt));
    const { secret: last } = await rotate(0);
    await tell([keyEvent('a')]);
    sender();
    const [got] = await told(1);
    for (const each of [secret, second, shorter.secret]) expect(() => got && receiver.verify(each, got)).toThrow();
    expect(() => got && receiver.verify(last, got)).not.toThrow();
  });

  test('one without a secret is looked at now and then, not again and again', async () => {
    const { create, tell, sender, database, run } = await school();
    const { webhook } = await create();
    await run('delete from webhook_secret');
    await tell([keyEvent('a')]);
    sender();
    await waitUntil('it waits', async () => {
      const { rows } = await sql<{ waits: boolean }>`
        select due_at > now() + interval '30 seconds' as waits from webhook_state where webhook_id = ${webhook.id}`.execute(
        database,
      );
      return rows[0]?.waits === true;
    });
  });

  test('one that is removed gets nothing more, and leaves nothing behind', async () => {
    const { create, tell, sender, database, editor, receiver, run } = await school();
    const { webhook } = await create();
    await tell([keyEvent('a')]);
    await spreadEvents(database);
    await removeWebhook(editor, org('north'), webhook.id);
    sender();
    await sleep(1500);
    expect(receiver.received).toEqual([]);
    while (await pruneDeliveries(database));
    for (const table of ['webhook', 'webhook_secret', 'webhook_event', 'webhook_delivery', 'webhook_state'])
      expect([table, (await run(`select from ${table}`)).rows.length]).toEqual([table, 0]);
  });
});

test('a webhook has an address and events that are there; an organisation has ten at most; its secret is not in the audit', async () => {
  const { create, receiver, editor, database, run } = await school();
  await expect(create('https://10.0.0.1/')).rejects.toThrow(/not public/);
  await expect(create('http://school.example/')).resolves.toBeDefined(); // judged when it is connected to
  await expect(create(receiver.url, { events: ['key.deleted'] })).rejects.toThrow(/no event key\.deleted/);
  await expect(
    createWebhook(editor, secrets, { organisationId: org('nobody'), url: receiver.url, ...all }, allowed),
  ).rejects.toThrow(/no organisation/);
  for (let index = 0; index < 9; index++) await create(`https://school.example/token-${index}`);
  await expect(create()).rejects.toThrow(/10 webhooks/);
  const [webhook] = await listWebhooks(database, org('north'));
  await rotateWebhook(editor, secrets, org('north'), webhook?.id ?? '', { overlapSeconds: 60, now: Date.now() });
  const { rows } = await run(`select action, subject, old, new from audit where resource = 'webhook' order by id`);
  expect(rows).toHaveLength(11);
  expect(rows.at(-1)).toMatchObject({ action: 'rotated', subject: webhook?.id });
  expect(JSON.stringify(rows)).not.toMatch(/whsec_|token-/);
  expect(rows[1]).toMatchObject({ action: 'created', new: { host: 'school.example' } });
});

test('what is spread while a claim ends is due afterwards', async () => {
  const { create, tell, database, hasOneSession } = await school();
  if (hasOneSession) return; // where nothing may wait
  const { webhook } = await create();
  await tell([keyEvent('a')]);
  await spreadEvents(database);
  await claimWebhooks(database, { limit: 1, share: 1, busy: [] });
  await sql`update webhook_delivery set state = 'delivered'`.execute(database);
  let ending: Promise<void> | undefined;
  await database.transaction().execute(async (transaction) => {
    await sql`insert into webhook_delivery (webhook_id, event_id, type, data, at, kind)
      values (${webhook.id}, 'evt_2', 'key.created', '{}', now(), 'event')`.execute(transaction);
    await sql`update webhook_state set due_at = least(due_at, now())`.execute(transaction);
    ending = endClaim(database, webhook.id);
    await sleep(300); // it waits for the row
  });
  await ending;
  const { rows } = await sql<{ isDue: boolean }>`select due_at <= now() as "isDue" from webhook_state`.execute(
    database,
  );
  expect(rows).toEqual([{ isDue: true }]);
});

test('whoever holds the row of a webhook holds up neither a revocation nor what is told of it', async () => {
  const { create, editor, database, sender, told, hasOneSession } = await school();
  const { webhook } = await create();
  const key = await createKey(editor, secrets, { organisationId: org('north'), name: 'site', expiresAt: null });
  if (hasOneSession) return; // where nothing may wait
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('webhook').where('id', '=', webhook.id).execute();
    await held;
    throw new Error('it is kept');
  });
  await sleep(100);
  const began = performance.now();
  await revokeKey(editor, key.id);
  sender();
  const events = await told(2);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(events.map(({ type }) => type)).toEqual(['key.created', 'key.revoked']);
  release();
  await expect(holding).rejects.toThrow('it is kept');
});
