// A receiver of webhooks over plain HTTP on this machine, which verifies what it gets as the standard's own library does.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export type Received = {
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  body: string;
};

/** What it answers: a status, or a function that answers by itself. */
export type Answer = number | { status: number; headers?: Record<string, string>; body?: string } | 'never';

export type Receiver = {
  url: string;
  /** In the order of arrival; also those that it did not accept. */
  received: Received[];
  /** Verified with the secret of the moment. @throws when the signature is wrong */
  verify(secret: string, which: Received): unknown;
  answer: (which: Received) => Answer | Promise<Answer>;
  close(): void;
};

export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString();
      const { type, data } = JSON.parse(body);
      const got = { id: String(request.headers['webhook-id']), type, data, headers: request.headers, body };
      receiver.received.push(got);
      const answer = await receiver.answer(got);
      if (answer === 'never') return;
      const { status, headers = {}, body: said = '' } = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(status, headers).end(said);
    });
  });
  const receiver: Receiver = {
    url: '',
    received: [],
    verify: (secret, { body, headers }) =>
      new Webhook(secret).verify(
        body,
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ),
    answer: () => 204,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`; // it listens on a port, not on a pipe
  onTestFinished(() => receiver.close());
  return receiver;
}
