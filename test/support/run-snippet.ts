import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withNpm } from './npm-of-guides.ts';
import { repositoryFolder } from './run-process.ts';

/**
 * Runs shell lines of a guide as they stand, with the `npm` of `withNpm`, in the repository unless another folder is given.
 * @throws what was printed, when one of them fails
 */
export async function runSnippet(
  code: string,
  variables: Record<string, string | undefined>,
  cwd: string = repositoryFolder,
): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', ...variables };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', withNpm(code)], { cwd, env });
  return stdout;
}
