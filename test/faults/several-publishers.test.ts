// Any number of publishers on one database and one folder or bucket: they share the work, only one at a time writes an
// organisation, and one that was suspended beyond its lease changes nothing.
// @module-tag long

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord, parseOrganisationRecord } from '../../src/snapshot/read-record.ts';
import { filesOf } from '../../src/snapshot/remove-garbage.ts';
import type { Store } from '../../src/store/store.ts';
import { createLink, revokeKey, revokeLink } from '../support/belfry.ts';
import { hashOfKey } from '../support/published-folder.ts';
import { outputKinds } from '../support/published-output.ts';
import { handleFor, recordPath } from '../support/record-places.ts';
import { startPublisher } from '../support/start-publisher.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const ids = ['north', 'south', 'west'];

for (const { kind, missing, make } of outputKinds)
  describe.skipIf(missing)(`several publishers into ${kind}`, { tags: 'server' }, () => {
    const schools = usePublishedSchools(ids, make);
    const { open } = schools;

    const shownPointer = async () => {
      const { pointer } = await loadPublished(schools.store, org('north'));
      if (pointer === null) throw new Error('north shows nothing');
      return pointer;
    };

    test.each([2, 4])(
      '%i watchers share the work, and no two write one organisation at the same time',
      async (count) => {
        const readers = await schools.readers();
        const writer = new Map<string, number>();
        const shared = new Set<number>();
        const overlaps: string[] = [];
        for (let number = 1; number <= count; number++) {
          const own = await openDatabase({ url: open.connectionString, folder: '' });
          onTestFinished(() => own.close());
          const store = steppingStore(schools.store, ({ path }, moment) => {
            const [, changed = ''] = /^organisations\/([^/]+)\/(?:files|history)/.exec(path) ?? [];
            const organisation = ids.find((id) => path === recordPath(id)) ?? changed;
            // What changed is derived: under a lease of its own, into a part of its own.
            if (organisation === '' || path.includes('/files/changes.')) return;
            if (path === recordPath(organisation) && writer.get(organisation) !== number) return;
            const other = writer.get(organisation);
            if (other !== undefined && other !== number)
              overlaps.push(`${number} wrote ${path} while ${other} was at it`);
            writer.set(organisation, number);
            shared.add(number);
            if (path === recordPath(organisation) && moment === 'after') writer.delete(organisation);
          });
          schools.watch({ store }, own);
        }
        // At least 40, and until a second watcher has published something.
        for (let edit = 0; edit < 40 || shared.size < 2; edit++) {
          for (const id of ids) await schools.describe(`${id}-v${1 + (edit % 2)}`, `edit ${edit}`);
        }
        await schools.settled();
        expect(overlaps).toEqual([]);
        await readers.stop();
        await schools.expectConverged();
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
        const readers = await schools.readers();
        await schools.describe('north-v1', 'older');
        const fault = { step, moment, signal: 'SIGSTOP' } as const;
        const stopped = startPublisher({
          command: 'build',
          connectionString: open.connectionString,
          output: schools.output,
          fault,
        });
        await stopped.printed('now');
        await schools.describe('north-v1', 'newer');
        const other = schools.build();
        expect(await Promise.race([other.then(() => 'it publishes'), sleep(300, 'it waits')])).toBe('it waits');
        await schools.endLeases();
        await other.catch(() => schools.build()); // its transaction may have been ended too
        await schools.expectConverged();
        const newer = await shownPointer();
        stopped.child.kill('SIGCONT');
        await stopped.finished;
        expect((await shownPointer()).timetables).toEqual(newer.timetables);
        await schools.build();
        await schools.expectConverged();
        await readers.stop();
      },
    );

    /** What can be revoked: the statement that changes it and leaves it active, and whether its record says that it is revoked. */
    const revocable = {
      async key() {
        const { id, key } = await schools.newKey('north');
        return {
          path: recordPath('north'),
          change: () => schools.run(`update api_key set expires_at = now() + interval '1 year' where id = '${id}'`),
          revoke: () => revokeKey(open.database, schools.publisher, id),
          isRevoked: (bytes: Uint8Array) => parseOrganisationRecord(bytes).access?.keys[hashOfKey(key)]?.revoked,
        };
      },
      async link() {
        const { id, sha256 } = await createLink(open.database, schools.publisher, 'north', ['teacher', 'entity-tch_1']);
        return {
          path: paths.link(handleFor('north'), sha256),
          change: () => schools.run(`update link set expires_at = now() + interval '1 year' where id = '${id}'`),
          revoke: () => revokeLink(open.database, schools.publisher, id),
          isRevoked: (bytes: Uint8Array) => parseLinkRecord(bytes).revoked,
        };
      },
      async 'link that is new'() {
        const sha256 = hashOfKey(`new ${Math.random()}`);
        return {
          path: paths.link(handleFor('north'), sha256),
          change: () =>
            schools.run(`insert into link (id, organisation_id, kind, entity_id, sha256)
              values ('link_new', 'north', 'teacher', 'entity-tch_1', '${sha256}')`),
          revoke: () => revokeLink(open.database, schools.publisher, 'link_new'),
          isRevoked: (bytes: Uint8Array) => parseLinkRecord(bytes).revoked,
        };
      },
    };

    test.each(Object.entries(revocable))(
      'a publisher suspended with an active %s never publishes it again after the revocation',
      async (_, create) => {
        const { path, change, revoke, isRevoked } = await create();
        await change();
        const fault = { step: path, moment: 'before', signal: 'SIGSTOP' } as const;
        const stopped = startPublisher({
          command: 'build',
          connectionString: open.connectionString,
          output: schools.output,
          fault,
        });
        await stopped.printed('now');
        await schools.endLeases();
        await revoke();
        const isRevokedNow = async () => isRevoked((await schools.store.read(path)) ?? Buffer.of());
        expect(await isRevokedNow()).toBe(true);
        let ended = false;
        stopped.finished.then(() => {
          ended = true;
        });
        stopped.child.kill('SIGCONT');
        await waitUntil('it has ended', async () => {
          expect(await isRevokedNow()).toBe(true);
          return ended;
        });
        await schools.build();
        await schools.expectConverged();
      },
    );

    test('a publisher that cleans up never removes a file that another has just written again', async () => {
      const first = await shownPointer();
      // So many generations that no pointer names the first one's files any more.
      for (let edit = 0; edit < 12; edit++) {
        await schools.describe('north-v1', `edit ${edit}`);
        await schools.build();
      }
      const old = new Set(filesOf(first));
      const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
      let others: Promise<unknown> | undefined;
      const list: Store['list'] = async (prefix) => {
        const found = await schools.store.list(prefix);
        if (others !== undefined || prefix !== paths.organisation(org('north'))) return found;
        await schools.describe('north-v1', '');
        others = schools.build();
        await Promise.race([others, sleep(1_000)]);
        // As listed before the file was written again: old enough to be removed.
        return found.map((file) => (old.has(file.path) ? { ...file, changedAt: hoursAgo } : file));
      };
      // A build that has nothing to publish cleans up.
      const slow = { now: () => Date.now() + 120_000, store: { ...schools.store, list } };
      await schools.build('due', slow);
      expect(others).toBeDefined();
      await others;
      await schools.expectConverged();
    });
  });
