// The oracle of every fault test: the published output must equal what a full build of the same database writes into an empty
// folder.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import glob from 'fast-glob';
import { expect } from 'vitest';
import type { Database } from '../../src/database/connect/open-database.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord, parseOrganisationRecord } from '../../src/snapshot/read-record.ts';
import { filesOf } from '../../src/snapshot/remove-garbage.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { build } from './belfry.ts';
import { validate } from './published-school.ts';
import { whenFileEnds } from './when-file-ends.ts';

/** The published output for comparison: for each file, the text that must be equal. */
export type Shown = Map<string, string>;

/** @throws when the published output differs from the database. @param target a folder or a store */
export async function expectConverged(database: Database, target: string | Store): Promise<void> {
  await expectShown(target, await buildFully(database));
}

/** @throws when the published output differs from `expected`. @param target a folder or a store */
export async function expectShown(target: string | Store, expected: Shown): Promise<void> {
  expect(await compare(target, expected)).toEqual([]);
}

/** The differences between the published output and the database, one line each; empty when it has converged. */
export const findDifferences = async (database: Database, target: string | Store): Promise<string[]> =>
  compare(target, await buildFully(database));

async function compare(target: string | Store, expected: Shown): Promise<string[]> {
  if (typeof target === 'string') return differences(target, expected);
  return inNewFolder(async (copy) => {
    const files = (
      await Promise.all([paths.records, paths.links, paths.organisations].map((prefix) => target.list(prefix)))
    ).flat();
    const read = files.map(async ({ path }) => ({ path, bytes: (await target.read(path)) ?? Buffer.of() }));
    await folderStore(copy).write(await Promise.all(read));
    return differences(copy, expected);
  });
}

/** The output of a full build of the database. */
export async function buildFully(database: Database): Promise<Shown> {
  // What is derived follows, and is not compared.
  const pending = database.selectFrom('pending_change').selectAll().where('what', 'not in', ['calendar', 'days']);
  const pendingBefore: object[] = await pending.execute();
  pendingBefore.push(...(await database.selectFrom('changed_version').selectAll().limit(3).execute()));
  if (pendingBefore.length > 0) return new Map([['pending', JSON.stringify(pendingBefore).slice(0, 500)]]);
  return inNewFolder(async (fresh) => {
    // The site is the same each time, so it is kept: a build does not write existing files again.
    if (existsSync(siteFolder)) await rename(siteFolder, join(fresh, paths.site));
    const publisher = { store: folderStore(fresh), validate, now: Date.now };
    await build(publisher, database, 'everything');
    // A publisher of the test that is at work may take what a build enqueues, and then its links are in the other store.
    for (let round = 1; round <= 10 && (await lacksLinks(database, fresh)); round++)
      await build(publisher, database, 'everything');
    const result = shown(fresh);
    if (!existsSync(siteFolder)) {
      await rename(join(fresh, paths.site), siteFolder);
      whenFileEnds(() => rm(siteFolder, { recursive: true, force: true }));
    }
    return result;
  });
}

async function lacksLinks(database: Database, folder: string): Promise<boolean> {
  const { links } = await database
    .selectFrom('link')
    .select((of) => of.fn.countAll<string>().as('links'))
    .executeTakeFirstOrThrow();
  return glob.sync('links/*/*.json', { cwd: folder }).length < Number(links);
}

/** The folder in which a test file keeps the site between two builds. */
const siteFolder = join(tmpdir(), `belfry-oracle-site-${process.pid}`);

async function inNewFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-oracle-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function differences(folder: string, expected: Shown): string[] {
  if (expected.has('pending')) return [`changes are still pending: ${expected.get('pending')}`];
  const found = shown(folder);
  const names = new Set([...found.keys(), ...expected.keys()]);
  return [...names]
    .filter((name) => found.get(name) !== expected.get(name))
    .map((name) => describe(name, found, expected));
}

function describe(name: string, found: Shown, expected: Shown): string {
  const short = (text: string | undefined) => (text === undefined ? 'absent' : text.slice(0, 200));
  return `${name}: ${short(found.get(name))} instead of ${short(expected.get(name))}`;
}

/** Records and named files with their bytes, without times and transaction ids. */
function shown(folder: string): Shown {
  const bytes = (path: string) => readFileSync(join(folder, path)).toString('latin1');
  const result = new Map<string, string>();
  const list = (pattern: string) => glob.sync(pattern, { cwd: folder }).sort();
  for (const path of list('{keys/**,organisations/*/{access,current,handle}}.json')) result.set(path, bytes(path));
  for (const path of list('links/*/*.json')) {
    // What it shows follows later, as derived work.
    const { fence: _, documents: __, ...link } = parseLinkRecord(readFileSync(join(folder, path)));
    result.set(path, JSON.stringify(link));
  }
  for (const path of list('records/*.json')) {
    const { handle, organisationId, access, pointer } = parseOrganisationRecord(readFileSync(join(folder, path)));
    const { fence: _, ...ofAccess } = access ?? {};
    const keys = Object.entries(access?.keys ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
    result.set(path, JSON.stringify([handle, organisationId, access && { ...ofAccess, keys }]));
    if (pointer === null) continue;
    const { list: listFile, timetables, rolledBackTo } = pointer;
    const inOrder = Object.entries(timetables).sort(([one], [other]) => (one < other ? -1 : 1));
    result.set(`${path}: pointer`, JSON.stringify({ rolledBackTo, listFile, inOrder }));
    for (const file of filesOf(pointer))
      result.set(
        file,
        readOr(() => digest(bytes(file))),
      );
    const id = pointer.organisationId;
    const problems = readOr(() => bytes(paths.problems(id)));
    const none = problems === unreadable || problems.includes('"withheld":[],"warnings":[]');
    if (!none) result.set(paths.problems(id), problems);
  }
  return result;
}

/** A record as text, without the ids of the transactions that wrote it. */
export const withoutFences = (record: string): string => record.replaceAll(/,"fence":\d+(?=})/g, '');

const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

const unreadable = 'cannot be read';

function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return unreadable;
  }
}
