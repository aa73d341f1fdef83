// Checks who may sign in to the dashboard: tokens that have expired or soon will, roles that nobody has, and that the audit can
// only grow for the present role.

import { sql } from 'kysely';
import { commandLine } from '../command-line.ts';
import type { Database } from '../database/connect/open-database.ts';
import { type Diagnosis, fine, limited } from './diagnosis.ts';

/** How many days before its end a token is named, and how many tokens one line names. */
const [soon, mostNamed] = [14, 10];

type Admins = { valid: number; operators: number; expired: string[]; expiring: string[] };

/** Whether somebody can sign in, and for how long. Without any admin there is no dashboard, which is in order too. */
export async function checkAdmins(database: Database): Promise<Diagnosis> {
  const check = 'admins';
  if (!(await mayRead(database)))
    return fine(check, 'the present role may not read them; run this with the settings of the dashboard');
  const { valid, operators, expired, expiring } = await readAdmins(database);
  const create = `\`${commandLine('admins create --name NAME')}\``;
  const revoke = `end them with \`${commandLine('admins revoke ADMIN_ID')}\``;
  if (valid + expired.length === 0)
    return fine(check, `there is none, so nobody can sign in to a dashboard; ${create} makes one`);
  if (valid === 0)
    return limited(check, `nobody can sign in: all have expired (${named(expired)})`, `Make a new one with ${create}`);
  if (operators === 0)
    return limited(check, `${valid} can sign in, and none is an operator`, `Make one with ${create}, if one is wanted`);
  if (expired.length > 0)
    return limited(
      check,
      `${valid} can sign in; expired: ${named(expired)}`,
      `Replace these with ${create}, then ${revoke}`,
    );
  if (expiring.length > 0)
    return limited(
      check,
      `${valid} can sign in; within ${soon} days expire: ${named(expiring)}`,
      `Replace them with ${create}`,
    );
  return fine(check, `${valid} can sign in, ${operators} as operator`);
}

/** Whether the present role can change or delete what the audit says. Its owner always can. */
export async function checkAudit(database: Database): Promise<Diagnosis> {
  const check = 'audit';
  const { rows } = await sql<{ role: string; owns: boolean; rights: string[] }>`
    select quote_ident(current_user) as role, pg_has_role(relowner, 'usage') as owns,
      array(select right_name from unnest(array['update', 'delete', 'truncate', 'insert']) right_name
        where has_table_privilege(oid, right_name)) as rights
    from pg_class where oid = to_regclass('audit')`.execute(database);
  const [found] = rows;
  if (found === undefined) return fine(check, 'there is none yet');
  const { role, owns, rights } = found;
  if (owns) return fine(check, `${role} owns it; roles that only have grants can add entries through functions alone`);
  if (rights.length > 0)
    return limited(
      check,
      `the role ${role} may ${rights.join(', ')} entries, so they prove nothing`,
      `As the owner of the tables: revoke ${rights.join(', ')} on audit from ${role}`,
    );
  return fine(check, `the role ${role} can neither change nor delete an entry`);
}

async function mayRead(database: Database): Promise<boolean> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_table_privilege(to_regclass('admin'), 'select') as may`.execute(database);
  return rows[0]?.may ?? false;
}

async function readAdmins(database: Database): Promise<Admins> {
  const { rows } = await sql<Admins>`
    with admins as (
      select id, role, coalesce(expires_at <= now(), false) as expired,
        coalesce(expires_at <= now() + make_interval(days => ${soon}), false) as expiring
      from admin where revoked_at is null
    )
    select count(*) filter (where not expired)::integer as valid,
      count(*) filter (where not expired and role = 'operator')::integer as operators,
      array(select id from admins where expired order by id limit ${mostNamed + 1}) as expired,
      array(select id from admins where expiring and not expired order by id limit ${mostNamed + 1}) as expiring
    from admins`.execute(database);
  return rows[0] ?? { valid: 0, operators: 0, expired: [], expiring: [] };
}

const named = (ids: readonly string[]) =>
  `${ids.slice(0, mostNamed).join(', ')}${ids.length > mostNamed ? ' and more' : ''}`;
