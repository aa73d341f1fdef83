// GPU002, the lessons that are due, and GPU003 to GPU006, the names.

import { describe, expect, test } from 'vitest';
import { unitsOf } from '../units-of.ts';
import { convertGpu, readGpu } from './read-gpu.ts';

/** GPU002 has its columns far to the right: `{ 28: '1' }`, counted from 1. */
function lessonRow(start: string, columns: Record<number, string>): string {
  const cells = start.split(',');
  for (const [column, text] of Object.entries(columns)) cells[Number(column) - 1] = text;
  return `${Array.from(cells, (cell) => cell ?? '').join(',')}\n`;
}

describe('GPU002', () => {
  const timetable = '7,5A,ADA,FRE,R1,1,1\n7,5A,ADA,FRE,R1,1,2\n';

  test('has hours beyond the rows of GPU001: they are unplaced units', () => {
    const lessons = '7,4,4,4,5A,ADA,FRE,R1\n8,2,2,2,5B,BOB,GER,R2\n';
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': lessons });
    expect(unitsOf(document)).toEqual([
      'Mon 1 ADA FRE 5A R1',
      'Mon 2 ADA FRE 5A R1',
      '- ADA FRE 5A -',
      '- ADA FRE 5A -',
      '- BOB GER 5B -',
      '- BOB GER 5B -',
    ]);
    expect(document.lessons.map(({ lessonConfigurations }) => lessonConfigurations[0]?.frequency)).toEqual([4, 2]);
    expect(document.lessons[1]).toMatchObject({ groups: [{ roomMode: 'all', roomIds: ['rom_R2'] }] });
  });

  test('says that adjacent periods are a double', () => {
    const asked = lessonRow('7,2,2,2,5A,ADA,FRE,R1', { 28: '1', 29: '1' });
    const { document, rules } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': asked });
    const [first, second] = document.lessonUnits.map(({ spanId }) => spanId);
    expect([typeof first, first === second]).toEqual(['string', true]);
    expect(document.lessons[0]?.lessonConfigurations).toMatchObject([{ frequency: 1, length: 2 }]);
    expect(rules).toContain('untis.doubles-assumed');
  });

  test('does not mention adjacent periods: they are single, and this is reported', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': '7,2,2,2,5A,ADA,FRE,R1\n' });
    expect(document.lessonUnits.map(({ spanId }) => spanId)).toEqual([null, null]);
    expect(rules).toContain('untis.periods-touch');
  });

  test('asks for a double that is unplaced', () => {
    const asked = lessonRow('7,3,3,3,5A,ADA,FRE,R1', { 28: '1', 29: '1' });
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n', 'GPU002.TXT': asked });
    const spans = document.lessonUnits.filter(({ dayId }) => dayId === null).map(({ spanId }) => spanId);
    expect([spans.length, new Set(spans).size, typeof spans[0]]).toEqual([2, 1, 'string']);
  });

  test('asks for a block of three periods', () => {
    const rows = [1, 2, 3, 4].map((period) => `7,5A,ADA,FRE,R1,1,${period}\n`).join('');
    const asked = lessonRow('7,4,4,4,5A,ADA,FRE,R1', { 30: '3' });
    const { document } = convertGpu({ 'GPU001.TXT': rows, 'GPU002.TXT': asked });
    const [first, second, third, fourth] = document.lessonUnits.map(({ spanId }) => spanId);
    expect([typeof first, second, third, fourth]).toEqual(['string', first, first, null]);
  });

  test('has hours in each week of a cycle, and those of a lesson of one week in it', () => {
    const rows = '7,5A,ADA,FRE,R1,1,1,,A\n8,5A,BOB,GER,R1,1,2,,\n9,5A,CYD,ART,R1,2,1,,B\n';
    const lessons = '7,1,1,1,5A,ADA,FRE,R1\n8,2,2,2,5A,BOB,GER,R1\n9,1,1,1,5A,CYD,ART,R1\n';
    const { document } = convertGpu({ 'GPU001.TXT': rows, 'GPU002.TXT': lessons });
    expect(unitsOf(document).filter((unit) => unit.startsWith('-'))).toEqual(['- BOB GER 5A -', '- BOB GER 5A -']);
  });

  test.each([
    ['1.50', 2, 'untis.hours-rounded'],
    ['1,5', 2, 'untis.hours-rounded'],
    ['many', 1, 'untis.hours-unreadable'],
    ['99999', 1, 'untis.hours-unreadable'],
  ])('with %s hours a week', (hours, units, rule) => {
    const lessons = `7;${hours};1;1;5A;ADA;FRE;R1\n`;
    const { document, rules } = convertGpu({ 'GPU001.TXT': '7;5A;ADA;FRE;R1;1;1\n', 'GPU002.TXT': lessons });
    expect(document.lessonUnits).toHaveLength(units);
    expect(rules).toContain(rule);
  });

  test('with fewer hours than rows: all rows are shown, and this is reported', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': '7,1,1,1,5A,ADA,FRE,R1\n' });
    expect(document.lessonUnits).toHaveLength(2);
    expect(rules).toContain('untis.more-than-hours');
  });

  test('is reported if it lacks a lesson of GPU001', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': '8,1,1,1,5B,BOB,GER,R2\n' });
    expect(document.lessonUnits).toHaveLength(3);
    expect(rules).toContain('untis.lesson-not-listed');
  });

  test('has windows of part-year lessons, which are reported and counted as lost', () => {
    const whole = lessonRow('7,2,2,2,5A,ADA,FRE,R1', { 15: '20260801', 16: '20270731' });
    const half = lessonRow('8,1,1,1,5A,BOB,GER,R1', { 15: '20260801', 16: '20270131' });
    const { losses, findings } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': whole + half });
    const told = findings.filter(({ rule }) => rule === 'untis.part-of-year');
    expect(told.map(({ message }) => message)).toEqual(['lesson "8" is taught only from 20260801 to 20270131']);
    expect(losses.find(({ what }) => what.includes('part of the year'))?.count).toBe(1);
  });

  test('names student groups, which are shown, and lesson groups and texts, which are counted as lost', () => {
    const lessons = lessonRow('7,2,2,2,5A,ADA,FRE,R1', { 10: '12', 12: '1SEM', 13: 'beginners', 42: 'FRE_5A' });
    const { document, losses } = convertGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': lessons });
    expect(document.lessonUnits[0]?.groupName).toBe('FRE_5A');
    expect(Object.fromEntries(losses.map(({ what, count }) => [what, count]))).toMatchObject({
      'lessons of lesson groups (1SEM)': 1,
      'lesson rows with texts': 1,
      'lesson rows with a number of students': 1,
    });
  });

  test('with too many hours in total is refused before units are built', () => {
    const lessons = Array.from({ length: 20_000 }, (_, number) => `${number + 1},200,1,1,5A,ADA,FRE,R1`).join('\n');
    const { found, findings } = readGpu({ 'GPU001.TXT': timetable, 'GPU002.TXT': lessons });
    expect(found).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'school.too-large' }));
  });
});

