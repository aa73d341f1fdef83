// Runs the shell lines of a guide as they stand, in the repository unless another folder is given. By default `npm run build`
// starts the command as `bundlePrograms` has bundled it, which takes a tenth of the time, and `npm ci` does nothing. A
// thorough run uses npm itself.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { nodeArguments, repositoryFolder } from '../support/run-process.ts';
import { thorough } from '../support/thoroughness.ts';

/** Shell lines that define `npm` with the scripts of package.json. */
export function quickNpm(): string {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(repositoryFolder, 'package.json'), 'utf8'),
  );
  const cases = Object.entries(scripts).flatMap(([name, line]) => {
    const [, program, command] =
      /^(?:[A-Z_]+=\S+ )*node (?:--(?!import )[a-z-]+(?:=\S+)? )*--import tsx (scripts\/belfry\.ts) (\S+)$/.exec(
        line,
      ) ?? [];
    if (program === undefined || command === undefined) return [];
    const words = [process.execPath, ...nodeArguments([join(repositoryFolder, program), command])];
    return [`    ${name}) ${words.map((word) => `'${word}'`).join(' ')} "$@" ;;`];
  });
  // npm does not pass on the options before `--`.
  return `npm() {
  local name=$1; shift
  case $name in
    ci) return ;;
    run) name=$1; shift ;;
  esac
  if [ $# -gt 0 ]; then
    [ "$1" = -- ] || { echo "npm run $name needs -- before $1" >&2; return 1; }
    shift
  fi
  case $name in
${cases.join('\n')}
    *) echo "no script starts a command by the name $name" >&2; return 1 ;;
  esac
}
`;
}

const program = join(repositoryFolder, 'scripts/belfry.ts');

/** The installed program by its name, which in the repository is that of the clone. */
const belfry = (): string => {
  const words = [process.execPath, ...(thorough ? ['--import', 'tsx', program] : nodeArguments([program]))];
  return `belfry() { ${words.map((word) => `'${word}'`).join(' ')} "$@"; }\n`;
};

const withCommands = (code: string, cwd: string): string =>
  (cwd === repositoryFolder ? belfry() : '') + (thorough ? '' : quickNpm()) + code;

type Variables = Record<string, string | undefined>;
const environment = (variables: Variables) => ({ ...process.env, NO_COLOR: '1', ...variables });
const strict = ['-euo', 'pipefail', '-c'];

/** @throws what was printed, when one of the lines fails */
export async function runSnippet(code: string, variables: Variables, cwd: string = repositoryFolder): Promise<string> {
  const child = spawn('bash', [...strict, withCommands(code, cwd)], {
    cwd,
    env: environment(variables),
    stdio: 'pipe',
  });
  child.stdin.end();
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [ended] = await once(child, 'close');
  // What went wrong comes first: a report of a run may show no more than the beginning.
  if (ended !== 0) throw new Error(`${stderr}\n${stdout}\n${code}`);
  return stdout;
}

/**
 * Starts shell lines of a guide that run until they are stopped, which is when the test ends at the latest.
 * @returns what was printed once it matches, and a way to stop it that gives all that was printed
 */
export async function startSnippet(
  code: string,
  variables: Variables,
  untilPrinted: RegExp,
  cwd: string = repositoryFolder,
): Promise<{ printed: RegExpExecArray; stop: () => Promise<string> }> {
  // A process group of its own: a shell that is stopped leaves npm and node behind.
  const child = spawn('bash', [...strict, withCommands(code, cwd)], {
    cwd,
    env: environment(variables),
    detached: true,
  });
  let all = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      all += String(chunk);
    });
  let ended = false;
  const closed = once(child, 'close').then(() => {
    ended = true;
  });
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
    await sleep(50);
  }
}
