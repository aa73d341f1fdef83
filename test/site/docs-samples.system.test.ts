// The samples of the API reference, each run as it stands against a running Belfry. There is no C# on the machines of the tests.

import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFile, samples } from '../../src/site/docs-samples.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';
import { isMissing } from '../support/is-missing.ts';
import { publishedTimetable } from '../support/small-timetable.ts';

let belfry: TestBelfry;
let key: string;
beforeAll(async () => {
  belfry = await belfryWith([
    { id: 'riverside', name: 'R', documents: [publishedTimetable('v1', { orgId: 'riverside' })] },
  ]);
  key = (await belfry.createKey('riverside')).key;
});
afterAll(() => belfry?.close());

const programs = { curl: 'bash', JavaScript: process.execPath, Python: 'python3', PHP: 'php' };

test.for(Object.entries(programs))(
  '%s: lists the timetables, and says why it is refused',
  async ([language, program], { skip }) => {
    if (await isMissing(program)) skip(`${program} is not installed`);
    const file = sampleFile(new Map(Object.entries(samples)).get(language) ?? '');
    const run = (given: string) =>
      new Promise<{ failed: boolean; printed: string }>((done) => {
        const env = { ...process.env, BELFRY_URL: belfry.url, BELFRY_KEY: given };
        execFile(program, [file], { env }, (error, stdout, stderr) =>
          done({ failed: error !== null, printed: stdout + stderr }),
        );
      });
    expect(await run(key)).toEqual({ failed: false, printed: expect.stringContaining('v1') });
    expect(await run('belfry_mistyped')).toEqual({
      failed: true,
      printed: expect.stringContaining('Invalid or inactive API key'),
    });
  },
);

test('every language but C# is run', () => {
  expect([...Object.keys(programs), 'C#']).toEqual(Object.keys(samples));
});
