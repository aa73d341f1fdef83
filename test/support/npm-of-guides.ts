// `npm` as the shell lines of the guides call it. By default `npm run build` starts the command as `bundlePrograms` has
// bundled it, which takes a tenth of the time, and `npm ci` does nothing. A thorough run uses npm itself.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeArguments, repositoryFolder } from './run-process.ts';
import { thorough } from './thoroughness.ts';

/** Shell lines that define `npm` with the scripts of package.json. */
export function quickNpm(): string {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(repositoryFolder, 'package.json'), 'utf8'),
  );
  const cases = Object.entries(scripts).flatMap(([name, line]) => {
    const [, program, command] = /^node --import tsx (scripts\/belfry\.ts) (\S+)$/.exec(line) ?? [];
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

/** The lines of a guide, with the `npm` of this run. */
export const withNpm = (code: string): string => (thorough ? code : quickNpm() + code);
