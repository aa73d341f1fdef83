// Replaces the functions of the database by those of this release. Whoever calls one meanwhile is not held up, since that locks no
// table; sessions that run one end with its former body. Who may call one that existed stays as it was.

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { currentFunctions } from './current-functions.ts';
import { readSchema } from './read-schema.ts';

/** Those that whoever publishes calls. */
const ofPublishers = ['wait_for_changes', 'record_audit', 'forget_past_days', 'enqueue_webhook_events'];

export async function replaceFunctions(transaction: Kysely<Tables>): Promise<void> {
  const schema = await readSchema(transaction);
  const before = new Set((await readFunctions(transaction)).map(({ signature }) => signature));
  // As PostgreSQL fills in the scripts of its extensions.
  const texts = currentFunctions().texts.map(({ text }) => text.replaceAll('@extschema@', () => schema));
  // They call each other, in any order.
  await sql`set local check_function_bodies = off`.execute(transaction);
  await sql.raw(texts.join('\n')).execute(transaction);
  const created = (await readFunctions(transaction)).filter(({ signature }) => !before.has(signature));
  const publishers = await readPublishers(transaction);
  const grants = created.flatMap(({ name, signature }) => [
    `revoke execute on function ${signature} from public;`,
    ...(ofPublishers.includes(name) ? publishers : []).map(
      (role) => `grant execute on function ${signature} to ${role};`,
    ),
  ]);
  if (grants.length > 0) await sql.raw(grants.join('\n')).execute(transaction);
}

async function readFunctions(transaction: Kysely<Tables>): Promise<{ name: string; signature: string }[]> {
  const { rows } = await sql<{ name: string; signature: string }>`
    select proname as name, format('%s.%I(%s)', pronamespace::regnamespace, proname, pg_get_function_identity_arguments(oid)) as signature
    from pg_proc where pronamespace = (select relnamespace from pg_class where oid = 'pending_change'::regclass)
    order by 2`.execute(transaction);
  return rows;
}

/** The roles that may take leases, quoted. */
async function readPublishers(transaction: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select distinct quote_ident(role.rolname) as role from pg_class relation, aclexplode(relation.relacl) entry, pg_roles role
    where relation.oid = 'publish_lease'::regclass and entry.privilege_type = 'INSERT' and role.oid = entry.grantee
    order by 1`.execute(transaction);
  return rows.map(({ role }) => role);
}
