// The dashboard on a free port, over a database and a folder of the test, with its real processes.

import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import glob from 'fast-glob';
import { pino } from 'pino';
import { startDashboardJobs } from '../../scripts/running/dashboard/start-dashboard-jobs.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { schemaFolder } from '../../src/contract/validator.ts';
import { createAdmin } from '../../src/control/admins/create-admin.ts';
import { changeReader } from '../../src/control/audit/read-changes.ts';
import { createDashboard } from '../../src/dashboard/create-dashboard.ts';
import { createEventHub } from '../../src/dashboard/events/create-event-hub.ts';
import { createJobQueue } from '../../src/dashboard/jobs/create-job-queue.ts';
import { createRepeatStore } from '../../src/dashboard/limits/create-repeat-store.ts';
import { createRequestSlots, jobLimits } from '../../src/dashboard/limits/create-request-slots.ts';
import { createRequestTurns } from '../../src/dashboard/limits/create-request-turns.ts';
import { limitConnections } from '../../src/dashboard/limits/limit-connections.ts';
import { createFailureLimits } from '../../src/dashboard/limits/limit-failures.ts';
import { rememberCallers } from '../../src/dashboard/limits/remember-callers.ts';
import { createSignIn } from '../../src/dashboard/sign-in/create-sign-in.ts';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import type { AdminRole } from '../../src/database/dashboard-tables.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { parseNetworks } from '../../src/webhooks/judge-address.ts';
import { bindingOf, publisherOf } from './belfry.ts';
import { validate } from './published-school.ts';
import { whenFileEnds } from './when-file-ends.ts';

export type DashboardAnswer = { status: number; type: string; headers: Headers; body: Record<string, unknown> };
export type Send = { body?: unknown; headers?: Record<string, string>; raw?: string | FormData };

/** Until the file ends. */
export async function runningDashboard(open: OpenDatabase, folder: string) {
  const now = Date.now;
  const store = folderStore(folder);
  await bindingOf(open, store).ensure();
  const settings = { store, validate, now };
  const publisher = publisherOf(settings, open);
  const { database } = open;
  const secrets = { randomBytes, sha256: sha256OfText };
  const failures: string[] = [];
  const onFailure = (what: string, reason: string) => failures.push(`${what}: ${reason}`);
  const environment = { ...process.env, DATABASE_URL: open.connectionString, BELFRY_OUT: folder, BELFRY_BUCKET: '' };
  const queue = () =>
    createJobQueue(
      () => startDashboardJobs('documents', environment),
      { jobs: jobLimits, deadline: 60_000 },
      onFailure,
    );
  const [documents, publications] = [queue(), queue()];
  const logLines: string[] = [];
  const events = createEventHub({ read: changeReader(database), now, newId: randomUUID, onFailure, interval: 100 });
  const [slots, turns] = [createRequestSlots(), createRequestTurns()];
  const limits = createFailureLimits(() => performance.now());
  const signIn = createSignIn({ database, source: secrets, limits, now });
  const urgent = open.hasOneSession
    ? open
    : await openDatabase({ url: open.connectionString, folder: '', connections: 2 });
  const app = await createDashboard({
    ...{
      slots,
      events,
      documents,
      publications,
      secrets,
      now,
      tls: null,
      behindTlsProxy: false,
      page: null,
      names: ['dashboard.example'],
    },
    log: pino({ level: 'info' }, { write: (line: string) => logLines.push(line) }),
    tools: { open, publisher, publishSettings: settings },
    repeats: createRepeatStore({ database, now }),
    signIn,
    urgent: {
      tools: { open: urgent, publisher: publisherOf(settings, urgent), publishSettings: settings },
      signIn: createSignIn({ database: urgent.database, source: secrets, limits, now }),
    },
    turns,
    connections: limitConnections(slots.connections),
    knownCallers: rememberCallers(sha256OfText),
    lastUsedAt: () => null,
    silentServers: () => [{ server: 'http://127.0.0.1:1', reason: 'it is not there' }],
    newId: randomUUID,
    webhookAllow: parseNetworks(['127.0.0.1/32']) ?? [],
    contract: new Map(
      glob
        .sync('*.json', { cwd: schemaFolder, absolute: true })
        .map((path) => [basename(path), JSON.parse(readFileSync(path, 'utf8'))]),
    ),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  whenFileEnds(async () => {
    events.close();
    app.server.closeAllConnections();
    await app.close();
    await Promise.all([documents.close(), publications.close()]);
    if (urgent !== open) await urgent.close();
  });
  const actor = { by: 'Test', via: 'command', from: 'test', adminId: null } as const;
  return {
    url,
    app,
    logLines,
    failures,
    /** What requests hold, and what waits or runs for them. */
    held: () => ({
      listeners: slots.listeners.held(),
      uploads: slots.uploads.held(),
      uploadBytes: slots.uploadBytes.held(),
      documents: documents.held(),
      publications: publications.held(),
      connections: slots.connections.held(),
      turns: Object.values(turns).reduce((sum, each) => sum + each.held(), 0),
    }),
    /** @returns the token of a new admin */
    async token(role: AdminRole, organisation: string | null): Promise<{ id: string; token: string }> {
      const organisationId = organisation === null ? null : org(organisation);
      const admin = { name: `${role} of ${organisation}`, role, organisationId, expiresAt: null };
      return createAdmin({ open, actor }, secrets, admin, now());
    },
    /** @param call such as `GET /me`, below /control/v1 */
    async send(call: string, token: string | null, { body, headers = {}, raw }: Send = {}): Promise<DashboardAnswer> {
      const [method = '', path = ''] = call.split(' ');
      const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
      const response = await fetch(`${url}/control/v1${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(sent === null || raw instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: sent,
      });
      const text = await response.text();
      const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
      return { status: response.status, type, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
    },
  };
}
