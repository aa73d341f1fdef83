// The time of converting files that no program writes: each repeats one oddity through all of its elements. It may grow
// with the file, not with its square.

import { expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { convertFiles, defaultOptions } from '../../src/formats/convert-files.ts';
import type { SchoolFile } from '../../src/formats/reading/school-reader.ts';
import { compareImported } from '../../src/formats/report/compare-imported.ts';
import { processorTime } from '../support/processor-time.ts';
import { count, worstDocument } from '../support/worst-documents.ts';
import { ascCard, ascLesson, ascXml, smallAsc } from './asc/asc-xml.ts';
import { activity, element, fetText, time } from './fet/fet-file.ts';
import { versionFields } from './version-fields.ts';

/** Milliseconds: what is compared in pairs takes minutes. */
const enough = 15_000;

const bytes = (text: string) => new TextEncoder().encode(text);
const asc = (changes: Partial<ReturnType<typeof smallAsc>>): SchoolFile[] => [
  { name: 'school.xml', bytes: bytes(ascXml({ ...smallAsc(), ...changes } as ReturnType<typeof smallAsc>)) },
];
const gpu = (files: Record<string, string[]>): SchoolFile[] =>
  Object.entries(files).map(([name, rows]) => ({ name, bytes: bytes(rows.join('\n')) }));
const row = (lesson: number, teacher = 'ADA') => `${lesson},"5A","${teacher}","MA","R1",1,1`;
const manyIds = (rows: number) => count(rows, (index) => `R${index}`);

/** By name; each has about as many elements as it is asked for. */
const worstFiles: Record<string, (rows: number) => SchoolFile[]> = {
  'aSc: all cards of a lesson of doubles in one period': (rows) =>
    asc({ lesson: [ascLesson({ periodspercard: '2' })], card: count(rows, () => ascCard({ days: '10' })) }),
  'aSc: cards in thousands of rooms, on every day of many weeks': (rows) =>
    asc({
      classroom: count(rows, (index) => ({ id: `R${index}`, name: `Room ${index}`, short: `R${index}` })),
      weeksdef: count(60, (week) => ({ id: `W${week}`, weeks: count(60, (at) => (at === week ? '1' : '0')).join('') })),
      lesson: [ascLesson({ periodspercard: '2' })],
      card: count(5, () => ascCard({ days: '11', weeks: '1'.repeat(60), classroomids: manyIds(rows).join() })),
    }),
  'aSc: days by number': (rows) =>
    asc({ daysdef: [], day: count(rows * 3, (index) => ({ name: `Day ${index}`, day: String(index) })) }),
  'aSc: thousands of periods and breaks': (rows) =>
    asc({
      period: count(rows, (index) => ({ period: String(index), starttime: '7:40', endtime: '08:25' })),
      break: count(rows, (index) => ({ break: String(index), starttime: '8:25', endtime: '8:35' })),
    }),
  'aSc: names that differ only at the end, each twice': (rows) => {
    const name = (index: number) => `${'x'.repeat(40)} ${index >> 1}`;
    return asc({ teacher: count(rows, (index) => ({ id: `*${index}`, name: name(index), short: name(index) })) });
  },
  'aSc: a lesson of all classes and groups': (rows) => {
    const group = count(rows, (index) => ({ id: `G${index}`, name: 'All', classid: `C${index}`, entireclass: '1' }));
    const ids = count(rows, (index) => `C${index}`).join();
    return asc({
      class: count(rows, (index) => ({ id: `C${index}`, name: `Class ${index}`, short: `C${index}` })),
      group,
      lesson: [ascLesson({ classids: ids, groupids: group.map(({ id }) => id).join() })],
    });
  },
  'Untis: one short name for all': (rows) =>
    gpu({ 'GPU001.TXT': [row(1)], 'GPU004.TXT': count(rows, (index) => `"ADA","Ada ${index}"`) }),
  'Untis: one lesson with hundreds of teachers': (rows) =>
    gpu({
      'GPU001.TXT': count(rows, (index) => row(1, `T${index % 400}`)),
      'GPU002.TXT': count(rows, (index) => `1,1,,,"5A","T${index % 400}","MA"`),
    }),
  'FET: activities in a virtual room of thousands': (rows) => [
    {
      name: 'school.fet',
      bytes: bytes(
        fetText({
          rooms: `<Room>${element('Name', 'V')}${element('Virtual', 'true')}${count(
            rows,
            (index) => `<Set_of_Real_Rooms>${element('Real_Room', `R${index}`)}</Set_of_Real_Rooms>`,
          ).join('')}</Room>`,
          activities: count(rows, (index) => activity({ id: index + 1 })).join(''),
          times: count(rows, (index) => time(index + 1, 'Monday', '08:00-08:45')).join(''),
          spaces: count(
            rows,
            (index) => `<ConstraintActivityPreferredRoom>${element('Activity_Id', index + 1)}
            ${element('Room', 'V')}</ConstraintActivityPreferredRoom>`,
          ).join(''),
        }),
      ),
    },
  ],
};

test.each(Object.keys(worstFiles))('%s', (kind) => {
  for (const rows of [2000, 20_000]) {
    const files = worstFiles[kind]?.(rows) ?? [];
    const pattern = { kind: 'pattern', start: 480, length: 45, pause: 5 } as const;
    const options = { ...defaultOptions, bells: kind.startsWith('Untis') ? pattern : null };
    const { result, time } = processorTime(() => convertFiles(files, options, () => versionFields));
    expect(result.report.format).not.toBeNull();
    expect([rows, time < enough || time]).toEqual([rows, true]);
  }
});

test.each(['all units at one time in one class, of one lesson', 'all ids the same'])(
  'two versions are compared in time: %s',
  (kind) => {
    const before = worstDocument(kind, 20_000);
    const after: Timetable = { ...before, lessonUnits: before.lessonUnits.map((unit) => ({ ...unit, locked: true })) };
    const { result, time } = processorTime(() => compareImported(before, after));
    expect(result.otherwise.length).toBeGreaterThan(0);
    expect(time < enough || time).toBe(true);
  },
);
