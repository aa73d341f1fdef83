// Loads one document of the specification's own form: checks it whole, then stores it in one transaction, so that a
// document is in the database as it is or not at all.

import { sql } from 'kysely';
import type { Timetable } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { assembleTimetable } from '../document/assemble-timetable.ts';
import { checkReferences } from '../document/check-references.ts';
import { checkText } from '../document/check-text.ts';
import { jsonPath } from '../document/json-path.ts';
import { sameDocument } from '../document/same-document.ts';
import type { Database } from './open-database.ts';
import { readVersion } from './read-version.ts';
import { storeEntities } from './store-entities.ts';
import { storeVersion } from './store-version.ts';

export type ImportProblem = { path: string; message: string };
export type ImportOutcome =
  | { outcome: 'imported' | 'unchanged'; timetable: Timetable }
  | { outcome: 'refused'; problems: ImportProblem[] };

const refused = (path: string, message: string): ImportOutcome => ({
  outcome: 'refused',
  problems: [{ path, message }],
});

/**
 * Stores `document` under the organisation, whatever organisation it names itself.
 * @param options.isAutosave store it as an autosave, which is neither listed nor served
 * @returns all problems of a document that was refused; nothing was changed then
 */
export async function importTimetable(
  database: Database,
  validate: Validator,
  organisationId: string,
  document: unknown,
  options: { isAutosave?: boolean } = {},
): Promise<ImportOutcome> {
  const isAutosave = options.isAutosave ?? false;
  const validation = validate('timetable', document);
  const textProblems = checkText(document);
  if (!validation.valid) {
    const problems = validation.problems.map(({ segments, message }) => ({ path: jsonPath(segments), message }));
    return { outcome: 'refused', problems: [...problems, ...textProblems] };
  }
  const timetable = { ...validation.value, orgId: organisationId };
  const problems = [...textProblems, ...checkReferences(timetable).map(({ path, message }) => ({ path, message }))];
  if (problems.length > 0) return { outcome: 'refused', problems };

  return database.transaction().execute(async (transaction): Promise<ImportOutcome> => {
    const organisation = await transaction
      .selectFrom('organisation')
      .select('id')
      .where('id', '=', organisationId)
      .executeTakeFirst();
    if (organisation === undefined) return refused('$.orgId', `there is no organisation ${organisationId}`);
    const { rows: foreign } = await sql<{ kind: 'groupId' | 'id' }>`
      select 'groupId' as kind from timetable
      where id = ${timetable.groupId} and organisation_id <> ${organisationId}
      union all
      select 'id' from timetable_version version join timetable on timetable.id = version.timetable_id
      where version.id = ${timetable.id} and timetable.organisation_id <> ${organisationId}`.execute(transaction);
    if (foreign.length > 0) {
      const problems = foreign.map(({ kind }) => ({
        path: `$.${kind}`,
        message: `${timetable[kind]} belongs to another organisation`,
      }));
      return { outcome: 'refused', problems };
    }
    if (!isAutosave) {
      const rows = await readVersion(transaction, organisationId, timetable.id);
      if (rows !== undefined && sameDocument(assembleTimetable(rows), timetable))
        return { outcome: 'unchanged', timetable };
    }
    await storeEntities(transaction, organisationId, timetable);
    await storeVersion(transaction, timetable, isAutosave);
    return { outcome: 'imported', timetable };
  });
}
