// What the links of organisations in the database show: feeds and documents, and the half of each link's record that names them.

import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { pathsOfDocuments } from '../../src/snapshot/link-files.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import { removeGarbage } from '../../src/snapshot/remove-garbage.ts';
import type { Store } from '../../src/store/store.ts';
import { build } from '../support/belfry.ts';
import {
  day,
  everyone,
  firstClass,
  id,
  otherClass,
  linkedSchool as school,
  teacher,
} from '../support/linked-school.ts';
import { loadSchool } from '../support/published-school.ts';
import { derivedOf, november } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';

type Event = { uid: string; start: string; sequence: number; stamp: string; summary: string; location: string };

const eventsOf = (feed: string): Event[] =>
  new ICAL.Component(ICAL.parse(feed)).getAllSubcomponents('vevent').map((event) => {
    const text = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
    return {
      ...{ uid: text('uid'), start: text('dtstart'), stamp: text('dtstamp'), summary: text('summary') },
      ...{ location: text('location'), sequence: Number(text('sequence')) },
    };
  });

test('each link shows the feed and the document of its person, and all links of a person the same files', async () => {
  const each = await school();
  const hashes = await Promise.all([...everyone, teacher].map(each.link));
  expect(await each.build()).toMatchObject({ failures: [], derived: [{ organisationId: 'north' }] });
  expect(await each.problems()).toEqual([]);
  for (const [index, who] of everyone.entries()) {
    const my = await each.my(hashes[index] ?? '');
    expect(my).toMatchObject({ kind: who.kind, entity: { entityId: who.entityId }, orgName: 'north', generation: 1 });
    expect(my.timetables).toMatchObject([{ id: 'v1' }]);
    expect(my.calendar?.timeZone).toBe('Europe/Copenhagen');
    expect(eventsOf(await each.feed(hashes[index] ?? '')).length).toBeGreaterThan(10);
  }
  expect(await each.documents(hashes[4] ?? '')).toEqual(await each.documents(hashes[0] ?? ''));
  expect(derivedOf(each.folder, 'north')?.generation).toBe(1);
});

test('a build on another day of the month writes nothing that links show', async () => {
  const each = await school();
  const [hash = ''] = await Promise.all(everyone.map(each.link));
  await each.build();
  const files = async () => {
    const listed = await each.store.list(paths.organisation(id));
    const shown = listed.filter(({ path }) => /ical_|my_/.test(path)).map(({ path, changedAt }) => [path, +changedAt]);
    return shown.sort();
  };
  const [record, before] = [await each.record(hash), await files()];
  for (const wait of [day, 3 * day, 6 * day]) {
    each.clock.now = november + wait;
    await each.run("update calendar set time_zone = 'Europe/Copenhagen'");
    expect((await each.build()).failures).toEqual([]);
  }
  expect(derivedOf(each.folder, 'north')?.validFrom).toBe('2026-11-29T23:00:00.000Z'); // the weeks are others
  expect(await files()).toEqual(before);
  expect(await each.record(hash)).toEqual(record);
});

test('an edit that does not concern a person leaves the record of the link as it is', async () => {
  const each = await school();
  const hashes = await Promise.all([teacher, otherClass].map(each.link));
  await each.build();
  const [ofTeacher, ofClass] = await Promise.all(hashes.map(each.record));
  await each.run("update lesson_unit set period_index = 1 where version_id = 'v1' and local_id = 'lu_1'");
  await each.run("update timetable_version set updated_at = now() where id = 'v1'");
  expect((await each.build()).failures).toEqual([]);
  expect(await each.record(hashes[1] ?? '')).toEqual(ofClass);
  expect(await each.record(hashes[0] ?? '')).not.toEqual(ofTeacher);
  expect((await each.my(hashes[0] ?? '')).generation).toBe(2);
});

test('in another room an event keeps its UID and has a higher SEQUENCE, and only such events change', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  const before = eventsOf(await each.feed(hash));
  each.clock.now += day;
  await each.run("update lesson_unit set room_ids = '{}' where version_id = 'v1' and local_id = 'lu_1'");
  expect((await each.build()).failures).toEqual([]);
  const after = eventsOf(await each.feed(hash));
  expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
  const moved = after.filter(({ sequence }) => sequence === 1);
  expect(moved.length).toBeGreaterThan(5);
  expect(new Set(moved.map(({ location }) => location))).toEqual(new Set(['']));
  for (const event of after.filter(({ sequence }) => sequence === 0)) expect(before).toContainEqual(event);
  expect((await each.documents(hash)).changedAt).toBe(new Date(each.clock.now).toISOString());
});

