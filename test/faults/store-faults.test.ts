// A store that fails: at each step, in each way, on a full disk, in a read-only folder. Readers keep what they had,
// `status` names the error, and publishing continues without help.
// @module-tag long
// @module-tag slow

import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { StoreError } from '../../src/errors.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { createLink } from '../support/belfry.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  describeVersion,
  pendingCount,
  publisherInto,
  publishSchools,
  readersOf,
  renameTeacher,
  runBuild,
  stepsOfBuild,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { mayMount, mountDisk } from '../support/mount-disk.ts';
import { folderOutput } from '../support/published-output.ts';
import { runningServer } from '../support/running-server.ts';
import { startWatch } from '../support/start-watch.ts';
import { everyKindOfStep, everyStep, isAt, steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { nightly, thorough } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = ['north', 'south'];
const open = useTestDatabase();

const publishInto = (folder: string) => publishSchools(open.database, schools, folder);
const readersIn = (folder: string) => readersOf(open.database, schools, folderOutput(folder));

/** Asks for a link's document and feed again and again, each of which must be whole. */
async function startLinkReader(folder: string, token: string) {
  const server = await runningServer(folder);
  const ask = (path: string, headers = {}) => server.call({ path, headers });
  const readDocument = () => ask('/api/v1/my', { Authorization: `Bearer ${token}` });
  const statuses = new Set<number>();
  let asked = 0;
  let isStopped = false;
  const read = async () => {
    for (; !isStopped; asked++) {
      const [document, feed] = [await readDocument(), await ask(`/ical/${token}.ics`)];
      for (const { status } of [document, feed]) statuses.add(status);
      expect(JSON.parse(document.body.toString()).success).toBe(true);
      expect(feed.body.toString()).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s);
      await sleep(5);
    }
  };
  const reading = read().catch((error: unknown) => error);
  return {
    readDocument,
    async stop() {
      isStopped = true;
      expect(await reading).toBeUndefined();
      return { statuses: [...statuses], asked };
    },
  };
}

async function editAll(mark: string): Promise<void> {
  await describeVersion(open.database, 'north-v1', mark);
  await renameTeacher(open.database, 'south', mark);
  await sql`insert into link (id, organisation_id, kind, entity_id, sha256)
    select 'link_' || seed, 'south', 'room', 'entity-rom_1', encode(sha256(seed::bytea), 'hex')
    from (select gen_random_uuid()::text as seed) seeds`.execute(open.database);
}

const [choose, which] = thorough ? [everyStep, 'each step'] : [everyKindOfStep, 'each kind of step'];
const errors = ['ENOSPC', 'EIO', 'EACCES'];
const shortWrite = 'a short write';
/** A publisher treats the errors alike, so each step gets one of them in turn; by default one of all these. */
const inTurn = thorough ? [errors.join(' or '), shortWrite] : [[...errors, shortWrite].join(' or ')];

test.each(nightly ? [...errors, shortWrite] : inTurn)(
  `after %s at ${which} of a build, the next build publishes everything`,
  async (kind) => {
    const folder = await temporaryFolder();
    const publisher = await publishInto(folder);
    const readers = await readersIn(folder);
    await editAll('to be counted');
    const steps = await stepsOfBuild(publisher, open.database);
    expect(steps.length).toBeGreaterThan(10);
    const kinds = kind.split(' or ');
    for (const [turn, place] of choose(steps).entries()) {
      const fault = kinds[turn % kinds.length];
      await editAll(`${fault} ${place}`);
      let failed = false;
      const failing = steppingStore(publisher.store, (step, moment) => {
        if (failed || !isAt(step, place) || moment !== 'before') return;
        failed = true;
        const { path } = step;
        // What a short write of release 0.1 left: a temporary file beside the target.
        if (fault === shortWrite) writeFileSync(join(folder, dirname(path), '.tmp-0123456789abcdef'), '{"success":tr');
        throw new StoreError('write', path, { cause: new Error(`${fault}: it failed`) });
      });
      await runBuild(publisherInto(failing), open.database).catch(() => {});
      expect(failed).toBe(true);
      await runBuild(publisher, open.database);
      await expectConverged(open.database, folder);
    }
    const { statuses } = await readers.stop();
    expect(Object.keys(statuses)).toEqual(['200']);
  },
);

describe.skipIf(!mayMount())('a file system (needs the right to mount one)', () => {
  async function expectToHeal(
    folder: string,
    faults: {
      begin: () => Promise<unknown> | unknown;
      end: () => Promise<unknown> | unknown;
      error: RegExp;
    },
  ) {
    const publisher = await publishInto(folder);
    const readers = await readersIn(folder);
    const link = await createLink(open.database, publisher, 'south', ['teacher', 'entity-tch_1']);
    await runBuild(publisher, open.database);
    const linkReader = await startLinkReader(folder, link.token);
    const { events, stop } = startWatch(publisher, open);
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
    await untilQueueIsEmpty(open.database);
    const { organisations } = await readStatus(open.database, publisher.store, Date.now());
    expect(organisations.flatMap((each) => each.retries)).toEqual([]);
    expect(events.some((line) => line.startsWith('failed'))).toBe(true);
    const { statuses } = await readers.stop();
    expect(Object.keys(statuses)).toEqual(['200']);
    await waitUntil('the link shows the change', async () =>
      (await linkReader.readDocument()).body.toString().includes('wanted'),
    );
    expect(await linkReader.stop()).toEqual({ statuses: [200], asked: expect.toSatisfy((asked) => asked > 20) });
    await stop();
    await expectConverged(open.database, folder);
  }

  test('that is full keeps its files, and gets the changes when there is space again', async () => {
    const folder = await mountDisk('32m');
    const filler = join(folder, 'filler');
    const fill = () => {
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'count=10000']);
    };
    await expectToHeal(folder, {
      begin: fill,
      end: () => rmSync(filler),
      error: /ENOSPC/,
    });
  });

  test.each(['a watcher', 'a build'])("that is full of Belfry's own old files is cleaned up by %s", async (kind) => {
    const folder = await mountDisk('32m');
    const publisher = await publishInto(folder);
    // Recent garbage of another organisation than the one to publish.
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
    await untilQueueIsEmpty(open.database);
    await expectConverged(open.database, folder);
  });

  test('that turns read-only keeps its files, and gets the changes when it is writable again', async () => {
    const folder = await mountDisk('32m');
    // Asynchronous and retried: the file system is busy while the watcher in this process has a file open for writing.
    const remount = (mode: string) => () =>
      waitUntil(`${folder} is remounted ${mode}`, () =>
        promisify(execFile)('mount', ['-o', `remount,${mode}`, folder]).then(() => true),
      );
    await expectToHeal(folder, {
      begin: remount('ro'),
      end: remount('rw'),
      error: /EROFS|read-only/,
    });
  });
});

test('an organisation whose folder cannot be written does not stop the others, and the next build publishes it', async () => {
  const folder = await temporaryFolder();
  const publisher = await publishInto(folder);
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
