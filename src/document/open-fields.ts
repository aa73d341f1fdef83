// Lists the parts of a document that hold fields which the specification does not define. They are published as stored, so
// their values are checked by hand and not by the schema.

import type { Segments } from './json-path.ts';

/** Each part with its path. The document need not satisfy the schema. */
export function* listOpenFields(document: object): Generator<[value: unknown, at: Segments]> {
  for (const name of ['bellSchedules', 'courses']) {
    const list: unknown = Reflect.get(document, name);
    if (Array.isArray(list)) for (const [index, item] of list.entries()) yield [item, [name, index]];
  }
  yield [Reflect.get(document, 'sectionSettings'), ['sectionSettings']];
}
