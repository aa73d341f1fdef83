// Signing in: a token, a cookie and a code each find their admin, as long as none of them is revoked, expired, used or ended.

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAdminToken } from '../../src/access/admin-token.ts';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { createAdmin, type NewAdmin } from '../../src/control/admins/create-admin.ts';
import { revokeAdmin } from '../../src/control/admins/revoke-admin.ts';
import { gatherFailures } from '../../src/dashboard/gather-failures.ts';
import { createFailureLimits } from '../../src/dashboard/limits/limit-failures.ts';
import { createLocalSignIn } from '../../src/dashboard/sign-in/create-local-sign-in.ts';
import { createSignIn } from '../../src/dashboard/sign-in/create-sign-in.ts';
import { joinHalves, openSession, pruneSessions } from '../../src/dashboard/sign-in/open-session.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const source = { randomBytes, sha256: (text: string) => createHash('sha256').update(text).digest('hex') };
const actor = { by: 'tester', via: 'command', from: 'host', adminId: null } as const;
const address = '192.0.2.1';
let clock: number;
let signIn: ReturnType<typeof createSignIn>;

beforeEach(async () => {
  await sql`delete from organisation`.execute(open.database);
  await sql`delete from admin`.execute(open.database);
  await sql`insert into organisation (id, name) values ('north', 'North')`.execute(open.database);
  await sql`delete from audit`.execute(open.database);
  clock = Date.now();
  const now = () => clock;
  signIn = createSignIn({ database: open.database, source, limits: createFailureLimits(now), now });
});

const create = (admin: Partial<NewAdmin> = {}) =>
  createAdmin(
    { open, actor },
    source,
    { name: 'Ada', role: 'operator', organisationId: null, expiresAt: null, ...admin },
    clock,
  );
const inHours = (hours: number) => new Date(clock + hours * 3_600_000).toISOString();
const openWith = (proof: Parameters<typeof signIn.open>[0], from = address) => signIn.open(proof, from, null);
/** `session`: both halves. */
const opened = async (proof: Parameters<typeof signIn.open>[0], former: string | null = null) => {
  const result = await signIn.open(proof, address, former);
  if (result.state !== 'opened') throw new Error(`not signed in: ${result.state}`);
  return { ...result, session: joinHalves(result) };
};
const codeOf = (adminId: string) =>
  open.database
    .transaction()
    .execute((transaction) => openSession(transaction, source, { adminId, kind: 'code', now: clock }));

test('a token finds its admin, until it is revoked', async () => {
  const { id, token } = await create({ role: 'manager', organisationId: parseOrganisationId('north') });
  expect(await signIn.byToken(token, address)).toEqual({
    state: 'known',
    admin: { id, name: 'Ada', role: 'manager', organisationId: 'north' },
  });
  await revokeAdmin({ open, actor }, id, clock);
  expect(await signIn.byToken(token, address)).toEqual({ state: 'unknown' });
});

test('a token is refused from its expiry on, and so are its sessions', async () => {
  const { token } = await create({ expiresAt: inHours(1) });
  const { session } = await opened({ token });
  expect(await signIn.bySession(session)).toMatchObject({ state: 'known' });
  clock += 3_600_000;
  expect(await signIn.byToken(token, address)).toEqual({ state: 'unknown' });
  expect(await signIn.bySession(session)).toEqual({ state: 'unknown' });
});

