// A status at the beginning of a line is coloured on a terminal, whichever command prints it.

import { expect, test } from 'vitest';
import { colourLines } from '../../scripts/command/run-command.ts';

/** A terminal with colours, or a file. */
const stream = (isTTY: boolean) =>
  Object.assign(Object.create(process.stdout), { isTTY, hasColors: () => isTTY }) as NodeJS.WriteStream; // all that is asked of it

test.each(['error: x', 'failed   x', 'BROKEN x', 'WRONG    x', 'limited  x', 'ok       x'])(
  '%j is coloured on a terminal only',
  (line) => {
    const [word = ''] = line.split(/\W/);
    const coloured = colourLines(`a\n${line}`, stream(true));
    expect(coloured).toMatch(new RegExp(`^a\n\u001b\\[\\d+m${word}\u001b`));
    expect(colourLines(line, stream(false))).toBe(line);
  },
);
