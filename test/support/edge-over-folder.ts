// The function of the edge over a folder, by a binding such as R2's, called as its runtime calls it.

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, fetchHandler } from '../../src/serve/edge/fetch-handler.ts';
import { nodeRuntime } from '../../src/serve/edge/node-runtime.ts';
import { ignoreMissing } from '../../src/store/folder/durable-folders.ts';
import type { RawClient } from './raw-client.ts';

export function edgeOverFolder(folder: string): RawClient['call'] {
  const handle = fetchHandler({ BUCKET: bindingTo(folder) }, nodeRuntime);
  return async ({ path, method = 'GET', headers = {} }) => {
    const response = await handle({ method, headers: new Headers(headers), target: path }, () => {});
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  };
}

const bindingTo = (folder: string): NonNullable<Environment['BUCKET']> => ({
  async get(key, options) {
    const path = join(folder, key);
    const bytes = await readFile(path).catch(ignoreMissing);
    if (bytes === null) return null;
    const tag = createHash('md5').update(bytes).digest('hex');
    const object = { size: bytes.length, uploaded: (await stat(path)).mtime, httpEtag: `"${tag}"` };
    if (options !== undefined && 'onlyIf' in options && options.onlyIf.etagDoesNotMatch === tag) return object;
    const { offset, length } =
      options !== undefined && 'range' in options ? options.range : { offset: 0, length: bytes.length };
    return { ...object, arrayBuffer: async () => new Uint8Array(bytes.subarray(offset, offset + length)).buffer };
  },
});
