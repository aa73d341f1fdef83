// What people type to find a name is text: no pattern, and nothing that keeps the database busy.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { listLinkEntities } from '../../src/database/link-entities.ts';
import { nameHas, naturalKey } from '../../src/database/natural-order.ts';
import { InvalidInputError } from '../../src/errors.ts';
import { loadSchool } from '../support/published-school.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const has = async (name: string, search: string) => {
  const { rows } = await sql<{ has: boolean }>`select ${nameHas(sql`${name}`, search)} as has`.execute(open.database);
  return rows[0]?.has;
};

test.each([
  ['Zoë Łuczak', 'zoe luc', true],
  ['Class 9C', '％', false],
  ['Class 9C', '＿', false],
  ['Class 9C', '_', false],
  ['100 %', '％', true],
  ['a\\b', '\\', true],
  ['a\\b', '＼', true],
  ['Class 9C', '\\', false],
])('%s has %s in it: %s', async (name, search, expected) => {
  expect(await has(name, search)).toBe(expected);
});

test.each([
  ['1a', 2048],
  ['ﷺ', 1365],
])(
  'of %s, repeated %i times, which can be stored, no more counts than of a name without a warning',
  async (part, most) => {
    const time = async (count: number) => {
      const names = sql`(select ${part.repeat(count)} || n as name from generate_series(1, 300) n offset 0) names`;
      const began = performance.now();
      await sql`select count(*) from ${names} where ${nameHas(sql.ref('name'), 'x')}`.execute(open.database);
      await sql`select 1 from ${names} order by ${naturalKey(sql.ref('name'))} limit 1`.execute(open.database);
      return performance.now() - began;
    };
    const [ordinary, longest] = [await time(200 / part.length), await time(most)];
    expect([longest < 4 * ordinary + 200, longest < 4 * ordinary + 200 || [ordinary, longest]]).toEqual([true, true]);
  },
);

test('a page after an entity that is gone is refused; an empty one would seem to be the last', async () => {
  await loadSchool(open.database, 'school', [publishedTimetable('version-1')]);
  const list = (after: string | null) => listLinkEntities(open.database, org('school'), 'teacher', { limit: 1, after });
  const [first] = await list(null);
  expect([first?.kind, await list(first?.entityId ?? '')]).toEqual(['teacher', []]);
  await expect(list('gone')).rejects.toThrow(InvalidInputError);
});
