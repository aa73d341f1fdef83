// An HTTP client that hides nothing: it decompresses nothing, follows nothing, and can send what is no HTTP at all.

import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Call = { path: string; method?: string; headers?: Record<string, string>; body?: string };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type RawClient = {
  call(call: Call): Promise<Reply>;
  /** Sends bytes as they are; gives all that came, as Latin-1, when the server has closed the connection. */
  exchange(bytes: string | Uint8Array): Promise<string>;
  /** A connection on which nothing was sent yet. */
  connect(): Promise<Socket>;
  close(): void;
};

export function rawClient(port: number): RawClient {
  const agent = new Agent({ keepAlive: true });
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return {
    call: ({ path, method = 'GET', headers = {}, body }) =>
      new Promise((replied, failed) => {
        const sent = request({ host: '127.0.0.1', port, agent, path, method, headers }, (response) => {
          const { statusCode: status = 0 } = response;
          buffer(response).then((bytes) => replied({ status, headers: response.headers, body: bytes }), failed);
        });
        sent.on('error', failed).end(body);
      }),
    async exchange(bytes) {
      const socket = await open();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      // A connection that is reset has still said what it said before.
      socket.on('error', () => {});
      socket.write(bytes);
      await once(socket, 'close');
      return Buffer.concat(chunks).toString('latin1');
    },
    connect: open,
    close: () => agent.destroy(),
  };
}
