// Option values on real command lines: an invalid value is refused with exit 2, in a sentence that names the option, before
// anything else is checked. Values that may contain a password or a key are not printed.

import { expect, test } from 'vitest';
import { readFutureMoment, readName } from '../../scripts/options/option-values.ts';
import { runHere } from '../support/run-here.ts';
import { type Finished, startProcess } from '../support/run-process.ts';
import { ifThorough } from '../support/thoroughness.ts';

/** Without a database, so that an accepted value leads to another error. */
const run = (words: readonly string[]) =>
  runHere(words, { DATABASE_URL: undefined, BELFRY_DATA: '/nowhere', BELFRY_BUCKET: undefined });

const createKey = ['keys', 'create', '--organisation', 'school'];
const smoke = ['smoke', '--key', 'belfry_x', '--url'];

test.each([
  [[...createKey, '--name', 'x', '--expires', '2027-02-30'], /--expires .*'2027-02-30' .*There is no such date/],
  [[...createKey, '--name', 'x', '--expires', '2027-07-31T22:00'], /--expires .*is not an ISO 8601 date/],
  [[...createKey, '--name', ' '], /--name .*must not be blank/],
  [[...createKey, '--name', ''], /--name .*must not be blank/],
  [['organisations', 'create', 'school', '--name', '\t'], /--name .*must not be blank/],
  [['import', '--organisation', 'school', '--name', ' ', 'x.json'], /--name .*must not be blank/],
  [['import', '--organisation', 'school', '--timetable-name', '', 'x.xml'], /--timetable-name .*must not be blank/],
  [['import', '--organisation', 'school', '--version-name', ' ', 'x.xml'], /--version-name .*must not be blank/],
  [['convert', 'x.xml', '--name', ' '], /--name .*must not be blank/],
  [['organisations', 'set', 'school', '--access', 'locked:holidays'], /--access .*locked:trial_ended/],
  [['organisations', 'set', 'school', '--api', 'yes'], /--api .*on, off/],
  [['rollback', '--organisation', 'school', '--to', '1e1'], /--to .*'1e1' .*whole number from 1/],
  [['rollback', '--organisation', 'school', '--to', '0x1'], /--to .*'0x1' .*whole number from 1/],
  [['rollback', '--organisation', 'school', '--to', '0'], /--to .*'0' .*whole number from 1/],
  [['build', 'everything'], /too many arguments/],
  [['copy', '--from', ' ', '--to', 'x'], /--from must be a folder/],
  [
    ['copy', '--from', 'x', '--to', 's3://b/../x'],
    /--to must be s3:\/\/bucket or s3:\/\/bucket\/prefix, not s3:\/\/b\/..\/x/,
  ],
  [[...smoke, 'timetables.example.org'], /--url must be an http:\/\/ or https:\/\/ URL.*, not timetables/],
  [[...smoke, 'https://host:port'], /--url must be an http/],
  [[...smoke, 'https://user:secret@host'], /--url must be an http:\/\/ or https:\/\/ URL without user/],
  [['smoke', '--url', 'http://127.0.0.1', '--key', 'belfry_ secret'], /--key must be printable ASCII without spaces/],
])('%j is refused', async (line, sentence) => expectRefused(await run(line), sentence));

// `bench` is a program of its own, which needs the development packages.
test.each<[string[], RegExp]>([
  [['compare', '--rounds', '1e1'], /--rounds .*whole number from 1/],
  ...ifThorough<[string[], RegExp]>([[['levles'], /too many arguments|unknown command/]]),
])('bench %j is refused', async (values, sentence) =>
  expectRefused(await startProcess(['scripts/tools/bench.ts', ...values], {}).finished, sentence),
);

function expectRefused({ code, stdout, stderr }: Finished, sentence: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const [said = '', ...more] = stderr.trimEnd().split('\n');
  expect(said).toMatch(sentence);
  expect(said).toMatch(/^error: /);
  expect(said).not.toContain('secret');
  expect(more.filter((text) => text !== '(--help shows the options)')).toEqual([]);
}

test.each([
  ['2999-02-28', '2999-02-28T00:00:00.000Z'],
  ['2996-02-29', '2996-02-29T00:00:00.000Z'],
  ['2999-07-31T22:00Z', '2999-07-31T22:00:00.000Z'],
  ['2999-07-31T23:30:00.5+02:00', '2999-07-31T21:30:00.500Z'],
])('--expires %s means %s', (text, moment) => {
  expect(readFutureMoment(text)).toBe(moment);
});

test.each(['2999-02-29', '2999-04-31', '2999-13-01', '2999-00-10', '2999-01-00', '2999-01-01T25:00Z'])(
  '--expires %s is not a date or time',
  (text) => {
    expect(() => readFutureMoment(text)).toThrow('There is no such date or time.');
  },
);

test.each(['2999', '2999-1-1', '31.07.2999', '2999-07-31T22:00:00', '2999-07-31 22:00Z', '+012999-01-01', ''])(
  '--expires "%s" has another form',
  (text) => {
    expect(() => readFutureMoment(text)).toThrow('is not an ISO 8601 date');
  },
);

test.each(['\u0001', '\t\n', '\u200b', '\u202e ', '\u2028'])(
  'a name without a visible character is blank: %j',
  (text) => {
    expect(() => readName(text)).toThrow('must not be blank');
  },
);

test('a name may have format characters, and must be one line', () => {
  expect(readName('Zoë \u200d School')).toBe('Zoë \u200d School');
  expect(() => readName('a\u2028b')).toThrow('line breaks');
});
