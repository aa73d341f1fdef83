// Names as people sort and search them: 9C before 10A, in any case and without accents, whatever the collation of the database.

import { type RawBuilder, sql } from 'kysely';

/** Letters that no Unicode decomposition takes apart, each above what it is found as. */
const [apart, found] = ['łŁøØđĐıß', 'lLoOdDis'] as const;

/**
 * Characters of a name that count, as many as a name has without a warning. Thousands of the longest that can be stored would keep the
 * database busy for a minute.
 */
const longest = 200;

/** The name in small letters without accents. @param name an expression of SQL, or a text */
const foldedName = (name: RawBuilder<unknown> | string): RawBuilder<string> =>
  sql<string>`lower(translate(regexp_replace(
    normalize(left(${name}::text, ${sql.lit(longest)}), NFKD), '[\u0300-\u036f]', '', 'g'), ${apart}, ${found}))`;

/** The key to sort by, in which each number has as many digits. */
export const naturalKey = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`regexp_replace(regexp_replace(${foldedName(name)}, '[0-9]+', '00000000\\&', 'g'), '[0-9]*([0-9]{9})', '\\1', 'g') collate "C"`;

/** Whether the text is a part of the name. It is no pattern, which folding would make of a wide `％`. */
export const nameHas = (name: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(${foldedName(name)}, ${foldedName(search)}) > 0`;

/** What `like` finds the text with: percent signs and underscores are searched for like letters. */
export const patternOf = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
