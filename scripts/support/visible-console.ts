// Everything that a command prints goes through here, whoever prints it: names, ids and messages from a database or a
// store must not reach the operator's terminal as control characters.

import { format } from 'node:util';
import { visible } from '../../src/admin/visible.ts';

export function makeConsoleVisible(): void {
  for (const name of ['log', 'error'] as const) {
    const write = console[name].bind(console);
    console[name] = (...values: unknown[]) => write('%s', visible(format(...values)));
  }
}
