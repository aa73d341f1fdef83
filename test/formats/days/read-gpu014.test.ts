// GPU014: what each row means is decided by comparing its columns; the reason of an absence is never read.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duty, type Gpu014Row, gpu014, mathematics } from './gpu014-rows.ts';
import { readDays, rulesIn, schoolPlan } from './read-days.ts';

type Plan = Parameters<typeof readDays>[1];
const documentOf = (rows: readonly Gpu014Row[], plan?: Plan) => Object(readDays(gpu014(rows), plan).document);
const changesOf = (rows: readonly Gpu014Row[], plan?: Plan): Record<string, unknown>[] =>
  documentOf(rows, plan).changes;
const lossesOf = (rows: readonly Gpu014Row[]) => readDays(gpu014(rows)).report.losses;

/** The lesson of `mathematics`. */
const lesson = { periodIndex: 2, subjects: ['MA'], teachers: ['ADA'], classes: ['7A'] };
const date = 20261123;

describe('a row of a lesson', () => {
  test.each<[string, Gpu014Row, Record<string, unknown>]>([
    ['has a substitute', { substitute: 'BOB' }, { teachers: ['BOB'] }],
    ['has a substitute, and neither a letter nor bits', { substitute: 'BOB', bits: '' }, { teachers: ['BOB'] }],
    ['has another room', { newRoom: 'R9' }, { rooms: ['R9'] }],
    ['has several rooms', { newRoom: 'R9~R8' }, { rooms: ['R9', 'R8'] }],
    ['has a room where there was none', { room: '', newRoom: 'R9' }, { rooms: ['R9'] }],
    ['has another subject', { newSubject: 'EN' }, { subjects: ['EN'] }],
    ['has other classes', { newClasses: '7A~7B' }, { classes: ['7A', '7B'] }],
    ['has a text alone', { text: 'Bring a ruler' }, { text: 'Bring a ruler' }],
    [
      'changes everything',
      { substitute: 'BOB', newRoom: 'R9', newSubject: 'EN', text: 'Go' },
      { teachers: ['BOB'], rooms: ['R9'], subjects: ['EN'], text: 'Go' },
    ],
    ['is cancelled by its letter', { letter: 'C' }, { cancelled: true }],
    ['is cancelled by a letter behind a blank', { letter: ' C' }, { cancelled: true }],
    ['is cancelled by a bit', { bits: '1' }, { cancelled: true }],
    [
      'is cancelled, whatever stands in the other columns',
      { bits: '1', substitute: 'BOB', newRoom: '' },
      { cancelled: true },
    ],
    ['is cancelled with a text', { letter: 'C', text: 'Sleep in' }, { cancelled: true, text: 'Sleep in' }],
    ['is cancelled since its class is away', { letter: 'L', substitute: '' }, { cancelled: true }],
    ['is cancelled since there are no lessons', { bits: String(1 << 18), substitute: '' }, { cancelled: true }],
    ['is looked after by another', { letter: 'S', bits: '2', substitute: 'BOB' }, { teachers: ['BOB'] }],
    ['is an exchange of teachers', { letter: '~', substitute: 'BOB' }, { teachers: ['BOB'] }],
    [
      'has an empty replacement, which changes nothing',
      { substitute: 'BOB', newSubject: '', newRoom: '', newClasses: '' },
      { teachers: ['BOB'] },
    ],
    ['has an absent teacher, and nobody instead yet', { substitute: '' }, { teachers: [] }],
    ['has an absent teacher, and ? instead', { substitute: '?' }, { teachers: [] }],
    [
      'has another room, and no substitute',
      { substitute: '', newRoom: 'R9', letter: 'R', bits: String(1 << 16) },
      { rooms: ['R9'] },
    ],
    [
      'has another room, no substitute, and no absence',
      { absence: '0', substitute: '', newRoom: 'R9' },
      { rooms: ['R9'] },
    ],
    ['is new, which is no change', { bits: String(1 << 21), newRoom: 'R9' }, { rooms: ['R9'] }],
  ])('%s', (_, row, change) => {
    expect(changesOf([{ ...mathematics, ...row }])).toEqual([{ ref: '31-410-3', date, lesson, ...change }]);
  });

  test('whose replacement equals the original is left out, and counted', () => {
    expect(documentOf([mathematics])).toEqual({ from: date, to: date, changes: [], notes: [], absent: [] });
    expect(lossesOf([mathematics])).toEqual([{ code: 'nothing-changed', count: 1 }]);
    expect(changesOf([{ ...mathematics, classes: '7A~7B', newClasses: '7B~7A' }])).toEqual([]);
  });

  test('that is not to be printed is left out, and its date counts', () => {
    const hidden = { ...mathematics, date: '20261126', substitute: 'BOB', bits: String((1 << 20) | 1) };
    expect(documentOf([{ ...mathematics, newRoom: 'R9' }, hidden])).toMatchObject({
      ...{ from: date, to: 20261126, changes: [{ rooms: ['R9'] }] },
    });
    expect(lossesOf([hidden])).toEqual([{ code: 'not-printed', count: 1 }]);
  });

  test('of which there is one for each class is one change', () => {
    const rows = ['7A', '7B'].map((name) => ({ ...mathematics, substitute: 'BOB', classes: name, newClasses: name }));
    expect(changesOf(rows)).toEqual([
      { ref: '31-410-3', date, lesson: { ...lesson, classes: ['7A', '7B'] }, teachers: ['BOB'] },
    ]);
  });

  test('without a lesson number describes its lesson all the same', () => {
    expect(changesOf([{ ...mathematics, lesson: '', substitute: 'BOB' }])).toEqual([
      { ref: '31-0-3', date, lesson, teachers: ['BOB'] },
    ]);
  });
});

