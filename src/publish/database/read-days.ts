// Reads what is different on the days of an organisation. Its entities are read only where a change may name one of them.

import type { OrganisationId } from '../../access/ids.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { readDayChanges, readDayEntities, readTeachersInChanges } from '../../database/days/read-day-changes.ts';
import { noChanges } from '../../days/no-changes.ts';
import type { SourceDays } from '../source-days.ts';

export async function readDays(
  transaction: Database,
  organisationId: OrganisationId,
  firstDay: number,
  lastDay: number,
): Promise<SourceDays> {
  const rows = await readDayChanges(transaction, organisationId, firstDay, lastDay);
  const isEmpty = rows.changes.length + rows.notes.length + rows.absent.length === 0;
  const entities = isEmpty ? noChanges.entities : await readDayEntities(transaction, organisationId);
  return { ...rows, entities, teachersInChanges: await readTeachersInChanges(transaction, organisationId) };
}
