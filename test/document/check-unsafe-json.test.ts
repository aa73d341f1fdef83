import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOpenFields, checkText, findUnsafe } from '../../src/document/check-unsafe-json.ts';
import { arbitraryExtra, arbitraryText } from '../support/arbitrary-values.ts';
import { smallTimetable } from '../support/small-timetable.ts';

test('text that PostgreSQL can store has no problems', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryExtra, arbitraryText, fc.array(arbitraryText)), (value) => {
      expect(checkText(value)).toEqual([]);
    }),
  );
});

test('a NUL character and a lone surrogate are found in any string', () => {
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));
  const plain = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(plain, fc.oneof(half, fc.constant('\0')), plain, (before, broken, after) => {
      const [message, code] =
        broken === '\0'
          ? ['contains a NUL character', 'nul-character']
          : ['contains half of a surrogate pair', 'half-character'];
      expect(checkText({ list: [before, before + broken + after] })).toEqual([{ path: '$.list[1]', message, code }]);
    }),
  );
});

test.each([
  ['a property name', { 'a\0': 1 }, ['$']],
  ['a name and the value under it', { 'a\0': '\0' }, ['$', '$["a\\u0000"]']],
  ['both faults of one text', ['\0\ud800'], ['$[0]', '$[0]']],
  ['the value __proto__', JSON.parse('{"__proto__":{"x":"\\u0000"}}'), ['$.__proto__.x']],
  ['nothing but text', [1, null, true, {}, [], '😀'], []],
])('%s', (_, value, paths) => {
  expect(checkText(value).map(({ path }) => path)).toEqual(paths);
});

// PostgreSQL stores such a number, and JSON.parse makes Infinity of it.
const huge: unknown = JSON.parse(`{"a":[1,{"b":-1${'0'.repeat(131_000)}}]}`);

test.each([
  [
    'a bell schedule',
    { bellSchedules: [{ id: 'bs_1', extra: huge }] },
    '$.bellSchedules[0].extra',
    'bell_schedule bs_1 of ',
  ],
  [
    'a period',
    { bellSchedules: [{ id: 'bs_1', dayConfigurations: [{ id: 'c', periods: [{ id: 'p', extra: huge }] }] }] },
    '$.bellSchedules[0].dayConfigurations[0].periods[0].extra',
    'bell_schedule bs_1, day_configuration c, period p of ',
  ],
  [
    'the settings of a course',
    { courses: [{ localId: 'crs_1', extra: huge }] },
    '$.courses[0].extra',
    'version_course crs_1 of ',
  ],
  ['the settings of sections', { sectionSettings: { extra: huge } }, '$.sectionSettings.extra', ''],
])('a number that JSON cannot carry is found in %s, with its row', (_, part, path, row) => {
  const message = 'is -Infinity: the number is larger than JSON readers can represent, or no number';
  const code = 'number-without-json';
  const found = {
    path: `${path}.a[1].b`,
    message,
    row: `${row}timetable_version version-1`,
    code,
    values: expect.any(Object),
  };
  expect(checkOpenFields(smallTimetable())).toEqual([]);
  expect(checkOpenFields({ ...smallTimetable(), ...part })).toEqual([found]);
});

test.each([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['NaN', Number.NaN],
  ['a bigint', 1n],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
])('a program’s value that has no JSON is found: %s', (_, value) => {
  expect(findUnsafe({ list: [0, { value }] })?.at).toEqual(['list', 1, 'value']);
});

test('numbers that JSON carries are not found', () => {
  expect(findUnsafe([0, -1, 1.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, null, undefined, true, 'Infinity'])).toBe(
    null,
  );
});