describe('the exchange of two teachers', () => {
  test('is two changes, although both rows have the number 0', () => {
    const english = { ...mathematics, number: '0', lesson: '411', teacher: 'BOB', subject: 'EN', newSubject: 'EN' };
    const rows = [
      { ...mathematics, number: '0', letter: '~', substitute: 'BOB' },
      { ...english, letter: '~', substitute: 'ADA' },
    ];
    expect(changesOf(rows)).toMatchObject([
      { ref: '0-410-3', lesson: { teachers: ['ADA'] }, teachers: ['BOB'] },
      { ref: '0-411-3', lesson: { teachers: ['BOB'] }, teachers: ['ADA'] },
    ]);
  });
});

describe('refs', () => {
  test('are unique in a date, and a number stands behind them where rows have the same numbers', () => {
    const rows = [
      { ...mathematics, number: '0', lesson: '', substitute: 'BOB' },
      { ...mathematics, number: '0', lesson: '', subject: 'EN', newSubject: 'EN', substitute: 'BOB' },
      { ...mathematics, number: '0', lesson: '', date: '20261124', substitute: 'BOB' },
    ];
    expect(changesOf(rows).map(({ ref }) => ref)).toEqual(['0-0-3', '0-0-3-n2', '0-0-3']);
  });
});

describe('rows of consecutive periods', () => {
  const double = [
    { ...mathematics, substitute: 'BOB' },
    { ...mathematics, number: '32', period: '4', substitute: 'BOB' },
  ];

  test('are one change of the whole lesson, where it is planned as a double', () => {
    expect(changesOf(double, schoolPlan([2]))).toEqual([
      { ref: '31-410-3', date, lesson: { ...lesson, wholeLesson: true }, teachers: ['BOB'] },
    ]);
  });

  test('are a change each where they are planned as two lessons, or where the plan is not known', () => {
    const each = [2, 3].map((periodIndex) => ({ lesson: { ...lesson, periodIndex }, teachers: ['BOB'] }));
    expect(changesOf(double)).toMatchObject(each);
    expect(changesOf(double, null)).toMatchObject(each);
  });

  test('that say something else are a change each: half of the double is cancelled', () => {
    const [first = {}, second = {}] = double;
    expect(changesOf([first, { ...second, letter: 'C' }], schoolPlan([2]))).toEqual([
      { ref: '31-410-3', date, lesson, teachers: ['BOB'] },
      { ref: '32-410-4', date, lesson: { ...lesson, periodIndex: 3 }, cancelled: true },
    ]);
  });

  test('that are only half of the planned double are a change of that period', () => {
    const [, second = {}] = double;
    expect(changesOf([second], schoolPlan([2]))).toMatchObject([{ lesson: { periodIndex: 3 }, teachers: ['BOB'] }]);
    expect(changesOf([second], schoolPlan([2]))[0]?.['lesson']).not.toHaveProperty('wholeLesson');
  });
});

