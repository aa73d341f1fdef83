// Imports one document in the specification's form. It is checked completely, then stored in one transaction, so it is
// stored either as a whole or not at all.

import { sql } from 'kysely';
import pg from 'pg';
import { parseOrganisationId } from '../../access/ids.ts';
import type { Finding, Timetable } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleTimetable } from '../../document/assemble-timetable.ts';
import { checkReferences } from '../../document/check-references.ts';
import { checkText, findUnsafe } from '../../document/check-unsafe-json.ts';
import type { DocumentCode } from '../../document/finding-codes.ts';
import { jsonPath } from '../../document/json-path.ts';
import { makeFinding } from '../../document/make-finding.ts';
import { createNames } from '../../document/name-things.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { Database } from '../connect/open-database.ts';
import { codeOf, isAboutValues } from '../connect/postgres-errors.ts';
import { lockForChange } from '../lock-for-change.ts';
import { createOrganisation } from '../organisation.ts';
import { readVersion, VersionTooLargeError } from './read-version.ts';
import { withRowIds } from './row-id.ts';
import { storeEntities } from './store-entities.ts';
import { storeVersion } from './store-version.ts';

export type ImportProblem = Pick<Finding, 'path' | 'message' | 'code' | 'values'>;
export type ImportOutcome =
  | { outcome: 'imported' | 'unchanged'; timetable: Timetable }
  | { outcome: 'refused'; problems: ImportProblem[] };

const refused = (path: string, code: DocumentCode, message: string): ImportOutcome => ({
  outcome: 'refused',
  problems: [{ path, message, code }],
});

/** The version that a document replaces, `too large` when it cannot be read for that. */
type ReplacedVersion = Timetable | 'too large' | null;

export type ImportOptions = {
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
  /** What is stored in place of the document, decided under the lock of its timetable: it depends on what others have stored. */
  complete?: (transaction: Database, timetable: Timetable) => Promise<Timetable>;
  /** Further writes in the same transaction. */
  afterwards?: (transaction: Database, timetable: Timetable) => Promise<void>;
};

/**
 * Stores a document under the organisation, even if its `orgId` names another.
 * @param database or a transaction of the caller, which a refusal may have ended
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
  const work = (transaction: Database) => store(transaction, organisationId, checked, options);
  const transact = () => database.transaction().execute(work);
  try {
    if (database.isTransaction) return await work(database);
    // A program that writes SQL may have taken an id of its rows in the meantime; the second time they get others.
    return await transact().catch((error: unknown) => {
      if (codeOf(error) === '23505') return transact();
      throw error;
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refused('$', 'row-refused', refusal);
  }
}

/** What is no text at all is a problem of the contract. */
function checkId(document: unknown, wanted: string | undefined): ImportProblem[] {
  const id: unknown = Reflect.get(Object(document), 'id');
  if (wanted === undefined || typeof id !== 'string' || id === wanted) return [];
  return [{ path: '$.id', message: `must be ${wanted}, as in the address`, code: 'id-not-of-address' }];
}

/** Nothing is in the database yet. */
const withoutRow = ({ row: _, ...problem }: Finding): ImportProblem => problem;

/** The document under its organisation, or its problems. */
function checkDocument(validate: Validator, orgId: string, document: unknown): Timetable | ImportProblem[] {
  // First, since the other checks are recursive and could overflow the stack.
  const unsafe = findUnsafe(document);
  if (unsafe !== null) return [withoutRow(makeFinding(Object(document), createNames(Object(document)), unsafe))];
  const validation = validate('timetable', document);
  const textProblems = checkText(document);
  if (!validation.valid) {
    const names = createNames(Object(document));
    const problems = validation.problems.map(({ segments, message, code, field }) => ({
      ...{ path: jsonPath(segments), message, code },
      values: { ...names.at(segments), field },
    }));
    return [...problems, ...textProblems, ...referencesBeside(document, orgId, problems)];
  }
  const timetable = { ...validation.value, orgId };
  const problems = [...textProblems, ...checkReferences(timetable).map(withoutRow)];
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
      .map(withoutRow);
  } catch {
    return [];
  }
}

async function store(
  transaction: Database,
  organisationId: string,
  checked: Timetable,
  { isAutosave = false, createAs, isNew, expect, complete, afterwards }: ImportOptions,
): Promise<ImportOutcome> {
  const organisation = await transaction
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  if (organisation === undefined && createAs === undefined)
    return refused('$.orgId', 'organisation-unknown', `there is no organisation ${organisationId}`);
  if (organisation === undefined)
    await createOrganisation(transaction, parseOrganisationId(organisationId), createAs ?? '');
  await lockForChange(transaction, `version ${checked.id} of ${organisationId}`);
  await lockForChange(transaction, `timetable ${checked.groupId} of ${organisationId}`);
  const timetable = complete === undefined ? checked : await complete(transaction, checked);
  if (!isAutosave) {
    const stored = await readReplaced(transaction, organisationId, timetable.id);
    if (stored !== null && isNew)
      return refused(
        '$.id',
        'stored-meanwhile',
        `${timetable.id} was stored by another command in the meantime; import the file again`,
      );
    expect?.(stored);
    if (stored !== null && stored !== 'too large' && sameDocument(stored, timetable))
      return { outcome: 'unchanged', timetable };
  }
  const inRows = await withRowIds(transaction, organisationId, timetable);
  await storeEntities(transaction, organisationId, inRows);
  await storeVersion(transaction, inRows, isAutosave);
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
