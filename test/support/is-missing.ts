import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Whether a program cannot be run here, so that its test is skipped.
 * @throws Error in CI, where a skipped test would go unnoticed
 */
export async function isMissing(program: string, probe: readonly string[] = ['--version']): Promise<boolean> {
  const missing = await promisify(execFile)(program, probe).then(
    () => false,
    () => true,
  );
  if (missing && process.env['CI']) throw new Error(`${program} ${probe.join(' ')} does not work here`);
  return missing;
}