describe('rows of a lesson of several teachers', () => {
  const team = schoolPlan(
    [],
    [
      ['id-ada', 'ADA'],
      ['id-bob', 'BOB', 'Bob'],
      ['id-eve', 'EVE'],
    ],
  );
  const ada = { ...mathematics, substitute: 'CYD' };
  const bob = { ...mathematics, number: '32', teacher: 'BOB', substitute: 'BOB' };

  test.each<[string, Gpu014Row[], Record<string, unknown>]>([
    ['one is replaced: the others stay', [ada], { teachers: ['CYD', 'id-bob', 'id-eve'] }],
    ['two are replaced: one change', [ada, { ...bob, substitute: 'DAN' }], { teachers: ['CYD', 'DAN', 'id-eve'] }],
    ['two by one', [ada, { ...bob, substitute: 'CYD' }], { teachers: ['CYD', 'id-eve'] }],
    [
      'one by nobody',
      [
        { ...ada, substitute: '' },
        { ...bob, substitute: 'DAN' },
      ],
      { teachers: ['DAN', 'id-eve'] },
    ],
    ['the lesson of one is cancelled', [ada, { ...bob, letter: 'C' }], { teachers: ['CYD', 'id-eve'] }],
    [
      'all of them are cancelled',
      [
        { ...ada, letter: 'C' },
        { ...bob, letter: 'C' },
      ],
      { cancelled: true },
    ],
    [
      'with another room of one',
      [ada, { ...bob, newRoom: 'R9', text: 'Upstairs' }],
      { teachers: ['CYD', 'BOB', 'id-eve'], rooms: ['R1', 'R9'], text: 'Upstairs' },
    ],
  ])('%s', (_, rows, change) => {
    expect(changesOf(rows, team)).toEqual([
      { ref: '31-410-3', date, lesson: expect.objectContaining({ periodIndex: 2 }), ...change },
    ]);
  });

  test('that all change nothing, or a room alone, name no other teacher', () => {
    expect(changesOf([{ ...ada, substitute: 'ADA' }], team)).toEqual([]);
    expect(changesOf([{ ...ada, substitute: 'ADA', newRoom: 'R9' }], team)).toEqual([
      { ref: '31-410-3', date, lesson, rooms: ['R9'] },
    ]);
  });

  test('are one of nobody when none is left', () => {
    const two = schoolPlan(
      [],
      [
        ['id-ada', 'ADA'],
        ['id-bob', 'BOB'],
      ],
    );
    expect(
      changesOf(
        [
          { ...ada, substitute: '?' },
          { ...bob, substitute: '' },
        ],
        two,
      ),
    ).toMatchObject([{ teachers: [] }]);
  });

  test('of a lesson that is moved are one move, to their substitutes', () => {
    const away = { letter: 'F', bits: '8' };
    const here = { date: '20261125', period: '6', letter: 'T', bits: '128' };
    const rows = [
      ...[
        { ...ada, ...away, substitute: 'ADA' },
        { ...bob, ...away },
      ],
      ...[
        { ...ada, ...here },
        { ...bob, ...here },
      ],
    ];
    expect(
      changesOf(
        rows,
        schoolPlan(
          [],
          [
            ['id-ada', 'ADA'],
            ['id-bob', 'BOB'],
          ],
        ),
      ),
    ).toEqual([
      {
        ...{ ref: '31-410-3', date, lesson: { ...lesson, teachers: ['ADA', 'BOB'] } },
        moveTo: { date: 20261125, startTime: '12:15', endTime: '13:00' },
        teachers: ['CYD', 'BOB'],
      },
    ]);
  });

  test('where each has a lesson of their own are a change each', () => {
    expect(changesOf([ada, { ...bob, substitute: 'DAN' }], schoolPlan([], [['id-ada', 'ADA']]))).toMatchObject([
      { lesson: { teachers: ['ADA'] }, teachers: ['CYD'] },
      { lesson: { teachers: ['BOB'] }, teachers: ['DAN'] },
    ]);
  });
});

