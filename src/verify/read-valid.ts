// Reads the small files of the published output for a check, by their schemas.

import { type OrganisationId, parseOrganisationId } from '../access/ids.ts';
import type { Validator } from '../contract/validator.ts';
import { jsonPath } from '../document/json-path.ts';
import { type DocumentCheck, parseJson } from './check-document.ts';

/** A record of one organisation, like `readValid`. */
export async function readRecord<
  Name extends 'organisation-record' | 'link-record' | 'handle-record' | 'pointer' | 'problems',
>(check: DocumentCheck, name: Name, path: string, id: OrganisationId) {
  const record = await readValid(check, name, path);
  if (record === null) return null;
  if (record.organisationId !== id) check.addProblem(path, `belongs to organisation ${record.organisationId}`);
  return { ...record, organisationId: parseOrganisationId(record.organisationId) };
}

/** Null when it is missing or breaks its schema; only the latter is reported as a problem. */
export async function readValid<Name extends Parameters<Validator>[0]>(
  { store, validate, addProblem }: DocumentCheck,
  name: Name,
  path: string,
) {
  const bytes = await store.read(path);
  if (bytes === null) return null;
  const validation = validate<Name>(name, parseJson(bytes));
  if (validation.valid) return validation.value;
  for (const { segments, message } of validation.problems) addProblem(path, `${jsonPath(segments)} ${message}`);
  return null;
}
