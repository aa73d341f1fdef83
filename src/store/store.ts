// The interface of the stores that hold the published output. Each has a folder of its own, and its tests run the same contract suite.

import { StoreError, StoreFullError } from '../errors.ts';

/** A file to write. */
export type NewFile = { path: string; bytes: Uint8Array };

/** A stored file. `size` is in bytes. */
export type ListedFile = { path: string; changedAt: Date; size: number };

/** A part of a file: where it begins, its length, and the size of the whole file, all in bytes. */
export type Part = { offset: number; length: number; size: number };

/**
 * A file's content and age in milliseconds, by the store's own clock. The age is negative for a file from its future, and
 * infinite when the store does not report it.
 */
export type AgedBytes = { bytes: Uint8Array; age: number };

/**
 * Stores files under paths with "/". Every store guarantees:
 * - Atomicity: `read`, `readPart`, `write` and `replace` see a complete file, never a part of it, whatever crashes.
 * - Durability: what `write`, `replace` or `remove` did survives a power cut once it has returned.
 * - Consistency: once it has returned, no reader gets the earlier content.
 * - No path leads out of the store: one with a segment that is empty, `.` or `..` is refused, and so is a symbolic link.
 * - A new `replace` invalidates pending ones for the same path: they must compare again.
 *
 * A failure is thrown as `StoreError`.
 */
export interface Store {
  /** The store's location, for messages. */
  readonly location: string;
  /** The bytes of a file, or null when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /**
   * The bytes of a part of a file, or null when there is no such file. A file of another size is an error, and so is an answer
   * that is not this part.
   */
  readPart(path: string, part: Part): Promise<Uint8Array | null>;
  /** Like `read`, with the file's age. */
  readWithAge(path: string): Promise<AgedBytes | null>;
  /** Writes or overwrites files, in any order. */
  write(files: readonly NewFile[]): Promise<void>;
  /**
   * Compare-and-set: writes `bytes` if the file is still `expected`, or absent when `expected` is null.
   * @returns false when another writer came first
   */
  replace(path: string, bytes: Uint8Array, expected: Uint8Array | null): Promise<boolean>;
  /** Removes files; a missing file is no error. */
  remove(paths: readonly string[]): Promise<void>;
  /** The files below a prefix that ends in "/", in any order, with the time of their last change and their size. */
  list(prefix: string): Promise<ListedFile[]>;
  /** The names directly below a prefix that ends in "/", as in a folder listing. */
  listNames(prefix: string): Promise<string[]>;
}

/** Wraps an error of a driver. The codes of file systems and object stores tell whether the store is full. */
export function storeFailure(action: string, path: string, cause: unknown): StoreError {
  const code = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : '';
  const isFull = /^(ENOSPC|EDQUOT|QuotaExceeded|XMinioStorageFull)/.test(code);
  return isFull ? new StoreFullError(action, path, { cause }) : new StoreError(action, path, { cause });
}

/** @throws Error for a path that is not below the root of the store */
export function assertBelowRoot(path: string): void {
  const parts = (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  if (parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part))) return;
  throw new Error('the path leads out of the published output');
}

/** @throws Error for a part that is empty or not within its file */
export function assertWithinFile({ offset, length, size }: Part): void {
  const isWithin = [offset, length, size].every(Number.isSafeInteger) && offset >= 0 && length > 0;
  if (!isWithin || offset + length > size)
    throw new Error(`there are no ${length} bytes from ${offset} in a file of ${size}`);
}

/** Whether two files have the same bytes; null means no file. */
export const sameBytes = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
