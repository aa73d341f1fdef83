import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { schemaFolder } from './validator.ts';

/** The names of all properties in the schemas. */
export function propertyNames(folder: string = schemaFolder): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties') for (const name of Object.keys(value)) names.add(name);
      collect(value);
    }
  };
  for (const file of glob.sync('*.json', { cwd: folder }))
    collect(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return names;
}
