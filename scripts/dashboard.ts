// belfry dashboard: serves the control API and its page. Neither servers nor publishers need it.

import { createCommand } from './command/create-command.ts';
import { untilStopped } from './command/run-command.ts';
import { withPublisher } from './command/with-database.ts';
import { dashboardLimits, runDashboard } from './running/dashboard/run-dashboard.ts';

export const command = createCommand('dashboard', 'Serve the dashboard: a page, and an API to control everything', [
  'dashboard',
  'dashboard --behind-tls-proxy',
])
  .option('--behind-tls-proxy', 'allow plain HTTP beyond loopback, since a TLS proxy is in front')
  .action(({ behindTlsProxy = false }: { behindTlsProxy?: boolean }) =>
    withPublisher(
      async (open) => {
        // Before it reports that it is ready, so that a signal right after that is handled.
        const stopped = untilStopped();
        const dashboard = await runDashboard(open, { behindTlsProxy });
        console.log(`Dashboard on ${dashboard.url}. Ctrl-C ends it.`);
        await stopped;
        await dashboard.close();
      },
      { limits: dashboardLimits },
    ),
  );
