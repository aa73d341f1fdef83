// The dashboard of `npm start`: whatever ends its thread ends nothing else.

import { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type DashboardOrder, runLocalDashboard } from '../../scripts/running/dashboard/run-local-dashboard.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';

const open = useTestDatabase();
afterEach(() => vi.restoreAllMocks());

/** Says what each start is for, and runs this code as a thread. */
function dashboardOf(code: string) {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {});
  const orders: DashboardOrder[] = [];
  const dashboard = runLocalDashboard(
    open,
    { behindTlsProxy: false, adminUrl: 'http://127.0.0.1:1', servedAt: 'http://127.0.0.1:2' },
    (order) => {
      orders.push(order);
      const workerData = { isFirst: orders.length === 1 };
      return new Worker(`const { parentPort, workerData } = require('node:worker_threads'); ${code}`, {
        eval: true,
        workerData,
      });
    },
  );
  onTestFinished(() => dashboard.close());
  return { dashboard, orders, said: () => failures.mock.calls.flat().join('\n') };
}
const listens = `parentPort.postMessage({ url: 'http://127.0.0.1:8082', port: 8082 }); parentPort.once('message', () => parentPort.close());`;

test.each([
  ['an error that nobody catches', `setTimeout(() => { throw new Error('write after end'); }, 50)`, 'write after end'],
  ['an unhandled rejection', `setTimeout(() => Promise.reject(new Error('nobody waits')), 50)`, 'nobody waits'],
  ['an exit', 'setTimeout(() => process.exit(1), 50)', 'it ended'],
])('after %s it is started again where it was, and everything else goes on', async (_, end, reason) => {
  const { dashboard, orders, said } = dashboardOf(`${listens} if (workerData.isFirst) ${end};`);
  await waitUntil('it is started again', () => orders.length === 2);
  expect(said()).toContain(reason);
  expect(orders.map(({ port }) => port)).toEqual([undefined, 8082]);
  expect(await dashboard.invite()).toContain('http://127.0.0.1:8082/#sign-in=');
});

test('one that cannot listen says why, and is not started again', async () => {
  const { dashboard, orders } = dashboardOf(
    `parentPort.postMessage({ reason: 'port 8082 is taken', isTransient: false });`,
  );
  expect(await dashboard.invite()).toBe('No dashboard runs: port 8082 is taken.');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(orders).toHaveLength(1);
});
