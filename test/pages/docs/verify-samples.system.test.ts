// The samples that verify a webhook, each run as it stands: what is signed as Standard Webhooks says is taken, and nothing else.

import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sampleFile, verifySamples } from '../../../src/pages/docs/docs-samples.ts';
import { isMissing } from '../../support/is-missing.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = `whsec_${Buffer.from('another secret of 24 byt').toString('base64')}`;
const body = '{"type":"timetable.published","timestamp":"2026-11-28T12:00:00.000Z","data":{"name":"Zoë / 5A"}}';

function sign(id: string, timestamp: string, text: string, by: string): string {
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
}

test('signatures here are those of the standard: one that its own library made', () => {
  const made = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(sign('msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}', secret)).toBe(made);
});

type Delivery = { headers: Record<string, string>; body: string };
const now = Math.floor(Date.now() / 1000);

/** Signed by each of the secrets, so many seconds from now. */
function delivery(secrets: readonly string[], seconds = 0): Delivery {
  const [id, timestamp] = ['msg_1', `${now + seconds}`];
  const signatures = secrets.map((each) => sign(id, timestamp, body, each)).join(' ');
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } };
}
const good = delivery([secret]);
const withHeaders = (headers: Record<string, string>): Delivery => ({ body, headers: { ...good.headers, ...headers } });
const without = (name: string): Delivery => ({
  body,
  headers: Object.fromEntries(Object.entries(good.headers).filter(([each]) => each !== name)),
});
const signature = good.headers['webhook-signature'] ?? '';

const cases: readonly [what: string, delivery: Delivery, isGenuine: boolean][] = [
  ['signed by the secret', good, true],
  ['signed by both while the secret rotates, the new one first', delivery([other, secret]), true],
  ['signed by both while the secret rotates, the old one first', delivery([secret, other]), true],
  ['four minutes old', delivery([secret], -240), true],
  ['six minutes old', delivery([secret], -360), false],
  ['six minutes ahead', delivery([secret], 360), false],
  ['signed by another secret', delivery([other]), false],
  ['another body', { ...good, body: body.replace('5A', '5B') }, false],
  ['another id', withHeaders({ 'webhook-id': 'msg_2' }), false],
  ['another timestamp', withHeaders({ 'webhook-timestamp': `${now - 1}` }), false],
  ['no timestamp that is one', withHeaders({ 'webhook-timestamp': 'soon' }), false],
  ['another version of signatures', withHeaders({ 'webhook-signature': signature.replace('v1,', 'v2,') }), false],
  ['a signature cut short', withHeaders({ 'webhook-signature': signature.slice(0, -2) }), false],
  ['an empty signature', withHeaders({ 'webhook-signature': '' }), false],
  ['a signature that is not ASCII', withHeaders({ 'webhook-signature': signature.replace('v1', 'ü1') }), false],
  ...Object.keys(good.headers).map((name) => [`without ${name}`, without(name), false] as [string, Delivery, boolean]),
];

/** Each prints the answers to all cases, which it gets as JSON. */
const programs = {
  JavaScript: [
    process.execPath,
    (file: string) => [
      '--input-type=module',
      '--eval',
      `import { isGenuine } from ${JSON.stringify(file)};
       const [secret, cases] = JSON.parse(process.argv[1]);
       console.log(JSON.stringify(cases.map(({ headers, body }) => isGenuine(headers, body, secret))));`,
    ],
  ],
  Python: [
    'python3',
    (file: string) => [
      '-c',
      `import json, sys
exec(open(${JSON.stringify(file)}).read())
secret, cases = json.loads(sys.argv[1])
print(json.dumps([is_genuine(each["headers"], each["body"].encode(), secret) for each in cases]))`,
    ],
  ],
  PHP: [
    'php',
    (file: string) => [
      '-r',
      `require ${JSON.stringify(file)};
       [$secret, $cases] = json_decode($argv[1], true);
       echo json_encode(array_map(fn ($each) => isGenuine($each['headers'], $each['body'], $secret), $cases));`,
    ],
  ],
} as const;
const all = Object.entries(programs) as [keyof typeof programs, (typeof programs)[keyof typeof programs]][]; // a constant's

test.for(all)('%s: takes what is genuine, and nothing else', async ([language, [program, options]], { skip }) => {
  if (await isMissing(program)) skip(`${program} is not installed`);
  const given = JSON.stringify([secret, cases.map(([, each]) => each)]);
  const printed = execFileSync(program, [...options(sampleFile(verifySamples[language])), given], { encoding: 'utf8' });
  const answers: boolean[] = JSON.parse(printed);
  expect(Object.fromEntries(cases.map(([what], index) => [what, answers[index]]))).toEqual(
    Object.fromEntries(cases.map(([what, , isGenuine]) => [what, isGenuine])),
  );
});
