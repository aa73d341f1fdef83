// Compares the types that kysely uses with the tables that the migrations create, which no compiler checks.

import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const file = fileURLToPath(new URL('../../src/database/tables.ts', import.meta.url));

/** What a column holds once pg has read it: `text[]` and `string[]` are both `string[]`. */
const kinds: Record<string, string> = {
  text: 'string',
  xid8: 'string',
  uuid: 'string',
  int8: 'string', // a JavaScript number does not hold every bigint, so pg gives its text
  int4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  jsonb: 'object',
  _text: 'string[]',
  _int4: 'number[]',
};

/** Each column as `table.column: kind`, with `| null` where it may be null. */
async function columnsOfDatabase(): Promise<{ line: string; mayBeLeftOut: boolean }[]> {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean; filled: boolean }>`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' as filled
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(
    open.database,
  );
  return rows.map(({ name, type, nullable, filled }) => ({
    line: `${name}: ${kinds[type] ?? `the unknown type ${type}`}${nullable ? ' | null' : ''}`,
    mayBeLeftOut: nullable || filled,
  }));
}

const columnsOfTypes = readTypes();

function readTypes(): { line: string; mayBeLeftOut: boolean }[] {
  const program = ts.createProgram([file], {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const tables = source?.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === 'Tables');
  if (tables === undefined) throw new Error(`${file} declares no type Tables`);
  return checker
    .getTypeAtLocation(tables)
    .getProperties()
    .flatMap((table) =>
      checker
        .getTypeOfSymbolAtLocation(table, tables)
        .getProperties()
        .map((column) => {
          const type = checker.getTypeOfSymbolAtLocation(column, tables);
          const { select, insert } = directions(type, tables);
          const kind = kindOf(checker.getNonNullableType(select));
          return {
            line: `${table.name}.${column.name}: ${kind}${allows(select, ts.TypeFlags.Null) ? ' | null' : ''}`,
            mayBeLeftOut: allows(insert, ts.TypeFlags.Undefined | ts.TypeFlags.Null),
          };
        }),
    );

  /** What kysely reads from a column and lets be inserted: the same, unless the column is a ColumnType. */
  function directions(type: ts.Type, at: ts.Node): { select: ts.Type; insert: ts.Type } {
    const [select, insert] = ['__select__', '__insert__'].map((name) => {
      const property = type.getProperty(name);
      return property && checker.getTypeOfSymbolAtLocation(property, at);
    });
    return { select: select ?? type, insert: insert ?? type };
  }

  function kindOf(type: ts.Type): string {
    const members = type.isUnion() ? type.types : [type];
    const flags = (every: ts.TypeFlags) => members.every((member) => (member.flags & every) !== 0);
    if (flags(ts.TypeFlags.StringLike)) return 'string';
    if (flags(ts.TypeFlags.NumberLike)) return 'number';
    if (flags(ts.TypeFlags.BooleanLike)) return 'boolean';
    const text = checker.typeToString(type);
    // JSON, of any shape or of a known one.
    return /^(Record<string,|\{)|Record\[\]$/.test(text) ? 'object' : text;
  }

  function allows(type: ts.Type, flags: ts.TypeFlags): boolean {
    return (type.isUnion() ? type.types : [type]).some((member) => (member.flags & flags) !== 0);
  }
}

test('types and tables have the same tables and columns, of the same type and nullability', async () => {
  const [database, types] = [await columnsOfDatabase(), columnsOfTypes];
  expect(database.length).toBeGreaterThan(150);
  expect(types.map(({ line }) => line).sort()).toEqual(database.map(({ line }) => line).sort());
});

test('a column that an insert may omit has a default', async () => {
  const required = (await columnsOfDatabase()).filter((column) => !column.mayBeLeftOut).map(({ line }) => line);
  const optional = columnsOfTypes.filter((column) => column.mayBeLeftOut).map(({ line }) => line);
  expect(optional.filter((line) => required.includes(line))).toEqual([]);
});
