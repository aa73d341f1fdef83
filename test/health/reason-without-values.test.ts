import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reasonWithoutValues } from '../../src/health/reason-without-values.ts';

const personal = 'Siobhán Ní Dhuibhir';
const nothingKnown = 'breaks the contract';
const shown = (message: string) => reasonWithoutValues({ path: '$', message, row: null }).what;

test('every message of the reference check is known, and is shown without its values', () => {
  const source = readFileSync(new URL('../../src/document/check-references.ts', import.meta.url), 'utf8');
  const messages = [...source.matchAll(/\breport\(.*, (['`])((?:(?!\1).)*)\1\)/g)].map(([, , message = '']) =>
    // A number of periods reveals nothing.
    message.replace(/\$\{count\}/g, '3').replace(/\$\{.*?\}/g, personal),
  );
  expect(messages.length).toBe([...source.matchAll(/\breport\(/g)].length);
  for (const message of messages) {
    expect(shown(message), message).not.toBe(nothingKnown);
    expect(shown(message)).not.toContain('Siobhán');
  }
});

test.each([
  [`must be string, not "${personal}"`, 'must be string'],
  [
    `must match pattern "^tch_[A-Za-z0-9_-]{1,64}$", not "${personal}, not her"`,
    'must match pattern "^tch_[A-Za-z0-9_-]{1,64}$"',
  ],
  [`must be one of "all", "any", "none", not "${personal}"`, 'must be one of "all", "any", "none"'],
  ['lacks the field name', 'lacks the field name'],
  [`has the unknown field ${personal}`, 'has an unknown field'],
  [`${personal} did something new`, nothingKnown],
])('%s', (message, expected) => {
  expect(shown(message)).toBe(expected);
});

test.each([
  ['lesson lsn_4, lesson_group g1 of timetable_version v7', 'lesson lsn_4, lesson_group'],
  ['version_teacher tch_smith of timetable_version v7', 'version_teacher'],
  [`version_student ${personal} of timetable_version v7`, 'version_student'],
  [`lesson_unit ${personal}, smith of timetable_version v7`, 'lesson_unit'],
  [`bell_day ${personal} of timetable_version v7`, 'bell_day'],
  ['timetable_version v7', ''],
])('the row %s is shown as %s', (row, expected) => {
  expect(reasonWithoutValues({ path: '$', message: '', row }).row).toBe(expected);
});

test.each([
  ['$.lessons[3].groups[0].teacherIds[1]', '$.lessons[3].groups[0].teacherIds[1]'],
  [`$.courses[0]["${personal}"].x`, '$.courses[0]'],
  ['$.bellSchedule.Smith', '$.bellSchedule'],
])('the path %s is shown as %s', (path, expected) => {
  expect(reasonWithoutValues({ path, message: '', row: null }).path).toBe(expected);
});
