import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe } from 'vitest';
import { publishedFolder } from '../support/published-folder.ts';
import { runningServer } from '../support/running-server.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runLinkMatrix } from './run-link-matrix.ts';
import { type Matrix, runMatrix } from './run-matrix.ts';

let matrix: Matrix;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-matrix-'));
  whenFileEnds(() => rm(folder, { recursive: true }));
  const now = Date.now();
  const { call } = await runningServer(folder, { now: () => now, whenDone: whenFileEnds });
  matrix = { servers: [{ name: 'the node server', call }], form: publishedFolder(folder), now };
});

describe('keys', () => runMatrix(() => matrix));
describe('links', () => runLinkMatrix(() => matrix));
