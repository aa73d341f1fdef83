// `calendar import`, `export`, `show` and `remove`: an export gives back what was imported, byte by byte; a file that is wrong
// in anything is refused whole, with each problem and its path; and the days are shown as the calendar says.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isZoneDataOld } from '../../src/calendar/time/zone-changes.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { importCalendar } from '../../src/database/calendar/import-calendar.ts';
import { readCalendar } from '../../src/database/calendar/read-calendar.ts';
import { checkTimeZones } from '../../src/doctor/check-time-zones.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { loadSchool, validate } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
});
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await bindTestStore(open, join(folder, 'out'));
  await loadSchool(open.database, 'north', [
    publishedTimetable('north-v1', { groupId: 'north-g', orgId: 'north', effectiveFrom: 20260810 }),
  ]);
  await sql`truncate pending_change, changed_version`.execute(open.database);
});

const environment = () => commandEnvironment(open, join(folder, 'out'));
const run = (line: string) => runHere(line, environment());
const calendarFile = () => join(folder, 'calendar.json');
async function importText(text: string | Uint8Array) {
  await writeFile(calendarFile(), text);
  return run(`calendar import --organisation north ${calendarFile()}`);
}
const exported = async () => (await runLine('calendar export --organisation north', environment())).stdout;

const calendar: Calendar = {
  timeZone: 'Europe/Copenhagen',
  schoolDays: [1, 2, 3, 4, 5],
  terms: [{ id: 't1', name: 'Autumn', firstDay: 20260810, lastDay: 20261218 }],
  closures: [{ id: 'c1', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016, classEntityIds: null }],
  counting: 'calendarWeeks',
  anchors: [{ date: 20260810, week: 1 }],
  exceptions: [
    { date: 20261210, name: 'Christmas fair', kind: 'closed' },
    { date: 20261128, name: 'Make-up Saturday', kind: 'runs', like: { week: 1, dayOfWeek: 3 }, countsInCycle: false },
    {
      date: 20261211,
      name: 'Short day',
      kind: 'bells',
      periods: [{ periodIndex: 0, startTime: '08:00', endTime: '08:30' }],
    },
    { date: 20261127, name: 'Excursion', kind: 'closed', classEntityIds: ['entity-cls_1'] },
  ],
};

