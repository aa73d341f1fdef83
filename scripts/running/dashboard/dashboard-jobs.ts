// The program of the dashboard's processes for documents and publications: it opens the database and the store of the environment
// for itself, and carries out jobs until it is told to end, or nobody is there to tell it.

import { writeFileSync } from 'node:fs';
import { serveJobs } from '../../../src/dashboard/jobs/serve-jobs.ts';
import { defaultLimits } from '../../../src/database/connect/open-database.ts';
import { withPublisher } from '../../command/with-database.ts';

// A terminal sends these to every process; the dashboard says when the last job is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit());
try {
  // Where memory is short, the kernel ends this process and not the dashboard. Linux alone knows the file.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
await withPublisher((tools) => serveJobs(process, { open: tools, ...tools }), { limits: defaultLimits });
process.exit();