test('imported again as another version, under other local ids, the events keep their UIDs', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  const before = eventsOf(await each.feed(hash));
  const document = publishedTimetable('v1', { orgId: 'north' });
  const local = new Set(JSON.stringify(document).match(/(?<="localId":")[^"]+/g));
  const renamed = JSON.stringify(document, (name, value) =>
    name !== 'entityId' && typeof value === 'string' && local.has(value) ? `${value}-anew` : value,
  );
  const anew = { ...JSON.parse(renamed), id: 'v2', versionNumber: 2, isCurrent: true };
  await loadSchool(each.database, 'north', [anew]);
  await each.run("delete from timetable_version where id = 'v1'");
  expect((await each.build()).failures).toEqual([]);
  expect((await each.my(hash)).timetables).toMatchObject([{ id: 'v2' }]);
  const after = eventsOf(await each.feed(hash));
  expect(after.map(({ uid, start }) => [uid, start])).toEqual(before.map(({ uid, start }) => [uid, start]));
});

test.each([
  ['is lost', 'absent'],
  ['is damaged', 'damaged'],
  ['is an older one, as from a backup', 'older'],
])('when the state of a feed %s, no SEQUENCE and no DTSTAMP goes back', async (_, how) => {
  const each = await school();
  const hash = await each.link(teacher);
  const change = async (roomIds: string) => {
    each.clock.now += day;
    await each.run(`update lesson_unit set room_ids = '${roomIds}' where version_id = 'v1' and local_id = 'lu_1'`);
    expect((await each.build()).failures).toEqual([]);
    return eventsOf(await each.feed(hash));
  };
  await change('{}');
  const [{ path } = expect.unreachable('there is no state')] = await each.store.list(paths.feedStates(id));
  const older = (await each.store.read(path)) ?? expect.unreachable('there is no state');
  await change('{rom_1}');
  const known = new Map((await change('{}')).map((event) => [event.uid, event]));
  if (how === 'absent') await each.store.remove([path]);
  else await each.store.write([{ path, bytes: how === 'older' ? older : Buffer.from('{') }]);
  // The publisher's clock was set back, too.
  each.clock.now -= 3 * day;
  const after = await change('{rom_1}');
  for (const { uid, sequence, stamp } of after) {
    const before = known.get(uid) ?? expect.unreachable(`${uid} is new`);
    expect(sequence).toBeGreaterThan(before.sequence);
    expect(stamp >= before.stamp).toBe(true);
  }
  // From here on it goes on as ever, also with what comes back.
  const again = await change('{}');
  expect(again.every(({ sequence }, index) => sequence - (after[index]?.sequence ?? 0) <= 1)).toBe(true);
  await each.run("delete from lesson_unit where version_id = 'v1' and local_id = 'lu_1'");
  expect((await each.build()).failures).toEqual([]);
  expect(await each.problems()).toEqual([]);
});

test.each([
  ['with a calendar', undefined],
  ['without one', null],
])(
  'a new name of the organisation reaches the feeds and documents of all its links, %s, and no key waits for it',
  async (_, calendar) => {
    const each = await school(calendar === null ? { calendar } : {});
    const hashes = await Promise.all([teacher, otherClass].map(each.link));
    await each.build();
    await each.run("update organisation set name = 'Northern Lights' where id = 'north'");
    expect(await each.build()).toMatchObject({ failures: [], derived: [{ organisationId: 'north' }] });
    for (const hash of hashes) {
      expect(await each.my(hash)).toMatchObject({ orgName: 'Northern Lights' });
      expect(await each.feed(hash)).toContain('(Northern Lights)\r\n');
    }
    // What changes nothing for them makes no such work.
    await each.run("update organisation set api_enabled = true, access = 'suspended' where id = 'north'");
    expect((await each.build()).derived).toEqual([]);
  },
);

test('a new expiry of a link is published, and rewrites nothing that it shows', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  const { documents } = await each.record(hash);
  await each.run("update link set expires_at = '2027-07-31T00:00:00Z'");
  expect((await each.build()).failures).toEqual([]);
  expect(await each.record(hash)).toMatchObject({ expiresAt: '2027-07-31T00:00:00.000Z', documents });
  await each.run('update link set expires_at = null');
  await each.build();
  expect(await each.record(hash)).toMatchObject({ expiresAt: null, documents });
});

test('without a calendar a feed has a note, the document has no calendar, and a change follows', async () => {
  const each = await school({ calendar: null });
  const hash = await each.link(firstClass);
  expect((await each.build()).failures).toEqual([]);
  expect(eventsOf(await each.feed(hash))).toMatchObject([{ summary: 'No lessons are published yet' }]);
  expect(await each.my(hash)).toMatchObject({ calendar: null, timetables: [{ id: 'v1' }] });
  await each.run("update timetable set name = 'Other'");
  await each.build();
  expect((await each.my(hash)).timetables).toMatchObject([{ name: 'Other' }]);
  expect((await each.build()).derived).toEqual([]);
  each.clock.now += 30 * day;
  await each.build();
  expect(eventsOf(await each.feed(hash))).toMatchObject([{ start: '2026-12-01' }]);
  expect(derivedOf(each.folder, 'north')).toBeUndefined();
});

