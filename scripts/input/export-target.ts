// Where `export` writes documents: one file each in a folder, or one line each in a file or on standard output. A file gets
// its name when it is complete, so an interrupted export leaves none that looks complete.

import { mkdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { createPrivateFile, writePrivateFile } from './create-private-file.ts';
import { orUnwritable } from './or-unwritable.ts';

export type ExportTarget = {
  write(versionId: string, json: Uint8Array): Promise<void>;
  /** Gives the file its name. */
  complete(): Promise<void>;
  /** Removes what was not completed. */
  abandon(): Promise<void>;
};

/** @param to `-` for standard output; a file, when it is one or ends in .json or .jsonl; else a folder. @throws UsageError */
export async function openExportTarget(to: string): Promise<ExportTarget> {
  if (to === '-') return toStream(process.stdout);
  const found = await stat(to).catch(() => null);
  const isFile = found?.isFile() ?? /^\.jsonl?$/.test(extname(to));
  return orUnwritable(to, () => (isFile ? toFile(to) : toFolder(to)));
}

function toStream(stream: NodeJS.WritableStream): ExportTarget {
  const send = (bytes: Uint8Array) =>
    new Promise<void>((sent, failed) => {
      stream.write(bytes, (error) => (error ? failed(error) : sent()));
    });
  return { write: (_, json) => send(asLine(json)), complete: async () => {}, abandon: async () => {} };
}

async function toFile(path: string): Promise<ExportTarget> {
  const file = await createPrivateFile(path);
  return {
    write: (_, json) => orUnwritable(path, () => file.write(asLine(json))),
    complete: () => orUnwritable(path, file.complete),
    abandon: file.abandon,
  };
}

async function toFolder(folder: string): Promise<ExportTarget> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const written = new Map<string, string>();
  return {
    async write(id, json) {
      const file = join(folder, `${id}.json`);
      const other = written.get(id.toLowerCase());
      if (other !== undefined)
        throw new UsageError(
          `${other} and ${id} are the same file name on a case-insensitive file system; export to a .jsonl file`,
        );
      written.set(id.toLowerCase(), id);
      await orUnwritable(file, () => writePrivateFile(file, asLine(json)));
    },
    complete: async () => {},
    abandon: async () => {},
  };
}

const asLine = (json: Uint8Array) => Buffer.concat([json, Buffer.from('\n')]);