describe('import and export', () => {
  const text = JSON.stringify(calendar);

  test.each([
    ['in one line', text],
    ['with two spaces', JSON.stringify(calendar, null, 2)],
    ['with tabs, and lines of Windows', JSON.stringify(calendar, null, '\t').replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\u{feff}${text}\n`],
    ['with fields in another order', JSON.stringify(Object.fromEntries(Object.entries(calendar).toReversed()))],
    ['of the least', '{"schoolDays":[7,1],"counting":"schoolWeeks","timeZone":"Asia/Kathmandu"}\n\n'],
    ['with escapes and characters of four bytes', text.replace('Autumn"', '\\u0041utumn 🍂"')],
    ['with the defaults written out', text.replace('"kind":"closed"', '"kind":"closed","classEntityIds":null')],
  ])('gives back the bytes of a file %s', async (_, file) => {
    expect(await importText(file)).toMatchObject({ code: 0, stderr: '' });
    expect(await exported()).toBe(file);
    expect(await importText(file)).toMatchObject({ code: 0, stdout: expect.stringContaining('is unchanged') });
  });

  test('replaces the calendar before, and enqueues it once', async () => {
    await importText(text);
    await importText(
      JSON.stringify({ ...calendar, terms: [], closures: [], exceptions: calendar.exceptions?.slice(1) }),
    );
    expect(await readCalendar(open.database, 'north')).toMatchObject({
      terms: [],
      closures: [],
      exceptions: [{ date: 20261128 }, { date: 20261211 }, { date: 20261127 }],
    });
    const entries = await open.database
      .selectFrom('pending_change')
      .select(['organisation_id', 'what'])
      .orderBy('what')
      .execute();
    const both = ['calendar', 'days'].flatMap((what) => Array(2).fill({ organisation_id: 'north', what }));
    expect(entries).toEqual(both);
  });

  test('once the rows say something else, the export says what they say, in the order of the fields', async () => {
    await importText(text);
    await sql`update calendar_term set name = 'Winter'`.execute(open.database);
    await sql`insert into calendar_anchor (organisation_id, date, week) values ('north', 20270104, 1)`.execute(
      open.database,
    );
    const [changed, ...others] = calendar.terms ?? [];
    const exceptions = calendar.exceptions?.map(({ classEntityIds = null, ...exception }) => ({
      ...exception,
      classEntityIds,
    }));
    const now = {
      ...calendar,
      terms: [{ ...changed, name: 'Winter' }, ...others],
      anchors: [...(calendar.anchors ?? []), { date: 20270104, week: 1 }],
      exceptions,
    };
    const after = await exported();
    // The anchor without a position of its own has that of the first.
    expect(JSON.parse(after)).toEqual(now);
    expect(after).toMatch(/^\{\n {2}"timeZone": .*\n\}\n$/s);
    expect(Object.keys(JSON.parse(after))).toEqual([
      ...['timeZone', 'schoolDays', 'terms', 'closures', 'counting', 'anchors', 'exceptions'],
    ]);
    await importText(after);
    expect(await exported()).toBe(after);
  });

  test('from standard input', async () => {
    const imported = await runLine('calendar import --organisation north -', environment(), text);
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('standard input: imported the calendar'),
    });
    expect(await exported()).toBe(text);
  });

  test('of any calendar that is taken: what is read is what was stored', async () => {
    const day = fc
      .integer({ min: 0, max: 300 })
      .map((days) =>
        Number(new Date(Date.UTC(2026, 7, 10) + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')),
      );
    const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const classes = fc.option(fc.uniqueArray(fc.constantFrom('7a', '7b', '7c'), { minLength: 1 }));
    const exception = fc.oneof(
      fc.record({ date: day, name, kind: fc.constant('closed' as const), classEntityIds: classes }),
      fc.record({
        date: day,
        name,
        kind: fc.constant('runs' as const),
        like: fc.record(
          { week: fc.constantFrom(1), dayOfWeek: fc.integer({ min: 1, max: 7 }) },
          { requiredKeys: ['dayOfWeek'] },
        ),
        countsInCycle: fc.boolean(),
        classEntityIds: classes,
      }),
    );
    const calendars = fc.record({
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York'),
      schoolDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
      terms: fc.uniqueArray(
        fc.record({ id: fc.constantFrom('a', 'b', 'c'), name, firstDay: day, lastDay: fc.constant(20270831) }),
        { selector: ({ id }) => id },
      ),
      closures: fc.uniqueArray(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c'),
          name,
          firstDay: day,
          lastDay: fc.constant(20270831),
          classEntityIds: classes,
        }),
        { selector: ({ id }) => id },
      ),
      counting: fc.constantFrom('calendarWeeks' as const, 'schoolWeeks' as const),
      anchors: fc.uniqueArray(fc.record({ date: day, week: fc.constant(1) }), { selector: ({ date }) => date }),
      exceptions: fc.uniqueArray(exception, { selector: ({ date }) => date }),
    });
    await fc.assert(
      fc.asyncProperty(calendars, async (generated) => {
        const { outcome } = await importCalendar(
          open.database,
          validate,
          'north',
          Buffer.from(JSON.stringify(generated)),
        );
        expect(outcome).toBe('imported');
        expect(await readCalendar(open.database, 'north')).toEqual(generated);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a file that is wrong is refused whole, with exit code 1', () => {
  const wrong = (change: (draft: Record<string, unknown>) => void) => {
    const draft = structuredClone<Record<string, unknown>>({ ...calendar });
    change(draft);
    return JSON.stringify(draft);
  };
  const exceptions = (...list: unknown[]) => wrong((draft) => Object.assign(draft, { exceptions: list }));
  const closed = { date: 20261224, name: 'Eve', kind: 'closed' };

  test.each<[string, string | Uint8Array, string[]]>([
    ['nothing', '', ['it is not JSON']],
    ['no JSON', '{"timeZone": ', ['it is not JSON']],
    ['no UTF-8', Buffer.from([0x7b, 0xff]), ['it is not UTF-8: byte 1']],
    ['a list', '[]', ['$  ']],
    ['more than four megabytes', `{"x": "${'x'.repeat(4 * 1024 * 1024)}"}`, ['is larger than the maximum of 4 MB']],
    ['too deep', '['.repeat(10_000) + ']'.repeat(10_000), ['nested more than']],
    ['no time zone', wrong((draft) => Reflect.deleteProperty(draft, 'timeZone')), ['timeZone']],
    [
      'an unknown time zone',
      wrong((draft) => Object.assign(draft, { timeZone: 'Europe/Atlantis' })),
      ['$.timeZone  Europe/Atlantis is not a time zone'],
    ],
    ['a field that nobody knows', wrong((draft) => Object.assign(draft, { holidays: [] })), ['holidays']],
    [
      'a day that does not exist',
      wrong((draft) => Object.assign(draft, { anchors: [{ date: 20270229, week: 1 }] })),
      ['$.anchors[0].date'],
    ],
    [
      'a term that ends before it starts',
      wrong((draft) =>
        Object.assign(draft, { terms: [{ id: 't', name: 'T', firstDay: 20261218, lastDay: 20260810 }] }),
      ),
      ['$.terms[0].lastDay'],
    ],
    [
      'an anchor outside every cycle',
      wrong((draft) => Object.assign(draft, { anchors: [{ date: 20260810, week: 3 }] })),
      ['$.anchors[0].week'],
    ],
    [
      'an anchor of a day where weeks are counted',
      wrong((draft) => Object.assign(draft, { anchors: [{ date: 20260810, day: 1 }] })),
      ['$.anchors[0].week', '$.anchors[0].day'],
    ],
    [
      'two exceptions for everybody on a date',
      exceptions(closed, { ...closed, name: 'Again' }),
      ['$.exceptions[1].date'],
    ],
    [
      'two exceptions of a class on a date',
      exceptions({ ...closed, classEntityIds: ['7a', '7b'] }, { ...closed, classEntityIds: ['7b'] }),
      ['$.exceptions[1].classEntityIds[0]'],
    ],
    ['text that PostgreSQL cannot store', exceptions({ ...closed, name: 'a\0b' }), ['$.exceptions[0].name']],
    ['half a character', JSON.stringify(calendar).replace('Short day', '\\ud83d'), ['$.exceptions[2].name']],
    [
      'several mistakes',
      wrong((draft) =>
        Object.assign(draft, {
          timeZone: 'Mars',
          terms: [{ id: 't', name: 'T', firstDay: 20261218, lastDay: 20260810 }],
        }),
      ),
      ['$.timeZone', '$.terms[0].lastDay', '2 problems'],
    ],
  ])('%s', async (_, text, said) => {
    await importText(JSON.stringify({ ...calendar, closures: [] }));
    const before = await dumpTables(open.database);
    const { code, stdout, stderr } = await importText(text);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: nothing was imported\n' });
    for (const part of said) expect(stdout).toContain(part);
    expect(await dumpTables(open.database)).toEqual(before);
  });

  test('a file that is not there', async () => {
    expect(await run('calendar import --organisation north /nowhere/calendar.json')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not imported, it cannot be read'),
    });
  });
});

test.each([
  'import --organisation west x.json',
  'export --organisation west',
  'show --organisation west',
  'remove --organisation west',
])('an organisation that does not exist: calendar %s', async (line) => {
  expect(await run(`calendar ${line}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there is no organisation west'),
  });
});

test.each(['export', 'show', 'remove'])('an organisation without a calendar: calendar %s', async (subcommand) => {
  expect(await run(`calendar ${subcommand} --organisation north`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('organisation north has no calendar'),
  });
});

test('a calendar is removed, which is enqueued', async () => {
  await importText(JSON.stringify(calendar));
  await sql`truncate pending_change`.execute(open.database);
  expect(await run('calendar remove --organisation north')).toMatchObject({ code: 0 });
  expect(await readCalendar(open.database, 'north')).toBeNull();
  const queued = open.database.selectFrom('pending_change').select(['what', 'subject']);
  expect(await queued.orderBy('what').orderBy('subject').execute()).toEqual([
    { what: 'calendar', subject: 'removed' }, // on purpose, so that it needs no approval
    { what: 'calendar', subject: null },
    { what: 'days', subject: null },
  ]);
});

describe('show', () => {
  beforeEach(() => importText(JSON.stringify(calendar)));

  test('says for each day whether there is school, or why not', async () => {
    const { code, stdout } = await run('calendar show --organisation north --from 2026-11-26 --to 2026-11-30');
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      expect.stringMatching(/^DATE +WEEKDAY +SCHOOL +CYCLE +BELLS$/),
      expect.stringMatching(/^2026-11-26 +Thursday +yes\b/),
      expect.stringMatching(/^2026-11-27 +Friday +yes\b/),
      expect.stringMatching(/^ +entity-cls_1: no: Excursion$/),
      expect.stringMatching(/^2026-11-28 +Saturday +yes: Make-up Saturday +as on Wednesday\b/),
      expect.stringMatching(/^2026-11-29 +Sunday +no: no school on this weekday$/),
      expect.stringMatching(/^2026-11-30 +Monday +yes\b/),
      '',
      'Dates are those of Europe/Copenhagen.',
      '',
    ]);
    const december = (await run('calendar show --organisation north --from 20261210 --to 20261219')).stdout;
    expect(december).toMatch(/2026-12-10 +Thursday +no: Christmas fair\n/);
    expect(december).toMatch(/2026-12-11 +Friday +yes: Short day +08:00-08:30\n/);
    expect(december).toMatch(/2026-12-19 +Saturday +no: outside every term\n/);
  });

  test('with --json, the days in the form of Get Calendar', async () => {
    const { stdout } = await run('calendar show --organisation north --from 2026-10-09 --to 2026-10-12 --json');
    expect(JSON.parse(stdout)).toMatchObject({
      timeZone: 'Europe/Copenhagen',
      firstDay: 20261009,
      lastDay: 20261012,
      days: [
        { date: 20261009, isSchoolDay: true, timetables: [{ timetableId: 'north-v1', dayOfWeek: 5 }] },
        { date: 20261010, isSchoolDay: false, timetables: [] },
        { date: 20261011, isSchoolDay: false, timetables: [] },
        { date: 20261012, isSchoolDay: false, name: 'Autumn break', timetables: [] },
      ],
      why: { 20261009: null, 20261010: 'weekday', 20261012: 'closure' },
    });
  });

  test('four weeks from today, or from the first day', async () => {
    const days = async (options: string) =>
      JSON.parse((await run(`calendar show ${options}--organisation north --json`)).stdout).days;
    expect(await days('')).toHaveLength(28);
    expect((await days('--from 2026-12-01 ')).at(-1)).toMatchObject({ date: 20261228 });
    expect((await days('--to 2026-12-28 ')).at(0)).toMatchObject({ date: 20261201 });
  });

  test.each([
    ['--from 2026-02-30', /It is not a date/],
    ['--from tomorrow', /It is not a date/],
    ['--to 1812-01-01', /The year must be/],
    ['--from 2026-12-01 --to 2026-11-01', /--to 20261101 is before --from 20261201/],
    ['--from 2026-01-01 --to 2031-01-01', /more than 1100 days/],
  ])('a range that is none is refused: %s', async (range, sentence) => {
    const { code, stderr } = await run(`calendar show --organisation north ${range}`);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  test('rows that are no calendar are told', async () => {
    await sql`update calendar set time_zone = 'Europe/Atlantis'`.execute(open.database);
    expect(await run('calendar show --organisation north')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /the calendar of organisation north cannot be followed, .*: \$\.timeZone Europe\/Atlantis/,
      ),
    });
  });
});

