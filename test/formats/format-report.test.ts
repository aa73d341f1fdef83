import { expect, test } from 'vitest';
import { formatReport } from '../../src/formats/report/format-report.ts';
import { ascCard, ascLesson, ascXml, smallAsc } from './asc/asc-xml.ts';
import { convertAsc } from './asc/convert-asc.ts';

test('counts, losses, and each rule once with its first places', () => {
  const unplaced = Array.from({ length: 5 }, (_, index) => ascCard({ period: String(index + 5) }));
  const card = [...unplaced, ascCard()];
  const xml = ascXml({ ...smallAsc(), card, grade: [{}], other: [{}], lesson: [ascLesson({ periodsperweek: '6' })] });
  const { report } = convertAsc(xml);
  const line = xml.split('\n').findIndex((each) => each.startsWith('<card ')) + 1;
  expect(formatReport(report)).toEqual([
    'read from aSc Timetables: 1 teachers, 1 subjects, 1 classes, 1 rooms, 1 lessons, 6 cards',
    'converted to: 1 teachers, 1 subjects, 1 classes, 1 rooms, 1 lessons; lesson units: 1 placed, 5 unplaced',
    'left out, since a published timetable has no field for it:',
    '  1 grades',
    'also left out:',
    '  1 elements `other`: Belfry does not know them',
    expect.stringMatching(/^warning asc\.card-outside-bell \(5 times\): A card is placed in .*\. Its unit is .*\.$/),
    `  school.xml:${line} card L1: there is no period 5`,
    `  school.xml:${line + 1} card L1: there is no period 6`,
    `  school.xml:${line + 2} card L1: there is no period 7`,
    '  and 2 more',
    expect.stringMatching(/^info school\.first-day-recognised \(once\): /),
    expect.stringMatching(/^ {2}school\.xml: the first day, "Monday", is day 1 /),
  ]);
});

test('a file that cannot be read has its error and its place, and no counts', () => {
  expect(formatReport(convertAsc('<timetable>\n<').report)).toEqual([
    expect.stringMatching(/^error file\.not-xml \(once\): /),
    expect.stringMatching(/^ {2}school\.xml:2: /),
  ]);
});