describe('periods', () => {
  test('count from 1, and from 0 where the file has a period 0 and names tell nothing', () => {
    expect(changesOf([{ ...mathematics, letter: 'C' }], null)).toMatchObject([{ lesson: { periodIndex: 2 } }]);
    const rows = [
      { ...mathematics, letter: 'C', period: '0' },
      { ...mathematics, letter: 'C', period: '2' },
    ];
    expect(changesOf(rows, null)).toMatchObject([{ lesson: { periodIndex: 0 } }, { lesson: { periodIndex: 2 } }]);
  });

  test('follow the names of the bells: a school with a period 0 has the first at 1', () => {
    const names = ['0', '1', '2', '3'];
    const periodsOf = () =>
      names.map((name) => ({
        name,
        startTime: `0${Number(name) + 7}:00`,
        endTime: `0${Number(name) + 7}:45`,
        breakBefore: null,
      }));
    const plan = { periodsOf, lessonOf: () => null };
    expect(changesOf([{ ...mathematics, letter: 'C' }], plan)).toMatchObject([{ lesson: { periodIndex: 3 } }]);
  });
});

describe('a move', () => {
  const away: Gpu014Row = { ...mathematics, letter: 'F', bits: '8' };
  const here: Gpu014Row = { ...mathematics, number: '33', date: '20261125', period: '6', letter: 'T', bits: '128' };
  const moveTo = { date: 20261125, startTime: '12:15', endTime: '13:00' };

  test.each<[string, Gpu014Row[]]>([
    ['by bits and letters', [away, here]],
    ['in the other order', [here, away]],
    [
      'by letters alone',
      [
        { ...away, bits: '0' },
        { ...here, bits: '0' },
      ],
    ],
    [
      'by bits alone',
      [
        { ...away, letter: '' },
        { ...here, letter: '' },
      ],
    ],
    [
      'whose bits contradict its letters',
      [
        { ...away, letter: 'T' },
        { ...here, letter: 'F' },
      ],
    ],
    [
      'whose new row names its teacher and subject as new ones alone',
      [away, { ...here, teacher: '', subject: '', classes: '' }],
    ],
  ])('%s is one change', (_, rows) => {
    expect(changesOf(rows)).toEqual([{ ref: '31-410-3', date, lesson, moveTo }]);
    expect(readDays(gpu014(rows)).document).toMatchObject({ from: 20261123, to: 20261125 });
  });

  test('has its new room, its new teacher and its text', () => {
    const rows = [away, { ...here, newRoom: 'R9', substitute: 'BOB', text: 'In the gym' }];
    expect(changesOf(rows)).toEqual([
      { ref: '31-410-3', date, lesson, moveTo, rooms: ['R9'], teachers: ['BOB'], text: 'In the gym' },
    ]);
  });

  test('of a double is one, to one time', () => {
    const rows = [away, { ...away, period: '4' }, here, { ...here, period: '7' }];
    expect(changesOf(rows, schoolPlan([2]))).toEqual([
      { ref: '31-410-3', date, lesson: { ...lesson, wholeLesson: true }, moveTo: { ...moveTo, endTime: '13:45' } },
    ]);
    expect(changesOf(rows)).toMatchObject([
      { lesson: { periodIndex: 2 }, moveTo },
      { lesson: { periodIndex: 3 }, moveTo: { ...moveTo, startTime: '13:00', endTime: '13:45' } },
    ]);
  });

  test('of two lessons pairs each with its own', () => {
    const english = { lesson: '411', subject: 'EN', newSubject: 'EN' };
    const rows = [away, { ...away, ...english }, { ...here, ...english, period: '7' }, here];
    expect(changesOf(rows)).toMatchObject([
      { lesson: { subjects: ['MA'] }, moveTo },
      { lesson: { subjects: ['EN'] }, moveTo: { startTime: '13:00' } },
    ]);
  });

  test('without its new row is cancelled, and without its old row additional; both are reported', () => {
    expect(changesOf([away])).toEqual([{ ref: '31-410-3', date, lesson, cancelled: true }]);
    expect(rulesIn(gpu014([away]))).toEqual(['days.move-incomplete 1']);
    expect(changesOf([here])).toMatchObject([{ added: { kind: 'lesson', startTime: '12:15', teachers: ['ADA'] } }]);
    expect(rulesIn(gpu014([here]))).toEqual(['days.move-incomplete 1']);
  });

  test('to a time without bells is cancelled, and reported', () => {
    const rows = [away, { ...here, date: '20261128' }];
    expect(changesOf(rows)).toEqual([{ ref: '31-410-3', date, lesson, cancelled: true }]);
    expect(rulesIn(gpu014(rows))).toEqual(['days.time-unknown 2']);
  });
});

