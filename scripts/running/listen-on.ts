// Makes a server listen, and says which setting names another port if this one is taken.

import type { Server } from 'node:http';
import { UsageError } from '../../src/errors.ts';
import { mostWaiting } from '../../src/serve/node/limited-server.ts';

/** @returns the port it is bound to, which differs from `port` when that is 0 */
export function listenOn(server: Server, port: number, host: string, setting: string): Promise<number> {
  return new Promise((bound, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message;
      failed(new UsageError(`cannot listen on ${host}:${port}: ${taken}; set ${setting} to another`));
    });
    server.listen(port, host, mostWaiting, () => {
      const address = server.address();
      bound(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
