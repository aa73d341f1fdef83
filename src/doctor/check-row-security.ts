// Checks that the present role, and the owners of the views that it reads through, see every row.

import type { Database } from '../database/connect/open-database.ts';
import { findHiddenRows } from '../database/views/find-hidden-rows.ts';
import { type Diagnosis, fine, wrong } from './diagnosis.ts';

export async function checkRowSecurity(database: Database): Promise<Diagnosis> {
  const check = 'row security';
  const problems = await findHiddenRows(database);
  if (problems.length === 0) return fine(check, 'no table that is read hides rows');
  return wrong(check, problems.join('; '), 'As a superuser run one of the statements for each table');
}
