// Writes src/contract/types.generated.ts, the TypeScript types of everything in schemas/.
// A test regenerates it and compares, so the two cannot drift apart.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const generatedFile = join(root, 'src/contract/types.generated.ts');

/** The text of the generated file: one named type for each titled schema. */
export async function generateTypes(): Promise<string> {
  const schemas = join(root, 'schemas');
  const files = glob.sync('*.json', { cwd: schemas }).sort();
  const contract: JSONSchema = {
    title: 'Contract',
    type: 'object',
    properties: Object.fromEntries(
      files.filter((file) => file !== 'common.json').map((file) => [basename(file, '.json'), { $ref: file }]),
    ),
    additionalProperties: false,
  };
  return compile(contract, 'Contract', {
    cwd: `${schemas}/`,
    bannerComment: '// Generated from schemas/ by `npm run generate-types`. Do not edit.',
    format: false,
    ignoreMinAndMaxItems: true,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(generatedFile, await generateTypes());
  console.log(`Wrote ${readFileSync(generatedFile, 'utf8').split('\n').length} lines to ${generatedFile}`);
}
