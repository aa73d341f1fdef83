import { createServer } from 'node:net';

/** A port of the loopback interface that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
