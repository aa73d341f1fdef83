// The validator's problems with a document of the demo school in which one path was changed.

import type { Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { documentOf, documents } from '../demo/demo-documents.ts';

export const validate = createValidator();
const find = (what: string, holds: (document: Timetable) => boolean): Timetable => {
  const found = documents.find(holds);
  if (found === undefined) throw new Error(`the demo school has no ${what}`);
  return found;
};
export const published = find(
  'published version',
  (each) => each.status === 'published' && each.schedulingMode === 'standard',
);
export const draft = find('draft', ({ status }) => status === 'draft');
export const studentLevel = documentOf('diploma-2026-v1');

type Fields = Record<string, unknown>;
export type Path = (string | number)[];

/** A small copy of a document: enough of each collection to see each kind of object. */
export const small = (document: Timetable): Timetable => {
  const cut = Object.entries(document).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 3) : value]);
  return structuredClone(Object.fromEntries(cut));
};

/** The object or array at a path in a document. */
export const at = (document: object, path: Path): Fields =>
  path.reduce<Fields>((value, step) => value[step] as Fields, document as Fields); // only paths that are objects

/** The problems of a document in which one field was changed; empty when it is valid. */
export function problemsWith(document: Timetable, path: Path, value: unknown): string[] {
  const changed = small(document);
  const parent = at(changed, path.slice(0, -1));
  const name = String(path.at(-1));
  if (value === undefined) delete parent[name];
  else parent[name] = value;
  const validation = validate('timetable', changed);
  return validation.valid
    ? []
    : validation.problems.map(({ segments, message }) => `${segments.join('.')}: ${message}`);
}