describe('what is in no timetable', () => {
  const time = { startTime: '09:50', endTime: '10:35' };
  const club = { ...duty, substitute: 'CYD', newSubject: 'CHESS', newClasses: '7A', newRoom: 'R9' };

  test.each<[string, Gpu014Row, Record<string, unknown>]>([
    [
      'an additional lesson',
      club,
      { kind: 'lesson', ...time, subjects: ['CHESS'], teachers: ['CYD'], classes: ['7A'], rooms: ['R9'] },
    ],
    [
      'special use, whose columns of the original have the class too',
      { ...club, classes: '7A', subject: 'CHESS', letter: 'A', bits: '4' },
      { kind: 'lesson', subjects: ['CHESS'] },
    ],
    ['an event without a subject', { ...club, newSubject: '' }, { kind: 'event', subjects: [], teachers: ['CYD'] }],
    ['an exam', { ...club, letter: 'E' }, { kind: 'exam', ...time, subjects: ['CHESS'], teachers: ['CYD'] }],
    [
      'a supervision of the break before its period',
      { ...duty, letter: ' B', bits: String(1 << 17), substitute: 'CYD', newRoom: 'Yard' },
      {
        kind: 'supervision',
        startTime: '09:30',
        endTime: '09:50',
        subjects: [],
        teachers: ['CYD'],
        classes: [],
        rooms: ['Yard'],
      },
    ],
    [
      'a teacher who stands by',
      { ...duty, substitute: 'CYD' },
      { kind: 'standby', ...time, teachers: ['CYD'], classes: [] },
    ],
  ])('is %s', (_, row, added) => {
    expect(changesOf([row])).toMatchObject([{ ref: '90-0-3', date, added }]);
    expect(rulesIn(gpu014([row]))).toEqual([]);
  });

  test('over two periods is one', () => {
    expect(
      changesOf([
        { ...club, letter: 'E' },
        { ...club, letter: 'E', period: '4' },
      ]),
    ).toMatchObject([{ added: { kind: 'exam', startTime: '09:50', endTime: '11:20' } }]);
  });

  test('is an exam in place of a lesson: the lesson is cancelled, and the exam takes its place', () => {
    expect(changesOf([{ ...mathematics, letter: 'E', substitute: 'BOB', newRoom: 'Hall' }])).toEqual([
      { ref: '31-410-3', date, lesson, cancelled: true },
      {
        ref: '31-410-3-exam',
        date,
        added: { kind: 'exam', ...time, subjects: ['MA'], teachers: ['BOB'], classes: ['7A'], rooms: ['Hall'] },
      },
    ]);
  });

  test('is a note for a class, or for everybody', () => {
    const document = documentOf([
      { ...duty, text: 'Bus strike' },
      { ...duty, classes: '7A', text: 'Bring skates' },
    ]);
    expect(document.notes).toEqual([
      { date, text: 'Bus strike', classes: null },
      { date, text: 'Bring skates', classes: ['7A'] },
    ]);
    expect(document.changes).toEqual([]);
  });

  test('is a supervision where the bells have no break: at the time of the period, with a warning', () => {
    const row = { ...duty, period: '1', letter: 'B', substitute: 'CYD' };
    expect(changesOf([row])).toMatchObject([{ added: { kind: 'supervision', startTime: '08:00', endTime: '08:45' } }]);
    expect(rulesIn(gpu014([row]))).toEqual(['days.break-unknown 1']);
  });

  test('on a date without bells is left out, with a warning', () => {
    expect(changesOf([{ ...club, date: '20261128' }])).toEqual([]);
    expect(rulesIn(gpu014([{ ...club, date: '20261128' }]))).toEqual(['days.time-unknown 1']);
  });

  test('or concerns nobody: nothing is made of it', () => {
    expect(changesOf([duty, { ...duty, period: '5', bits: '1' }])).toEqual([]);
    expect(lossesOf([duty, { ...duty, period: '5', bits: '1' }])).toEqual([{ code: 'nobody-concerned', count: 2 }]);
  });
});

