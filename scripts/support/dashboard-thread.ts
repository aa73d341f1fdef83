// The program of the dashboard's threads: it opens the database and the store of the environment for itself, and carries out
// jobs until it is told to end.

import { parentPort } from 'node:worker_threads';
import { serveJobs } from '../../src/dashboard/jobs/serve-jobs.ts';
import { defaultLimits } from '../../src/database/connect/open-database.ts';
import { withPublisher } from './with-database.ts';

const port = parentPort;
if (port === null) throw new Error('this program runs as a thread of `belfry dashboard`');
await withPublisher((tools) => serveJobs(port, { open: tools, ...tools }), { limits: defaultLimits });
