// Where the published output lives. One driver a file behind this interface; one contract suite that each of them runs.

import { StoreError, StoreFullError } from '../errors.ts';

/** A file to be written. */
export type NewFile = { path: string; bytes: Uint8Array };

/** A file that is there. `size` is in bytes. */
export type ListedFile = { path: string; changedAt: Date; size: number };

/**
 * What a file holds, and for how many milliseconds it has, both times by the store's own clock: below zero for a file
 * from its future, infinite where the store does not tell.
 */
export type AgedBytes = { bytes: Uint8Array; age: number };

/**
 * Stores files with names that contain "/". What the publisher may rely on:
 * - `read`, `write` and `replace` see one file whole, never a part of it, whatever crashes when.
 * - What `write`, `replace` or `remove` has done survives a crash of the machine once it has returned.
 * - After `replace`, `write` or `remove` has returned, no reader is given what was there before, not even after a power cut.
 * - No path leads out of the store: one with a part that is empty, `.` or `..` is refused, and so is a symbolic link.
 * - Whoever begins a `replace` ends those for the same path that have not been carried out: they have to compare again.
 *
 * A failure is thrown as `StoreError`.
 */
export interface Store {
  /** What the files live in, for messages to people. */
  readonly location: string;
  /** The bytes of a file, or null when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** `read`, together with the age of what it gives. */
  readWithAge(path: string): Promise<AgedBytes | null>;
  /** Writes files, in any order, over what is there. */
  write(files: readonly NewFile[]): Promise<void>;
  /**
   * Puts `bytes` in place only while the file is still what the caller read: `expected`, or absent when that is null.
   * @returns whether it did; false means that another writer came first
   */
  replace(path: string, bytes: Uint8Array, expected: Uint8Array | null): Promise<boolean>;
  /** Removes files; one that is not there is no error. */
  remove(paths: readonly string[]): Promise<void>;
  /** The files below a prefix that ends in "/", in any order, with the time of their last change and their size. */
  list(prefix: string): Promise<ListedFile[]>;
  /** The names directly below a prefix that ends in "/", as in a folder listing. */
  listNames(prefix: string): Promise<string[]>;
}

/** The failure of a store, told apart where there is no room: by the codes of file systems and of object stores. */
export function storeFailure(action: string, path: string, cause: unknown): StoreError {
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : '';
  const isFull = /^(ENOSPC|EDQUOT|QuotaExceeded|XMinioStorageFull)/.test(code);
  return isFull ? new StoreFullError(action, path, { cause }) : new StoreError(action, path, { cause });
}

/** @throws Error for a path that is not plainly below the root of a store */
export function assertBelowRoot(path: string): void {
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part))) return;
  throw new Error('the path leads out of the published output');
}

/** Whether two files hold the same; null is no file. */
export const sameBytes = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
