import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHandle, isOrganisationId, isSha256, parseHandle, parseOrganisationId } from '../../src/access/ids.ts';
import { InvalidIdError } from '../../src/errors.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { times } from '../support/thoroughness.ts';

const escapes = [
  '',
  '.',
  '..',
  '../..',
  'hillside/files',
  '/etc',
  'a\\b',
  'a\0',
  'Hillside',
  'ä',
  ' a',
  'a\n',
  'a'.repeat(65),
];

test('an organisation id is 1 to 64 lower-case letters, digits, "_" and "-"', () => {
  for (const id of ['a', '0', '_', '-', 'hillside', 'a'.repeat(64)]) expect(parseOrganisationId(id)).toBe(id);
  for (const text of escapes) expect(() => parseOrganisationId(text), text).toThrow(InvalidIdError);
});

test('any other text is refused, and an id is a single path segment', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'./\\aZ09_-%~\0') })),
      (text) => {
        if (isOrganisationId(text))
          expect(paths.handle(text).split('/')).toEqual(['organisations', text, 'handle.json']);
        else expect(() => parseOrganisationId(text)).toThrow(InvalidIdError);
      },
    ),
    { numRuns: times(1_000, 5_000) },
  );
});

test('a name or a hash that could leave its folder is refused as part of a path', () => {
  const organisation = parseOrganisationId('hillside');
  const hash = 'ab'.repeat(32);
  for (const text of escapes.filter((each) => each !== 'Hillside')) {
    expect(() => paths.file(organisation, text, hash, 'br'), text).toThrow(InvalidIdError);
    expect(() => paths.file(organisation, 'v1', text, 'br'), text).toThrow(InvalidIdError);
    expect(() => parseHandle(text), text).toThrow(InvalidIdError);
  }
});

test('a refused text is quoted, and of more than 100 characters its beginning', () => {
  const refusal = (length: number) => () => parseOrganisationId('X'.repeat(length));
  expect(refusal(100)).toThrow(`not "${'X'.repeat(100)}"`);
  expect(refusal(101)).toThrow(`not "${'X'.repeat(100)}..."`);
});

test('what is no text is no id, even if its text would be one', () => {
  const like = (text: string) => [text];
  expect([isOrganisationId('north'), isHandle('0k9zh4m7x1q2'), isSha256('a'.repeat(64))]).toEqual([true, true, true]);
  expect(isOrganisationId(like('north'))).toBe(false);
  expect(isHandle(like('0k9zh4m7x1q2'))).toBe(false);
  expect(isSha256(like('a'.repeat(64)))).toBe(false);
});
