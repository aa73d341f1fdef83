// What is different on a day, in what links show: from the rows of the database to feeds and persons' documents.

import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DayChange } from '../../src/contract/types.generated.ts';
import { removeGarbage } from '../../src/snapshot/remove-garbage.ts';
import { readStrictly } from '../calendar/feed/strict-reader.ts';
import { day, everyone, firstClass, id, linkedSchool, otherClass, room, teacher } from '../support/linked-school.ts';
import { readPointer } from '../support/published-school.ts';
import { publishedTexts } from '../support/published-texts.ts';

/** The Monday of the week in which it is. */
const monday = 20261123;
const firstLesson = { startTime: '07:00', classes: ['Year 1'] };

async function school() {
  const each = await linkedSchool();
  const hashes = new Map(await Promise.all(everyone.map(async (who) => [who, await each.link(who)] as const)));
  await each.build();
  const hashOf = (who: (typeof everyone)[number]) => hashes.get(who) ?? '';
  return {
    ...each,
    hashOf,
    /** Replaces what is different in the week. */
    async change(...changes: Partial<DayChange>[]) {
      const rows = changes.map((change, index) => ({ ref: `${index}`, date: monday, ...change }));
      const document = JSON.stringify({ changes: rows });
      await sql`select replace_days('north', 20261123, 20261129, ${document}::jsonb)`.execute(each.database);
      expect((await each.build()).failures).toEqual([]);
    },
    events: async (hash: string) => readStrictly(new TextEncoder().encode(await each.feed(hash))).events,
    records: () => Promise.all(everyone.map((who) => each.record(hashOf(who)))),
  };
}

/** Without how often and when an event changed. */
const saying = (feed: string) => feed.replace(/^(SEQUENCE|DTSTAMP|LAST-MODIFIED):.*\r\n/gm, '');

test('a cancelled lesson reaches whom it concerns and nobody else, and withdrawn all is as before', async () => {
  const { change, feed, my, hashOf, records, folder, problems, events } = await school();
  const [pointer, before] = [readPointer(folder, 'north'), await records()];
  const feeds = await Promise.all(everyone.map((who) => feed(hashOf(who))));
  const planned = await events(hashOf(firstClass));
  expect((await my(hashOf(firstClass))).days).toEqual([]);

  await change({ lesson: firstLesson, cancelled: true, text: 'Trip; bring a hat, please' });
  expect(readPointer(folder, 'north')).toEqual(pointer);
  const after = await records();
  expect(everyone.filter((_, index) => JSON.stringify(after[index]) !== JSON.stringify(before[index]))).toEqual([
    teacher,
    firstClass,
    room,
  ]);
  expect((await my(hashOf(firstClass))).days).toMatchObject([
    { date: monday, lessons: [], cancelled: [{ status: 'cancelled', teachers: [] }], notes: [] },
  ]);
  // It is the teacher's own.
  const ofTeacher = (await my(hashOf(teacher))).days ?? [];
  expect(ofTeacher.flatMap(({ cancelled }) => cancelled.flatMap(({ teachers }) => teachers))).toHaveLength(1);
  const marked = (await events(hashOf(firstClass))).filter(({ TRANSP, UID = '' }) => TRANSP && UID.includes('T'));
  const [was] = planned.filter(({ UID }) => UID === marked[0]?.['UID']);
  expect(marked).toMatchObject([{ SEQUENCE: '1', STATUS: 'CONFIRMED', DTSTART: was?.['DTSTART'] ?? 'there was one' }]);
  expect(marked[0]?.['SUMMARY']).toMatch(/^✕ Cancelled: /);
  expect(marked[0]?.['DESCRIPTION']).toMatch(/^Trip; bring a hat, please\n/);
  expect(await problems()).toEqual([]);

  await change();
  const withdrawn = await records();
  expect(withdrawn.map(({ documents }) => documents?.my)).toEqual(before.map(({ documents }) => documents?.my));
  for (const [index, who] of everyone.entries()) {
    const now = await feed(hashOf(who));
    expect(saying(now)).toBe(saying(feeds[index] ?? ''));
    if (who === otherClass) expect(now).toBe(feeds[index]);
  }
  const again = (await events(hashOf(firstClass))).find(({ UID }) => UID === was?.['UID']);
  expect(again).toMatchObject({ SEQUENCE: '2', SUMMARY: was?.['SUMMARY'] ?? '' });
  expect(await problems()).toEqual([]);
});

