import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { columnsOf, rowsOf } from '../../../src/database/timetable/columns.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
  for (const [id, name] of [
    ['a', 'Ann'],
    ['b', 'Bea "B"\n'],
    ['c', '学校'],
  ] as const)
    await open.database.insertInto('organisation').values({ id, name }).execute();
});
afterAll(() => open.close());

const organisations = () => open.database.selectFrom('organisation').orderBy('id', 'desc');
const read = async <Row>(columns: ReturnType<typeof columnsOf<Row>>) =>
  (await open.database.selectNoFrom(columns.as('columns')).executeTakeFirstOrThrow()).columns;

test('a query returns its columns in row order, and the rows can be made of them', async () => {
  const query = organisations()
    .select(['id', 'name as title', 'locked_because'])
    .select(sql<{ one: number }>`json_build_object('one', 1)`.as('object'))
    .select(sql<string[]>`array['x', id]`.as('list'));
  const columns = await read(columnsOf(query));
  expect(columns).toEqual({
    id: ['c', 'b', 'a'],
    title: ['学校', 'Bea "B"\n', 'Ann'],
    locked_because: [null, null, null],
    object: [{ one: 1 }, { one: 1 }, { one: 1 }],
    list: [
      ['x', 'c'],
      ['x', 'b'],
      ['x', 'a'],
    ],
  });
  expect(rowsOf(columns)[1]).toEqual({
    ...{ id: 'b', title: 'Bea "B"\n', locked_because: null, object: { one: 1 }, list: ['x', 'b'] },
  });
  expect(rowsOf(columns)).toHaveLength(3);
});

test('a query without rows returns empty columns', async () => {
  const columns = await read(columnsOf(organisations().select(['id', 'name']).where('id', '=', 'nobody')));
  expect(columns).toEqual({ id: [], name: [] });
  expect(rowsOf(columns)).toEqual([]);
});

test('columns without a name are refused before the database is asked', () => {
  expect(() => columnsOf(organisations().selectAll())).toThrow('SelectAllNode has no name');
});
