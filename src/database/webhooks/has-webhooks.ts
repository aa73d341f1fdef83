// Whether anybody wants to be told, so that a sender is needed.

import { sql } from 'kysely';
import type { Database } from '../connect/open-database.ts';

export async function hasWebhooks(database: Database): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    select exists (select from webhook) or exists (select from webhook_event) as are`.execute(database);
  return rows[0]?.are ?? false;
}
