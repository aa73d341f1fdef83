// The JSON text of the data of a derived file, checked against its schema and its bound.

import type { Validator } from '../../contract/validator.ts';
import { jsonPath } from '../../document/json-path.ts';
import { assertWithin, maxBytes } from './derived-limits.ts';

/**
 * @returns UTF-8
 * @throws BrokenCalendarError when it is too large; Error when it breaks its schema
 */
export function encodeData(
  validate: Validator,
  schema: 'published-calendar' | 'week' | 'day' | 'changes' | 'change' | 'changes-basis',
  name: string,
  data: object,
): Uint8Array {
  const validation = validate(schema, data);
  if (!validation.valid) {
    const [first] = validation.problems;
    throw new Error(`the file ${name} breaks its schema: ${jsonPath(first?.segments ?? [])} ${first?.message}`);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  assertWithin(maxBytes, bytes.length, name, 'MB');
  return bytes;
}
