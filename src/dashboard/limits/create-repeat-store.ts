// Requests that are repeated with the same Idempotency-Key get the answer of the first, for a day. A key belongs to one admin and to
// one request, by its hash.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';

/** `answer`: its body, without what is secret. */
type Answered = { status: number; answer: unknown; headers: Readonly<Record<string, string>> };
type Begun = { state: 'begun' | 'running' | 'other' } | ({ state: 'answered' } & Answered);

/** Milliseconds for which an answer is kept, and after which a request that was never answered counts as lost. */
const [kept, lost] = [86_400_000, 600_000];

/** The longest answer that is kept, in bytes. Of a longer one the status and the headers are kept. */
const mostBytes = 200_000;

/** How many bytes of answers are kept of one admin, as PostgreSQL stores them; of the oldest beyond it, as of longer ones. */
const mostOfAdmin = 16 * 1024 * 1024;

/** Shorter answers take less than their keys may be many. */
const short = 1_000;

/** How many keys of an admin are kept; the oldest is forgotten when there are more. */
const mostKeys = 10_000;

export function createRepeatStore({ database, now }: { database: Database; now: () => number }) {
  const before = (milliseconds: number) => new Date(now() - milliseconds);
  const ofKey = (adminId: string, key: string) => sql<boolean>`(admin_id, key) = (${adminId}, ${key})`;

  return {
    /** `begun`: carry it out, then call `end`. `running`: it is being carried out. `other`: the key was used for another request. */
    async begin(adminId: string, key: string, hash: string): Promise<Begun> {
      const row = { admin_id: adminId, key, request_sha256: hash, created_at: new Date(now()).toISOString() };
      const begun = await database
        .insertInto('control_idempotency')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['admin_id', 'key'])
            .doUpdateSet({ ...row, status: null, answer: null })
            .where(({ eb, or, and }) =>
              or([
                eb('control_idempotency.created_at', '<=', before(kept)),
                and([
                  eb('control_idempotency.status', 'is', null),
                  eb('control_idempotency.created_at', '<=', before(lost)),
                  eb('control_idempotency.request_sha256', '=', hash),
                ]),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst();
      if (begun !== undefined) {
        await forgetOldest(database, adminId);
        return { state: 'begun' };
      }
      const earlier = await database
        .selectFrom('control_idempotency')
        .select(['request_sha256', 'status', 'answer'])
        .where(ofKey(adminId, key))
        .executeTakeFirst();
      // It was undone a moment ago; the repeated request begins it anew.
      if (earlier === undefined) return { state: 'running' };
      if (earlier.request_sha256 !== hash) return { state: 'other' };
      if (earlier.status === null) return { state: 'running' };
      const { body = null, headers } = earlier.answer ?? {};
      return { state: 'answered', status: earlier.status, answer: body, headers: textsOf(headers) };
    },

    /** @param answered null undoes the beginning, so that the request may be repeated */
    async end(adminId: string, key: string, answered: Answered | null): Promise<void> {
      if (answered === null) {
        await database
          .deleteFrom('control_idempotency')
          .where(ofKey(adminId, key))
          .where('status', 'is', null)
          .execute();
        return;
      }
      const { status, answer: body, headers } = answered;
      const [whole, cut] = [JSON.stringify({ body, headers }), JSON.stringify({ body: null, headers })];
      const bytes = Buffer.byteLength(whole);
      await database
        .updateTable('control_idempotency')
        .set({ status, answer: bytes <= mostBytes ? whole : cut })
        .where(ofKey(adminId, key))
        .execute();
      if (bytes > short) await cutOldest(database, adminId);
    },

    /** Removes what is older than a day. */
    async prune(): Promise<void> {
      await database.deleteFrom('control_idempotency').where('created_at', '<=', before(kept)).execute();
    },
  };
}

/** Answers that an earlier release kept have no headers. */
const textsOf = (headers: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(headers)).map(([name, value]) => [name, String(value)]));

async function forgetOldest(database: Database, adminId: string): Promise<void> {
  await database
    .deleteFrom('control_idempotency')
    .where('admin_id', '=', adminId)
    .where('key', 'in', (query) =>
      query
        .selectFrom('control_idempotency')
        .select('key')
        .where('admin_id', '=', adminId)
        .orderBy('created_at', 'desc')
        .offset(mostKeys),
    )
    .execute();
}

/** Of answers that are too much together, the oldest lose their bodies: their requests are still carried out once. */
async function cutOldest(database: Database, adminId: string): Promise<void> {
  await sql`
    update control_idempotency set answer = jsonb_build_object('body', null, 'headers', answer -> 'headers')
    where admin_id = ${adminId} and pg_column_size(answer) > ${short} and key in (
      select key from (
        select key, sum(pg_column_size(answer)) over (order by created_at desc, key) as total
        from control_idempotency where admin_id = ${adminId} and answer is not null) counted
      where total > ${mostOfAdmin})`.execute(database);
}
