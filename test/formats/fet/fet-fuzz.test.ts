import { expect, test } from 'vitest';
import { readFet } from '../../../src/formats/fet/read-fet.ts';
import { times } from '../../support/thoroughness.ts';
import { fuzz } from '../fuzz-bytes.ts';
import { activity, element, fetText, placements, room, time } from './fet-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const options = { firstDay: null, term: null, week: null, bells: null, students: false };
const activities = activity({ id: 1, duration: 2 }) + activity({ id: 2, group: 1, teachers: ['Žofie'] });
const slots = time(1, 'Monday', '08:00-08:45') + time(2, 'Tuesday', '08:50-09:35');
const data = bytes(fetText({ activities, times: slots, spaces: room(1, 'R1') }));
const solved = placements(
  `<Activity>${element('Id', 2)}${element('Day', 'Monday')}${element('Hour', '08:50-09:35')}</Activity>`,
);
const tokens = [
  ...['<', '>', '&', '&amp;', '&x;', '<![CDATA[', ']]>', '<!--', '<Activity>', '</Activity>', '<fet>', '\0', '\ufeff'],
  ...['<!DOCTYPE fet [<!ENTITY a "aaaa">]>', '99999999999', '-1', '<Mode>Terms</Mode>', '<a><a><a><a>', '0', 'Monday'],
  ...[
    '<Mode>Mornings_Afternoons</Mode>',
    '<Day><Name>Friday</Name></Day>',
    '<Real_Room>R1</Real_Room>',
    '<Number_of_Terms>9999</Number_of_Terms>',
    '23:59',
    ' encoding="utf-16"',
  ],
];

test('corrupted FET files are read or refused', () => {
  const count = times(1000, 10_000);
  const { refused, read } = fuzz(readFet, { 'school.fet': data }, options, {
    times: count,
    seed: 17,
    tokens,
    mark: '>',
  });
  expect(refused).toBeGreaterThan(count / 10);
  expect(read).toBeGreaterThan(count / 20);
});

test('corrupted pairs of a FET file and its activities are read or refused', () => {
  const count = times(500, 2000);
  const pair = { 'school.fet': data, 'school_activities.xml': bytes(solved) };
  const { refused, read } = fuzz(readFet, pair, options, { times: count, seed: 18, tokens, mark: '>' });
  expect(refused).toBeGreaterThan(count / 20);
  expect(read).toBeGreaterThan(count / 20);
});
