// Builds one timetable version from its source: read -> validate -> encode -> check references -> warn. The result is the
// document, or the reasons why the version is withheld. After reading all of it is synchronous, so that the document is
// freed at once instead of surviving several garbage collections. Encoding goes on in threads while the rest is checked; its
// result is used only if nothing is found.

import type { Finding, Timetable, TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { SchemaProblem, Validator } from '../../contract/validator.ts';
import { pickSummary } from '../../document/assemble-list.ts';
import { findReferenceProblems } from '../../document/check-references.ts';
import { checkOpenFields } from '../../document/check-unsafe-json.ts';
import type { DocumentCode } from '../../document/finding-codes.ts';
import { jsonPath } from '../../document/json-path.ts';
import { locateRow } from '../../document/locate-row.ts';
import { createNames } from '../../document/name-things.ts';
import { findWarnings } from '../../document/warnings/find-warnings.ts';
import { type ListedProblems, listProblems } from './list-problems.ts';
import type { SourceDocument, VersionReader } from './version-reader.ts';

export type BuiltVersion<Encoded = Uint8Array> =
  | { outcome: 'good'; summary: TimetableVersionSummary; encoded: Encoded; warnings: Finding[] }
  | ({ outcome: 'withheld' } & ListedProblems)
  | { outcome: 'deleted' };

/** Which version is meant. */
export type VersionName = { organisationId: string; versionId: string };

/**
 * Watches over the checks of a version, which run in one piece: told right before and after them.
 * `begin` returns why the version is withheld without being checked, as when its checks were cut off before; null otherwise.
 */
export type CheckWatch = { begin(version: VersionName): string | null; end(): void };

/**
 * Builds one version of an organisation. A broken version does not affect others.
 * @param watch told when the checks begin and end
 * @param processorTime milliseconds that the process has computed for
 * @param encode called with the JSON text in UTF-8 of a document that satisfies its schema, before its references are checked
 * @throws what the source throws when it cannot be read now
 */
export async function buildVersion<Encoded>(
  source: VersionReader,
  validate: Validator,
  name: VersionName,
  encode: (data: Uint8Array) => Encoded,
  watch?: CheckWatch,
  processorTime: () => number = ownProcessorTime,
): Promise<BuiltVersion<Encoded>> {
  const found = await source.document(name.versionId);
  if (found === null) return { outcome: 'deleted' };
  if ('unreadable' in found) return withholdVersion(name.versionId, 'version-unreadable', found.unreadable);
  const refused = watch?.begin(name) ?? null;
  if (refused !== null) return withholdVersion(name.versionId, 'checks-refused', refused);
  try {
    return checkDocument(found, validate, name, encode, processorTime);
  } catch (error) {
    // An unexpected error in one version must not stop the others.
    return withholdVersion(name.versionId, 'version-unbuildable', `cannot be built: ${String(error)}`);
  } finally {
    watch?.end();
  }
}

function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A version withheld for a problem with the whole of it. */
const withholdVersion = (
  versionId: string,
  code: DocumentCode,
  message: string,
  values: Finding['values'] = {},
): BuiltVersion<never> => ({
  outcome: 'withheld',
  ...listProblems([message], () => ({ path: '$', message, row: `timetable_version ${versionId}`, code, values })),
});

/**
 * Milliseconds of processor time after which the checks of a version are broken off between two of them. A publisher that watches over them breaks
 * off one that hangs, too.
 */
const longestChecks = 60_000;

const brokenOff = (versionId: string): BuiltVersion<never> =>
  withholdVersion(
    versionId,
    'checks-broken-off',
    `its checks took more than ${longestChecks / 1000} s of processor time, so they were broken off`,
    { seconds: longestChecks / 1000 },
  );

function checkDocument<Encoded>(
  { document, findWarnings: findOwn }: Exclude<SourceDocument, { unreadable: string }>,
  validate: Validator,
  name: VersionName,
  encode: (data: Uint8Array) => Encoded,
  processorTime: () => number,
): BuiltVersion<Encoded> {
  const began = processorTime();
  const isLate = () => processorTime() - began > longestChecks;
  const itself = (finding: Finding) => finding;
  const withhold = (listed: ListedProblems): BuiltVersion<never> => ({ outcome: 'withheld', ...listed });
  // First, since everything else would run out of stack on a document that is nested too deep.
  const unsafe = checkOpenFields(document);
  if (unsafe.length > 0) return withhold(listProblems(unsafe, itself));
  const validation = validate('timetable', document);
  // References are only checked in a document that passed its schema; otherwise the same problem would be reported twice.
  if (!validation.valid) return withhold(listSchemaProblems(document, validation.problems));
  if (isLate()) return brokenOff(name.versionId);
  const timetable = validation.value;
  const summary = pickSummary(timetable);
  const encoded = encode(textOf(timetable));
  const broken = findReferenceProblems(timetable);
  const others = broken.count - broken.findings.length;
  const listed = listProblems([...checkName(timetable, name), ...broken.findings], itself, others);
  if (listed.problems.length > 0) return withhold(listed);
  if (isLate()) return brokenOff(name.versionId);
  const warnings = findWarnings(timetable, findOwn?.(timetable));
  return { outcome: 'good', summary, encoded, warnings };
}

/** The JSON text of a document in UTF-8, as it is published. */
const textOf = (timetable: Timetable): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ ...pickSummary(timetable), ...timetable }));

/**
 * Whether a document is what is published with this hash. What was published satisfied the contract, and what the store has is
 * checked by itself, so nothing else of it has to be checked.
 * @param hash of the text; see `encode`
 * @returns its entry of the list; null when it differs, or must be built to know
 */
export function findPublished(
  { document }: Exclude<SourceDocument, { unreadable: string }>,
  hash: string,
  digest: (text: Uint8Array) => string,
): TimetableVersionSummary | null {
  if (checkOpenFields(document).length > 0) return null; // would overflow the stack, or become null
  const timetable = document as Timetable; // one with this hash was one when it was published
  return digest(textOf(timetable)) === hash ? pickSummary(timetable) : null;
}

function listSchemaProblems(document: unknown, problems: readonly SchemaProblem[]): ListedProblems {
  const names = createNames(Object(document));
  return listProblems(problems, ({ segments, message, code, field }) => ({
    path: jsonPath(segments),
    message,
    row: locateRow(Object(document), segments),
    code,
    values: { ...names.at(segments), field },
  }));
}

/** A document of another version, or of another organisation, must never be published in this one's place. */
function checkName({ id, orgId }: Timetable, { organisationId, versionId }: VersionName): Finding[] {
  const row = `timetable_version ${versionId}`;
  return [
    ...(id === versionId
      ? []
      : [{ path: '$.id', message: `must be ${versionId}, not ${id}`, row, code: 'other-version', values: {} }]),
    ...(orgId === organisationId
      ? []
      : [
          {
            path: '$.orgId',
            message: `must be ${organisationId}, not ${orgId}`,
            row,
            code: 'other-organisation',
            values: {},
          },
        ]),
  ];
}
