// What a file leaves open is asked, whether or not an option has answered it; and only that.

import { describe, expect, test } from 'vitest';
import { convertFiles, defaultOptions } from '../../src/formats/convert-files.ts';
import { parseBells } from '../../src/formats/reading/bells.ts';
import { nameOfFiles } from '../../src/formats/school/name-of-files.ts';
import { convertSmall } from './asc/convert-asc.ts';
import { versionFields } from './version-fields.ts';

const gpu = '1,"5A","Mei","M","R1",1,0\r\n1,"5A","Mei","M","R1",2,2';
function convertText(text: string, options = {}) {
  const files = [{ name: 'file', bytes: new TextEncoder().encode(text) }];
  return convertFiles(files, { ...defaultOptions, ...options }, (name, otherName) => ({
    ...versionFields,
    name: name ?? otherName ?? '',
  }));
}

test('GPU files: the times of their periods, of which the first may be 0, and their first day', () => {
  const questions = [
    { about: 'bells', periods: ['0', '1', '2'] },
    { about: 'firstDay', chosen: null },
  ];
  expect(convertText(gpu).report.questions).toEqual(questions);
  const { report, document } = convertText(gpu, {
    bells: parseBells('07:10-07:55,08:00-08:45,08:50-09:35;2=07:10-07:40,07:45-08:15,08:20-08:50'),
    firstDay: 7,
  });
  expect(report.questions).toEqual([questions[0], { about: 'firstDay', chosen: 7 }]);
  // The second day of a week that begins on Sunday is a Monday: the times of Tuesdays are those of its third.
  const { days = [], dayConfigurations = [] } = document?.bellSchedule ?? {};
  const tuesday = days.find(({ dayOfWeek }) => dayOfWeek === 2)?.id ?? '';
  const of = dayConfigurations.find(({ dayIds }) => dayIds.includes(tuesday));
  expect(of?.periods.map(({ name, startTime }) => [name, startTime])).toEqual([
    ['0', '07:10'],
    ['1', '07:45'],
    ['2', '08:20'],
  ]);
});

test('the XML of Untis says what to export instead, and leaves nothing to answer', () => {
  const { report } = convertText('<?xml version="1.0"?><document xmlns="https://untis.at/untis/XmlInterface">');
  expect(report.questions).toEqual([]);
  expect(report.findings).toMatchObject([
    { rule: 'untis.xml-not-read', message: expect.stringContaining('GPU001.TXT') },
  ]);
});

describe('aSc', () => {
  const termsdef = [
    { id: 'S1', name: 'Autumn', terms: '10' },
    { id: 'S2', name: 'Spring', terms: '01' },
  ];
  test('with bell times, days by name, one term and no students leaves nothing open', () =>
    expect(convertSmall().report.questions).toEqual([]));
  test('of several terms', () =>
    expect(convertSmall({ termsdef }, { term: 1 }).report.questions).toEqual([
      { about: 'term', names: ['Autumn', 'Spring'], chosen: 1 },
    ]));
  test('with students', () =>
    expect(convertSmall({ student: [{ id: 'P1', name: 'Ada' }] }).report.questions).toEqual([
      { about: 'students', count: 1, chosen: false },
    ]));
});

test.each([
  [['plan 2026.xml'], 'plan 2026'],
  [['exports/plan.2026.xml'], 'plan.2026'],
  [['Hill_data_and_timetable.fet'], 'Hill'],
  [['Hill.fet', 'Hill_activities.xml'], 'Hill'],
  [['Hill.zip'], 'Hill'],
  [['GPU001.TXT'], null],
  [['GPU001.TXT', 'GPU002.TXT'], null],
  [['.xml'], null],
])('without a name in it, %j is called %j', (names, name) => expect(nameOfFiles(names)).toBe(name));
