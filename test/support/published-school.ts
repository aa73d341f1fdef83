// Builds a school from a database into a folder and reads it back, for tests of publishing.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import glob from 'fast-glob';
import { sql } from 'kysely';
import { type Owned, parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Pointer, Timetable, TimetableList } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { type Encoding, encodingNames, paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { type BuildReport, build, type Publisher, type Scope } from './belfry.ts';
import { handleFor, readRecord, withGivenHandles } from './record-places.ts';

export const validate = createValidator();

/** A publisher into the folder, whose clock advances by a second with each reading. */
export function publisherOf(folder: string, start = Date.UTC(2026, 7, 31)): Publisher {
  let now = start;
  return { store: folderStore(folder), validate, now: () => (now += 1000) };
}

export const everything: Scope = { versions: 'all', repair: false };

/** Builds one organisation, or some versions of it. */
export async function buildSchool(
  publisher: Publisher,
  database: Database,
  organisationId: string,
  scope: Scope = everything,
): Promise<BuildReport['organisations'][number]> {
  const { organisations } = await build(publisher, database, new Map([[organisationId, scope]]));
  const [published] = organisations;
  if (published === undefined) throw new Error(`organisation ${organisationId} was not built`);
  return published;
}

/** Creates the organisation with these documents, which must be valid. */
export async function loadSchool(database: Database, organisationId: string, documents: readonly Timetable[]) {
  const id = org(organisationId);
  const insert = `insert into organisation (id, name, api_enabled, handle) values ('${id}', '${id}', true, '${handleFor(id)}')
    on conflict do nothing`;
  await sql.raw(withGivenHandles(insert)).execute(database);
  for (const document of documents) {
    const loaded = await importTimetable(database, validate, organisationId, document);
    if (loaded.outcome === 'refused') throw new Error(`${document.id} was refused: ${JSON.stringify(loaded.problems)}`);
  }
}

const decode: Record<Encoding, (file: string) => Buffer> = {
  identity: (file) => readFileSync(file),
  gzip: (file) => gunzipSync(readFileSync(file)),
  br: (file) => brotliDecompressSync(readFileSync(file)),
};

export function readPointer(folder: string, organisationId: string): Owned<Pointer> {
  const { pointer } = readRecord(folder, organisationId);
  if (pointer === null) throw new Error(`organisation ${organisationId} shows nothing`);
  return pointer;
}

/** The `data` of a published document, decoded from each encoding. */
export function readData<Data = Timetable>(folder: string, organisationId: string, name: string): Data[] {
  const { list, timetables } = readPointer(folder, organisationId);
  const file = name === 'timetables' ? list : timetables[name];
  if (file === undefined) throw new Error(`organisation ${organisationId} shows no ${name}`);
  return encodingNames.map((encoding) => {
    const place = join(folder, paths.file(org(organisationId), name, file.hash, encoding));
    return JSON.parse(decode[encoding](place).toString()).data;
  });
}

/** The ids in the organisation's list, in order. */
export const listedIds = (folder: string, organisationId: string): string[] =>
  (readData<TimetableList>(folder, organisationId, 'timetables')[0]?.timetables ?? []).map(({ id }) => id);

/** The files below a folder with their bytes as Latin-1 text. */
export function readFiles(folder: string, pattern = '**'): Map<string, string> {
  const names = glob.sync(pattern, { cwd: folder, dot: true }).sort();
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** Whether the `gzip` program accepts the file, trailing bytes and checksum included. */
export function gzipAccepts(file: string): boolean {
  try {
    execFileSync('gzip', ['-t', file], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
