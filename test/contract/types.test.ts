import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFile, generateTypes } from '../../scripts/tools/generate-types.ts';

test('the generated types are up to date: else run `npm run generate-types`', async () => {
  const isUpToDate = readFileSync(generatedFile, 'utf8') === (await generateTypes());
  expect(isUpToDate, 'src/contract/types.generated.ts is old: run `npm run generate-types`').toBe(true);
});
