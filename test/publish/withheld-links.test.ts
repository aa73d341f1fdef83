// Links of an organisation show so much together that it would fill the store: the newest are withheld, with the reason.

import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readStatus } from '../../src/maintain/read-status.ts';
import { readSummary } from '../../src/maintain/read-summary.ts';
import { isLinkFile } from '../../src/snapshot/link-files.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { pruneOrphans } from '../../src/snapshot/prune-orphans.ts';
import { build } from '../support/belfry.ts';
import { day, everyone, firstClass, id, linkedSchool, room, teacher, type Who } from '../support/linked-school.ts';

type School = Awaited<ReturnType<typeof linkedSchool>>;

/** One link after the other, so that each is newer than the one before. */
async function linksOf(each: School, persons: readonly Who[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const who of persons) hashes.push(await each.link(who));
  return hashes;
}

async function bytesOf(each: School, hash: string): Promise<number> {
  return (await each.documents(hash)).basis?.bytes ?? expect.unreachable('its size is not known');
}

/** What all files of links take in the store. */
const storedBytes = async ({ store }: School): Promise<number> =>
  (await store.list(paths.organisation(id))).reduce(
    (sum, { path, size }) => sum + (isLinkFile(id, path) ? size : 0),
    0,
  );

const shows = async (each: School, hashes: readonly string[]) =>
  Promise.all(
    hashes.map(async (hash) => {
      const { documents, withheld = false } = await each.record(hash);
      return withheld ? 'withheld' : documents === null ? 'nothing' : 'all';
    }),
  );

const sequences = (feed: string): number[] =>
  new ICAL.Component(ICAL.parse(feed))
    .getAllSubcomponents('vevent')
    .map((event) => Number(event.getFirstPropertyValue('sequence')));

test('beyond the limit the newest links are withheld and write nothing, and all others are as ever', async () => {
  const each = await linkedSchool();
  const hashes = await linksOf(each, everyone);
  await each.build();
  const sizes = await Promise.all(hashes.map((hash) => bytesOf(each, hash)));
  // The size that is counted is that of all files.
  expect(await storedBytes(each)).toBe(sizes.reduce((sum, size) => sum + size, 0));

  const few = await linkedSchool();
  few.publisher.linkBytes = (sizes[0] ?? 0) + (sizes[1] ?? 0) + 500;
  const again = await linksOf(few, everyone);
  expect(await few.build()).toMatchObject({ failures: [], derived: [{ organisationId: 'north' }] });
  expect(await shows(few, again)).toEqual(['all', 'all', 'withheld', 'withheld']);
  expect(await storedBytes(few)).toBeLessThanOrEqual(few.publisher.linkBytes);
  expect(await few.feed(again[0] ?? '')).toBe(await each.feed(hashes[0] ?? ''));
  // Another link of somebody who is shown costs nothing, and is not withheld.
  const [second = ''] = await linksOf(few, [teacher]);
  await few.build();
  expect(await shows(few, [...again, second])).toEqual(['all', 'all', 'withheld', 'withheld', 'all']);
  expect(await few.problems()).toEqual([]);
});

test('a full build withholds the same links as one for each change', async () => {
  const each = await linkedSchool();
  each.publisher.linkBytes = 1_000_000;
  const hashes = await linksOf(each, everyone);
  await each.build();
  const sizes = await Promise.all(hashes.map((hash) => bytesOf(each, hash)));
  each.publisher.linkBytes = (sizes[0] ?? 0) + (sizes[1] ?? 0) + (sizes[2] ?? 0);
  // Somebody who was shown gives way when an older link shows more.
  await each.run("update teacher set name = 'Ada with a name that is far longer' where id = 'entity-tch_1'");
  await each.build();
  const incremental = await shows(each, hashes);
  expect(incremental.at(-1)).toBe('withheld');
  await build(each.publisher, each.database, 'everything');
  expect(await shows(each, hashes)).toEqual(incremental);
});

test('status and the dashboard name the links that are withheld, and the reason is gone when an older one is revoked', async () => {
  const each = await linkedSchool();
  const [old = '', newer = ''] = await linksOf(each, [teacher, firstClass]);
  await each.build();
  const before = await each.feed(newer);
  each.publisher.linkBytes = Math.max(await bytesOf(each, old), await bytesOf(each, newer)) + 2_000;
  await each.run("update timetable set name = 'Other'");
  await each.build();
  const status = async () => readStatus(each.database, each.store, each.clock.now, { only: org('north') });
  const { linkId } = await each.record(newer);
  const first = [{ linkId, kind: 'class', entityId: firstClass.entityId }];
  expect((await status()).organisations).toMatchObject([{ withheld: [], withheldLinks: { count: 1, first } }]);
  const summary = await readSummary(each.database, each.store, each.clock.now, 10);
  expect(summary.totals).toMatchObject({ withheldVersions: 0, withheldLinks: 1, withheld: 0, attention: 1 });
  expect(summary.urgent).toMatchObject([{ organisationId: 'north', withheldLinks: { count: 1, first } }]);

  // Long enough for the clean-up to take the files with the state of the feed.
  await pruneOrphans(each.store, id, Date.now() + 2 * 3_600_000);
  expect(await each.store.list(paths.feedStates(id))).toHaveLength(1);
  each.clock.now += day;
  await each.run(`update link set revoked_at = now() where entity_id = '${teacher.entityId}'`);
  await each.build();
  expect(await shows(each, [newer])).toEqual(['all']);
  expect((await status()).organisations).toMatchObject([{ withheldLinks: { count: 0, first: [] } }]);
  // Programs know its events: none may look older than before.
  const after = sequences(await each.feed(newer));
  expect(after).toHaveLength(sequences(before).length);
  expect(Math.min(...after)).toBeGreaterThan(Math.max(...sequences(before)));
});

test('a link that is withheld is not found, and works when the limit was raised and a full build was run', async () => {
  const each = await linkedSchool();
  each.publisher.linkBytes = 1;
  const [hash = ''] = await linksOf(each, [room]);
  await each.build();
  expect(await shows(each, [hash])).toEqual(['withheld']);
  // Nothing else is held up or withheld.
  expect(await each.problems()).toEqual([]);
  each.publisher.linkBytes = 1_000_000;
  await build(each.publisher, each.database, 'everything');
  expect(await shows(each, [hash])).toEqual(['all']);
});
