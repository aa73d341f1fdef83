// What a file of day changes must hold before it is stored, what is stored of it, and what a date shows.

import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { replaceCalendar } from '../../../src/control/calendars/change-calendar.ts';
import { clearDays, importDays } from '../../../src/control/days/import-days.ts';
import { showDay } from '../../../src/control/days/show-day.ts';
import { NotFoundError } from '../../../src/errors.ts';
import { calendar, span, unit, version } from '../../calendar/small-school.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { useTestDatabase } from '../../support/test-database.ts';

const open = useTestDatabase();
const north = org('north');
const editor = {
  open,
  actor: { by: 'tester', via: 'command', from: 'test', adminId: null },
} as const;

/** A Monday to the next Sunday. */
const [monday, tuesday, saturday, sunday] = [20261123, 20261124, 20261128, 20261129] as const;

beforeAll(async () => {
  const plan = version('v1', { lessonUnits: [...span('s', 'd0', [0, 1]), unit('lu_t', 'd1', 2)] });
  await loadSchool(open.database, 'north', [plan]);
  await loadSchool(open.database, 'south', [{ ...plan, id: 'v2', groupId: 'g2' }]);
  const bytes = new TextEncoder().encode(JSON.stringify(calendar()));
  expect(await replaceCalendar(editor, validate, north, bytes)).toMatchObject({ outcome: 'imported' });
});
beforeEach(async () => {
  await sql.raw('truncate day_change, day_note, day_absence; truncate pending_change').execute(open.database);
});

const send = (document: object, options?: Parameters<typeof importDays>[4]) =>
  importDays(editor, validate, north, { from: monday, to: sunday, ...document }, options);
const change = (more: object, date: number = monday) => ({ ref: 'r', date, ...more });
const at = (startTime: string, more: object = {}) => ({ lesson: { startTime, ...more } });
const cancelled = change({ ...at('08:00'), cancelled: true });

describe('a file is refused whole', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...cancelled, ref: `${n}` }));

  test.each<[string, object, string, RegExp]>([
    ['an unknown field', { changes: [{ ...cancelled, reason: 'x' }] }, '$.changes[0]', /reason/],
    ['neither a lesson nor an addition', { changes: [change({})] }, '$.changes[0]', /exactly one/],
    [
      'both',
      { changes: [change({ ...at('08:00'), added: { kind: 'exam', startTime: '08:00', endTime: '09:00' } })] },
      '$.changes[0]',
      /exactly one/,
    ],
    [
      'a lesson without a time',
      { changes: [change({ lesson: { classes: ['7A'] } })] },
      '$.changes[0].lesson',
      /startTime/,
    ],
    [
      'an addition that is cancelled',
      { changes: [change({ added: { kind: 'exam', startTime: '08:00', endTime: '09:00' }, cancelled: true })] },
      '$.changes[0].cancelled',
      /planned lesson/,
    ],
    [
      'a date outside',
      { changes: [{ ...cancelled, date: 20261130 }] },
      '$.changes[0].date',
      /from 20261123 to 20261129/,
    ],
    ['a note outside', { notes: [{ date: 20261130, text: 'x' }] }, '$.notes[0].date', /from 20261123/],
    ['one ref twice', { changes: [cancelled, cancelled] }, '$.changes[1].ref', /another change of 20261123/],
    ['a range that ends before it begins', { to: 20261122 }, '$.to', /before from/],
    ['93 days', { to: 20270223 }, '$.to', /93 days.*92 is the maximum/],
    ['20,001 changes', { changes: many(20_001) }, '$.changes', /has 20001, and 20000 is the maximum/],
    [
      '2,001 notes',
      { notes: Array.from({ length: 2001 }, () => ({ date: monday, text: 'x' })) },
      '$.notes',
      /has 2001, and 2000 is the maximum/,
    ],
    [
      'a move of 93 days',
      { changes: [change({ ...at('08:00'), moveTo: { date: 20270224, startTime: '08:00', endTime: '08:45' } })] },
      '$.changes[0].moveTo.date',
      /more than 92 days/,
    ],
    ['a lesson that is not planned', { changes: [change(at('07:00'))] }, '$.changes[0].lesson', /no planned lesson/],
    [
      'a class that nobody knows',
      { changes: [change({ ...at('08:00'), classes: ['nobody'] })] },
      '$.changes[0].classes',
      /nobody knows/,
    ],
    [
      'a note for a class that nobody knows',
      { notes: [{ date: monday, text: 'x', classes: ['nobody'] }] },
      '$.notes[0].classes',
      /nobody knows/,
    ],
    [
      'a lesson that moves to a closed day',
      { changes: [change({ ...at('08:00'), moveTo: { date: saturday, startTime: '08:00', endTime: '08:45' } })] },
      '$.changes[0].moveTo',
      /evenIfClosed/,
    ],
    [
      'two changes of one lesson',
      { changes: [cancelled, { ...cancelled, ref: 's' }] },
      '$.changes[1].lesson',
      /another change/,
    ],
  ])('for %s', async (_, document, path, message) => {
    const refused = await send(document);
    expect(refused).toMatchObject({
      outcome: 'refused',
      problems: [{ path: expect.any(String), message: expect.stringMatching(message) }],
    });
    if (refused.outcome === 'refused') expect(refused.problems.map((each) => each.path)).toEqual([path]);
    expect((await sql`select from day_change`.execute(open.database)).rows).toEqual([]);
    expect((await sql`select from pending_change`.execute(open.database)).rows).toEqual([]);
  });

  test('with what was meant', async () => {
    const parallel = version('v1', {
      lessonUnits: [unit('lu_1', 'd0', 0), unit('lu_2', 'd0', 0, { classIds: ['cls_2'], subjectIds: [] })],
    });
    await loadSchool(open.database, 'parallel', [{ ...parallel, id: 'v3', groupId: 'g3' }]);
    const id = org('parallel');
    await replaceCalendar(editor, validate, id, new TextEncoder().encode(JSON.stringify(calendar())));
    const refused = await importDays(editor, validate, id, { from: monday, to: monday, changes: [cancelled] });
    expect(refused).toMatchObject({
      outcome: 'refused',
      problems: [{ path: '$.changes[0].lesson', candidates: [{ startTime: '08:00' }, { startTime: '08:00' }] }],
    });
  });

  test('without a calendar, and of nobody', async () => {
    const document = { from: monday, to: monday, changes: [cancelled] };
    await expect(importDays(editor, validate, org('south'), document)).rejects.toThrow(NotFoundError);
    await expect(importDays(editor, validate, org('west'), document)).rejects.toThrow(NotFoundError);
  });
});

