// Why a version is withheld before its document is checked, or although its checks found nothing, as codes.

import { expect, test } from 'vitest';
import { createValidator } from '../../src/contract/validator.ts';
import { buildVersion, type CheckWatch } from '../../src/publish/documents/build-version.ts';
import type { SourceDocument } from '../../src/publish/documents/version-reader.ts';
import { smallTimetable } from '../support/small-timetable.ts';

const validate = createValidator();
const name = { organisationId: 'school', versionId: 'version-1' };

async function codesOf(document: SourceDocument, watch?: CheckWatch, encode = () => 0): Promise<unknown[]> {
  const source = { versions: async () => [], document: async () => document };
  const built = await buildVersion(source, validate, name, encode, watch);
  return built.outcome === 'withheld' ? built.problems.map(({ code }) => code) : [built.outcome];
}

test('a version is withheld because', async () => {
  const document = smallTimetable();
  expect(await codesOf({ document })).toEqual(['good']);
  expect(await codesOf({ unreadable: 'PostgreSQL cannot read it' })).toEqual(['version-unreadable']);
  expect(await codesOf({ document: { ...document, id: 'v2', orgId: 'other' } })).toEqual([
    'other-version',
    'other-organisation',
  ]);
  const cutOff = { begin: () => 'its checks were cut off before', end: () => undefined };
  expect(await codesOf({ document }, cutOff)).toEqual(['checks-refused']);
  const fails = () => {
    throw new Error('no space');
  };
  expect(await codesOf({ document }, undefined, fails)).toEqual(['version-unbuildable']);
});

test('or because its checks take too long', async () => {
  const source = { versions: async () => [], document: async () => ({ document: smallTimetable() }) };
  let asked = 0;
  const slow = () => 61_000 * asked++;
  const built = await buildVersion(source, validate, name, () => 0, undefined, slow);
  expect(built).toMatchObject({ problems: [{ code: 'checks-broken-off', values: { seconds: 60 } }] });
});
