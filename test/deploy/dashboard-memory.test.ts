// The memory that the processes of the dashboard may take, and that its unit gives them together.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jobMemory } from '../../scripts/running/dashboard/start-dashboard-jobs.ts';
import { uploadMegabytes } from '../../src/dashboard/limits/create-request-slots.ts';

test('the limits of the dashboard and of its processes are together less than its unit gives them', () => {
  const unit = readFileSync('scripts/deploy/belfry-dashboard.service', 'utf8');
  const most = Number(/^MemoryMax=(\d+)M$/m.exec(unit)?.[1]);
  const own = Number(/^ExecStart=.* --max-old-space-size=(\d+) /m.exec(unit)?.[1]);
  const ofProcesses = Object.values(jobMemory).reduce((sum, { heap, beside }) => sum + heap + beside, 0);
  expect(own + uploadMegabytes + ofProcesses).toBeLessThan(most);
  // The kernel ends the one process that takes too much, and systemd lets the others live.
  expect(unit).toContain('\nOOMPolicy=continue\n');
});
