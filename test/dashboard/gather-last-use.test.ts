import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { gatherLastUse, readLastUse } from '../../src/dashboard/gather-last-use.ts';
import { waitUntil } from '../support/wait-until.ts';

const noon = Date.parse('2026-11-23T12:00:30.000Z');

/** A server that answers so, until the test ends. */
async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const serverWith = (keys: Record<string, string>) =>
  serverThat((request, response) => {
    response.writeHead(request.url === '/last-used' ? 200 : 404);
    response.end(JSON.stringify({ keys }));
  });

function gatherFrom(servers: string[]) {
  const gathered = gatherLastUse({ servers, now: () => noon, interval: 50, timeout: 2_000 });
  onTestFinished(gathered.stop);
  return gathered;
}

test('the newest use of all servers counts, and who does not answer is named with the reason', async () => {
  const [one, other] = [
    await serverWith({ key_a: '2026-11-23T11:00:00.000Z', key_b: '2026-11-23T10:00:00.000Z' }),
    await serverWith({ key_a: '2026-11-23T11:30:00.000Z', __proto__: '2026-11-23T11:30:00.000Z' }),
  ];
  const gone = 'http://127.0.0.1:1';
  const gathered = gatherFrom([one, gone, `${other}/`]);
  await waitUntil('all were asked', () => gathered.silentServers().length > 0);
  expect(gathered.lastUsedAt('key_a')).toBe('2026-11-23T11:30:00.000Z');
  expect(gathered.lastUsedAt('key_b')).toBe('2026-11-23T10:00:00.000Z');
  expect(gathered.lastUsedAt('key_c')).toBeNull();
  expect(gathered.lastUsedAt('constructor')).toBeNull();
  expect(gathered.silentServers()).toEqual([{ server: gone, reason: expect.stringMatching(/ECONNREFUSED|bad port/) }]);
});

test('what was gathered stays when a server restarts and has forgotten it, and a silent one that returns is not named', async () => {
  let asked = 0;
  const server = await serverThat((_, response) => {
    asked++;
    if (asked === 1) response.end(JSON.stringify({ keys: { key_a: '2026-11-23T11:00:00.000Z' } }));
    else if (asked === 2) response.destroy();
    else response.end('{"keys":{}}');
  });
  const gathered = gatherFrom([server]);
  const seen = new Set<number>();
  await waitUntil('it failed and came back', () => {
    seen.add(gathered.silentServers().length);
    return seen.has(1) && gathered.silentServers().length === 0;
  });
  expect(gathered.lastUsedAt('key_a')).toBe('2026-11-23T11:00:00.000Z');
});

test('a moment in the future counts as now: else a clock that is ahead would win for ever', async () => {
  const server = await serverWith({ key_a: '2036-01-01T00:00:00.000Z' });
  expect(await readLastUse(server, 2_000, noon)).toEqual(new Map([['key_a', Math.floor(noon / 60_000)]]));
});

const endless: RequestListener = (_, response) => {
  response.write('{"keys":{');
  const piece = `${'"k":"2026-11-23T11:00:00.000Z",'.repeat(5_000)}`;
  const pour = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', pour);
  pour();
};

test.each<[what: string, answers: RequestListener, reason: RegExp]>([
  ['silence', () => {}, /^no answer within 2 s$/],
  ['a body that stops', (_, response) => void response.write('{"keys":{'), /^no answer within 2 s$/],
  ['a body that never ends', endless, /more than 8388608 bytes|no answer within/],
  ['another status', (_, response) => void response.writeHead(421).end('no'), /^it answers 421$/],
  ['a redirect', (_, response) => void response.writeHead(302, { Location: '/last-used' }).end(), /redirect/],
  ['no JSON', (_, response) => void response.end('<h1>'), /^its answer is not JSON$/],
  ['null', (_, response) => void response.end('null'), /^its answer has no keys$/],
  ['a list', (_, response) => void response.end('{"keys":[]}'), /^its answer has no keys$/],
  ['no moment', (_, response) => void response.end('{"keys":{"k":"soon"}}'), /not one of an admin port$/],
  ['a number', (_, response) => void response.end('{"keys":{"k":5}}'), /not one of an admin port$/],
  [
    'an id that is none',
    (_, response) => void response.end('{"keys":{"<b>":"2026-11-23T11:00:00.000Z"}}'),
    /not one of an admin port$/,
  ],
])('a server that answers with %s is named, and nothing of it counts', async (_, answers, reason) => {
  const server = await serverThat(answers);
  const gathered = gatherFrom([server]);
  await waitUntil('it was asked', () => gathered.silentServers().length > 0);
  expect(gathered.silentServers()).toEqual([{ server, reason: expect.stringMatching(reason) }]);
  expect(gathered.lastUsedAt('k')).toBeNull();
});
