// A proxy in front of the real object gateway that behaves like other stores: what they refuse, ignore, omit or answer with
// stale data. It signs each request again, so that it can change what it passes on.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { onTestFinished } from 'vitest';
import type { TestBucket } from './object-gateway.ts';

/** `path` is without bucket and prefix. */
type Asked = { method: string; path: string; url: URL; headers: Headers; body: Buffer };
type Answer = { status: number; headers: Record<string, string>; bytes: Buffer };

/** How a store answers a request; `pass` returns the gateway's answer. */
export type Habit = (asked: Asked, pass: () => Promise<Answer>) => Promise<Answer> | Answer;

const refusal = (status: number, code: string): Answer => {
  const bytes = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  return { status, headers: { 'Content-Type': 'application/xml', 'Content-Length': String(bytes.length) }, bytes };
};

/** Takes only quoted ETags, as R2; the gateway behind it wants them without quotes. */
export const quotedOnly: Habit = ({ method, headers }, pass) => {
  const tag = headers.get('if-match');
  if (method !== 'PUT' || tag === null) return pass();
  if (!/^".*"$/.test(tag)) return refusal(400, 'InvalidArgument');
  headers.set('if-match', tag.replaceAll('"', ''));
  return pass();
};

/** Has no conditional PUT, and answers 501. */
export const withoutConditions: Habit = ({ method, headers }, pass) =>
  method === 'PUT' && (headers.has('if-match') || headers.has('if-none-match'))
    ? refusal(501, 'NotImplemented')
    : pass();

/** Has no conditional PUT, and ignores the condition. */
export const ignoresConditions: Habit = ({ method, headers }, pass) => {
  if (method === 'PUT') for (const name of ['if-match', 'if-none-match']) headers.delete(name);
  return pass();
};

/** Never answers 304. */
export const withoutNotModified: Habit = ({ method, headers }, pass) => {
  if (method === 'GET') headers.delete('if-none-match');
  return pass();
};

/** Answers 403 for a missing object, as AWS without the permission to list. */
export const hidesWhatIsAbsent: Habit = async ({ method }, pass) => {
  const answer = await pass();
  return method === 'GET' && answer.status === 404 ? refusal(403, 'AccessDenied') : answer;
};

/** Answers 404 for a missing object without S3's error document, as a web server in front of a bucket. */
export const hidesWhyItIsAbsent: Habit = async ({ method }, pass) => {
  const answer = await pass();
  if (method !== 'GET' || answer.status !== 404) return answer;
  const bytes = Buffer.from('<html><body>404 Not Found</body></html>');
  return { status: 404, headers: { 'Content-Type': 'text/html', 'Content-Length': String(bytes.length) }, bytes };
};

export const readOnly: Habit = ({ method }, pass) => (method === 'PUT' ? refusal(403, 'AccessDenied') : pass());

export const withoutTimes: Habit = async (_, pass) => {
  const answer = await pass();
  for (const name of ['date', 'last-modified']) delete answer.headers[name];
  return answer;
};

/** Between `freeze` and `thaw`, answers GETs of matching paths with the last answer before `freeze`. */
export function staleReads(which: RegExp) {
  let frozen = false;
  const last = new Map<string, Answer>();
  let served = 0;
  const habit: Habit = async ({ method, path, headers }, pass) => {
    if (method !== 'GET' || !which.test(path)) return pass();
    const known = last.get(path);
    if (frozen && known !== undefined) {
      served += 1;
      return headers.get('if-none-match') === known.headers['etag']
        ? { ...known, status: 304, bytes: Buffer.of() }
        : known;
    }
    const answer = await pass();
    if (answer.status !== 304) last.set(path, answer);
    return answer;
  };
  return {
    habit,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
    },
    /** How many reads were stale. */
    served: () => served,
  };
}

/** @returns its address, and the requests, as `PUT path` */
export async function storeWithHabits(
  bucket: TestBucket,
  habit: Habit,
  whenDone: (end: () => void) => void = onTestFinished,
): Promise<{ endpoint: string; seen: string[] }> {
  const { accessKeyId, secretAccessKey } = bucket;
  const seen: string[] = [];

  async function send({ method, url, headers, body }: Asked): Promise<Answer> {
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      headers,
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: 'us-east-1',
      allHeaders: true,
    });
    const signed = await signer.sign();
    const sent = request(signed.url, { method, headers: Object.fromEntries(signed.headers) });
    sent.end(body);
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    if (answer === undefined) throw new Error('there is no response without a message');
    const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return { status: answer.statusCode ?? 500, headers: Object.fromEntries(named), bytes: await buffer(answer) };
  }

  const server = createServer(async (incoming, reply) => {
    try {
      const { method = '', url: target = '/' } = incoming;
      const url = new URL(target, bucket.endpoint);
      const path = url.pathname.replace(/^\/[^/]+\/?([^/]+\/?)?/, '');
      seen.push(`${method} ${path}`);
      const body = await buffer(incoming);
      const own = ['authorization', 'host', 'connection', 'x-amz-date', 'x-amz-content-sha256'];
      const kept = Object.entries(incoming.headers).filter(([name]) => !own.includes(name));
      const headers = new Headers(kept.map(([name, value]): [string, string] => [name, String(value)]));
      const asked: Asked = { method, path, url, headers, body };
      const answer = await habit(asked, () => send(asked));
      delete answer.headers['connection'];
      reply.sendDate = false;
      reply.writeHead(answer.status, answer.headers).end(answer.status === 304 ? undefined : answer.bytes);
    } catch {
      reply.destroy();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenDone(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, so it has no other kind of address
  return { endpoint: `http://127.0.0.1:${port}`, seen };
}
