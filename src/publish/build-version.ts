// One timetable version from its rows to its encoded response, or to the reasons why it must be withheld:
// read rows -> assemble -> validate -> check references -> look for warnings -> encode. From the rows to the bytes in
// one turn of the event loop, after which nobody holds the document: what lives longer, each collection copies again.

import type { Finding, Timetable } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/open-database.ts';
import { isAboutValues } from '../database/postgres-errors.ts';
import { readVersion, VersionTooLargeError } from '../database/read-version.ts';
import { assembleTimetable } from '../document/assemble-timetable.ts';
import { checkOpenFields } from '../document/check-nesting.ts';
import { checkReferences } from '../document/check-references.ts';
import { findWarnings } from '../document/find-warnings.ts';
import { jsonPath } from '../document/json-path.ts';
import { locateRow } from '../document/locate-row.ts';
import type { VersionRows } from '../document/version-rows.ts';
import { aboutVersion, UnreadableVersionError } from './unreadable-version.ts';

export type BuiltVersion =
  | { outcome: 'good'; data: Uint8Array; warnings: Finding[] }
  | { outcome: 'withheld'; problems: Finding[] }
  | { outcome: 'gone' };

/**
 * Builds one version of an organisation as the transaction sees it. A broken one takes nothing else with it.
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
    problems: [aboutVersion(versionId, message)],
  });
  let rows: VersionRows | undefined;
  try {
    rows = await readVersion(transaction, organisationId, versionId);
  } catch (error) {
    if (error instanceof VersionTooLargeError) return withhold(error.message);
    if (isAboutValues(error)) throw new UnreadableVersionError(versionId, error);
    throw error;
  }
  if (rows === undefined) return { outcome: 'gone' };
  try {
    return makeDocument(rows, validate);
  } catch (error) {
    // Whatever the rows have brought about, it is no fault of the other versions.
    return withhold(`cannot be built: ${String(error)}`);
  }
}

function makeDocument(rows: VersionRows, validate: Validator): BuiltVersion {
  const timetable = assembleTimetable(rows);
  const problems = findProblems(timetable, validate);
  if (problems.length > 0) return { outcome: 'withheld', problems };
  const warnings = findWarnings(rows, timetable);
  return { outcome: 'good', data: new TextEncoder().encode(JSON.stringify(timetable)), warnings };
}

function findProblems(timetable: Timetable, validate: Validator): Finding[] {
  // First, since what is nested too deep is none of the others' business.
  const unsafe = checkOpenFields(timetable);
  if (unsafe.length > 0) return unsafe;
  const validation = validate('timetable', timetable);
  // References are looked for in a document of the right form alone: in another they would be found wanting for nothing.
  if (validation.valid) return checkReferences(timetable);
  return validation.problems.map(({ segments, message }) => ({
    path: jsonPath(segments),
    message,
    row: locateRow(timetable, segments),
  }));
}
