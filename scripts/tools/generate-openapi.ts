// Writes src/contract/openapi.generated.json, the description of the API that the site serves as /openapi.json.
// A test regenerates it and compares, so it cannot drift from schemas/.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { buildOpenapi } from '../../src/contract/build-openapi.ts';
import { schemaFolder } from '../../src/contract/validator.ts';
import { openapiExamples } from './openapi-examples.ts';

export const openapiFile = fileURLToPath(new URL('../../src/contract/openapi.generated.json', import.meta.url));

/** Schemas of internal files. */
const internal = [
  ...[
    'access-record',
    'changes-basis',
    'changes-part',
    'day-changes',
    'days-part',
    'derived',
    'feed-state',
    'handle-record',
    'key-record',
    'link-record',
    'organisation-record',
    'pack',
    'pointer',
  ],
  ...['problems', 'publisher', 'store'],
].map((name) => `${name}.json`);

export function generateOpenapi(): string {
  const names = glob.sync('*.json', { cwd: schemaFolder }).sort();
  const schemas = new Map(
    names
      .filter((name) => !internal.includes(name))
      .map((name) => [name, JSON.parse(readFileSync(join(schemaFolder, name), 'utf8'))] as const),
  );
  return `${JSON.stringify(buildOpenapi(schemas, openapiExamples()), null, 1)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(openapiFile, generateOpenapi());
  console.log(`Wrote ${openapiFile}`);
}
