import { expect, test } from 'vitest';
import { suggestId } from '../../../src/pages/dashboard/organisations/suggest-id.ts';

test.each([
  ['École Jean Moulin', 'ecole-jean-moulin'],
  ['Straßburger Gymnasium (Nord)', 'strassburger-gymnasium-nord'],
  ['Łódź, ul. Øster 3', 'lodz-ul-oster-3'],
  ['  Riverside_School  ', 'riverside-school'],
  ['مدرسة', ''],
  ['Школа № 5', 'no-5'],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('the id of %j is %j', (name, id) => {
  expect(suggestId(name)).toBe(id);
  expect(id).toMatch(/^[a-z0-9_-]{0,64}$/);
});