describe('the reason of an absence', () => {
  const reason = 'Kolik-7';
  const full = JSON.stringify;

  test('is nowhere, whatever the row says', () => {
    const rows = [
      { ...mathematics, substitute: 'BOB', reason },
      { ...mathematics, period: '5', letter: 'C', reason },
      { ...duty, text: 'Bus strike', reason },
      { ...duty, letter: 'B', substitute: 'CYD', reason },
    ];
    for (const separator of [',', ';', '\t'])
      expect(full(readDays(gpu014(rows, { separator })))).not.toContain('Kolik');
  });

  test('is nowhere either when the file is refused', () => {
    const rows = [
      { ...mathematics, reason, period: 'x' },
      { ...mathematics, reason, date: '20261399' },
    ];
    expect(readDays(gpu014(rows)).report.errors).toBe(2);
    expect(full(readDays(gpu014(rows)))).not.toContain('Kolik');
  });

  test('that shifts the columns, since it contains the separator without quotes, refuses its row', () => {
    const shifting = ['Kolik, day 2', 'Kolik, day, 2', ', Kolik', 'Kolik,'];
    for (const each of shifting)
      for (const row of [
        { ...mathematics, substitute: 'BOB' },
        { ...mathematics, bits: '', substitute: 'BOB' },
        { ...mathematics, substitute: 'BOB', newClasses: '', letter: 'C' },
        { ...mathematics, substitute: 'BOB', newClasses: '', changed: '', letter: '' },
      ]) {
        const read = readDays(gpu014([{ ...row, reason: each }], { quotes: false }));
        expect(full(read), `${each} ${full(row)}`).not.toContain('Kolik');
      }
    expect(rulesIn(gpu014([{ ...mathematics, reason: 'Kolik, day 2' }], { quotes: false }))).toEqual([
      'days.row-unreadable 1',
    ]);
  });
});

