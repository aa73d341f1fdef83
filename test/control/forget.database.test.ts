// A person who was deleted is removed from everything that is stored, in a folder and in a bucket. The tests search the bytes
// of every file, decompressed as well.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { forget } from '../../src/control/organisations/forget.ts';
import { publishAccess } from '../../src/publish/engine/publish-organisation.ts';
import { listGenerations } from '../../src/snapshot/load-published.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { readerGrace } from '../../src/snapshot/remove-garbage.ts';
import { stagedBelow } from '../../src/store/folder/staged-files.ts';
import type { Store } from '../../src/store/store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { type Publisher, publisherOf, rollBack } from '../support/belfry.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { describeVersion, publisherInto, runBuild } from '../support/fault-schools.ts';
import { eachOutputKind, folderOutput } from '../support/published-output.ts';
import { loadSchool, validate } from '../support/published-school.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const north = org('north');
const minute = 60_000;

const open = useTestDatabase();

/** A version with the usual teacher and one to be forgotten. */
function withLeaver(id: string): Timetable {
  const document = publishedTimetable(id, { groupId: 'north-g', orgId: 'north' });
  const [ada] = document.teachers;
  if (ada === undefined) throw new Error('there is a teacher');
  const leaver = { ...ada, localId: 'tch_2', entityId: 'pupil-1', name: 'Grace Gone', externalId: 'staff-77' };
  return { ...document, teachers: [ada, leaver] };
}

const run = (statement: string) => sql.raw(statement).execute(open.database);
const leave = () =>
  run(`delete from version_teacher where entity_id = 'pupil-1'; delete from teacher where id = 'pupil-1'`);

/** The paths of all files that contain the person's id, as stored or decompressed. */
async function findLeaver(store: Store): Promise<string[]> {
  const found: string[] = [];
  for (const prefix of ['organisations/', '.tmp/'])
    for (const { path } of await store.list(prefix)) {
      const bytes = Buffer.from((await store.read(path)) ?? []);
      if ([bytes, ...unpack(path, bytes)].some((each) => each.includes('pupil-1'))) found.push(path);
    }
  return found;
}

function unpack(path: string, bytes: Buffer): Buffer[] {
  if (path.endsWith('.gz')) return [gunzipSync(bytes)];
  if (path.endsWith('.br')) return [brotliDecompressSync(bytes)];
  // Of the packs there is only that of what changed, which begins with its index.
  if (!path.endsWith('.pack')) return [];
  const first = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08, 0]));
  return [gunzipSync(bytes.subarray(first))];
}

const listAll = async (store: Store) =>
  (await store.list(paths.organisation(north))).map(({ path }) => path).toSorted();

