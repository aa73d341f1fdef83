import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * A free port of the loopback interface. It is below the kernel's ephemeral range, so that no connection and no other server
 * takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((found) => {
    const server = createServer()
      .once('error', () => found(false))
      .listen(port, '127.0.0.1', () => server.close(() => found(true)));
  });
}
