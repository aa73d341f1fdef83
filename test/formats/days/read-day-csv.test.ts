// The CSV of day changes, and its JSON: the same changes written both ways are the same document.

import { describe, expect, test } from 'vitest';
import { readDays, rulesIn } from './read-days.ts';

const json = {
  ...{ from: 20261123, to: 20261127 },
  changes: [
    {
      ref: 'a',
      date: 20261123,
      lesson: { startTime: '08:00', classes: ['7A'], subjects: ['Ma'] },
      teachers: ['SCH'],
      rooms: ['R12', 'R13'],
      text: 'Work sheet, on the desk',
    },
    { ref: 'b', date: 20261123, lesson: { id: '20261123T0900-5c1f0a9be2d43f70' }, cancelled: true },
    {
      ref: 'c',
      date: 20261124,
      lesson: { periodIndex: 3, wholeLesson: true, classes: ['7A'] },
      moveTo: { date: 20261125, startTime: '13:00', endTime: '13:45' },
    },
    { ref: 'd', date: 20261124, teachers: [], lesson: { startTime: '10:00', teachers: ['Berg, Ida', 'Tal, Jo'] } },
    {
      ref: 'e',
      date: 20261124,
      evenIfClosed: false,
      added: { kind: 'exam', startTime: '08:00', endTime: '09:30', classes: ['7A'], rooms: ['Hall'] },
    },
  ],
  notes: [
    { date: 20261123, text: 'Bus strike', classes: null },
    { date: 20261123, text: 'Photographs', classes: ['7A', '7B'] },
  ],
  absent: [{ date: 20261123, kind: 'class', entity: '9B' }],
};

const header =
  'from,to,ref,date,lesson.id,lesson.startTime,lesson.periodIndex,lesson.subjects,lesson.teachers,lesson.classes,lesson.wholeLesson,cancelled,moveTo.date,moveTo.startTime,moveTo.endTime,teachers,rooms,text,added.kind,added.startTime,added.endTime,added.classes,added.rooms,evenIfClosed,notes.text,notes.classes,absent.kind,absent.entity';

/** A row by the names of its columns. */
const row = (cells: Record<string, string>): string =>
  header
    .split(',')
    .map((name) => (/[,;\n]/.test(cells[name] ?? '') ? `"${cells[name]}"` : (cells[name] ?? '')))
    .join(',');

const csv = [
  header,
  row({ from: '2026-11-23', to: '20261127' }),
  row({
    ref: 'a',
    date: '2026-11-23',
    'lesson.startTime': '8:00',
    'lesson.classes': '7A',
    'lesson.subjects': 'Ma',
    teachers: 'SCH',
    rooms: 'R12~R13',
    text: 'Work sheet, on the desk',
    cancelled: 'false',
  }),
  row({ ref: 'b', date: '20261123', 'lesson.id': '20261123T0900-5c1f0a9be2d43f70', cancelled: 'TRUE' }),
  row({
    ref: 'c',
    date: '20261124',
    'lesson.periodIndex': '3',
    'lesson.wholeLesson': '1',
    'lesson.classes': '7A',
    'moveTo.date': '20261125',
    'moveTo.startTime': '13:00',
    'moveTo.endTime': '13:45',
  }),
  row({
    ref: 'd',
    date: '20261124',
    'lesson.startTime': '10:00',
    'lesson.teachers': 'Berg, Ida~Tal, Jo',
    teachers: '[]',
  }),
  row({
    ref: 'e',
    date: '20261124',
    evenIfClosed: '0',
    'added.kind': 'exam',
    'added.startTime': '08:00',
    'added.endTime': '09:30',
    'added.classes': '7A',
    'added.rooms': 'Hall',
  }),
  row({ date: '20261123', 'notes.text': 'Bus strike' }),
  row({ date: '20261123', 'notes.text': 'Photographs', 'notes.classes': '7A, 7B' }),
  row({ date: '20261123', 'absent.kind': 'class', 'absent.entity': '9B' }),
].join('\n');

