// Clean-up for what the tests of a file share. Vitest forgets an `afterAll` that is called while hooks or tests run, so this
// registers one when it is imported.

import { afterAll } from 'vitest';

const closers: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Calls `close` after the last test of the file; what was registered last is closed first. */
export const whenFileEnds = (close: () => unknown): void => {
  closers.push(close);
};
