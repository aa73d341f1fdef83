import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { withNpm } from './npm-of-guides.ts';
import { repositoryFolder } from './run-process.ts';

/**
 * Starts shell lines of a guide, with the `npm` of `withNpm`, that run until they are stopped, which is when the test ends at the latest.
 * @returns what was printed once it matches, and a way to stop it that gives all that was printed
 */
export async function startSnippet(
  code: string,
  variables: Record<string, string | undefined>,
  untilPrinted: RegExp,
  cwd: string = repositoryFolder,
): Promise<{ printed: RegExpExecArray; stop: () => Promise<string> }> {
  const env = { ...process.env, NO_COLOR: '1', ...variables };
  // A process group of its own: a shell that is stopped leaves npm and node behind.
  const child = spawn('bash', ['-euo', 'pipefail', '-c', withNpm(code)], { cwd, env, detached: true });
  let all = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      all += String(chunk);
    });
  let ended = false;
  const closed = new Promise<void>((done) =>
    child.on('close', () => {
      ended = true;
      done();
    }),
  );
  const stop = async () => {
    if (!ended && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
    return all;
  };
  onTestFinished(async () => {
    await stop();
  });
  for (;;) {
    const printed = untilPrinted.exec(all);
    if (printed !== null) return { printed, stop };
    if (ended) throw new Error(`it ended: ${all}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}
