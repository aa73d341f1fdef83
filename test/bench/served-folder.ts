// `serve` over a new folder, in a process of its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { startCommand } from './child-command.ts';

/** The URL of the server, and the environment of a publisher into its folder. */
export type Served = { port: number; published: Record<string, string>; stop(): Promise<void> };

export async function serveFolder(): Promise<Served & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const [port, adminPort] = [await freePort(), await freePort()];
  const published = { BELFRY_OUT: folder, BELFRY_BUCKET: '' };
  const env = { ...published, PORT: String(port), ADMIN_PORT: String(adminPort), LOG_LEVEL: 'error' };
  const serve = await startCommand('serve', [], env, 'Serving');
  return {
    folder,
    port,
    published,
    async stop() {
      await serve.stop();
      await rm(folder, { recursive: true });
    },
  };
}
