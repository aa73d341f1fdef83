// An HTTP client that shows responses as sent: it decompresses nothing, follows no redirect, and can send invalid HTTP.

import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as tlsConnect } from 'node:tls';

export type Call = { path: string; method?: string; headers?: Record<string, string>; body?: string };
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type RawClient = {
  call(call: Call): Promise<Reply>;
  /** Sends the bytes. @returns everything received until the server closes the connection, as Latin-1 */
  exchange(bytes: string | Uint8Array): Promise<string>;
  /** A new connection. */
  connect(): Promise<Socket>;
  close(): void;
};

/** @param tls the name that the server's certificate must have, and its CA; absent for plain HTTP */
export function rawClient(port: number, tls?: { servername: string; ca: Buffer }): RawClient {
  const agent = tls === undefined ? new Agent({ keepAlive: true }) : new TlsAgent({ keepAlive: true, ...tls });
  const send = tls === undefined ? request : tlsRequest;
  const named = tls === undefined ? {} : { Host: tls.servername };
  const open = async () => {
    const place = { port, host: '127.0.0.1' };
    const socket = tls === undefined ? connect(place) : tlsConnect({ ...place, ...tls });
    await once(socket, tls === undefined ? 'connect' : 'secureConnect');
    return socket;
  };
  return {
    call: ({ path, method = 'GET', headers = {}, body }) =>
      new Promise((replied, failed) => {
        const target = { host: '127.0.0.1', port, agent, path, method, headers: { ...named, ...headers } };
        const sent = send(target, (response) => {
          const { statusCode: status = 0 } = response;
          buffer(response).then((bytes) => replied({ status, headers: response.headers, body: bytes }), failed);
        });
        sent.on('error', failed).end(body);
      }),
    async exchange(bytes) {
      const socket = await open();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      // What arrived before a reset still counts.
      socket.on('error', () => {});
      socket.write(bytes);
      await once(socket, 'close');
      return Buffer.concat(chunks).toString('latin1');
    },
    connect: open,
    close: () => agent.destroy(),
  };
}