describe('a CSV', () => {
  test('says what the JSON says', () => {
    expect(readDays(csv).report.findings).toEqual([]);
    expect(readDays(csv).document).toEqual(json);
    expect(readDays(JSON.stringify(json)).document).toEqual(json);
  });

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('has %s as separator too', (_, separator) => {
    const rows = ['ref,date,lesson.startTime,lesson.classes,cancelled', 'a,20261123,08:00,7A~7B,true'];
    expect(readDays(rows.map((line) => line.replaceAll(',', separator)).join('\r\n')).document).toEqual({
      ...{ from: 20261123, to: 20261123, notes: [], absent: [] },
      changes: [{ ref: 'a', date: 20261123, lesson: { startTime: '08:00', classes: ['7A', '7B'] }, cancelled: true }],
    });
  });

  test('knows the line of each change, note and absence', () => {
    expect(readDays(csv).lines).toEqual({ changes: [3, 4, 5, 6, 7], notes: [8, 9], absent: [10] });
  });

  test('without from and to is whole from its first date to its last', () => {
    expect(readDays('ref,date,text,lesson.periodIndex\na,20261125,x,1\nb,20261124,y,1\n').document).toMatchObject({
      ...{ from: 20261124, to: 20261125 },
    });
  });

  test.each([
    ['an unknown column', 'ref,date,teacher\na,20261123,x', ['days.column-unknown 1']],
    ['a column twice', 'ref,date,text,text\na,20261123,x,y', ['days.column-unknown 1']],
    ['no ref', 'date,text\n20261123,x', ['days.column-missing 1']],
    ['a row without a date', 'ref,date,text\na,,x\nb,20261123,x', ['days.row-unreadable 2']],
    ['a date that does not exist', 'ref,date,text\na,20260230,x', ['days.row-unreadable 2', 'days.row-unreadable 2']],
    ['a time that is none', 'ref,date,lesson.startTime\na,20261123,25:00', ['days.row-unreadable 2']],
    ['a truth that is none', 'ref,date,cancelled\na,20261123,maybe', ['days.row-unreadable 2']],
    ['too many columns', 'ref,date,text\na,20261123,x,y', ['days.row-unreadable 2']],
    ['two ranges', 'ref,date,to,text\na,20261123,20261125,x\nb,20261123,20261126,x', ['days.range-differs 3']],
    ['a date outside its range', 'ref,date,to,text\na,20261123,20261120,x', ['days.range-differs -']],
    ['a range that is too long', 'ref,date,to,text\na,20261123,20270223,x', ['days.too-large -']],
    ['a quote that is not closed', 'ref,date,text\na,20261123,"x', ['days.not-rows 2']],
    ['no rows', 'ref,date,text\n', ['days.empty -']],
    ['another content', 'Hello,World\n1,2\n', ['days.unknown-format -']],
  ])('with %s is refused, each problem by its line', (_, text, rules) => {
    expect(rulesIn(text)).toEqual(rules);
    expect(readDays(text).document).toBeNull();
  });
});

describe('a JSON', () => {
  test('that is cut off is refused with its line, and without its text', () => {
    const { document, report } = readDays('{"from": 20261123,\n"text": "Kolik');
    expect([document, report.findings[0]?.rule]).toEqual([null, 'days.not-json']);
    expect(JSON.stringify(report)).not.toContain('Kolik');
  });

  test('is refused with the number of what is too much', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    expect(readDays(JSON.stringify({ changes: many(20_001), notes: many(2_001) })).report.findings).toMatchObject([
      { rule: 'days.too-large', values: { what: 'changes', count: 20_001, most: 20_000 } },
      { rule: 'days.too-large', values: { what: 'notes', count: 2_001, most: 2_000 } },
    ]);
    expect(rulesIn('{"from":20261123,"to":20270223}')).toEqual(['days.too-large -']);
  });

  test.each(['[]', '{}', '{"changes":7,"notes":null}', '{"changes":[7,null,{"text":7}]}'])(
    'of another shape, %s, goes to the schema',
    (text) => {
      expect(readDays(text).document).toEqual(JSON.parse(text));
    },
  );
});
