// Who created or revoked something, as people know them. The database keeps the name of an admin together with the database's user
// that vouches for it: "Ada (belfry_control)". Where that is the user who reads, the name alone says enough; of another it is shown,
// since a program of its own says for whom it acts.

import { type RawBuilder, sql } from 'kysely';

export function authorName(column: 'created_by' | 'revoked_by'): RawBuilder<string | null> {
  const [author, own] = [sql.ref(column), sql`' (' || session_user || ')'`];
  return sql<string | null>`case when right(${author}, length(${own})) = ${own}
    then left(${author}, -length(${own})) else ${author} end`;
}