describe.each(eachOutputKind)('in $kind', ({ missing, make }) => {
  let store: Store;
  let publisher: Publisher;
  /** Milliseconds that the publisher's clock is ahead. */
  let ahead: number;
  const forgetNow = (into: Publisher = publisher) =>
    forget(publisherOf(into, open), north, async (milliseconds) => {
      // For those who still read what changed.
      if (milliseconds > readerGrace) throw new Error('it waits');
    });

  /** Generations 1 and 2 contain the leaver, 3 does not, 4 is the current one. */
  beforeEach(async ({ skip }) => {
    if (missing) skip();
    await open.database.deleteFrom('organisation').execute();
    await loadSchool(open.database, 'north', [withLeaver('north-v1'), withLeaver('north-v2')]);
    // Built into a folder either way, and copied: four builds into a bucket are many requests.
    const built = publisherInto(await temporaryFolder());
    await runBuild(built, open.database, 'everything');
    await describeVersion(open.database, 'north-v1', 'second');
    await runBuild(built, open.database);
    await leave();
    await runBuild(built, open.database);
    await describeVersion(open.database, 'north-v1', 'fourth');
    await runBuild(built, open.database);
    ({ store } = await make());
    const files = [...(await built.store.list(paths.records)), ...(await built.store.list(paths.organisations))];
    const read = files.map(async ({ path }) => ({ path, bytes: (await built.store.read(path)) ?? Buffer.of() }));
    await store.write(await Promise.all(read));
    ahead = 2 * minute;
    publisher = { ...publisherInto(store), now: () => Date.now() + ahead };
  });

  test('only the current generation remains, so nothing contains the person, in any file and encoding', async () => {
    const before = await findLeaver(store);
    expect(before.filter((path) => path.endsWith('.br')).length).toBeGreaterThan(1);
    const report = await forgetNow();
    expect(report).toMatchObject({ outcome: 'forgotten', generations: [1, 2, 3], kept: [], remains: [] });
    expect(await findLeaver(store)).toEqual([]);
    expect(await listGenerations(store, north)).toEqual([]);
    const left = await store.list(paths.organisation(north));
    const bytes = left.reduce((sum, { size }) => sum + size, 0);
    expect(report).toMatchObject({ left: { files: left.length, bytes } });
    expect('removed' in report && before.filter((path) => !report.removed.includes(path))).toEqual([]);
    const { orphans, problems } = await checkPublished(store, validate);
    expect({ orphans, problems }).toEqual({ orphans: [], problems: [] });
    await expectConverged(open.database, store);
  });

  test('leftovers of killed publishers are removed too: staged files, unreferenced files, half a file', async () => {
    const file = (name: string, hash: string) => `${paths.files(north)}${name}.${hash.repeat(32)}.json`;
    const left = {
      [`${stagedBelow(`${file('v9', 'f')}.gz/`)}0123456789abcdef`]: 'half of pupil-1',
      [`${paths.files(north)}.tmp-0123456789abcdef`]: 'half of pupil-1',
      [file('half', 'b')]: '{"teachers":[{"entityId":"pupil-1","na',
      [`${file('torn', 'c')}.gz`]: '\u001f\u008b',
      [paths.earlierPointer(north, 9)]: '{"for',
    };
    await store.write(Object.entries(left).map(([path, text]) => ({ path, bytes: Buffer.from(text, 'latin1') })));
    const ofAnother = `${stagedBelow(paths.organisation(org('south')))}0123456789abcdef`;
    await store.write([{ path: ofAnother, bytes: Buffer.from('half') }]);
    const report = await forgetNow();
    expect(report).toMatchObject({ outcome: 'forgotten', generations: [1, 2, 3, 9] });
    expect('removed' in report && report.removed).toEqual(expect.arrayContaining(Object.keys(left)));
    expect(await store.read(ofAnother)).not.toBeNull();
    await expectConverged(open.database, store);
  });

  test.each([
    [
      'is damaged',
      'has a record that cannot be read',
      async (path: string) => {
        await store.write([{ path, bytes: Buffer.from('{') }]);
      },
    ],
    [
      'is missing',
      'has documents, but its record is missing or names none of them',
      async (path: string) => {
        await store.remove([path]);
      },
    ],
  ])('while the record %s, forget is refused and removes nothing', async (_, reason, change) => {
    const [record] = await store.list(paths.records);
    if (record === undefined) throw new Error('there is a record');
    await change(record.path);
    const before = await listAll(store);
    expect(await forgetNow()).toMatchObject({ outcome: 'refused', reason: `organisation north ${reason}` });
    expect(await listAll(store)).toEqual(before);
  });

  test('after a rollback, forget is refused until a build', async () => {
    await rollBack(publisher, open.database, north, 3);
    expect(await forgetNow()).toMatchObject({
      outcome: 'refused',
      reason: 'organisation north was rolled back and serves generation 3',
    });
    await runBuild(publisher, open.database, new Map([[north, { versions: 'all', repair: false }]]));
    ahead += 2 * minute;
    expect(await forgetNow()).toMatchObject({ outcome: 'forgotten' });
  });

  test('forget waits for readers of the generation that was just replaced, and removes nothing before that', async () => {
    ahead = 0;
    const before = await listAll(store);
    const waits: number[] = [];
    const report = await forget(publisherOf(publisher, open), north, async (milliseconds) => {
      waits.push(milliseconds);
      expect(await listAll(store)).toEqual(before);
      ahead += milliseconds;
    });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits[0]).toBeLessThanOrEqual(minute);
    expect(report).toMatchObject({ outcome: 'forgotten', kept: [] });
  });

  test('a generation that is replaced while it waits is kept', async () => {
    ahead = 0;
    const report = await forget(publisherOf(publisher, open), north, async () => {
      await describeVersion(open.database, 'north-v1', 'fifth');
      await runBuild(publisher, open.database);
    });
    expect(report).toMatchObject({ outcome: 'forgotten' });
    expect(await listGenerations(store, north)).toContain(4);
    expect(await findLeaver(store)).toEqual([]);
  });

  test('when forget is killed in the middle, the output stays consistent, and the next forget completes it', async () => {
    let removals = 0;
    const dying = steppingStore(store, ({ action }, moment) => {
      if (action === 'remove' && moment === 'after' && ++removals === 4) throw new Error('killed');
    });
    await expect(forgetNow({ ...publisher, store: dying })).rejects.toThrow('killed');
    expect((await checkPublished(store, validate)).problems).toEqual([]);
    expect(await forgetNow()).toMatchObject({ outcome: 'forgotten', remains: [] });
    expect(await findLeaver(store)).toEqual([]);
  });

  test('files that a faulty store did not remove are reported as remaining', async () => {
    const ignored: string[] = [];
    const forgetful: Store = {
      ...store,
      remove: async ([first = '', ...others]) => {
        ignored.push(first);
        await store.remove(others);
      },
    };
    const report = await forgetNow({ ...publisher, store: forgetful });
    const remains = 'remains' in report ? report.remains.toSorted() : [];
    expect({ outcome: report.outcome, remains }).toEqual({ outcome: 'remains', remains: ignored.toSorted() });
    expect(ignored).toHaveLength(2);
  });

  test('a forget that loses its lease removes nothing', { tags: 'server' }, async () => {
    const before = await listAll(store);
    const losing: Store = {
      ...store,
      async list(prefix) {
        await run(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`);
        return store.list(prefix);
      },
    };
    await expect(forgetNow({ ...publisher, store: losing })).rejects.toThrow();
    expect(await listAll(store)).toEqual(before);
  });

  // In the embedded database transactions run one after the other.
  test('access changes are published meanwhile, under their own lease', { tags: 'server' }, async () => {
    const slow: Store = {
      ...store,
      async remove(removed) {
        const published = await publishAccess(publisherOf(publisher, open), north, {
          what: 'versions',
          versions: new Set(),
          repair: false,
        });
        expect(published.state).toBe('done');
        await store.remove(removed);
      },
    };
    expect(await forgetNow({ ...publisher, store: slow })).toMatchObject({ outcome: 'forgotten' });
  });
});

test('an unknown organisation is an error that names it', async () => {
  const { store } = folderOutput(await temporaryFolder());
  const forgetting = forget(publisherOf(publisherInto(store), open), org('nobody'), async () => {});
  await expect(forgetting).rejects.toThrow('there is no organisation nobody');
});