test('who is in no published version has an empty feed and no timetables', async () => {
  const each = await school();
  await each.run("insert into teacher (organisation_id, id, name, short_name) values ('north', 'new', 'New', 'N')");
  const hash = await each.link({ kind: 'teacher', entityId: 'new' });
  expect((await each.build()).failures).toEqual([]);
  expect(await each.my(hash)).toMatchObject({ entity: { entityId: 'new', name: '' }, timetables: [] });
  expect(eventsOf(await each.feed(hash))).not.toEqual([]);
});

test('a revoked link never gets documents back, and its files are removed once nobody can be reading them', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  const shown = pathsOfDocuments(id, teacher, await each.documents(hash));
  await each.run('update link set revoked_at = now()');
  await each.run("update timetable set name = 'Other'");
  expect((await each.build()).failures).toEqual([]);
  expect(await each.record(hash)).toMatchObject({ revoked: true, documents: null });
  await removeGarbage(each.store, id, Date.now() + 2 * 3_600_000);
  const left = await each.store.list(paths.files(id));
  expect(left.filter(({ path }) => shown.includes(path))).toEqual([]);
  expect(await each.store.list(paths.feedStates(id))).toEqual([]);
});

test('a check finds a feed that is damaged, and one that is not what the rules give; a full build repairs both', async () => {
  const each = await school();
  const [hash, other] = [await each.link(teacher), await each.link(otherClass)];
  await each.build();
  const [path = ''] = pathsOfDocuments(id, teacher, await each.documents(hash));
  await each.store.write([{ path, bytes: Buffer.from('BEGIN:VCALENDAR') }]);
  const record = await each.record(other);
  const { feed, my } = (await each.record(hash)).documents ?? expect.unreachable();
  const wrong = {
    ...record,
    documents: record.documents && {
      ...record.documents,
      basis: { source: my.hash, feed: feed.hash, my: my.hash, bytes: 1 },
    },
  };
  await each.store.write([{ path: paths.link(each.handle, other), bytes: recordBytes(wrong) }]);
  expect(await each.problems()).toEqual(
    expect.arrayContaining([
      'does not have the hash that the record of its link names',
      expect.stringContaining('shows a feed that is not what the rules give'),
      expect.stringContaining('shows a document that is not what the rules give'),
    ]),
  );
  await build(each.publisher, each.database, 'everything');
  expect(await each.problems()).toEqual([]);
});

test('the clean-up keeps what links show', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  await removeGarbage(each.store, id, Date.now() + 365 * day);
  await each.feed(hash);
  await each.my(hash);
  expect(await each.store.list(paths.feedStates(id))).toHaveLength(1);
});

test('a link whose record is not there yet is derived when it is', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  await each.store.remove([paths.link(each.handle, hash)]);
  await each.run("update timetable set name = 'Other'");
  await each.build();
  await each.build();
  expect((await each.my(hash)).timetables).toMatchObject([{ name: 'Other' }]);
});

test('killed between any two writes, a link shows the old or the new, whole, and the next build completes it', async () => {
  const each = await school();
  const hash = await each.link(teacher);
  await each.build();
  const before = await each.documents(hash);
  await each.run("update teacher set name = 'Grace' where id = 'entity-tch_1'");
  let steps = 0;
  for (;;) {
    steps += 1;
    const outcome = await killedAfter(each.store, steps);
    const failures = await each.build(outcome.store).then(
      (report) => report.failures,
      (error) => [String(error)],
    );
    await each.feed(hash);
    await each.my(hash);
    if (failures.length === 0) break;
  }
  expect(steps).toBeGreaterThan(3);
  expect((await each.my(hash)).entity.name).toBe('Grace');
  expect(await each.documents(hash)).not.toEqual(before);
});

/** A store whose every change fails from one on. */
async function killedAfter(store: Store, changes: number): Promise<{ store: Store }> {
  let left = changes;
  const unlessKilled = <Result>(change: () => Promise<Result>): Promise<Result> =>
    left-- > 0 ? change() : Promise.reject(new Error('killed'));
  return {
    store: {
      ...store,
      write: (files) => unlessKilled(() => store.write(files)),
      replace: (path, bytes, expected) => unlessKilled(() => store.replace(path, bytes, expected)),
      remove: (gone) => unlessKilled(() => store.remove(gone)),
    },
  };
}