test('a link may leave out what does not take place, and SQL may change that', async () => {
  const { change, hashOf, link, build, run, events, problems } = await school();
  const hiding = await link(firstClass);
  await run(`update link set cancelled = 'hide' where sha256 = '${hiding}'`);
  await build();
  expect(await events(hiding)).toEqual(await events(hashOf(firstClass)));
  await change({ lesson: firstLesson, cancelled: true });
  const lessons = async (hash: string) => (await events(hash)).filter(({ UID = '' }) => UID.includes('T')).length;
  const [shown, hidden] = [await lessons(hashOf(firstClass)), await lessons(hiding)];
  expect(hidden).toBe(shown - 1);
  expect(await problems()).toEqual([]);
  await run(`update link set cancelled = 'show' where sha256 = '${hiding}'`);
  await build();
  expect(await lessons(hiding)).toBe(shown);
  await expect(run("select create_link('north', 'class', 'entity-cls_1', null, null, 'gone')")).rejects.toThrow(
    'create_link: cancelled is show or hide',
  );
});

test('a substitute who is in no version has the lesson, and whoever is replaced finds it', async () => {
  const { change, hashOf, link, build, run, events, my } = await school();
  await run("insert into teacher (organisation_id, id, name, short_name) values ('north', 'sub', 'Sue Ub', 'SUB')");
  const substitute = await link({ kind: 'teacher', entityId: 'sub' });
  await build();
  expect((await my(substitute)).entity.name).toBe('');
  await change({ lesson: firstLesson, teachers: ['sub'] });
  expect(await my(substitute)).toMatchObject({
    entity: { name: 'Sue Ub' },
    timetables: [],
    days: [{ date: monday, lessons: [{ teachers: [{ name: 'Sue Ub' }], original: { teachers: [] } }] }],
  });
  expect((await events(substitute)).filter(({ UID = '' }) => UID.includes('T'))).toHaveLength(1);
  const replaced = (await events(hashOf(teacher))).filter(({ TRANSP, UID = '' }) => TRANSP && UID.includes('T'));
  expect(replaced).toMatchObject([{ TRANSP: 'TRANSPARENT', SEQUENCE: '1' }]);
  expect(replaced[0]?.['SUMMARY']).toMatch(/^✕ Substituted: /);
  // Who has no lesson more has no name more, as before.
  await change();
  expect(await my(substitute)).toMatchObject({ entity: { name: '' }, days: [] });
});

test('whom the organisation does not show is in no byte of what is published, nor in the audit', async () => {
  const { change, run, folder, database, hashOf, my } = await school();
  await run("update organisation set teachers_in_changes_keys = 'none', teachers_in_changes_links = 'none'");
  await change(
    { lesson: firstLesson, teachers: ['Planted Substitute'] },
    { lesson: { startTime: '06:00' }, teachers: ['Planted in an orphan'] },
  );
  expect((await my(hashOf(firstClass))).days).toMatchObject([{ lessons: [{ teachers: [], changed: ['teachers'] }] }]);
  const files = publishedTexts(folder);
  expect(files.filter(({ text }) => text.includes('BEGIN:VCALENDAR')).length).toBeGreaterThan(4);
  expect(files.filter(({ text }) => text.includes('Planted'))).toEqual([]);
  const { rows } = await sql<{ entry: string }>`select audit::text as entry from audit`.execute(database);
  expect(rows.filter(({ entry }) => entry.includes('Planted'))).toEqual([]);
});

test('when the week is over its changes leave feeds, documents and the files behind them', async () => {
  const { change, feed, my, hashOf, clock, build, folder, store, records } = await school();
  await change({ lesson: firstLesson, rooms: ['Planted room'] });
  expect(await feed(hashOf(firstClass))).toContain('Planted room');
  // At midnight nothing is written.
  const before = await records();
  clock.now += day;
  await build();
  expect(await records()).toEqual(before);
  clock.now += 6 * day;
  await build();
  for (const who of everyone) {
    expect(await feed(hashOf(who))).not.toContain('Planted');
    expect((await my(hashOf(who))).days).toEqual([]);
  }
  await removeGarbage(store, id, Date.now() + day);
  const left = glob
    .sync('**/{ical_,my_}*', { cwd: folder, absolute: true })
    .filter((path) => !/\.(gz|br)$/.test(path) && String(readFileSync(path)).includes('Planted'));
  expect(left).toEqual([]);
});
