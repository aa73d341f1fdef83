// Builds one timetable version from its source: read -> validate -> check references -> warn -> encode. The result is the
// encoded response, or the reasons why the version is withheld. After reading all of it is synchronous, so that the document
// is freed at once instead of surviving several garbage collections.

import type { Finding, Timetable, TimetableVersionSummary } from '../contract/types.generated.ts';
import type { Validator } from '../contract/validator.ts';
import { pickSummary } from '../document/assemble-list.ts';
import { checkReferences } from '../document/check-references.ts';
import { checkOpenFields } from '../document/check-unsafe-json.ts';
import { findWarnings } from '../document/find-warnings.ts';
import { jsonPath } from '../document/json-path.ts';
import { locateRow } from '../document/locate-row.ts';
import { type ListedProblems, listProblems } from './list-problems.ts';
import type { SourceDocument, VersionReader } from './source.ts';

export type BuiltVersion =
  | { outcome: 'good'; summary: TimetableVersionSummary; data: Uint8Array; warnings: Finding[] }
  | ({ outcome: 'withheld' } & ListedProblems)
  | { outcome: 'deleted' };

/** Which version is meant. */
export type VersionName = { organisationId: string; versionId: string };

/**
 * Builds one version of an organisation. A broken version does not affect others.
 * @throws what the source throws when it cannot be read now
 */
export async function buildVersion(
  source: VersionReader,
  validate: Validator,
  name: VersionName,
): Promise<BuiltVersion> {
  const found = await source.document(name.versionId);
  if (found === null) return { outcome: 'deleted' };
  if ('unreadable' in found) return withholdVersion(name.versionId, found.unreadable);
  try {
    return makeDocument(found, validate, name);
  } catch (error) {
    // An unexpected error in one version must not stop the others.
    return withholdVersion(name.versionId, `cannot be built: ${String(error)}`);
  }
}

/** A version withheld for a problem with the whole of it. */
export const withholdVersion = (versionId: string, message: string): BuiltVersion => ({
  outcome: 'withheld',
  ...listProblems([message], () => ({ path: '$', message, row: `timetable_version ${versionId}` })),
});

function makeDocument(
  { document, findWarnings: findOwn }: Exclude<SourceDocument, { unreadable: string }>,
  validate: Validator,
  name: VersionName,
): BuiltVersion {
  const listed = findProblems(document, validate, name);
  if (listed.problems.length > 0) return { outcome: 'withheld', ...listed };
  const timetable = document as Timetable; // it satisfies the schema
  const summary = pickSummary(timetable);
  const warnings = findWarnings(timetable, findOwn?.(timetable));
  const data = new TextEncoder().encode(JSON.stringify({ ...summary, ...timetable }));
  return { outcome: 'good', summary, data, warnings };
}

function findProblems(document: unknown, validate: Validator, name: VersionName): ListedProblems {
  const itself = (finding: Finding) => finding;
  // First, since the other checks would run out of stack on a document that is nested too deep.
  const unsafe = checkOpenFields(document);
  if (unsafe.length > 0) return listProblems(unsafe, itself);
  const validation = validate('timetable', document);
  // References are only checked in a document that passed its schema; otherwise the same problem would be reported twice.
  if (validation.valid)
    return listProblems([...checkName(validation.value, name), ...checkReferences(validation.value)], itself);
  return listProblems(validation.problems, ({ segments, message }) => ({
    path: jsonPath(segments),
    message,
    row: locateRow(Object(document), segments),
  }));
}

/** A document of another version, or of another organisation, must never be published in this one's place. */
function checkName({ id, orgId }: Timetable, { organisationId, versionId }: VersionName): Finding[] {
  const row = `timetable_version ${versionId}`;
  return [
    ...(id === versionId ? [] : [{ path: '$.id', message: `must be ${versionId}, not ${id}`, row }]),
    ...(orgId === organisationId ? [] : [{ path: '$.orgId', message: `must be ${organisationId}, not ${orgId}`, row }]),
  ];
}
