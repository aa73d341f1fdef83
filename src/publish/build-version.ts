// One timetable version from its rows to its encoded response, or to the reasons why it must be withheld:
// read rows -> assemble -> validate -> check references -> look for warnings -> encode. From the rows to the bytes in
// one turn of the event loop, after which nobody holds the document: what lives longer, each collection copies again.

import type { Finding, Timetable } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import type { Database } from '../database/open-database.ts';
import { readVersion } from '../database/read-version.ts';
import { assembleTimetable } from '../document/assemble-timetable.ts';
import { checkReferences } from '../document/check-references.ts';
import { findTimetableWarnings } from '../document/find-timetable-warnings.ts';
import { jsonPath } from '../document/json-path.ts';
import { locateRow } from '../document/locate-row.ts';

export type BuiltVersion =
  | { outcome: 'good'; data: Uint8Array; warnings: Finding[] }
  | { outcome: 'withheld'; problems: Finding[] }
  | { outcome: 'gone' };

/** Builds one version of an organisation as the transaction sees it. A broken one takes nothing else with it. */
export async function buildVersion(
  transaction: Database,
  validate: Validator,
  organisationId: string,
  versionId: string,
): Promise<BuiltVersion> {
  const rows = await readVersion(transaction, organisationId, versionId);
  if (rows === undefined) return { outcome: 'gone' };
  const timetable = assembleTimetable(rows);
  const problems = findProblems(timetable, validate);
  if (problems.length > 0) return { outcome: 'withheld', problems };
  const warnings = findTimetableWarnings(timetable);
  return { outcome: 'good', data: new TextEncoder().encode(JSON.stringify(timetable)), warnings };
}

function findProblems(timetable: Timetable, validate: Validator): Finding[] {
  const validation = validate('timetable', timetable);
  const broken = validation.valid
    ? []
    : validation.problems.map(({ segments, message }) => ({
        path: jsonPath(segments),
        message,
        row: locateRow(timetable, segments),
      }));
  return [...broken, ...checkReferences(timetable)];
}
