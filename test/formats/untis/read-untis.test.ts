// The features of real GPU files, one small file each: how it is converted, and what is reported.

import { describe, expect, test } from 'vitest';
import { parseBells } from '../../../src/formats/reading/bells.ts';
import { unitsOf } from '../units-of.ts';
import { convertGpu, readGpu } from './read-gpu.ts';

const row = '7,"5A","ADA","MAT","R1",1,3,,\n';

describe('GPU001 alone', () => {
  test('is a timetable: short names are the names, lessons keep their number', () => {
    const { document, school, read } = convertGpu({ 'GPU001.TXT': row });
    expect(unitsOf(document)).toEqual(['Mon 3 ADA MAT 5A R1']);
    expect(document.lessonUnits).toMatchObject([{ dayId: 'd1', periodIndex: 2, lessonLocalId: 'lsn_7' }]);
    expect(document.teachers).toMatchObject([{ entityId: 'teacher-ADA', externalId: 'ADA', name: 'ADA' }]);
    expect(school.days.map(({ label }) => label)).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(read).toEqual({ 'rows of GPU001': 1, 'rows of GPU002': 0, lessons: 1 });
  });

  test('without bell times is refused, and the sentence says how to give them', () => {
    const { found, findings } = readGpu({ 'GPU001.TXT': row }, { bells: null });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule: 'school.no-bells', severity: 'error' }]);
    expect(findings[0]?.message).toMatch(/--bells 08:00,45,5 .* --bells FILE/);
  });

  test('has the times of --bells', () => {
    const { document } = convertGpu({ 'GPU001.TXT': row }, { bells: parseBells('7:50,50,10') });
    const [configuration] = document.bellSchedule.dayConfigurations;
    expect(configuration?.periods.map(({ name, startTime, endTime }) => [name, startTime, endTime])).toEqual([
      ['1', '07:50', '08:40'],
      ['2', '08:50', '09:40'],
      ['3', '09:50', '10:40'],
    ]);
  });

  test.each([
    ['commas and quotes', '7,"5A","ADA","MAT","R1",1,3,,\n'],
    ['commas without quotes', '7,5A,ADA,MAT,R1,1,3,,\r\n'],
    ['semicolons and quotes', '7;"5A";"ADA";"MAT";"R1";1;3;;\r\n'],
    ['semicolons without quotes', '7;5A;ADA;MAT;R1;1;3;;'],
    ['tabs', '7\t5A\tADA\tMAT\tR1\t1\t3\t\t\n'],
    ['blanks around the texts and empty lines', '\n7; 5A ;ADA ; MAT;R1;1;3\n\n;;;;;;\n'],
    ['seven columns', '7,5A,ADA,MAT,R1,1,3'],
    ['a byte order mark', '\ufeff7,5A,ADA,MAT,R1,1,3'],
    ['line ends of an old Mac', '7,5A,ADA,MAT,R1,1,3\r7,5A,ADA,MAT,R1,2,3'],
  ])('is read with %s', (_, text) => {
    expect(unitsOf(convertGpu({ 'GPU001.TXT': text }).document)[0]).toBe('Mon 3 ADA MAT 5A R1');
  });

  test('is found under another name by its rows', () => {
    expect(unitsOf(convertGpu({ 'timetable.csv': row }).document)).toEqual(['Mon 3 ADA MAT 5A R1']);
  });

  test('with a header is read without it, and this is reported', () => {
    const header = 'Number,Class,Teacher,Subject,Room,Day,Period,Length\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': `${header}${row}` });
    expect(unitsOf(document)).toEqual(['Mon 3 ADA MAT 5A R1']);
    expect(rules).toContain('untis.header-skipped');
  });

  test.each([
    ['too few columns', '7,5A,ADA,MAT,R1,1\n', 'untis.row-unreadable', 1],
    ['a day that is not a number', '7,5A,ADA,MAT,R1,1,3\n7,5A,ADA,MAT,R1,Mon,3\n', 'untis.row-unreadable', 2],
    ['a period that is not a number', '7,5A,ADA,MAT,R1,1,08:00\n', 'untis.row-unreadable', 1],
    ['a period that no school has', '7,5A,ADA,MAT,R1,1,99999\n', 'untis.row-unreadable', 1],
    ['a quote that is never closed', '7,"5A,ADA,MAT,R1,1,3\n7,5A,ADA,MAT,R1,2,3\n', 'untis.file-unreadable', 2],
  ])('with %s is refused at its row', (_, text, rule, place) => {
    const { found, findings } = readGpu({ 'GPU001.TXT': text });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule, severity: 'error', place: { file: 'GPU001.TXT', row: place } }]);
  });

  test('with more periods than fit into a day is refused', () => {
    const { found, findings } = readGpu({ 'GPU001.TXT': '7,5A,ADA,MAT,R1,1,30\n' });
    expect(found).toBeNull();
    expect(findings).toMatchObject([{ rule: 'school.bells-do-not-fit' }]);
  });

  test('with rows for more units than any school has is refused before they are made', () => {
    const rows = Array.from({ length: 4000 }, (_, number) => `${number + 1},5A,ADA,MAT,R1,1,1,9,`).join('\n');
    const { found, findings } = readGpu({ 'GPU001.TXT': `${rows}\n1,5A,ADA,MAT,R1,1,1,,60\n` });
    expect(found).toBeNull();
    expect(findings.map(({ rule }) => rule)).toContain('school.too-large');
  });
});