describe('a session', () => {
  test('lasts twelve hours', async () => {
    const { session, seconds } = await opened({ token: (await create()).token });
    expect(seconds).toBe(43_200);
    clock += 43_199_000;
    expect(await signIn.bySession(session)).toMatchObject({ state: 'known' });
    clock += 1_000;
    expect(await signIn.bySession(session)).toEqual({ state: 'unknown' });
    await pruneSessions(open.database, clock);
    expect((await dumpTables(open.database))['admin_session']).toEqual([]);
  });

  test('ends with signing out, and a stolen cookie with it; others of the admin go on', async () => {
    const { token, id } = await create();
    const [one, other] = [await opened({ token }), await opened({ token })];
    await signIn.close(one.session, { by: 'Ada', via: 'page', from: address, adminId: id });
    expect(await signIn.bySession(one.session)).toEqual({ state: 'unknown' });
    expect(await signIn.bySession(other.session)).toMatchObject({ state: 'known' });
  });

  test('ends when somebody signs in again in the same browser', async () => {
    const { token } = await create();
    const former = await opened({ token });
    const next = await opened({ token }, former.session);
    expect(await signIn.bySession(former.session)).toEqual({ state: 'unknown' });
    expect(await signIn.bySession(next.session)).toMatchObject({ state: 'known' });
  });

  test('is found by both halves of its secret alone', async () => {
    const { token } = await create();
    const [one, other] = [await opened({ token }), await opened({ token })];
    for (const wrong of [
      one.cookie,
      one.page,
      `${one.cookie}.${other.page}`,
      `${one.page}.${one.cookie}`,
      `${one.cookie}.`,
    ])
      expect(await signIn.bySession(wrong)).toEqual({ state: 'unknown' });
  });

  test('ends with its admin', async () => {
    const { token, id } = await create();
    const { session } = await opened({ token });
    await revokeAdmin({ open, actor }, id, clock);
    expect(await signIn.bySession(session)).toEqual({ state: 'unknown' });
    await sql`delete from admin`.execute(open.database);
    expect((await dumpTables(open.database))['admin_session']).toEqual([]);
  });

  test('is one of a hundred at most: the oldest ends', async () => {
    const { token } = await create();
    const cookies: string[] = [];
    for (let count = 0; count < 102; count++) cookies.push((await opened({ token })).session);
    const states = await Promise.all(cookies.map(async (session) => (await signIn.bySession(session)).state));
    expect(states.slice(0, 3)).toEqual(['unknown', 'unknown', 'known']);
  });

  test('is no code, and a code is no session', async () => {
    const { id, token } = await create();
    const { session } = await opened({ token });
    expect(await openWith({ code: session }, address)).toEqual({ state: 'unknown' });
    expect(await signIn.bySession(await codeOf(id))).toEqual({ state: 'unknown' });
    expect(await signIn.bySession(session)).toMatchObject({ state: 'known' });
  });
});

describe('a code', () => {
  test('signs in once, also when it is used twice at the same time', async () => {
    const { id } = await create();
    const code = await codeOf(id);
    const states = (await Promise.all([1, 2, 3].map(() => openWith({ code }, address)))).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['opened', 'unknown', 'unknown']);
  });

  test('is good for ten minutes', async () => {
    const { id } = await create();
    const [one, other] = [await codeOf(id), await codeOf(id)];
    clock += 599_000;
    expect(await openWith({ code: one }, address)).toMatchObject({ state: 'opened' });
    clock += 1_000;
    expect(await openWith({ code: other }, address)).toEqual({ state: 'unknown' });
  });

  test('of npm start signs in as an operator, whose token nobody has, the same one each time', async () => {
    const first = await opened({ code: await createLocalSignIn({ open, actor }, source, clock) });
    const second = await opened({ code: await createLocalSignIn({ open, actor }, source, clock) });
    expect(first.admin).toMatchObject({ name: 'npm start', role: 'operator' });
    expect(second.admin.id).toBe(first.admin.id);
  });
});

