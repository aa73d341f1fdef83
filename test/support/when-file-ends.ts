// Clean-up of what the tests of a file share. Vitest ignores an `afterAll` that is called while hooks or tests run.

const closers: (() => unknown)[] = [];

/** Calls `close` after the last test of the file, in the reverse order of registration. */
export const whenFileEnds = (close: () => unknown): void => {
  closers.push(close);
};

/** For after-each-file.ts, which runs it. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