test('an import warns of what looks wrong, and stores it', async () => {
  const terms = [
    { id: 'a', name: 'Autumn', firstDay: 20990810, lastDay: 20991218 },
    { id: 'b', name: 'Spring', firstDay: 20991201, lastDay: 21000618 },
  ];
  const { code, stdout } = await importText(JSON.stringify({ ...calendar, terms }));
  expect(code).toBe(0);
  expect(stdout).toMatch(/warning.*\$\.terms\[1\]\.firstDay {2}the term begins before Autumn is over/s);
  expect(await readFile(calendarFile(), 'utf8')).toBe(await exported());
});

describe('what is wrong is told', () => {
  test('by status, of one organisation', async () => {
    await importText(JSON.stringify({ ...calendar, timeZone: 'America/Havana' }));
    const status = async () => (await run('status --organisation north')).stdout;
    if (isZoneDataOld('America/Havana', process.versions['tz'] ?? ''))
      expect(await status()).toMatch(
        /north: the calendar has warnings\n {2}\$\.timeZone {2}times in America\/Havana need/,
      );
    await sql`insert into calendar_term (organisation_id, id, name, first_day, last_day)
      values ('north', 'late', 'Late', 20990101, 20990601), ('north', 'later', 'Later', 20990201, 20990701)`.execute(
      open.database,
    );
    expect(await status()).toMatch(/north: the calendar has warnings\n(?: {2}.*\n)* {2}\$\.terms\[\d\]\.firstDay/);
    await sql`update calendar set time_zone = 'Europe/Atlantis'`.execute(open.database);
    expect(await status()).toMatch(/north: the calendar is wrong, .*\n {2}\$\.timeZone {2}Europe\/Atlantis is not/);
    await sql`delete from calendar`.execute(open.database);
    expect(await status()).not.toContain('calendar');
  });

  test.each([
    [
      '2025c',
      'limited',
      /is 2025c, so times may be wrong by an hour: America\/Vancouver needs 2026b \(1 organisation\)$/,
    ],
    ['2026b', 'ok', /1 zone of calendars, all known by 2026b/],
    ['', 'limited', /is unknown/],
  ])('by doctor, of time-zone data %s', async (tzdata, outcome, found) => {
    await importText(JSON.stringify({ ...calendar, timeZone: 'America/Vancouver' }));
    expect(await checkTimeZones(open.database, tzdata)).toMatchObject({
      check: 'time zones',
      outcome,
      found: expect.stringMatching(found),
    });
  });
});
