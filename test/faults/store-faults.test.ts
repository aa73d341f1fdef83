// A store that fails: at each step, in each way, on a full disk, in a read-only folder. Readers keep what they had,
// `status` names the error, and publishing continues without help.

import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { StoreError } from '../../src/errors.ts';
import { readStatus } from '../../src/maintain/read-status.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  pendingCount,
  publisherInto,
  renameTeacher,
  runBuild,
} from '../support/fault-schools.ts';
import { mayMount, mountDisk } from '../support/mount-disk.ts';
import { folderOutput } from '../support/published-output.ts';
import { startReaders } from '../support/published-readers.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { nightly } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = ['north', 'south'];
const open = useTestDatabase();
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, schools);
});

async function publishedInto(folder: string) {
  const publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  const keys = new Map<string, string>();
  for (const id of schools) keys.set(id, (await newKeyOf(open.database, publisher, id)).key);
  return { publisher, readers: await startReaders({ output: folderOutput(folder), keys }) };
}

async function editAll(mark: string): Promise<void> {
  await describeVersion(open.database, 'north-v1', mark);
  await renameTeacher(open.database, 'south', mark);
}

/** Which of these it is makes no difference to a publisher, so that each step is tried with one of them in turn. */
const errors = ['ENOSPC', 'EIO', 'EACCES'];

test.each(nightly ? [...errors, 'a short write'] : [errors.join(' or '), 'a short write'])(
  '%s at each step of a build is healed by the next',
  async (kind) => {
    const folder = await temporaryFolder();
    const { publisher, readers } = await publishedInto(folder);
    let steps = 0;
    for (let step = 1; step === 1 || step <= steps; step++) {
      await editAll(`${kind} ${step}`);
      let failed = false;
      let taken = 0;
      const failing = steppingStore(publisher.store, ({ number, path }, moment) => {
        taken = number;
        steps = Math.max(steps, number);
        if (failed || number !== step || moment !== 'before') return;
        failed = true;
        // The folder store writes beside the place first, so that is where a short write ends.
        if (kind === 'a short write')
          writeFileSync(join(folder, dirname(path), '.tmp-0123456789abcdef'), '{"success":tr');
        const code = kind.split(' or ').at(step % 3) ?? kind;
        throw new StoreError('write', path, { cause: new Error(`${code}: it failed`) });
      });
      await runBuild(publisherInto(failing), open.database).catch(() => {});
      // An earlier build may have had a step more, to remove what had grown old meanwhile.
      expect(failed).toBe(taken >= step);
      await runBuild(publisher, open.database);
      await expectConverged(open.database, folder);
    }
    expect(steps).toBeGreaterThan(10);
    const { statuses } = await readers.stop();
    expect(Object.keys(statuses)).toEqual(['200']);
  },
);

describe.skipIf(!mayMount())('a file system of its own (needs the right to mount one)', () => {
  async function expectToHeal(
    folder: string,
    { publisher, readers }: Awaited<ReturnType<typeof publishedInto>>,
    faults: {
      begin: () => Promise<unknown> | unknown;
      end: () => Promise<unknown> | unknown;
      error: RegExp;
    },
  ) {
    const { told } = startWatch(publisher, open);
    await waitUntil('it watches', async () => (await pendingCount(open.database)) === 0);
    await faults.begin();
    await editAll('wanted');
    const failures = await waitUntil('both have failed', async () => {
      const { organisations } = await readStatus(open.database, publisher.store, Date.now());
      const retries = organisations.flatMap((each) => each.retries);
      return retries.length >= 2 && retries;
    });
    for (const { error } of failures) expect(error).toMatch(faults.error);
    await faults.end();
    await waitUntil('nothing is pending', async () => (await pendingCount(open.database)) === 0);
    const { organisations } = await readStatus(open.database, publisher.store, Date.now());
    expect(organisations.flatMap((each) => each.retries)).toEqual([]);
    expect(told.some((line) => line.startsWith('failed'))).toBe(true);
    const { statuses } = await readers.stop();
    expect(Object.keys(statuses)).toEqual(['200']);
    await expectConverged(open.database, folder);
  }

  test('that is full keeps what it has, and takes the rest when there is room again', async () => {
    const folder = await mountDisk('32m');
    const filler = join(folder, 'filler');
    const fill = () => {
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'count=10000']);
    };
    await expectToHeal(folder, await publishedInto(folder), {
      begin: fill,
      end: () => rmSync(filler),
      error: /ENOSPC/,
    });
  });

  test.each(['a watcher', 'a build'])("that is full of Belfry's own old files is cleaned up by %s", async (kind) => {
    const folder = await mountDisk('32m');
    const publisher = publisherInto(folder);
    await runBuild(publisher, open.database, 'everything');
    // Left by builds that were cut off an instant ago, of another organisation than the one that needs the room.
    const garbage = Array.from({ length: 40 }, (_, number) => ({
      path: paths.file(org('south'), `v${number}`, 'e'.repeat(64), 'identity'),
      bytes: Buffer.alloc(1_000_000),
    }));
    for (const file of garbage) await publisher.store.write([file]).catch(() => {});
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, paths.files(org('south')), 'v41')}`, 'bs=4k', 'count=10000']);
    await expect(publisher.store.write([{ path: 'site/x', bytes: Buffer.alloc(5_000) }])).rejects.toThrow('ENOSPC');
    await describeVersion(open.database, 'north-v1', 'wanted');
    if (kind === 'a build') await runBuild(publisher, open.database);
    else startWatch(publisher, open);
    await waitUntil('nothing is pending', async () => (await pendingCount(open.database)) === 0);
    await expectConverged(open.database, folder);
  });

  test('that turns read-only keeps what it has, and takes the rest when it can be written again', async () => {
    const folder = await mountDisk('32m');
    // A file system is busy while somebody writes to it, as the watcher in this process does now and then: it must be
    // let go on meanwhile, or it never closes the file that it has open.
    const remount = (mode: string) => () =>
      waitUntil(`${folder} is remounted ${mode}`, () =>
        promisify(execFile)('mount', ['-o', `remount,${mode}`, folder]).then(() => true),
      );
    await expectToHeal(folder, await publishedInto(folder), {
      begin: remount('ro'),
      end: remount('rw'),
      error: /EROFS|read-only/,
    });
  });
});

test('one organisation whose folder cannot be written holds up neither a build of the others nor itself afterwards', async () => {
  const folder = await temporaryFolder();
  const publisher: Publisher = publisherInto(folder);
  await runBuild(publisher, open.database, 'everything');
  await editAll('wanted');
  const failing = steppingStore(publisher.store, ({ path }) => {
    if (path.startsWith('organisations/north/')) throw new StoreError('write', path, { cause: new Error('EACCES') });
  });
  await expect(runBuild(publisherInto(failing), open.database)).rejects.toThrow('EACCES');
  const pending = await open.database.selectFrom('pending_change').select('organisation_id').distinct().execute();
  expect(pending).toEqual([{ organisation_id: 'north' }]);
  await runBuild(publisher, open.database);
  await expectConverged(open.database, folder);
});
