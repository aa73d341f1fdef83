// Builds one timetable version from its rows: read rows -> assemble -> validate -> check references -> warn -> encode. The
// result is the encoded response, or the reasons why the version is withheld. Assembling to encoding is synchronous, so that
// the document is freed at once instead of surviving several garbage collections.

import type { Finding, Timetable } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/open-database.ts';
import { isAboutValues } from '../database/postgres-errors.ts';
import { readVersion, VersionTooLargeError } from '../database/read-version.ts';
import { assembleTimetable } from '../document/assemble-timetable.ts';
import { checkReferences } from '../document/check-references.ts';
import { checkOpenFields } from '../document/check-unsafe-json.ts';
import { findWarnings } from '../document/find-warnings.ts';
import { jsonPath } from '../document/json-path.ts';
import { locateRow } from '../document/locate-row.ts';
import type { VersionRows } from '../document/version-rows.ts';
import { type ListedProblems, listProblems } from './list-problems.ts';
import { aboutVersion, UnreadableVersionError } from './unreadable-version.ts';

export type BuiltVersion =
  | { outcome: 'good'; data: Uint8Array; warnings: Finding[] }
  | ({ outcome: 'withheld' } & ListedProblems)
  | { outcome: 'deleted' };

/**
 * Builds one version of an organisation from the transaction's snapshot. A broken version does not affect others.
 * @throws UnreadableVersionError when PostgreSQL cannot read it, which has ended the transaction
 */
export async function buildVersion(
  transaction: Database,
  validate: Validator,
  organisationId: string,
  versionId: string,
): Promise<BuiltVersion> {
  const withhold = (message: string): BuiltVersion => ({
    outcome: 'withheld',
    ...listProblems([message], () => aboutVersion(versionId, message)),
  });
  let rows: VersionRows | undefined;
  try {
    rows = await readVersion(transaction, organisationId, versionId);
  } catch (error) {
    if (error instanceof VersionTooLargeError) return withhold(error.message);
    if (isAboutValues(error)) throw new UnreadableVersionError(versionId, error);
    throw error;
  }
  if (rows === undefined) return { outcome: 'deleted' };
  try {
    return makeDocument(rows, validate);
  } catch (error) {
    // An unexpected error in one version must not stop the others.
    return withhold(`cannot be built: ${String(error)}`);
  }
}

function makeDocument(rows: VersionRows, validate: Validator): BuiltVersion {
  const timetable = assembleTimetable(rows);
  const listed = findProblems(timetable, validate);
  if (listed.problems.length > 0) return { outcome: 'withheld', ...listed };
  const warnings = findWarnings(rows, timetable);
  return { outcome: 'good', data: new TextEncoder().encode(JSON.stringify(timetable)), warnings };
}

function findProblems(timetable: Timetable, validate: Validator): ListedProblems {
  const itself = (finding: Finding) => finding;
  // First, since the other checks would run out of stack on a document that is nested too deep.
  const unsafe = checkOpenFields(timetable);
  if (unsafe.length > 0) return listProblems(unsafe, itself);
  const validation = validate('timetable', timetable);
  // References are only checked in a document that passed its schema; otherwise the same problem would be reported twice.
  if (validation.valid) return listProblems(checkReferences(timetable), itself);
  return listProblems(validation.problems, ({ segments, message }) => ({
    path: jsonPath(segments),
    message,
    row: locateRow(timetable, segments),
  }));
}
