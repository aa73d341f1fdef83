// What a dashboard answers decides: stored, as before, refused with its paths, or worth another try.

import { expect, test } from 'vitest';
import { sendByApi } from '../../../scripts/running/days/send-by-api.ts';
import { playDashboard } from './play-dashboard.ts';

const changes = { from: 20261123, to: 20261124, changes: [] };

test.each<[string, number, unknown, unknown]>([
  ['is stored', 200, { outcome: 'stored' }, { outcome: 'stored' }],
  ['is as before', 200, { outcome: 'unchanged' }, { outcome: 'unchanged' }],
  ['has an empty answer', 204, undefined, { outcome: 'stored' }],
  [
    'is refused with its paths',
    422,
    { detail: 'No.', errors: [{ path: '$.changes[0].lesson', message: 'meets no lesson' }] },
    { outcome: 'refused', problems: [{ path: '$.changes[0].lesson', message: 'meets no lesson' }] },
  ],
  [
    'is too large',
    413,
    { detail: 'Too large.' },
    { outcome: 'refused', problems: [{ path: '$', message: 'Too large.' }] },
  ],
  ['comes too often', 429, { detail: 'Wait.' }, { outcome: 'failed', reason: expect.stringContaining('429: Wait.') }],
  ['needs another token', 401, { detail: 'Sign in.' }, { outcome: 'failed', reason: expect.stringContaining('401') }],
  ['meets a fault', 500, null, { outcome: 'failed', reason: expect.stringContaining('500') }],
])('what %s', async (_, status, body, delivery) => {
  const dashboard = await playDashboard({ 'PUT north/days': () => ({ status, body }) });
  try {
    const receiver = sendByApi({ url: `${dashboard.url}/`, token: 'secret', organisation: 'north' });
    expect(await receiver.send(changes)).toEqual(delivery);
    expect(dashboard.asked).toMatchObject([
      {
        path: '/control/v1/organisations/north/days?from=2026-11-23&to=2026-11-24',
        authorization: 'Bearer secret',
        body: changes,
      },
    ]);
  } finally {
    await dashboard.close();
  }
});

test('a dashboard that is not there is out of reach, and without a calendar there is no plan', async () => {
  const dashboard = await playDashboard({ 'GET north/bells': () => ({ status: 200, body: { items: [] } }) });
  const receiver = sendByApi({ url: dashboard.url, token: 'secret', organisation: 'north' });
  expect(await receiver.readPlan(20261123, 20261124)).toBeNull();
  await dashboard.close();
  await expect(receiver.send(changes)).rejects.toThrow(
    /cannot be reached: (nothing listens at|it closed the connection)/,
  );
  await expect(receiver.show(20261123)).rejects.toThrow('cannot be reached');
});