describe('encodings', () => {
  const text = '7,"5Ä","Šo","Müs","Gebäude",1,1,,\n';
  const windows1252 = Uint8Array.from(text, (letter) => (letter === 'Š' ? 0x8a : letter.charCodeAt(0)));

  test('UTF-8 is read as such, without a finding', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 Šo Müs 5Ä Gebäude']);
    expect(rules).not.toContain('untis.encoding-assumed');
  });

  test('any other file is read as windows-1252, and this is reported', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': windows1252 });
    expect(unitsOf(document)).toEqual(['Mon 1 Šo Müs 5Ä Gebäude']);
    expect(rules).toContain('untis.encoding-assumed');
  });

  test('UTF-16 is recognised by its byte order mark', () => {
    const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(unitsOf(convertGpu({ 'GPU001.TXT': bytes }).document)).toEqual(['Mon 1 Šo Müs 5Ä Gebäude']);
  });
});

describe('coupled and shared lessons', () => {
  test('rows that differ only by class and room are one unit', () => {
    const text = '7,5A,ADA,PE,G1,1,1\n7,5B,ADA,PE,G1,1,1\n7,5A,ADA,PE,G2,1,1\n7,5B,ADA,PE,G2,1,1\n';
    const { document } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 ADA PE 5A+5B G1+G2']);
    expect(document.lessons).toMatchObject([{ groups: [{ roomMode: 'all', name: null }] }]);
  });

  test('each teacher and subject of its own is a group, taught at the same time', () => {
    const text = '7,5A,ADA,FRE,R1,1,1\n7,5B,ADA,FRE,R1,1,1\n7,5A,BOB,GER,R2,1,1\n7,5B,BOB,GER,R2,1,1\n';
    const { document } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 ADA FRE 5A+5B R1', 'Mon 1 BOB GER 5A+5B R2']);
    expect(document.lessons).toHaveLength(1);
    expect(document.lessonUnits.map(({ parallelGroupId }) => parallelGroupId)).toEqual(['par_7-d1-p1', 'par_7-d1-p1']);
    expect(new Set(document.lessonUnits.map(({ lessonGroupId }) => lessonGroupId)).size).toBe(2);
  });

  test('a part that is taught to other classes at another time is a group for each', () => {
    const text = '7,5A,ADA,FRE,R1,1,1\n7,5B,ADA,FRE,R1,1,1\n7,5A,ADA,FRE,R1,2,1\n';
    const { document } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 ADA FRE 5A+5B R1', 'Tue 1 ADA FRE 5A R1']);
    expect(document.lessons[0]?.groups.map(({ classIds }) => classIds)).toEqual([['cls_5A', 'cls_5B'], ['cls_5A']]);
  });

  test('rooms that change are candidates, of which any will do', () => {
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n7,5A,ADA,FRE,R2,2,1\n' });
    expect(document.lessons).toMatchObject([
      { groups: [{ roomMode: 'any', roomCandidateIds: ['rom_R1', 'rom_R2'], roomVariation: 'vary' }] },
    ]);
    expect(document.lessonUnits.map(({ roomPickedBy }) => roomPickedBy)).toEqual(['system', 'system']);
  });

  test('a row may lack class, teacher, subject and room', () => {
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,,,,1,1\n8,,ADA,MEET,,1,2\n' });
    expect(unitsOf(document)).toEqual(['Mon 1 - - 5A -', 'Mon 2 ADA MEET - -']);
  });

  test('the same row twice is one unit, and this is reported', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n7,5A,ADA,FRE,R1,1,1\n' });
    expect(document.lessonUnits).toHaveLength(1);
    expect(rules).toContain('untis.row-repeated');
  });

  test('rows without a lesson number are lessons by teacher and subject', () => {
    const text = ',5A,ADA,FRE,R1,1,1\n0,5B,ADA,FRE,R1,1,1\n,5A,BOB,GER,R2,1,1\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document).sort()).toEqual(['Mon 1 ADA FRE 5A+5B R1', 'Mon 1 BOB GER 5A R2']);
    expect(rules.filter((rule) => rule === 'untis.lesson-without-number')).toHaveLength(2);
  });
});

