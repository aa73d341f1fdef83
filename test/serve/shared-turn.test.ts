// Requests that were waiting together may share one look at the records. What was asked after a record was replaced may
// not: many callers ask at the same time here, while the pointer is replaced in between.

import { renameSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderReader } from '../../src/serve/folder-reader.ts';
import { onceATurn } from '../../src/serve/once-a-turn.ts';
import type { SnapshotReader } from '../../src/serve/snapshot-reader.ts';
import { loadSnapshot } from '../../src/snapshot/load-snapshot.ts';
import { entityTag, paths } from '../../src/snapshot/paths.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath, served } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('what is looked up twice in a turn is found once, and anew in the next turn', async () => {
  const asked: string[] = [];
  const find = onceATurn(async (argument: string) => {
    asked.push(argument);
    return argument.length;
  });
  expect(await Promise.all([find('one'), find('three'), find('one')])).toEqual([3, 5, 3]);
  expect(asked).toEqual(['one', 'three']);
  await new Promise((done) => setImmediate(done));
  expect(await Promise.all([find('one'), find('one')])).toEqual([3, 3]);
  expect(asked).toEqual(['one', 'three', 'one']);
});

test('no answer to any of 32 callers is older than its request, through 300 replacements', async () => {
  const { form, server, bearer } = await served({});
  const generations: { tag: string; bytes: Uint8Array }[] = [];
  for (let number = 0; number < 300; number++) {
    const pointer = await form.publish('north', { [`v${number}`]: { id: `v${number}` } });
    const { pointerBytes } = await loadSnapshot(form.store, 'north');
    generations.push({ tag: entityTag(pointer.list), bytes: pointerBytes ?? Buffer.of() });
  }
  const place = join(form.folder, paths.pointer('north'));
  let newest = 0;
  const show = (generation: number) => {
    writeFileSync(`${place}.new`, generations[generation]?.bytes ?? Buffer.of());
    renameSync(`${place}.new`, place);
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

test('a pipelined request, which may have come later than the turn, is looked up for itself', async () => {
  const form = publishedFolder(await temporaryFolder());
  const key = await form.addOrganisation('north', {});
  const reader = folderReader(form.folder, { cacheBytes: 1e6, now: Date.now });
  let readings = 0;
  const counting: SnapshotReader = {
    record: (path, parse) => {
      readings += 1;
      return reader.record(path, parse);
    },
    file: reader.file,
  };
  const server = await runningServer(form.folder, { reader: counting });
  const request = (end: string) => `GET ${listPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${end}\r\n`;
  const answers = await server.exchange(`${request('')}${request('')}${request('Connection: close\r\n')}`);
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(readings).toBe(9);
});
