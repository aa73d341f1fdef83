// The calendar and the weeks of an organisation, published by the library's publisher from a source in memory.

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { build } from '../../src/publish/engine/build.ts';
import { publishDerived, publishDocuments } from '../../src/publish/engine/publish-organisation.ts';
import { libraryPort } from '../../src/publish/library/library-port.ts';
import { createEnginePublisher } from '../../src/publish/publisher.ts';
import { derivedFiles } from '../../src/snapshot/derived-files.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { memorySource } from '../support/memory-source.ts';
import { readPointer, validate } from '../support/published-school.ts';
import { findRecordPath, readRecord } from '../support/record-places.ts';
import { derivedOf, november, readCalendarData, readWeek, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { isAt, steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = org('school');
const hour = 3_600_000;
const day = 24 * hour;
const allWeeks = ['2026-W48', '2026-W49', '2026-W50', '2026-W51', '2026-W52', '2026-W53'];

/** A school with one version and a calendar, and a publisher with a clock, into a new folder. */
async function school({ calendar = smallCalendar(), tzdata = '2025c' }: Setup = {}) {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  source.add('school', [publishedTimetable('v1')]);
  source.change('school', (organisation) => {
    organisation.calendar = calendar;
  });
  const clock = { now: november };
  const into = (store: Store, release = tzdata) => {
    const now = () => clock.now;
    return createEnginePublisher(
      { store, validate, now, tzdata: release },
      libraryPort({ store, source, validate, now, poll: () => 5 }),
    );
  };
  const store = folderStore(folder);
  const publisher = into(store);
  return {
    ...{ source, folder, store, clock, into, publisher },
    build: () => build(publisher, 'due'),
    setCalendar: (changed: Calendar | null) =>
      source.change('school', (organisation) => {
        organisation.calendar = changed;
      }),
    edit: (description: string) =>
      source.change('school', ({ documents }) =>
        documents.set('v1', { document: publishedTimetable('v1', { orgId: 'school', description }) }),
      ),
    record: async () => {
      const path = (await findRecordPath(store, 'school')) ?? '';
      return Buffer.from((await store.read(path)) ?? []).toString();
    },
    derived: () => derivedOf(folder, 'school'),
    days: () => readRecord(folder, 'school').days,
    week: (name = '2026-W48') => readWeek(folder, 'school', name),
    calendar: () => readCalendarData(folder, 'school'),
  };
}
type Setup = { calendar?: Calendar | null; tzdata?: string };
type School = Awaited<ReturnType<typeof school>>;

/** Fails unless the record names files that are whole. */
async function expectWhole({ store, derived, folder }: School): Promise<void> {
  const shown = derived();
  if (shown === undefined) throw new Error('there is no calendar');
  for (const [name, file] of derivedFiles(shown))
    for (const encoding of encodingNames)
      expect((await store.read(paths.file(id, name, file.hash, encoding)))?.length).toBe(file[encoding].bytes);
  const { generation } = readCalendarData(folder, 'school');
  for (const week of Object.keys(shown.weeks)) expect(readWeek(folder, 'school', week).generation).toBe(generation);
  expect(generation).toBe(shown.generation);
}

test('a build publishes the calendar and six weeks of each organisation that has a calendar, after its documents', async () => {
  const each = await school();
  each.source.add('other', [publishedTimetable('v1')]);
  const report = await each.build();
  expect(report.failures).toEqual([]);
  expect(report.derived.toSorted((one, other) => (one.organisationId < other.organisationId ? -1 : 1))).toMatchObject([
    { organisationId: 'other', generation: null, written: ['changes'] },
    { organisationId: 'school', generation: 1, written: ['days', 'calendar', ...allWeeks, 'changes'] },
  ]);
  expect(each.derived()).toMatchObject({
    generation: 1,
    validFrom: '2026-11-22T23:00:00.000Z',
    validUntil: '2026-11-29T23:00:00.000Z',
    tzdata: '2025c',
    replaced: [],
  });
  expect(Object.keys(each.derived()?.weeks ?? {})).toEqual(allWeeks);
  expect(validate('published-calendar', each.calendar())).toMatchObject({ valid: true });
  expect(each.calendar()).toMatchObject({
    orgId: 'school',
    generation: 1,
    firstDay: 20261001,
    lastDay: 20270625,
    tzdata: '2025c',
  });
  expect(validate('week', each.week())).toMatchObject({ valid: true });
  expect(each.week()).toMatchObject({
    week: '2026-W48',
    lessons: [{ date: 20261123, timetableId: 'v1' }, { date: 20261123 }],
  });
  expect(derivedOf(each.folder, 'other')).toBeUndefined();
  await expectWhole(each);
});

test('a build that finds nothing changed writes nothing', async () => {
  const each = await school();
  await each.build();
  const [record, files] = [await each.record(), await each.store.list(paths.files(id))];
  for (const wait of [0, hour]) {
    each.clock.now = november + wait;
    expect((await each.build()).derived).toEqual([]);
    expect((await build(each.into(each.store), 'due')).derived).toEqual([]);
  }
  expect(await each.record()).toBe(record);
  expect(await each.store.list(paths.files(id))).toEqual(files);
});

test('a changed calendar is published, and what it replaces is named for those who still read it', async () => {
  const each = await school();
  await each.build();
  const before = each.derived();
  each.setCalendar(smallCalendar({ exceptions: [{ date: 20261123, name: 'Flood', kind: 'closed' }] }));
  expect((await each.build()).derived).toMatchObject([
    { written: ['days', 'calendar', '2026-W48', '2026-W50', 'changes'] },
  ]);
  expect(each.week().lessons).toEqual([]);
  const at = new Date(november).toISOString();
  const gone = ['calendar', '2026-W48', '2026-W50'];
  expect(each.derived()?.replaced).toEqual(
    derivedFiles(before ?? Object(null))
      .filter(([name]) => gone.includes(name))
      .map(([name, { hash }]) => ({ name, hash, at })),
  );
  await expectWhole(each);
});

test('at midnight at the school the days move on, and nothing else', async () => {
  const each = await school();
  await each.build();
  const shown = () => Object.keys(each.days()?.days ?? {});
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([16, '2026-11-23', '2026-12-08']);
  const midnight = Date.parse(each.days()?.validUntil ?? '');
  each.clock.now = midnight - 1;
  expect((await each.build()).derived).toEqual([]);
  each.clock.now = midnight;
  expect((await each.build()).derived).toMatchObject([{ written: ['days'] }]);
  expect([shown()[0], shown().at(-1)]).toEqual(['2026-11-23', '2026-12-09']);
  expect(each.days()?.replaced).toMatchObject([{ name: 'days' }]);
});

const newYear = [...allWeeks.slice(1), '2027-W01'];

test.each<[string, number, number, string[]]>([
  ['on Monday', 5 * day + 15 * hour, 20261001, newYear],
  ['on the first of the month', 6 * day + 15 * hour, 20261101, newYear],
  ['when the clock was set back', -7 * day, 20261001, ['2026-W47', ...allWeeks.slice(0, 5)]],
])('%s at the school other weeks are published, though nothing changed', async (_, later, firstDay, weeks) => {
  const each = await school();
  await each.build();
  each.clock.now = november + later;
  const { derived, organisations } = await each.build();
  expect(derived).toHaveLength(1);
  expect(organisations[0]?.written ?? []).toEqual([]);
  expect(Object.keys(each.derived()?.weeks ?? {})).toEqual(weeks);
  expect(each.calendar().firstDay).toBe(firstDay);
  expect(await each.build()).toMatchObject({ derived: [] });
  await expectWhole(each);
});

test('what is derived step by step is what a full build makes of the same', async () => {
  const each = await school();
  await each.build();
  each.edit('First');
  await each.build();
  each.clock.now += 14 * day;
  each.setCalendar(smallCalendar({ schoolDays: [1, 2, 3, 4] }));
  await each.build();
  each.source.change('school', ({ documents }) =>
    documents.set('v2', { document: publishedTimetable('v2', { orgId: 'school', groupId: 'other' }) }),
  );
  await each.build();
  const { publishedAt: _, fence: __, replaced: ___, ...shown } = each.derived() ?? Object(null);
  const files = new Map(
    await Promise.all(
      derivedFiles(shown).map(
        async ([name, { hash }]) => [name, await each.store.read(paths.file(id, name, hash, 'br'))] as const,
      ),
    ),
  );
  for (const file of await each.store.list(paths.files(id)))
    if (/\/(calendar|days|\d{4}-W\d\d)\./.test(file.path)) await each.store.remove([file.path]);
  expect((await build(each.into(each.store), 'everything')).derived).toMatchObject([
    { written: ['days', ...files.keys()] },
  ]);
  expect(each.derived()).toMatchObject(shown);
  for (const [name, { hash }] of derivedFiles(shown))
    expect(await each.store.read(paths.file(id, name, hash, 'br'))).toEqual(files.get(name));
});

test('a version that is withheld keeps the lessons of its last good form', async () => {
  const each = await school();
  await each.build();
  const { lessons } = each.week();
  each.source.change('school', ({ documents }) =>
    documents.set('v1', { document: { ...publishedTimetable('v1', { orgId: 'school' }), lessonUnits: 'none' } }),
  );
  expect((await each.build()).organisations).toMatchObject([{ withheld: [{ versionId: 'v1' }] }]);
  expect(each.week().lessons).toEqual(lessons);
});

test.each<[string, unknown, string]>([
  ['has an unknown time zone', smallCalendar({ timeZone: 'Europe/Atlantis' }), '$.timeZone'],
  [
    'has a term that ends before it begins',
    smallCalendar({ terms: [{ id: 't', name: 'T', firstDay: 20261001, lastDay: 20260901 }] }),
    '$.terms[0]',
  ],
  ['breaks its schema', { ...smallCalendar(), counting: 'moons' }, '$.counting'],
  ['has a date that does not exist', smallCalendar({ anchors: [{ date: 20260230, week: 1 }] }), '$.anchors[0].date'],
])('a calendar that %s fails with the reason, and the last good one stays', async (_, broken, path) => {
  const each = await school();
  await each.build();
  const record = each.derived();
  each.setCalendar(broken as Calendar);
  each.edit('Published all the same');
  const { failures, organisations } = await each.build();
  expect(failures).toMatchObject([{ organisationId: 'school', work: 'derived' }]);
  expect(String(failures[0]?.error)).toContain(path);
  expect(String(failures[0]?.error)).toContain('the calendar of organisation school');
  expect(organisations).toMatchObject([{ generation: 2, written: ['v1'] }]);
  expect(each.derived()).toEqual(record);
  const { attention } = await each.publisher.port.readState(50);
  expect(attention).toMatchObject({ count: 1, first: [{ organisationId: 'school', failures: 1 }] });
  each.setCalendar(smallCalendar());
  expect((await each.build()).derived).toMatchObject([{ generation: 2 }]);
  expect((await each.publisher.port.readState(50)).attention.count).toBe(0);
});

test('a source whose calendar is undefined, or throws, removes nothing', async () => {
  const each = await school();
  await each.build();
  const record = await each.record();
  each.setCalendar(undefined as unknown as null);
  const { failures } = await each.build();
  expect(String(failures[0]?.error)).toContain('must be an object, or null for none');
  expect(JSON.parse(await each.record()).derived).toEqual(JSON.parse(record).derived);
});

test('without its calendar, the record has the bytes of an organisation that never had one', async () => {
  const each = await school({ calendar: null });
  await each.build();
  const without = JSON.parse(await each.record());
  each.setCalendar(smallCalendar());
  await each.build();
  each.setCalendar(null);
  expect((await each.build()).derived).toMatchObject([{ generation: null, written: ['changes'] }]);
  const { access, pointer, changes: _, ...rest } = JSON.parse(await each.record());
  expect([{ ...access, fence: 0 }, { ...pointer, fence: 0 }, rest]).toEqual([
    { ...without.access, fence: 0 },
    { ...without.pointer, fence: 0 },
    { formatVersion: without.formatVersion, handle: without.handle, organisationId: 'school' },
  ]);
  expect((await each.build()).derived).toEqual([]);
});

test('other time-zone data makes it due again', async () => {
  const each = await school();
  await each.build();
  const newer = each.into(each.store, '2026b');
  expect((await build(newer, 'due')).derived).toMatchObject([{ written: ['calendar'] }]);
  expect([each.derived()?.tzdata, each.calendar().tzdata]).toEqual(['2026b', '2026b']);
});

test('documents that are published meanwhile do not stop it, and are followed next', async () => {
  const each = await school();
  let isFirst = true;
  const during = steppingStore(each.store, async ({ path }, moment) => {
    if (moment === 'after' || !path.includes('/2026-W50.') || !isFirst) return;
    isFirst = false;
    each.edit('Meanwhile');
    await publishDocuments(each.publisher, id);
  });
  await build(each.publisher, new Map([[id, { what: 'due' }]]));
  each.setCalendar(smallCalendar({ exceptions: [] }));
  expect((await publishDerived(each.into(during), id)).state).toBe('done');
  expect([readPointer(each.folder, 'school').generation, each.derived()?.generation]).toEqual([2, 1]);
  await expectWhole(each);
  expect((await each.build()).derived).toMatchObject([{ generation: 2 }]);
  await expectWhole(each);
});

test('a publication that is cut off at any step leaves the old calendar or the new one, whole, and the next one finishes it', async () => {
  const each = await school();
  await each.build();
  class Killed extends Error {}
  let steps = 0;
  for (let number = 1; number < 200; number++) {
    const date = number % 2 === 0 ? 20261123 : 20261130;
    each.setCalendar(smallCalendar({ exceptions: [{ date, name: `Fair ${number}`, kind: 'closed' }] }));
    const names = () => each.calendar().exceptions.map(({ name }) => name);
    let dead = false;
    const dying = steppingStore(each.store, (step) => {
      dead ||= isAt(step, number);
      if (dead) throw new Killed();
    });
    const attempt = await publishDerived(each.into(dying), id).catch((error: unknown) => error);
    if (!(attempt instanceof Killed)) break;
    steps = number;
    await expectWhole(each);
    expect(names()).not.toEqual([`Fair ${number}`]);
    await each.build();
    expect(names()).toEqual([`Fair ${number}`]);
    await expectWhole(each);
  }
  // The calendar and at least one week in three encodings, and the record.
  expect(steps).toBeGreaterThanOrEqual(7);
});

test('of two publishers at once, the one with the older calendar gives up', async () => {
  const each = await school();
  await each.build();
  const late = each.into(
    steppingStore(each.store, async ({ action }, moment) => {
      if (action !== 'replace' || moment === 'after') return;
      each.setCalendar(smallCalendar({ exceptions: [{ date: 20261124, name: 'Newer', kind: 'closed' }] }));
      await build(each.publisher, new Map([[id, { what: 'due' }]]));
    }),
  );
  each.setCalendar(smallCalendar({ exceptions: [{ date: 20261124, name: 'Older', kind: 'closed' }] }));
  await publishDerived(late, id).catch(() => {});
  expect(each.calendar().exceptions.map(({ name }) => name)).toEqual(['Newer']);
  await expectWhole(each);
});

test.each<[string, number]>([
  ['before it had a calendar', 0],
  ['before its documents were published anew', 1],
  ['before its calendar was published anew', 2],
])('a record that is read once as it was %s leaves nothing behind', async (_, which) => {
  const each = await school({ calendar: null });
  await each.build();
  const path = (await findRecordPath(each.store, 'school')) ?? '';
  const older = [await each.store.read(path)];
  each.setCalendar(smallCalendar());
  await each.build();
  older.push(await each.store.read(path));
  each.edit('Anew');
  await each.build();
  older.push(await each.store.read(path));
  each.setCalendar(smallCalendar({ exceptions: [] }));
  await each.build();

  for (const calendar of [smallCalendar({ schoolDays: [1] }), null]) {
    each.setCalendar(calendar);
    let lies = 0;
    const lying: Store = {
      ...each.store,
      read: async (read) => (read === path && lies++ === 0 ? (older[which] ?? null) : each.store.read(read)),
    };
    await publishDerived(each.into(lying), id).catch(() => {});
    expect(lies).toBeGreaterThan(0);
    await each.build();
    expect(each.derived()?.generation).toBe(calendar === null ? undefined : 2);
    if (calendar !== null) expect(each.calendar().schoolDays).toEqual([1]);
  }
});

test('a published document that is damaged fails it with the way to repair it, and the last good calendar stays', async () => {
  const each = await school();
  await each.build();
  const before = each.derived();
  const file = readPointer(each.folder, 'school').timetables['v1'];
  const path = paths.file(id, 'v1', file?.hash ?? '', 'identity');
  await each.store.write([{ path, bytes: Buffer.from('{"success":true') }]);
  each.setCalendar(smallCalendar({ exceptions: [] }));
  const { failures } = await each.build();
  expect(String(failures[0]?.error)).toMatch(/file of v1 of organisation school is missing or damaged.*--full/);
  expect(each.derived()).toEqual(before);
  expect((await build(each.publisher, 'everything')).failures).toEqual([]);
  expect(each.calendar().exceptions).toEqual([]);
});

test('a full build writes damaged files of a calendar again', async () => {
  const each = await school();
  await each.build();
  const { calendar } = each.derived() ?? Object(null);
  await each.store.remove([paths.file(id, 'calendar', calendar.hash, 'gzip')]);
  expect((await build(each.publisher, 'everything')).derived).toMatchObject([{ written: ['calendar'] }]);
  await expectWhole(each);
});

test('when the organisation is deleted, everything is removed', async () => {
  const each = await school();
  await each.build();
  each.source.organisations.delete('school');
  expect((await each.build()).deleted).toEqual(['school']);
  expect(await each.store.list(paths.organisation(id))).toEqual([]);
  expect(await each.store.listNames(paths.records)).toEqual([]);
});