describe('GPU003 to GPU006', () => {
  const timetable = '7,5A,ADA,FRE,R1,1,1\n';
  const classes = `5A,Class 5A${','.repeat(28)}ADA\n6B,Class 6B${','.repeat(28)}NOBODY\n`;

  test('have the names, the capacity of a room and the teacher of a class; unused ones are listed too', () => {
    const { document, rules } = convertGpu({
      'GPU001.TXT': timetable,
      'GPU003.TXT': classes,
      'GPU004.TXT': 'ADA,Lovelace Ada\nBOB,Smith Bob\n',
      'GPU005.TXT': 'R1,Room 1,,,,,,30\nR2,Room 2,,,,,25\nR3,Room 3\n',
      'GPU006.TXT': 'FRE,French\n',
    });
    expect(document.classes).toMatchObject([
      { name: 'Class 5A', shortName: '5A', externalId: '5A', classTeacherId: 'tch_ADA' },
      { name: 'Class 6B', classTeacherId: null },
    ]);
    expect(document.teachers.map(({ name }) => name)).toEqual(['Lovelace Ada', 'Smith Bob']);
    expect(document.rooms.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Room 1', 30],
      ['Room 2', 25],
      ['Room 3', 0],
    ]);
    expect(document.subjects).toMatchObject([{ entityId: 'subject-FRE', name: 'French' }]);
    expect(rules.filter((rule) => rule.startsWith('untis.'))).toEqual([]);
  });

  test('without a short name of GPU001: the short name is the name, and this is reported', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': timetable, 'GPU004.TXT': 'BOB,Smith Bob\n' });
    expect(document.teachers.map(({ name }) => name)).toEqual(['Smith Bob', 'ADA']);
    expect(rules).toContain('untis.name-not-listed');
  });

  test('with one short name twice: references mean the first, and the two are distinguished', () => {
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU004.TXT': 'ADA,Lovelace Ada\nADA,Adams Ada\n' });
    expect(document.teachers.map(({ name, externalId }) => [name, externalId])).toEqual([
      ['Lovelace Ada', 'ADA'],
      ['Adams Ada', 'ADA'],
    ]);
    expect(document.lessonUnits[0]?.teacherIds).toEqual([document.teachers[0]?.localId]);
    expect(new Set(document.teachers.map(({ entityId }) => entityId)).size).toBe(2);
  });

  test('with one long name twice: each is shown by it, and keeps its short name', () => {
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU005.TXT': 'R1,Auditorium\nR2,Auditorium\n' });
    expect(document.rooms.map(({ name, shortName }) => [name, shortName])).toEqual([
      ['Auditorium', 'R1'],
      ['Auditorium', 'R2'],
    ]);
  });

  test('with quotes that are not escaped', () => {
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU004.TXT': '"ADA","Ada "the first" Lovelace",\n' });
    expect(document.teachers.map(({ name }) => name)).toEqual(['Ada "the first" Lovelace']);
  });

  test('with commas in names and another separator', () => {
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU004.TXT': 'ADA;Lovelace, Ada, Countess;;\n' });
    expect(document.teachers.map(({ name }) => name)).toEqual(['Lovelace, Ada, Countess']);
  });

  test('contain e-mail addresses, which are not read', () => {
    const teachers = `ADA,Lovelace Ada${','.repeat(27)}ada@example.org\n`;
    const { document, losses } = convertGpu({ 'GPU001.TXT': timetable, 'GPU004.TXT': teachers });
    expect(JSON.stringify(document)).not.toContain('example.org');
    expect(losses).toContainEqual({ code: 'teacher-contacts', what: 'e-mail addresses of teachers', count: 1 });
  });

  test('may be empty', () => {
    const { document } = convertGpu({ 'GPU001.TXT': timetable, 'GPU005.TXT': '' });
    expect(document.rooms.map(({ name }) => name)).toEqual(['R1']);
  });
});
