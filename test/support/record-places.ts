// The paths of organisations' records in tests. Organisations that tests create have a handle derived from their id, so that
// the path is known beforehand; others are found as an operator finds them.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Handle, parseOrganisationId as org, parseHandle } from '../../src/access/ids.ts';
import { paths } from '../../src/snapshot/paths.ts';
import {
  type ParsedOrganisationRecord,
  parseHandleRecord,
  parseOrganisationRecord,
  recordBytes,
} from '../../src/snapshot/read-record.ts';
import { readHandle } from '../../src/snapshot/stored-organisation.ts';
import type { Store } from '../../src/store/store.ts';

export const handleFor = (organisationId: string): Handle =>
  parseHandle(createHash('sha256').update(organisationId).digest('hex').slice(0, 12));

/** Statements that insert organisations with given handles, as a restore does. Sent as one text, they are one transaction. */
export const withGivenHandles = (statements: string): string =>
  `alter table organisation disable trigger draw_handle; ${statements};
   alter table organisation enable trigger draw_handle`;

/** The path of the record of an organisation that a test has created. */
export const recordPath = (organisationId: string): string => paths.record(handleFor(organisationId));

/** The record of any organisation in a folder. */
export function readRecord(folder: string, organisationId: string): ParsedOrganisationRecord {
  const { handle } = parseHandleRecord(readFileSync(join(folder, paths.handle(org(organisationId)))));
  return parseOrganisationRecord(readFileSync(join(folder, paths.record(handle))));
}

/** The path of the record of any organisation in a store; null when it has none there. */
export async function findRecordPath(store: Store, organisationId: string): Promise<string | null> {
  const { record: handle } = await readHandle(store, org(organisationId));
  return handle && paths.record(handle);
}

/** Changes the record of an organisation that a test has created. */
export async function changeRecord(
  store: Store,
  organisationId: string,
  change: (record: ParsedOrganisationRecord) => object,
): Promise<void> {
  const path = recordPath(organisationId);
  const bytes = await store.read(path);
  if (bytes === null) throw new Error(`organisation ${organisationId} has no record`);
  await store.write([{ path, bytes: recordBytes(change(parseOrganisationRecord(bytes))) }]);
}
