// Many concurrent callers while the output is replaced: no request that begins after a replacement gets the earlier
// state.

import { renameSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entityTag } from '../../src/serve/http/etag.ts';
import { recordPath } from '../support/record-places.ts';
import { listPath, served } from '../support/served.ts';
import { times } from '../support/thoroughness.ts';

const replacements = times(60, 300);

test(`no answer to any of 32 callers is older than its request, through ${replacements} replacements`, async () => {
  const { form, server, bearer } = await served({});
  const generations: { tag: string; bytes: Uint8Array }[] = [];
  for (let number = 0; number < replacements; number++) {
    const pointer = await form.publish('north', { [`v${number}`]: { id: `v${number}` } });
    const bytes = (await form.store.read(recordPath('north'))) ?? Buffer.of();
    generations.push({ tag: entityTag(pointer.list), bytes });
  }
  const path = join(form.folder, recordPath('north'));
  let newest = 0;
  const show = (generation: number) => {
    writeFileSync(`${path}.new`, generations[generation]?.bytes ?? Buffer.of());
    renameSync(`${path}.new`, path);
    newest = generation;
  };
  show(0);

  const stale: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const ask = () => {
    const whenAsked = newest;
    return new Promise<void>((answered, failed) => {
      get({ port: server.port, host: '127.0.0.1', path: listPath, headers: bearer, agent }, (response) => {
        const found = generations.findIndex(({ tag }) => tag === response.headers.etag);
        if (found < whenAsked) stale.push(`${found} was answered to a request made after ${whenAsked}`);
        response.resume().on('end', answered);
      }).on('error', failed);
    });
  };
  const callForEver = async () => {
    while (newest < generations.length - 1) {
      await ask();
      if (Math.random() < 0.05) show(Math.min(newest + 1, generations.length - 1));
    }
  };
  await Promise.all(Array.from({ length: 32 }, callForEver));
  agent.destroy();
  expect(stale).toEqual([]);
});
