import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryFolder } from './run-process.ts';

/**
 * Runs shell lines of a guide as they stand, in the repository unless another folder is given.
 * @throws what was printed, when one of them fails
 */
export async function runSnippet(
  code: string,
  variables: Record<string, string | undefined>,
  cwd: string = repositoryFolder,
): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', ...variables };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], { cwd, env });
  return stdout;
}
