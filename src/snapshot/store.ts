// Where the published form lives. One driver a file behind this interface; one contract suite that each of them runs.

/** A file to be written. */
export type NewFile = { path: string; bytes: Uint8Array };

/**
 * A place for files with names that contain "/". What the publisher may rely on:
 * - `read`, `write` and `replace` see one file whole, never a part of it, whatever crashes when.
 * - When `write` or `replace` has returned, the file survives a crash of the machine.
 * - After `replace`, `write` or `remove` has returned, no reader is given what was there before.
 *
 * A failure is thrown as `StoreError`.
 */
export interface Store {
  /** What the files live in, for messages to people. */
  readonly location: string;
  /** The bytes of a file, or null when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Writes files, in any order, over what is there. */
  write(files: readonly NewFile[]): Promise<void>;
  /**
   * Puts `bytes` in place only while the file is still what the caller read: `expected`, or absent when that is null.
   * @returns whether it did; false means that another writer came first
   */
  replace(path: string, bytes: Uint8Array, expected: Uint8Array | null): Promise<boolean>;
  /** Removes files; one that is not there is no error. */
  remove(paths: readonly string[]): Promise<void>;
  /** The files below a prefix that ends in "/", in any order, with the time of their last change. */
  list(prefix: string): Promise<{ path: string; changedAt: Date }[]>;
  /** The names directly below a prefix that ends in "/", as in a folder listing. */
  listNames(prefix: string): Promise<string[]>;
}

/** The store could not do what was asked: out of reach, full, not permitted. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(action: string, path: string, options: { cause: unknown }) {
    const { cause } = options;
    super(`cannot ${action} ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, options);
  }
}
