// Links of an organisation show so much together that it would fill the store: the newest are withheld, with the reason.

import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { readSummary } from '../../src/control/publication/read-summary.ts';
import { isLinkFile } from '../../src/snapshot/link-files.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { removeGarbage } from '../../src/snapshot/remove-garbage.ts';
import { build } from '../support/belfry.ts';
import { day, everyone, firstClass, id, linkedSchool, teacher, type Who } from '../support/linked-school.ts';

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

test('beyond the limit the newest links are withheld and take nothing, and all others are as ever', {
  tags: 'long',
}, async () => {
  const each = await linkedSchool();
  const hashes = await linksOf(each, everyone);
  await each.build();
  const sizes = await Promise.all(hashes.map((hash) => bytesOf(each, hash)));
  // The size that is counted is that of all files.
  expect(await storedBytes(each)).toBe(sizes.reduce((sum, size) => sum + size, 0));
  const before = await each.feed(hashes[0] ?? '');

  const limit = (sizes[0] ?? 0) + (sizes[1] ?? 0) + 500;
  each.publisher.linkBytes = limit;
  await each.run("update timetable set name = 'Other'");
  expect(await each.build()).toMatchObject({ failures: [], derived: [{ organisationId: 'north' }] });
  expect(await shows(each, hashes)).toEqual(['all', 'all', 'withheld', 'withheld']);
  expect(await each.feed(hashes[0] ?? '')).toBe(before);
  await removeGarbage(each.store, id, Date.now() + 2 * 3_600_000);
  expect(await storedBytes(each)).toBeLessThanOrEqual(limit);
  // As a build from nothing would.
  await build(each.publisher, each.database, 'everything');
  expect(await shows(each, hashes)).toEqual(['all', 'all', 'withheld', 'withheld']);
  // Another link of somebody who is shown costs nothing, and is not withheld; one of somebody else writes nothing.
  const more = await linksOf(each, [teacher, { kind: 'student', entityId: 'entity-stu_1' }]);
  await each.build();
  expect(await shows(each, [...hashes, ...more])).toEqual(['all', 'all', 'withheld', 'withheld', 'all', 'withheld']);
  expect(await storedBytes(each)).toBeLessThanOrEqual(limit);
  expect(await each.problems()).toEqual([]);
  // With a higher limit, a full build publishes them.
  each.publisher.linkBytes = 1_000_000;
  await build(each.publisher, each.database, 'everything');
  expect(new Set(await shows(each, [...hashes, ...more]))).toEqual(new Set(['all']));
});

test('status and the dashboard name the links that are withheld, and the reason is gone when an older one is revoked', {
  tags: 'long',
}, async () => {
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
  expect((await status()).organisations).toMatchObject([
    { links: 2, withheld: [], withheldLinks: { count: 1, first } },
  ]);
  const summary = await readSummary(each.database, each.store, each.clock.now, 10);
  expect(summary.totals).toMatchObject({ withheldVersions: 0, withheldLinks: 1, withheld: 0, attention: 1 });
  expect(summary.urgent).toMatchObject([{ organisationId: 'north', withheldLinks: { count: 1, first } }]);

  // Long enough for the clean-up to take the files with the state of the feed.
  await removeGarbage(each.store, id, Date.now() + 2 * 3_600_000);
  expect(await each.store.list(paths.feedStates(id))).toHaveLength(1);
  each.clock.now += day;
  await each.run(`update link set revoked_at = now() where entity_id = '${teacher.entityId}'`);
  await each.build();
  expect(await shows(each, [newer])).toEqual(['all']);
  expect((await status()).organisations).toMatchObject([{ links: 1, withheldLinks: { count: 0, first: [] } }]);
  // Programs know its events: none may look older than before.
  const after = sequences(await each.feed(newer));
  expect(after).toHaveLength(sequences(before).length);
  expect(Math.min(...after)).toBeGreaterThan(Math.max(...sequences(before)));
});
