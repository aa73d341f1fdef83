import { sql } from 'kysely';
import type { Database } from '../../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../../src/database/queue/changed-versions.ts';
import { until } from '../reader.ts';

/** Whether any change waits to be published, of all organisations or of one. */
export async function isWaiting(database: Database, organisationId: string | null = null): Promise<boolean> {
  await moveChangedVersions(database);
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from pending_change
      where organisation_id = ${organisationId} or ${organisationId}::text is null) as waiting`.execute(database);
  return rows[0]?.waiting ?? false;
}

/** Waits until a watcher has published everything. @throws Error after ten minutes */
export const untilPublished = (database: Database): Promise<void> =>
  until(async () => !(await isWaiting(database)), { seconds: 600, interval: 200 });
