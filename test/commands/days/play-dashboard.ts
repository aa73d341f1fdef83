// A server that answers the calls of the control API for days as they are described, for what sends to it. It keeps what it got.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status: number; body: unknown };

export type Asked = { method: string; path: string; authorization: string | undefined; body: unknown };

/** @param answers by method and path without the query; 404 for any other */
export async function playDashboard(answers: Record<string, (asked: Asked) => Answer>) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const text = await textOf(request);
    const one: Asked = {
      method,
      path,
      authorization: headers.authorization,
      body: text === '' ? null : JSON.parse(text),
    };
    asked.push(one);
    const known = answers[`${method} ${path.split('?')[0]?.replace('/control/v1/organisations/', '')}`];
    const { status, body } = known?.(one) ?? { status: 404, body: { detail: 'There is no such path.' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
