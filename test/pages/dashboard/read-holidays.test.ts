// Holidays of iCalendar files: as ministries write them, as this page writes them, and as nobody should.

import ical from 'ical.js';
import { describe, expect, test } from 'vitest';
import { mostHolidays, readHolidays } from '../../../src/pages/dashboard/calendar/read-holidays.ts';
import { writeHolidays } from '../../../src/pages/dashboard/calendar/write-holidays.ts';
import { demoCalendar } from '../viewer/demo-calendar.ts';

const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
const read = (...lines: string[]) => readHolidays(file(...event(...lines)));
const one = (name: string, firstDay: number, lastDay = firstDay) => ({
  outcome: 'read',
  holidays: [{ name, firstDay, lastDay }],
  leftOut: 0,
});

describe('holidays are read', () => {
  test.each([
    [
      'the end is the day after',
      ['DTSTART;VALUE=DATE:20261012', 'DTEND;VALUE=DATE:20261017', 'SUMMARY:A'],
      one('A', 20261012, 20261016),
    ],
    ['without an end, one day', ['DTSTART;VALUE=DATE:20261012', 'SUMMARY:A'], one('A', 20261012)],
    [
      'an end on the same day',
      ['DTSTART;VALUE=DATE:20261012', 'DTEND;VALUE=DATE:20261012', 'SUMMARY:A'],
      one('A', 20261012),
    ],
    ['a duration of weeks', ['DTSTART;VALUE=DATE:20261012', 'DURATION:P2W', 'SUMMARY:A'], one('A', 20261012, 20261025)],
    ['a duration of days', ['DTSTART;VALUE=DATE:20261230', 'DURATION:P3D', 'SUMMARY:A'], one('A', 20261230, 20270101)],
    ['a date without its type', ['DTSTART:20280228', 'DTEND:20280301', 'SUMMARY:A'], one('A', 20280228, 20280229)],
    ['small letters', ['dtstart;value=date:20261012', 'summary:A'], one('A', 20261012)],
    ['a folded name', ['DTSTART:20261012', 'SUMMARY:Autumn\r\n  br\r\n\teak'], one('Autumn break', 20261012)],
    ['an escaped name', ['DTSTART:20261012', 'SUMMARY:A\\, B\\; C \\\\ D\\nE\\N F'], one('A, B; C \\ D E F', 20261012)],
    [
      'parameters with a colon in quotes',
      ['DTSTART;X="a:b;c";VALUE=DATE:20261012', 'SUMMARY;LANGUAGE=de;ALTREP="http://a/b":Ä'],
      one('Ä', 20261012),
    ],
    [
      'an alarm within',
      ['DTSTART:20261012', 'BEGIN:VALARM', 'SUMMARY:Ring', 'DTSTART:20200101', 'END:VALARM', 'SUMMARY:A'],
      one('A', 20261012),
    ],
  ])('%s', (_, lines, wanted) => expect(read(...lines)).toEqual(wanted));

  test.each([
    ['times', ['DTSTART:20261012T080000Z', 'DTEND:20261012T090000Z', 'SUMMARY:A']],
    ['no name', ['DTSTART:20261012', 'SUMMARY: ']],
    ['no day', ['SUMMARY:A']],
    ['a day that does not exist', ['DTSTART:20270229', 'SUMMARY:A']],
    ['an end before its beginning', ['DTSTART:20261012', 'DTEND:20261001', 'SUMMARY:A']],
    ['a cancellation', ['DTSTART:20261012', 'STATUS:CANCELLED', 'SUMMARY:A']],
  ])('with %s an event is left out', (_, lines) => {
    expect(read(...lines)).toEqual({ outcome: 'none' });
    expect(readHolidays(file(...event('DTSTART:20261001', 'SUMMARY:B'), ...event(...lines)))).toMatchObject({
      leftOut: 1,
    });
  });

  test('line ends of every kind, by day, and a long name is cut', () => {
    const text = file(
      ...event('DTSTART:20270101', 'SUMMARY:Late'),
      ...event('DTSTART:20261012', `SUMMARY:${'é'.repeat(900)}`),
    );
    const wanted = readHolidays(text);
    expect(wanted).toMatchObject({ holidays: [{ name: 'é'.repeat(200) }, { name: 'Late' }] });
    expect(readHolidays(text.replaceAll('\r\n', '\n'))).toEqual(wanted);
    expect(readHolidays(text.replaceAll('\r\n', '\r'))).toEqual(wanted);
  });

  test('what is none, or too much', () => {
    expect(readHolidays('')).toEqual({ outcome: 'none' });
    expect(readHolidays('{"terms": []}')).toEqual({ outcome: 'none' });
    expect(readHolidays('END:VEVENT\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20261012')).toEqual({ outcome: 'none' });
    const many = Array.from({ length: mostHolidays + 1 }, () => event('DTSTART:20261012', 'SUMMARY:A')).flat();
    expect(readHolidays(file(...many))).toEqual({ outcome: 'too many' });
    expect(readHolidays('x'.repeat(3_000_000))).toEqual({ outcome: 'too many' });
    // Neither quotes nor folds take longer than the text is long.
    expect(readHolidays(`${'"'.repeat(900_000)}\n${';"'.repeat(400_000)}`)).toEqual({ outcome: 'none' });
  });
});

describe('holidays are written', () => {
  const calendar = {
    ...demoCalendar,
    closures: [
      ...(demoCalendar.closures ?? []),
      { id: 'c9', name: 'Ferien, „Käse“; \\ und\nmehr '.repeat(4).trim(), firstDay: 20261224, lastDay: 20270103 },
    ],
  };
  const written = writeHolidays(calendar, { id: 'riverside', name: 'Riverside' }, Date.UTC(2026, 10, 27));

  test('for everybody, with single days, and they are read again', () => {
    expect(readHolidays(written)).toMatchObject({
      leftOut: 0,
      holidays: [
        { name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 },
        { name: 'Storm', firstDay: 20261204, lastDay: 20261204 },
        { firstDay: 20261224, lastDay: 20270103 },
        { name: 'Easter break', firstDay: 20270326, lastDay: 20270409 },
      ],
    });
  });

  test('as another program reads them', () => {
    const events = new ical.Component(ical.parse(written))
      .getAllSubcomponents('vevent')
      .map((component) => new ical.Event(component));
    expect(
      events.map(({ summary, startDate, endDate }) => [summary, String(startDate), String(endDate)]),
    ).toContainEqual(['Autumn break', '2026-10-12', '2026-10-17']);
    expect(events.map(({ summary }) => summary)).toContain(calendar.closures.at(-1)?.name);
    for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});
