// Starts the thread in which the dashboard reads, checks and publishes documents.

import type { Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

/** Megabytes that documents may take: a large one of 64 MB, as text, as objects and as rows. */
const maxOldGenerationSizeMb = 2048;

/** @param env the environment of this process by default */
export const startDashboardThread = (env?: Record<string, string | undefined>): Worker =>
  startThread('dashboard-thread', {
    resourceLimits: { maxOldGenerationSizeMb },
    ...(env === undefined ? {} : { env }),
  });
