// Any number of publishers on one database and one folder or bucket: they share the work, only one at a time writes an
// organisation, and one that was suspended beyond its lease changes nothing.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { loadSnapshot } from '../../src/snapshot/load-snapshot.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { filesOf } from '../../src/snapshot/prune-orphans.ts';
import { parseOrganisationRecord } from '../../src/snapshot/read-record.ts';
import type { Store } from '../../src/store/store.ts';
import { type Publisher, revokeKey } from '../support/belfry.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  describeVersion,
  endLeases,
  newKeyOf,
  publisherInto,
  publishSchools,
  readersOf,
  runBuild,
  untilQueueIsEmpty,
} from '../support/fault-schools.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { outputKinds, type PublishedOutput } from '../support/published-output.ts';
import { recordPath } from '../support/record-places.ts';
import { startPublisher } from '../support/start-publisher.ts';
import { startWatch } from '../support/start-watch.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = ['north', 'south', 'west'];

for (const { kind, missing, make } of outputKinds)
  describe.skipIf(missing)(`several publishers into ${kind}`, { tags: 'server' }, () => {
    let open: OpenDatabase;
    let output: PublishedOutput;
    let publisher: Publisher;

    beforeAll(async () => {
      open = await openTestDatabase();
    });
    afterAll(() => open.close());
    beforeEach(async () => {
      output = await make();
      publisher = await publishSchools(open.database, schools, output.store);
    });

    const readersOfAll = () => readersOf(open.database, schools, output);

    const shownPointer = async () => {
      const { pointer } = await loadSnapshot(output.store, org('north'));
      if (pointer === null) throw new Error('north shows nothing');
      return pointer;
    };

    test.each([2, 4])(
      '%i watchers share the work, and no two write one organisation at the same time',
      async (count) => {
        const readers = await readersOfAll();
        const writer = new Map<string, number>();
        const shared = new Set<number>();
        const overlaps: string[] = [];
        for (let number = 1; number <= count; number++) {
          const own = await openDatabase({ url: open.connectionString, folder: '' });
          onTestFinished(() => own.close());
          const store = steppingStore(publisher.store, ({ path }, moment) => {
            const [, changed = ''] = /^organisations\/([^/]+)\/(?:files|history)/.exec(path) ?? [];
            const organisation = schools.find((id) => path === recordPath(id)) ?? changed;
            if (organisation === '') return;
            const other = writer.get(organisation);
            if (other !== undefined && other !== number)
              overlaps.push(`${number} wrote ${path} while ${other} was at it`);
            writer.set(organisation, number);
            shared.add(number);
            if (path === recordPath(organisation) && moment === 'after') writer.delete(organisation);
          });
          startWatch(publisherInto(store), own);
        }
        // At least 40, and until a second watcher has published something.
        for (let edit = 0; edit < 40 || shared.size < 2; edit++) {
          for (const id of schools) await describeVersion(open.database, `${id}-v${1 + (edit % 2)}`, `edit ${edit}`);
        }
        await untilQueueIsEmpty(open.database);
        expect(overlaps).toEqual([]);
        await readers.stop();
        await expectConverged(open.database, output.store);
      },
    );

    test.each([
      ['before a file', 'before', '/files/'],
      ['before the earlier pointer is kept', 'before', '/history/'],
      ['before the swap', 'before', 'records/'],
      ['after the swap', 'after', 'records/'],
    ] as const)(
      'one that is suspended %s, loses its lease and resumes publishes nothing older',
      async (_, moment, step) => {
        const readers = await readersOfAll();
        await describeVersion(open.database, 'north-v1', 'older');
        const fault = { step, moment, signal: 'SIGSTOP' } as const;
        const stopped = startPublisher({ command: 'build', connectionString: open.connectionString, output, fault });
        await stopped.printed('now');
        await describeVersion(open.database, 'north-v1', 'newer');
        const other = runBuild(publisher, open.database);
        expect(await Promise.race([other.then(() => 'it publishes'), sleep(300, 'it waits')])).toBe('it waits');
        await endLeases(open.database);
        await other;
        await expectConverged(open.database, output.store);
        const newer = await shownPointer();
        stopped.child.kill('SIGCONT');
        await stopped.finished;
        expect((await shownPointer()).timetables).toEqual(newer.timetables);
        await runBuild(publisher, open.database);
        await expectConverged(open.database, output.store);
        await readers.stop();
      },
    );

    test('a publisher suspended with an active key never publishes it again after the revocation', async () => {
      const key = await newKeyOf(open.database, publisher, 'north');
      const path = recordPath('north');
      // A change of the key that leaves it active.
      await sql`update api_key set expires_at = now() + interval '1 year' where id = ${key.id}`.execute(open.database);
      const fault = { step: path, moment: 'before', signal: 'SIGSTOP' } as const;
      const stopped = startPublisher({ command: 'build', connectionString: open.connectionString, output, fault });
      await stopped.printed('now');
      await endLeases(open.database);
      await revokeKey(open.database, publisher, key.id);
      const isRevoked = async () => {
        const { access } = parseOrganisationRecord((await output.store.read(path)) ?? Buffer.of());
        return access?.keys[hashOfKey(key.key)]?.revoked;
      };
      expect(await isRevoked()).toBe(true);
      let ended = false;
      stopped.finished.then(() => {
        ended = true;
      });
      stopped.child.kill('SIGCONT');
      await waitUntil('it has ended', async () => {
        expect(await isRevoked()).toBe(true);
        return ended;
      });
      await runBuild(publisher, open.database);
      await expectConverged(open.database, output.store);
    });

    test('a publisher that cleans up never removes a file that another has just written again', async () => {
      const first = await shownPointer();
      // So many generations that no pointer names the first one's files any more.
      for (let edit = 0; edit < 12; edit++) {
        await describeVersion(open.database, 'north-v1', `edit ${edit}`);
        await runBuild(publisher, open.database);
      }
      const old = new Set(filesOf(first));
      const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
      let others: Promise<unknown> | undefined;
      const list: Store['list'] = async (prefix) => {
        const found = await publisher.store.list(prefix);
        if (others !== undefined || prefix !== paths.organisation(org('north'))) return found;
        await describeVersion(open.database, 'north-v1', '');
        others = runBuild(publisher, open.database);
        await Promise.race([others, sleep(1_000)]);
        // As listed before the file was written again: old enough to be removed.
        return found.map((file) => (old.has(file.path) ? { ...file, changedAt: hoursAgo } : file));
      };
      // A build that has nothing to publish cleans up.
      const slow = { ...publisher, now: () => Date.now() + 120_000, store: { ...publisher.store, list } };
      await runBuild(slow, open.database);
      expect(others).toBeDefined();
      await others;
      await expectConverged(open.database, output.store);
    });
  });