describe('what is wrong', () => {
  test('finds nobody: malformed, unknown, and what SQL might trip over', async () => {
    await create();
    const { token } = await create();
    for (const wrong of ['', 'x', "' or true --", `${token}x`, token.slice(0, -1), '\u0000', 'x'.repeat(100_000)]) {
      expect([wrong, await signIn.byToken(wrong, `at ${wrong.length}`)]).toEqual([wrong, { state: 'unknown' }]);
      expect(await signIn.bySession(wrong)).toEqual({ state: 'unknown' });
      expect(await openWith({ code: wrong }, `at ${wrong.length}`)).toEqual({ state: 'unknown' });
    }
  });

  test('of a thousand wrong tokens most are told to wait, and nobody with a right token or code at the same address is', async () => {
    const { token, id } = await create();
    const states = new Map<string, number>();
    for (let count = 0; count < 1000; count++) {
      const { state } = await signIn.byToken(createAdminToken(randomBytes), address);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    expect(Object.fromEntries(states)).toEqual({ unknown: 50, limited: 950 });
    // One that was never used before, too.
    expect(await signIn.byToken(token, address)).toMatchObject({ state: 'known' });
    expect(await openWith({ code: await codeOf(id) }, address)).toMatchObject({ state: 'opened' });
    expect(await signIn.byToken(createAdminToken(randomBytes), address)).toEqual({ state: 'limited', retryAfter: 60 });
    expect(await signIn.byToken(createAdminToken(randomBytes), '192.0.2.2')).toEqual({ state: 'unknown' });
  });

  test('garbage spoils no code: what has a wrong form or check sum is refused, and counts nothing', async () => {
    const { id, token } = await create();
    const code = await codeOf(id);
    for (let count = 0; count < 200; count++) {
      expect(await openWith({ code: `garbage ${count}` }, address)).toEqual({ state: 'unknown' });
      expect(await signIn.byToken(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, address)).toEqual({
        state: 'unknown',
      });
    }
    for (let count = 0; count < 10; count++) await openWith({ code: randomBytes(32).toString('base64url') }, address);
    expect(await openWith({ code: randomBytes(32).toString('base64url') }, address)).toMatchObject({
      state: 'limited',
    });
    expect(await openWith({ code }, address)).toMatchObject({ state: 'opened' });
  });

  test('a token that was right before and is revoked is refused at once, and limited like any other', async () => {
    const { token, id } = await create();
    await signIn.byToken(token, address);
    await revokeAdmin({ open, actor }, id, clock);
    const states: string[] = [];
    for (let count = 0; count < 12; count++) states.push((await signIn.byToken(token, address)).state);
    expect(states.slice(0, 10)).toEqual(Array(10).fill('unknown'));
    expect(states.slice(10)).toEqual(['limited', 'limited']);
  });
});

test('sign-ins that fail leave one entry for all of ten minutes, however many they are', async () => {
  const failures: string[] = [];
  const gathered = gatherFailures({
    ...{ database: open.database, now: () => clock },
    onFailure: (what, reason) => failures.push(`${what}: ${reason}`),
  });
  signIn = createSignIn({
    ...{ database: open.database, source, limits: createFailureLimits(() => clock), now: () => clock },
    onFailed: gathered.failed,
  });
  const { token } = await create();
  for (let count = 0; count < 300; count++) await signIn.byToken(`belfry_admin_${count}`, `192.0.2.${count % 100}`);
  await openWith({ code: 'x' }, address);
  await signIn.byToken(token, '198.51.100.7');
  await gathered.close();
  const { rows } = await sql<{
    new: { count: number; addresses: string[] };
  }>`select new, via, action, admin_id from audit
    where resource = 'session'`.execute(open.database);
  expect(rows).toMatchObject([{ action: 'failed', via: 'api', admin_id: null, new: { count: 301 } }]);
  expect(rows[0]?.new.addresses).toHaveLength(20);
  expect(JSON.stringify(rows)).not.toContain('belfry_admin');
  expect(failures).toEqual([]);
});

test('no token, cookie or code is stored, and the audit says who signed in and out', async () => {
  const { id, token } = await create();
  const code = await codeOf(id);
  const { session } = await opened({ token });
  const dump = JSON.stringify(await dumpTables(open.database));
  for (const secret of [token.slice(25), code, ...session.split('.')]) expect(dump).not.toContain(secret);
  expect(dump).toContain(source.sha256(session));
  await signIn.close(session, { by: 'Ada', via: 'page', from: address, adminId: id });
  const { rows } = await sql`select resource, action, subject, actor, via, address, admin_id from audit
    where resource = 'session' order by id`.execute(open.database);
  const who = { resource: 'session', subject: id, actor: 'Ada', via: 'page', address, admin_id: id };
  expect(rows).toEqual([
    { ...who, action: 'opened' },
    { ...who, action: 'closed' },
  ]);
});
