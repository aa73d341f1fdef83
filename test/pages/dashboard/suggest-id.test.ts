import { expect, test } from 'vitest';
import { suggestId } from '../../../src/pages/dashboard/organisations/suggest-id.ts';

test.each([
  ['École Jean Moulin', 'ecole-jean-moulin'],
  ['Straßburger Gymnasium (Nord)', 'strassburger-gymnasium-nord'],
  ['Łódź, ul. Øster 3', 'lodz-ul-oster-3'],
  ['  Riverside_School  ', 'riverside-school'],
  ['مدرسة النيل', 'mdrsa-alnyl'],
  ['Ліцей «Щедрик» № 5, м. Київ', 'litsey-shchedryk-no-5-m-kyiv'],
  ['학교', ''],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('the id of %j is %j', (name, id) => {
  expect(suggestId(name)).toBe(id);
  expect(id).toMatch(/^[a-z0-9_-]{0,64}$/);
});
