// Transfers the lists of a version by column: one JSON array for each column of a query instead of one object per row.
// Each name is written only once, so PostgreSQL writes and JSON.parse reads half as much text.

import {
  AliasNode,
  ColumnNode,
  type Expression,
  IdentifierNode,
  type RawBuilder,
  ReferenceNode,
  type SelectQueryNode,
  sql,
} from 'kysely';
import type { Columns } from '../../document/version-rows.ts';

/** The rows of a query, in order, as one JSON value. Every column must have a name. */
export function columnsOf<Row>(
  query: { toOperationNode(): SelectQueryNode } & Expression<Row>,
): RawBuilder<Columns<Row>> {
  const columns = namesOf(query.toOperationNode()).map(
    (name) => sql`${sql.lit(name)}, coalesce(json_agg(list.${sql.ref(name)}), '[]')`,
  );
  return sql`(select json_build_object(${sql.join(columns)}) from ${query} as list)`;
}

/** Turns columns back into rows. */
export function rowsOf<Row>(columns: Columns<Row>): Row[] {
  const entries = Object.entries<unknown[]>(columns);
  const [first] = entries;
  return (first?.[1] ?? []).map((_, index) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of entries) row[name] = values[index];
    return row as Row; // it has each column's name and one of its values
  });
}

function namesOf({ selections = [] }: SelectQueryNode): string[] {
  return selections.map(({ selection }) => {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name;
    if (ReferenceNode.is(selection) && ColumnNode.is(selection.column)) return selection.column.column.name;
    throw new TypeError(`a ${selection.kind} has no name`);
  });
}
