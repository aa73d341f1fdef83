// npm passes SIGTERM to the shell in which it runs a command, and the shell ends without passing it on. The command would stay
// behind, with its ports.

import { isRunByNpm } from '../options/read-setting.ts';

/** Milliseconds between two looks at whether the shell is still there. */
const interval = 500;

/** Sends this process SIGTERM when the shell has gone in which npm started it. */
export function endWithNpm(): void {
  if (!isRunByNpm()) return;
  const shell = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, interval);
  watching.unref();
}
