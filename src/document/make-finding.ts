// A finding as it is stored: where it is, in a sentence, in the database, and as a code with the school's own names.

import type { Finding } from '../contract/types.generated.ts';
import type { Coded } from './finding-codes.ts';
import { jsonPath, type Segments } from './json-path.ts';
import { locateRow } from './locate-row.ts';
import type { Names } from './name-things.ts';

/** What a check saw. `row` where the path does not lead to it. */
export type Seen = { at: Segments; message: string; row?: string } & Coded;

export const makeFinding = (
  document: object,
  names: Names,
  { at, message, row = locateRow(document, at), code, values }: Seen,
): Finding => ({ path: jsonPath(at), message, row, code, values: { ...names.at(at), ...values?.(names) } });
