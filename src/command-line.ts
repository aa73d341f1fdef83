// Writes a command into a message in the form that works for the reader: the installed `belfry`, or `npm run` in a clone.

import { prebuilt } from './prebuilt.ts';

/**
 * How to run a command here: `build --full` is `belfry build --full` where the package is installed, and
 * `npm run build -- --full` in a clone.
 */
export function commandLine(line: string): string {
  if (prebuilt !== null) return `belfry ${line}`;
  const [name = '', ...rest] = line.split(' ');
  const script = name === 'start' ? 'npm start' : `npm run ${name}`;
  return [script, ...(rest.length === 0 ? [] : ['--', ...rest])].join(' ');
}
