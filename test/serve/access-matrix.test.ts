import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { type PublishedFolder, publishedFolder } from '../support/published-folder.ts';
import { type MatrixServer, runMatrix } from '../support/run-matrix.ts';
import { runningServer } from '../support/running-server.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let form: PublishedFolder;
let server: MatrixServer;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-matrix-'));
  whenFileEnds(() => rm(folder, { recursive: true }));
  const now = Date.now();
  form = publishedFolder(folder);
  server = { ...(await runningServer(folder, { now: () => now, whenDone: whenFileEnds })), now };
});

runMatrix(() => ({ server, form }));
