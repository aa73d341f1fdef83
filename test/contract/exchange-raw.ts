// The answer to bytes that no HTTP client would send, in the parts of an answer.

import type { RunningServer } from '../support/running-server.ts';

export type RawAnswer = { status: number; headers: Headers; body: string };

/** @param bytes after which the server ends the connection */
export async function exchangeRaw(server: Pick<RunningServer, 'exchange'>, bytes: string): Promise<RawAnswer> {
  const [head = '', body = ''] = (await server.exchange(bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]), headers: new Headers(headers), body };
}
