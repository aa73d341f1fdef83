// Records in the audit what changes no row of an audited table: a build, a rollback, an import, a document.

import { sql } from 'kysely';
import type { Database } from '../../database/connect/open-database.ts';
import { type Actor, actAs } from '../operator.ts';

export type AuditEntry = {
  organisationId: string | null;
  /** Lower-case words, such as `timetable` and `created`. */
  resource: string;
  action: string;
  subject: string | null;
  old?: Record<string, unknown>;
  new?: Record<string, unknown>;
};

/** In the transaction of what it records, which the actor began. */
export async function recordAudit(transaction: Database, entry: AuditEntry): Promise<void> {
  const [old, became] = [entry.old, entry.new].map((state) => (state === undefined ? null : JSON.stringify(state)));
  await sql`select record_audit(${entry.organisationId}, ${entry.resource}, ${entry.action}, ${entry.subject},
    ${old}::jsonb, ${became}::jsonb)`.execute(transaction);
}

/** What is recorded from within a transaction that somebody else began. */
export async function recordAs(transaction: Database, actor: Actor, entry: AuditEntry): Promise<void> {
  await actAs(transaction, actor);
  await recordAudit(transaction, entry);
}
