// The tests of the guides run commands without npm. This one runs npm itself.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../support/run-process.ts';
import { quickNpm } from './run-snippet.ts';

const bash = async (code: string) =>
  (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], { cwd: repositoryFolder })).stdout;

test('`npm run` prints the same as its replacement in the tests of the guides', async () => {
  const code = 'npm run convert -- --help';
  const [real, quick] = await Promise.all([bash(code), bash(quickNpm() + code)]);
  expect(quick).toContain('Usage:');
  expect(real.endsWith(quick)).toBe(true);
});

test('the replacement refuses an unknown command, and an option without `--`, which npm would consume', async () => {
  await expect(bash(`${quickNpm()}npm run convert --help`)).rejects.toThrow('npm run convert needs -- before --help');
  await expect(bash(`${quickNpm()}npm run nothing`)).rejects.toThrow('no script starts a command by the name nothing');
});
