// Checks that the present role reads the tables and views from which the database is published: that its search_path is right.

import type { Database } from '../database/connect/open-database.ts';
import { assertSource, relationsOf } from '../database/views/source-relations.ts';
import { type Diagnosis, fine } from './diagnosis.ts';

export async function checkRelations(database: Database): Promise<Diagnosis> {
  await assertSource(database, 'all');
  return fine('relations', `its search_path finds the ${relationsOf.all.length} relations that are published`);
}
