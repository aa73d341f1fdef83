// Called before work that is recorded only afterwards, such as a build, so that nothing is done that could not be recorded. What
// triggers record, such as a revocation, needs no such grant.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';
import { MissingGrantError } from '../../errors.ts';

/** @throws MissingGrantError which names the grant */
export async function assertMayAudit(database: Database): Promise<void> {
  const { rows } = await sql<{ role: string; may: boolean }>`
    select quote_ident(current_user) as role,
      has_function_privilege('record_audit(text, text, text, text, jsonb, jsonb)', 'execute') as may`.execute(database);
  const [found] = rows;
  if (found === undefined || found.may) return;
  throw new MissingGrantError(
    `the role ${found.role} may not record in the audit what this would do, so nothing is done; run as the owner of the tables: ` +
      `grant execute on function record_audit to ${found.role} (src/database/README.md lists the grants of each command under Roles)`,
  );
}