describe('days, periods and weeks', () => {
  test('days 6 and 7 are Saturday and Sunday, and day 8 is not a day', () => {
    const text = '7,5A,ADA,FRE,R1,6,1\n7,5A,ADA,FRE,R1,7,1\n7,5A,ADA,FRE,R1,8,1\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Sat 1 ADA FRE 5A R1', 'Sun 1 ADA FRE 5A R1', '- ADA FRE 5A -']);
    expect(rules).toContain('untis.day-outside-week');
  });

  test('--first-day sets the weekday of day 1', () => {
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n' }, { firstDay: 7 });
    expect(document.bellSchedule.days.slice(0, 2)).toMatchObject([
      { label: 'Sunday', dayOfWeek: 7 },
      { label: 'Monday', dayOfWeek: 1 },
    ]);
  });

  test('a period 0 is the first, with the first times', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,0\n7,5A,ADA,FRE,R1,1,2\n' });
    expect(document.lessonUnits.map(({ periodIndex }) => periodIndex)).toEqual([0, 2]);
    expect(document.bellSchedule.dayConfigurations[0]?.periods[0]).toMatchObject({ name: '0', startTime: '08:00' });
    expect(rules).toContain('untis.period-zero');
  });

  test('a row without a day or a period is an unplaced unit', () => {
    const text = '7,5A,ADA,FRE,R1,1,1\n7,5A,ADA,FRE,R1,,\n8,5A,ADA,MAT,R1,2,\n8,5B,ADA,MAT,R1,2,\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 ADA FRE 5A R1', '- ADA FRE 5A -', '- ADA MAT 5A+5B -']);
    expect(rules.filter((rule) => rule === 'untis.row-without-place')).toHaveLength(3);
  });

  test('a length in periods is a span', () => {
    const text = '7,5A,ADA,FRE,R1,1,1,2,\n7,5B,ADA,FRE,R1,1,1,2,\n7,5A,ADA,FRE,R1,2,4,,\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toEqual(['Mon 1 ADA FRE 5A+5B R1', 'Mon 2 ADA FRE 5A+5B R1', 'Tue 4 ADA FRE 5A R1']);
    const [first, second, third] = document.lessonUnits.map(({ spanId }) => spanId);
    expect([first === second, first !== null, third]).toEqual([true, true, null]);
    expect(document.lessons[0]?.lessonConfigurations).toMatchObject([{ frequency: 1, length: 2 }]);
    expect(rules).toContain('untis.length-in-periods');
  });

  test('a lesson that continues after the last period is unplaced after it', () => {
    const text = '7,5A,ADA,FRE,R1,1,2,3,\n8,5A,ADA,FRE,R1,1,3,,\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document).filter((unit) => unit.startsWith('-'))).toEqual(['- ADA FRE 5A -']);
    expect(rules).toContain('untis.length-past-end');
  });

  test('a length in minutes is reported and ignored', () => {
    const { document, rules } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1,01:30,\n' });
    expect(document.lessonUnits).toHaveLength(1);
    expect(rules).toContain('untis.length-in-minutes');
  });

  test('weeks make a cycle; a row without one is in each', () => {
    const text = '7,5A,ADA,FRE,R1,1,1,,A\n8,5A,BOB,GER,R1,1,1,,b\n9,5A,CYD,MAT,R1,2,1,,\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'cycle', cycleLength: 2 });
    expect(unitsOf(document)).toEqual([
      'Mon A 1 ADA FRE 5A R1',
      'Mon B 1 BOB GER 5A R1',
      'Tue A 1 CYD MAT 5A R1',
      'Tue B 1 CYD MAT 5A R1',
    ]);
    expect(rules).toContain('untis.weeks-recognised');
  });

  test('weeks may be numbers, and any other text is reported', () => {
    const text = '7,5A,ADA,FRE,R1,1,1,,2\n8,5A,BOB,GER,R1,2,1,,0\n9,5A,CYD,MAT,R1,3,1,,odd\n';
    const { document, rules } = convertGpu({ 'GPU001.TXT': text });
    expect(unitsOf(document)).toHaveLength(1 + 2 + 2);
    expect(unitsOf(document)[0]).toBe('Mon 2 1 ADA FRE 5A R1');
    expect(rules.filter((rule) => rule === 'untis.week-unreadable')).toHaveLength(1);
  });
});

