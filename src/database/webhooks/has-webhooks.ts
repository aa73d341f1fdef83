// Whether anybody wants to be told, or something is left of who did, so that a sender is needed.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

export async function hasWebhooks(database: Database): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select exists (select from webhook) or exists (select from webhook_event) or exists (select from webhook_state) as are`.execute(
    database,
  );
  return rows[0]?.are ?? false;
}
