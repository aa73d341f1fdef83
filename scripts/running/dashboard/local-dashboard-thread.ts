// The program of the dashboard of `npm start`: it opens the database and the store of the environment for itself, says where it
// listens or why it does not, and runs until it is told to end.

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError, OutOfReachError, reasonOf } from '../../../src/errors.ts';
import { withPublisher } from '../../command/with-database.ts';
import { dashboardLimits, runDashboard } from './run-dashboard.ts';
import type { DashboardOrder, DashboardReport } from './run-local-dashboard.ts';

const port = parentPort;
if (port === null) throw new Error('this program runs as a thread of `belfry start`');
const tell = (report: DashboardReport) => port.postMessage(report);
const order: DashboardOrder = workerData; // what `runLocalDashboard` gives
try {
  await withPublisher(
    async (open) => {
      const ended = once(port, 'message');
      const dashboard = await runDashboard(open, order);
      tell({ url: dashboard.url, port: dashboard.port });
      await ended;
      await dashboard.close();
    },
    { limits: dashboardLimits },
  );
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  tell({ reason: reasonOf(error), isTransient: error instanceof OutOfReachError });
}
port.close();