describe('a bell schedule as --bells', () => {
  const schedule = structuredClone(convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,6,3\n' }).document.bellSchedule);
  for (const day of schedule.days) day.label = `${day.label}!`;
  const bells = { kind: 'schedule', schedule } as const;

  test('gives days and periods their names', () => {
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,3\n' }, { bells });
    expect(document.bellSchedule.days).toHaveLength(6);
    expect(document.bellSchedule.days[0]?.label).toBe('Monday!');
    expect(document.lessonUnits).toMatchObject([{ periodIndex: 2 }]);
  });

  test('with fewer periods than the file refuses it', () => {
    const { findings } = readGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,4\n' }, { bells });
    expect(findings).toMatchObject([{ rule: 'school.bells-do-not-fit' }]);
  });

  test('whose first period is called 0 has a period 0, whether the file uses it or not', () => {
    const zero = structuredClone(schedule);
    for (const { periods } of zero.dayConfigurations)
      for (const [index, period] of periods.entries()) period.name = `${index}.`;
    const withZero = { bells: { kind: 'schedule', schedule: zero } } as const;
    const { document } = convertGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n' }, withZero);
    expect(document.lessonUnits).toMatchObject([{ periodIndex: 1 }]);
  });

  test('whose periods have other names counts them from 1, and this is reported', () => {
    const named = structuredClone(schedule);
    for (const { periods } of named.dayConfigurations) for (const period of periods) period.name = 'Lesson';
    const { document, rules } = convertGpu(
      { 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,1\n' },
      { bells: { kind: 'schedule', schedule: named } },
    );
    expect(document.lessonUnits).toMatchObject([{ periodIndex: 0 }]);
    expect(rules).toContain('untis.periods-by-position');
  });

  test('that begins with 1 does not fit a file with a period 0', () => {
    const { found, findings } = readGpu({ 'GPU001.TXT': '7,5A,ADA,FRE,R1,1,0\n' }, { bells });
    expect(found).toBeNull();
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'school.bells-do-not-fit' }));
  });
});

describe('a set of files', () => {
  test('without GPU001 is refused', () => {
    const { findings } = readGpu({ 'GPU002.TXT': '7,4,4,4,5A,ADA,FRE,R1\n' });
    expect(findings).toMatchObject([{ rule: 'untis.no-timetable', severity: 'error' }]);
  });

  test('with two of one number is refused', () => {
    const { findings } = readGpu({ 'a/GPU001.TXT': row, 'b/gpu001.txt': row });
    expect(findings).toMatchObject([{ rule: 'untis.file-twice', place: { file: 'b/gpu001.txt' } }]);
  });

  test('with files of other topics: they are not read, and their rows are counted as lost', () => {
    const others = { 'GPU015.TXT': 'one,two,three\nfour,five,six\n', 'readme.txt': 'hello' };
    const { losses, rules } = convertGpu({ 'GPU001.TXT': row, ...others });
    expect(rules.filter((rule) => rule === 'untis.file-not-used')).toHaveLength(2);
    expect(losses).toContainEqual({
      code: 'rows-not-used',
      values: { name: 'GPU015.TXT' },
      what: 'rows of GPU015.TXT',
      count: 2,
      why: 'Belfry does not know them',
    });
  });

  test('in any order gives the same document, and a later export the same ids', () => {
    const names = 'ADA,Lovelace Ada\nBOB,Smith Bob\n';
    const texts = { 'GPU001.TXT': `${row}8,5B,BOB,GER,R2,2,2\n`, 'GPU004.TXT': names };
    const { document } = convertGpu(texts);
    expect(convertGpu(Object.fromEntries(Object.entries(texts).reverse())).document).toEqual(document);
    const later = convertGpu({ ...texts, 'GPU001.TXT': `9,5C,CYD,ART,R3,3,3\n8,5B,BOB,GER,R2,4,4\n${row}` }).document;
    const idsOf = ({ teachers, classes, rooms, subjects, lessons }: typeof document) =>
      [...teachers, ...classes, ...rooms, ...subjects, ...lessons].map(({ localId }) => localId);
    expect(idsOf(later)).toEqual(expect.arrayContaining(idsOf(document)));
  });

  test.each([1, 2])('has no terms, so --term %i is refused', (term) => {
    const { findings } = readGpu({ 'GPU001.TXT': row }, { term });
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'school.option-unusable' }));
  });
});
