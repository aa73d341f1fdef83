// A proxy between a publisher and PostgreSQL that can freeze, close or refuse connections, as networks do, and hold a
// statement, so that a test can act at exactly that moment.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type DatabaseProxy = {
  /** The database's connection string through the proxy. */
  connectionString: string;
  /** Passes nothing more on the existing connections and closes none: they are half-open, as after a pulled cable. */
  freeze(): void;
  /** Closes every connection; new ones are closed at once until `accept`. */
  refuse(): void;
  accept(): void;
  /** How many connections are open. */
  readonly open: number;
  /**
   * Holds the next bytes from a client that contain `text`, and all that follow them on that connection.
   * @returns resolves when they are held, with a function that releases them
   */
  hold(text: string): Promise<() => void>;
};

export async function databaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const url = new URL(connectionString);
  const [host, port] = [url.hostname, Number(url.port || 5432)];
  type Link = { near: Socket; far: Socket; frozen: boolean };
  const links = new Set<Link>();
  let refusing = false;
  let trap: { text: string; caught: (release: () => void) => void } | null = null;

  const server = createServer((near) => {
    near.on('error', () => {});
    if (refusing) {
      near.destroy();
      return;
    }
    const far = connect(port, host);
    far.on('error', () => near.destroy());
    const link: Link = { near, far, frozen: false };
    links.add(link);
    const end = () => {
      if (link.frozen) return; // the other side must not notice
      links.delete(link);
      near.destroy();
      far.destroy();
    };
    near.on('close', end);
    far.on('close', end);
    near.on('data', (bytes) => {
      if (link.frozen) return;
      if (trap === null || !bytes.includes(trap.text)) {
        far.write(bytes);
        return;
      }
      const { caught } = trap;
      trap = null;
      near.pause();
      caught(() => {
        far.write(bytes);
        near.resume();
      });
    });
    far.on('data', (bytes) => {
      if (!link.frozen) near.write(bytes);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const through = new URL(connectionString);
  through.hostname = '127.0.0.1';
  through.port = String(address.port);

  const closeAll = () => {
    for (const { near, far } of links) {
      near.destroy();
      far.destroy();
    }
    links.clear();
  };
  onTestFinished(() => {
    closeAll();
    server.close();
  });
  return {
    connectionString: through.href,
    get open() {
      return links.size;
    },
    freeze() {
      for (const link of links) link.frozen = true;
    },
    refuse() {
      refusing = true;
      closeAll();
    },
    accept() {
      refusing = false;
    },
    hold: (text) =>
      new Promise((caught) => {
        trap = { text, caught };
      }),
  };
}