test('a file is stored, and the same file changes nothing', async () => {
  const document = { changes: [cancelled], notes: [{ date: tuesday, text: 'Bus strike' }] };
  expect(await send(document)).toMatchObject({ outcome: 'stored', written: 2, warnings: [] });
  await sql.raw('truncate pending_change').execute(open.database);
  expect(await send(document)).toMatchObject({ outcome: 'unchanged', written: 0 });
  expect((await sql`select from pending_change`.execute(open.database)).rows).toEqual([]);
});

test('a dry run tells what would be stored, and stores nothing', async () => {
  expect(await send({ changes: [cancelled] }, { isDryRun: true })).toMatchObject({ outcome: 'stored', written: 1 });
  expect(await send({ changes: [] })).toMatchObject({ outcome: 'unchanged' });
});

test('who expects something else changes nothing', async () => {
  await send({ changes: [cancelled] });
  const assertExpected = ({ changes }: { changes: unknown[] }) => {
    if (changes.length > 0) throw new Error('somebody was quicker');
  };
  await expect(send({}, { assertExpected })).rejects.toThrow('somebody was quicker');
  expect((await showDay(open.database, validate, north, monday)).changes).toHaveLength(1);
});

test('a text that seems to tell why somebody is away is warned of, and not repeated', async () => {
  const stored = await send({ changes: [{ ...cancelled, text: 'Illness of Ms Byron' }] });
  expect(stored).toMatchObject({ outcome: 'stored', warnings: [{ path: '$.changes[0].text' }] });
  expect(JSON.stringify('warnings' in stored && stored.warnings)).not.toContain('Byron');
});

test('half of a double is cancelled, and the date shows what takes place', async () => {
  await send({ changes: [cancelled] });
  const shown = await showDay(open.database, validate, north, monday);
  expect(shown).toMatchObject({ from: monday, to: monday, changes: [cancelled], orphaned: [] });
  expect(shown.day?.lessons.map(({ startTime }) => startTime)).toEqual(['08:45']);
  expect(shown.day?.cancelled.map(({ startTime }) => startTime)).toEqual(['08:00']);
});

test('a date shows lessons that move to it from another, and not their changes', async () => {
  const moved = change({ ...at('09:50'), moveTo: { date: monday, startTime: '13:00', endTime: '13:45' } }, tuesday);
  await send({ changes: [moved] });
  const shown = await showDay(open.database, validate, north, monday);
  expect(shown.changes).toEqual([]);
  expect(shown.day?.lessons.map(({ startTime }) => startTime)).toEqual(['08:00', '13:00']);
});

test('a change whose lesson is gone is orphaned, and applies again when it is back', async () => {
  await send({ changes: [cancelled] });
  const park = (until: string) =>
    sql.raw(`update timetable_version set effective_to = ${until} where id = 'v1'`).execute(open.database);
  await park('20261101');
  expect(await showDay(open.database, validate, north, monday)).toMatchObject({
    changes: [cancelled],
    orphaned: [{ path: '$.changes[0].lesson', message: expect.stringContaining('no planned lesson') }],
  });
  await park('null');
  expect(await showDay(open.database, validate, north, monday)).toMatchObject({ orphaned: [] });
});

test('keys see of the teachers what the organisation says', async () => {
  await send({ changes: [cancelled] });
  const teachers = async () =>
    (await showDay(open.database, validate, north, monday)).day?.cancelled.map((lesson) => lesson.teachers.length);
  expect(await teachers()).toEqual([1]);
  const set = (which: string) =>
    sql.raw(`update organisation set teachers_in_changes_keys = '${which}' where id = 'north'`).execute(open.database);
  await set('substitute');
  expect(await teachers()).toEqual([0]);
  await set('all');
});

test('a range is cleared', async () => {
  await send({ changes: [cancelled], notes: [{ date: tuesday, text: 'Bus strike' }] });
  expect(await clearDays(editor, validate, north, { from: monday, to: monday })).toMatchObject({ written: 1 });
  expect((await showDay(open.database, validate, north, tuesday)).notes).toHaveLength(1);
});

test('the audit says who, how many rows and which dates', async () => {
  await send({ changes: [cancelled] });
  const { rows } =
    await sql`select via, actor, resource, new from audit where resource = 'days' order by id desc limit 1`.execute(
      open.database,
    );
  expect(rows).toEqual([
    {
      ...{ via: 'command', actor: 'tester', resource: 'days' },
      new: { from: monday, to: monday, inserted: 1, updated: 0, deleted: 0 },
    },
  ]);
});
