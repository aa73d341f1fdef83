// The server over a folder, on a free port, as scripts/serve wires it.

import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { listenOn } from '../../scripts/running/listen-on.ts';
import { serverMetrics } from '../../src/health/metrics.ts';
import type { CorsOrigins } from '../../src/serve/http/cors.ts';
import { folderReader } from '../../src/serve/node/folder-reader.ts';
import type { ClientLimits } from '../../src/serve/node/limited-server.ts';
import { nodeServer } from '../../src/serve/node/node-server.ts';
import { type Site, siteOfFolder } from '../../src/serve/node/site.ts';
import type { SnapshotReader } from '../../src/serve/snapshot-reader.ts';
import { type RawClient, rawClient } from './raw-client.ts';

export type RunningServer = RawClient & {
  port: number;
  /** The log, one JSON text per line. */
  logLines: string[];
  /** The metrics as Prometheus reads them. */
  metrics(): Promise<string>;
};

type Options = {
  corsOrigins?: CorsOrigins;
  now?: () => number;
  limits?: Partial<ClientLimits>;
  cacheBytes?: number;
  /** When both ends are closed: `whenFileEnds` for a server that the tests of a file share. */
  whenDone?: (close: () => Promise<void>) => void;
  /** Read from this instead of the folder. */
  openReader?: () => SnapshotReader;
  /** The site, of the same folder by default. */
  site?: Site;
  /** Called for each accepted key. */
  noteUse?: (keyId: string, at: number) => void;
};

/** Serves the published output in `folder` until the test ends. */
export async function runningServer(folder: string, options: Options = {}): Promise<RunningServer> {
  const { corsOrigins = [], now = Date.now, limits = {}, cacheBytes = 1e8, whenDone = onTestFinished } = options;
  const logLines: string[] = [];
  const metrics = serverMetrics(async () => null);
  const server = nodeServer({
    openReader: options.openReader ?? folderReader(folder, { cacheBytes, now }),
    site: options.site ?? siteOfFolder(folder),
    corsOrigins,
    metrics,
    log: pino({ level: 'debug', base: null }, { write: (line) => logLines.push(line) }),
    now,
    tls: null,
    limits,
    noteUse: options.noteUse,
  });
  const port = await listenOn(server, 0, '127.0.0.1', 'PORT');
  const client = rawClient(port);
  whenDone(async () => {
    client.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { ...client, port, logLines, metrics: () => metrics.registry.metrics() };
}
