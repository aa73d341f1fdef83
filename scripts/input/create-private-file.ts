// Writes files with personal data: documents, and lists of links. Nobody but the owner and the group may read them, and whoever
// may write in the same folder gains nothing: the content goes to a new file with a name that nobody knows, which then takes
// the place of whatever has the name, so no link that was planted there is followed.

import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export type PrivateFile = {
  write(content: Uint8Array | string): Promise<void>;
  /** Gives the file its name. */
  complete(): Promise<void>;
  /** Removes what was not completed. */
  abandon(): Promise<void>;
};

/** @param mode for lists of secrets the owner's alone. @throws when it cannot be created */
export async function createPrivateFile(path: string, mode = 0o640): Promise<PrivateFile> {
  if (await keepsNothing(path)) return toDevice(await open(path, 'w'));
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(9).toString('base64url')}.partial`);
  const file = await open(partial, 'wx', mode);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    write: (content) => file.writeFile(content),
    async complete() {
      await file.sync();
      await close();
      await rename(partial, path);
    },
    async abandon() {
      await close();
      await rm(partial, { force: true });
    },
  };
}

export async function writePrivateFile(path: string, content: Uint8Array | string): Promise<void> {
  const file = await createPrivateFile(path);
  try {
    await file.write(content);
    await file.complete();
  } finally {
    await file.abandon();
  }
}

/** A pipe or a terminal, such as /dev/stdout, stays what it is. */
async function keepsNothing(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && !found.isFile() && !found.isDirectory();
}

function toDevice(device: FileHandle): PrivateFile {
  let isOpen = true;
  const close = async () => {
    if (isOpen) await device.close();
    isOpen = false;
  };
  return { write: (content) => device.writeFile(content), complete: close, abandon: close };
}
