// Imports one document in the specification's form. It is checked completely, then stored in one transaction, so it is
// stored either as a whole or not at all.

import { sql } from 'kysely';
import pg from 'pg';
import { parseOrganisationId } from '../../access/ids.ts';
import type { Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { checkReferences } from '../../document/check-references.ts';
import { checkText, findUnsafe } from '../../document/check-unsafe-json.ts';
import { jsonPath } from '../../document/json-path.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { Database } from '../connect/open-database.ts';
import { isAboutValues } from '../connect/postgres-errors.ts';
import { lockForChange } from '../lock-for-change.ts';
import { createOrganisation } from '../organisation.ts';
import { readVersion, VersionTooLargeError } from './read-version.ts';
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

/** The version that a document replaces, `too large` when it cannot be read for that. */
type ReplacedVersion = Timetable | 'too large' | null;

type ImportOptions = {
  /** The id of the version in the address that the document was sent to. */
  id?: string;
  /** Store it as an autosave, which is neither listed nor served. */
  isAutosave?: boolean;
  /** If the organisation does not exist, create it with this name, in the same transaction. */
  createAs?: string | undefined;
  /** Fail if a version of this id exists. */
  isNew?: boolean;
  /** Told the version that is replaced, or null, under a lock; what it throws ends the import. */
  expect?: (stored: ReplacedVersion) => void;
  /** Further writes in the same transaction. */
  afterwards?: (transaction: Database, timetable: Timetable) => Promise<void>;
};

/**
 * Stores a document under the organisation, even if its `orgId` names another.
 * @returns all problems of a refused document; nothing of it is stored
 */
export async function importTimetable(
  database: Database,
  validate: Validator,
  organisationId: string,
  document: unknown,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const checked = checkDocument(validate, organisationId, document);
  const problems = [...checkId(document, options.id), ...(Array.isArray(checked) ? checked : [])];
  if (problems.length > 0 || Array.isArray(checked)) return { outcome: 'refused', problems };
  try {
    return await database.transaction().execute((transaction) => store(transaction, organisationId, checked, options));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refused('$', refusal);
  }
}

/** What is no text at all is a problem of the contract. */
function checkId(document: unknown, wanted: string | undefined): ImportProblem[] {
  const id: unknown = Reflect.get(Object(document), 'id');
  if (wanted === undefined || typeof id !== 'string' || id === wanted) return [];
  return [{ path: '$.id', message: `must be ${wanted}, as in the address` }];
}

/** The document under its organisation, or its problems. */
function checkDocument(validate: Validator, orgId: string, document: unknown): Timetable | ImportProblem[] {
  // First, since the other checks are recursive and could overflow the stack.
  const unsafe = findUnsafe(document);
  if (unsafe !== null) return [{ path: jsonPath(unsafe.at), message: unsafe.message }];
  const validation = validate('timetable', document);
  const textProblems = checkText(document);
  if (!validation.valid) {
    const problems = validation.problems.map(({ segments, message }) => ({ path: jsonPath(segments), message }));
    return [...problems, ...textProblems, ...referencesBeside(document, orgId, problems)];
  }
  const timetable = { ...validation.value, orgId };
  const problems = [...textProblems, ...checkReferences(timetable).map(({ path, message }) => ({ path, message }))];
  return problems.length > 0 ? problems : timetable;
}

/**
 * What does not refer to anything, in a document whose form is broken elsewhere: whoever corrects it learns of both at once. What
 * lies in a broken part only follows from that.
 */
function referencesBeside(document: unknown, orgId: string, broken: readonly ImportProblem[]): ImportProblem[] {
  const parts = broken.map(({ path }) => path).filter((path) => path !== '$');
  const isIn = (path: string, part: string) =>
    path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);
  try {
    // It is none, and what is missing for the check makes the check fail.
    return checkReferences({ ...Object(document), orgId } as Timetable)
      .filter(({ path }) => !parts.some((part) => isIn(path, part)))
      .map(({ path, message }) => ({ path, message }));
  } catch {
    return [];
  }
}

async function store(
  transaction: Database,
  organisationId: string,
  timetable: Timetable,
  { isAutosave = false, createAs, isNew, expect, afterwards }: ImportOptions,
): Promise<ImportOutcome> {
  const organisation = await transaction
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (organisation === undefined && createAs === undefined)
    return refused('$.orgId', `there is no organisation ${organisationId}`);
  const { rows: foreign } = await sql<{ kind: 'groupId' | 'id' }>`
    select 'groupId' as kind from timetable
    where id = ${timetable.groupId} and organisation_id <> ${organisationId}
    union all
    select 'id' from timetable_version version join timetable on timetable.id = version.timetable_id
    where version.id = ${timetable.id} and timetable.organisation_id <> ${organisationId}`.execute(transaction);
  if (foreign.length > 0) {
    const problems = foreign.map(({ kind }) => ({
      path: `$.${kind}`,
      // Not whether somebody else uses it, nor who.
      message: `${timetable[kind]} cannot be used by organisation ${organisationId}; choose another, such as one with its name in it`,
    }));
    return { outcome: 'refused', problems };
  }
  if (organisation === undefined)
    await createOrganisation(transaction, parseOrganisationId(organisationId), createAs ?? '');
  if (expect !== undefined) await lockForChange(transaction, `version ${timetable.id}`);
  if (!isAutosave) {
    const stored = await readReplaced(transaction, organisationId, timetable.id);
    if (stored !== null && isNew)
      return refused('$.id', `${timetable.id} was stored by another command in the meantime; import the file again`);
    expect?.(stored);
    if (stored !== null && stored !== 'too large' && sameDocument(stored, timetable))
      return { outcome: 'unchanged', timetable };
  }
  await storeEntities(transaction, organisationId, timetable);
  await storeVersion(transaction, timetable, isAutosave);
  // Not at the end of the transaction, so that trying a file without storing it finds out as well.
  await sql`set constraints bound_versions immediate`.execute(transaction);
  await afterwards?.(transaction, timetable);
  return { outcome: 'imported', timetable };
}

async function readReplaced(transaction: Database, organisationId: string, id: string): Promise<ReplacedVersion> {
  try {
    const rows = await readVersion(transaction, organisationId, id);
    return rows === undefined ? null : assembleTimetable(rows);
  } catch (error) {
    if (error instanceof VersionTooLargeError) return 'too large'; // the document replaces it
    throw error;
  }
}

/** PostgreSQL's error as a problem of the document, when the error is about the document's values. */
function refusalOf(error: unknown): string | null {
  if (error instanceof pg.DatabaseError && error.code === '23514')
    return `a row of ${error.table} breaks ${error.constraint}: ${error.detail}`;
  return isAboutValues(error) ? `cannot be stored: ${String(error)}` : null;
}
