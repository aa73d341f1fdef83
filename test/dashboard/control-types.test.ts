import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlTypesFile, generateControlTypes } from '../../scripts/tools/generate-control-types.ts';

test("the types of the dashboard's page are what the control API describes: else run `npm run generate-types`", async () => {
  const isUpToDate = readFileSync(controlTypesFile, 'utf8') === (await generateControlTypes());
  expect(isUpToDate, 'src/pages/dashboard/control.generated.ts is old: run `npm run generate-types`').toBe(true);
});
