// Documents of 60 MB, several at once, under the limits of the shipped unit: whatever becomes of them, the dashboard stays.
// @module-tag long

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jobMemory } from '../../scripts/running/dashboard/start-dashboard-jobs.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { childrenOf } from '../support/children-of.ts';
import { askDashboard, newAdmin } from '../support/dashboard-process.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { startProcess } from '../support/run-process.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();

/** Megabytes that a process had in memory at most. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.skipIf(process.platform !== 'linux')(
  'two documents of 60 MB at once end nothing, and take no more than there is',
  async () => {
    const out = await temporaryFolder(whenFileEnds);
    await bindTestStore(open, out);
    const environment = {
      ...commandEnvironment(open, out),
      DASHBOARD_PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--max-old-space-size=384',
    };
    const { child, printed, finished } = startProcess(['scripts/belfry.ts', 'dashboard'], environment);
    whenFileEnds(async () => {
      child.kill('SIGTERM');
      await finished;
    });
    const url = /http:\/\/[\d.]+:\d+/.exec(await printed('Ctrl-C'))?.[0] ?? '';
    const who = (await newAdmin(open, 'operator')).token;
    const schools = ['north', 'south'];
    for (const id of schools)
      await askDashboard(url, { who, method: 'POST', path: '/control/v1/organisations', body: { id, name: id } });
    const largeBody = (id: string) => {
      const timetable = publishedTimetable(`${id}-large`, { orgId: id, groupId: `${id}-group` });
      const [unit] = timetable.lessonUnits;
      const count = Math.floor(60_000_000 / (JSON.stringify(unit).length + 12));
      const lessonUnits = Array.from({ length: count }, (_, index) => ({ ...unit, localId: `lu_${index}` }));
      return JSON.stringify({ ...timetable, lessonUnits });
    };
    const answers = await Promise.all(
      schools.map((id) => {
        const path = `/control/v1/organisations/${id}/timetables/${id}-large`;
        return askDashboard(url, { who, method: 'PUT', path, body: largeBody(id) });
      }),
    );
    for (const { status } of answers) expect(status).toBe(201);
    expect((await askDashboard(url, { who, path: '/control/v1/me' })).status).toBe(200);
    expect(peakOf(child.pid ?? 0)).toBeLessThan(384 + 256);
    const { heap, beside } = jobMemory.documents;
    for (const pid of childrenOf(child.pid ?? 0)) expect(peakOf(pid)).toBeLessThan(heap + beside);
    const small = publishedTimetable('v1', { orgId: 'north' });
    const stored = { who, method: 'PUT', path: '/control/v1/organisations/north/timetables/v1', body: small };
    expect((await askDashboard(url, stored)).status).toBe(201);
  },
);