describe('a file', () => {
  test.each([
    ['with semicolons', { separator: ';' }],
    ['with tabs', { separator: '\t' }],
    ['without quotes', { quotes: false }],
    ['with lines of Unix', { end: '\n' }],
  ])('%s reads the same', (_, style) => {
    const rows = [{ ...mathematics, substitute: 'BÜR', text: 'Zeile' }];
    expect(readDays(gpu014(rows, style)).document).toEqual(readDays(gpu014(rows)).document);
  });

  test('in windows-1252 has its letters, with an info; in UTF-8 and UTF-16 too', () => {
    const text = gpu014([{ ...mathematics, substitute: 'BÜR' }]);
    const expected = [{ ref: '31-410-3', date, lesson, teachers: ['BÜR'] }];
    expect(Object(readDays(Buffer.from(text, 'latin1')).document).changes).toEqual(expected);
    expect(rulesIn(Buffer.from(text, 'latin1'))).toEqual(['days.encoding-assumed -']);
    expect(Object(readDays(Buffer.from(`\ufeff${text}`)).document).changes).toEqual(expected);
    expect(Object(readDays(Buffer.from(`\ufeff${text}`, 'utf16le')).document).changes).toEqual(expected);
  });

  test('names each bad row by its line, and is refused whole', () => {
    const rows = [
      { ...mathematics, substitute: 'BOB' },
      { ...mathematics, period: '' },
      { ...mathematics, date: '20260230' },
      { ...mathematics, bits: 'C' },
      { ...mathematics, letter: 'XY' },
    ];
    const text = `${gpu014(rows)}1,20261123,3,4\r\n`;
    expect(readDays(text).document).toBeNull();
    expect(readDays(text).report.findings.map(({ line, values }) => [line, values['column']])).toEqual([
      ...[
        [2, 2],
        [3, 1],
        [4, 17],
        [5, 19],
        [6, 4],
      ],
    ]);
  });

  test('may begin with the names of its columns', () => {
    const header = Array.from({ length: 22 }, (_, index) => `Column${'abcdefghijklmnopqrstuvwxyz'[index]}`).join(',');
    const read = readDays(`${header}\r\n${gpu014([{ ...mathematics, substitute: 'BOB' }])}`);
    expect(Object(read.document).changes).toHaveLength(1);
    expect(read.report.findings.map(({ rule }) => rule)).toEqual(['days.header-skipped']);
  });

  test('is whole from its first to its last date, of which there may be 92', () => {
    const until = (last: string) =>
      gpu014([
        { ...mathematics, newRoom: 'R9' },
        { ...mathematics, date: last, newRoom: 'R9' },
      ]);
    expect(readDays(until('20270222')).document).toMatchObject({ from: 20261123, to: 20270222 });
    const { document, report } = readDays(until('20270223'));
    expect([document, report.findings[0]?.values]).toEqual([null, { what: 'days', count: 93, most: 92 }]);
  });

  test('that is empty says nothing about any day', () => {
    expect(rulesIn('')).toEqual(['days.empty -']);
    expect(rulesIn('\r\n\r\n')).toEqual(['days.empty -']);
  });

  test('with more than 20,000 changes, 2,000 notes or 500 characters of text is refused with the number', () => {
    const many = (count: number, row: Gpu014Row) =>
      gpu014(Array.from({ length: count }, (_, index) => ({ ...row, lesson: String(index), text: `Text ${index}` })));
    expect(readDays(many(20_001, { ...mathematics, number: '0' })).report.findings[0]?.values).toEqual({
      ...{ what: 'changes', count: 20_001, most: 20_000 },
    });
    expect(readDays(many(2_001, duty)).report.findings[0]?.values).toEqual({
      what: 'notes',
      count: 2_001,
      most: 2_000,
    });
    const long = readDays(gpu014([{ ...mathematics, text: 'x'.repeat(501) }]));
    expect([long.document, long.report.findings[0]?.values]).toEqual([
      null,
      { path: '$.changes[0].text', count: 501, most: 500 },
    ]);
    expect(changesOf([{ ...mathematics, text: 'x'.repeat(500) }])).toHaveLength(1);
  });
});

test('rows of any cells are read or refused, never with the reason, and each ref is unique in its date', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '0', '1', '3', 'ADA', 'BOB', '7A', '7A~7B', '?', '---', 'T', 'F', ' C', 'E', '128', '8'),
    fc.string({ maxLength: 6 }),
  );
  const row = fc.record({
    ...{
      number: fc.constantFrom('0', '7'),
      date: fc.constantFrom('20261123', '20261124', '20261128'),
      period: fc.constantFrom('0', '1', '2', '3'),
    },
    ...{
      lesson: fc.constantFrom('', '0', '410', '411'),
      teacher: cell,
      substitute: cell,
      subject: cell,
      newSubject: cell,
      room: cell,
      newRoom: cell,
    },
    ...{
      classes: cell,
      newClasses: cell,
      text: cell,
      bits: fc.constantFrom('0', '1', '4', '8', '128', '131072', '1048576'),
      letter: fc.constantFrom('', 'T', ' F', 'E', 'B', 'A', 'L'),
    },
    ...{ reason: fc.constant('Kolik-7'), changed: fc.constant('202611201015') },
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), fc.boolean(), (rows, planned) => {
      const read = readDays(gpu014(rows), planned ? schoolPlan([0, 2]) : null);
      expect(JSON.stringify(read)).not.toContain('Kolik');
      expect(read.document === null).toBe(read.report.errors > 0);
      const changes: { ref: string; date: number }[] = Object(read.document).changes ?? [];
      expect(new Set(changes.map(({ ref, date: on }) => `${on} ${ref}`)).size).toBe(changes.length);
    }),
  );
});
