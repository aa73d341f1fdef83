// The dashboard in this process, with the settings of the environment: its server, its processes, its regular work, and its end.

import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import glob from 'fast-glob';
import { pino } from 'pino';
import { schemaFolder } from '../../../src/contract/validator.ts';
import { pruneAudit } from '../../../src/control/audit/list-audit.ts';
import { changeReader } from '../../../src/control/audit/read-changes.ts';
import { createDashboard } from '../../../src/dashboard/create-dashboard.ts';
import { createEventHub } from '../../../src/dashboard/events/create-event-hub.ts';
import { gatherFailures } from '../../../src/dashboard/gather-failures.ts';
import { gatherLastUse } from '../../../src/dashboard/gather-last-use.ts';
import { createJobQueue } from '../../../src/dashboard/jobs/create-job-queue.ts';
import { createRepeatStore } from '../../../src/dashboard/limits/create-repeat-store.ts';
import { createRequestSlots, jobLimits } from '../../../src/dashboard/limits/create-request-slots.ts';
import { createRequestTurns } from '../../../src/dashboard/limits/create-request-turns.ts';
import { limitConnections } from '../../../src/dashboard/limits/limit-connections.ts';
import { createFailureLimits } from '../../../src/dashboard/limits/limit-failures.ts';
import { rememberCallers } from '../../../src/dashboard/limits/remember-callers.ts';
import { mountPage } from '../../../src/dashboard/mount-page.ts';
import { pageFiles } from '../../../src/dashboard/page-files.ts';
import { createSignIn } from '../../../src/dashboard/sign-in/create-sign-in.ts';
import { pruneSessions } from '../../../src/dashboard/sign-in/open-session.ts';
import type { StatementLimits } from '../../../src/database/connect/connection-pool.ts';
import { type Database, openDatabase } from '../../../src/database/connect/open-database.ts';
import { forgetPastDays } from '../../../src/database/days/forget-past-days.ts';
import { reasonOf, SettingError } from '../../../src/errors.ts';
import { createDatabasePublisher } from '../../../src/publish/database/database-port.ts';
import { isLoopback } from '../../../src/serve/loopback.ts';
import { drainServer } from '../../../src/serve/node/drain-server.ts';
import { sha256OfText } from '../../../src/snapshot/sha256.ts';
import type { OpenPublisher } from '../../command/with-database.ts';
import { settings } from '../../options/settings.ts';
import { listenOn } from '../listen-on.ts';
import { readTls } from '../read-tls.ts';
import { startDashboardJobs } from './start-dashboard-jobs.ts';

export type RunningDashboard = { url: string; port: number; close(): Promise<void> };

export type DashboardSettings = {
  behindTlsProxy: boolean;
  /** Admin ports of servers to ask for last use, beside those of BELFRY_SERVERS. */
  servers?: readonly string[];
  /** Whether the process for documents starts with the first of them, since it takes memory. */
  isLazy?: boolean;
  /** Where the timetables are served, if BELFRY_URL does not say it. */
  servedAt?: string;
  /** DASHBOARD_PORT by default. */
  port?: number;
};

/** Statements of the dashboard that take longer than somebody waits for are cut off. */
export const dashboardLimits: StatementLimits = { statement: 15_000, lock: 5_000 };

/** Milliseconds that a job may take: to store a document, and to publish. */
const deadlines = { documents: 60_000, publications: 600_000 };
const hour = 3_600_000;
/** For a server that stops: a caller that has just sent a request is answered. */
const patience = { idle: 500, requests: 10_000 };

/** @throws SettingError for a dashboard beyond loopback without TLS */
export async function runDashboard(
  open: OpenPublisher,
  { behindTlsProxy, servers = [], isLazy = false, servedAt, port = settings.dashboardPort.value }: DashboardSettings,
): Promise<RunningDashboard> {
  const host = settings.dashboardHost.value;
  const tls = await readTls();
  if (!isLoopback(host) && tls === null && !behindTlsProxy)
    throw new SettingError(
      `DASHBOARD_HOST is ${host}, and tokens must not travel in the clear: set TLS_CERT and TLS_KEY, or give --behind-tls-proxy if a TLS proxy is in front`,
    );
  const { database } = open;
  const now = Date.now;
  // All connections of the embedded database share one session, so further ones would wait as well.
  const urgent = open.hasOneSession
    ? open
    : await openDatabase({ url: open.connectionString, folder: '', limits: dashboardLimits, connections: 2 });
  const closeUrgent = async () => {
    if (urgent !== open) await urgent.close();
  };
  const log = pino({ level: settings.logLevel.value, base: null });
  const onFailure = (what: string, reason: string) => log.error({ what, reason }, 'failed beside a request');
  const secrets = { randomBytes, sha256: sha256OfText };
  const files = await pageFiles(settings.publicUrl.value ?? servedAt ?? null);
  const queue = (kind: 'documents' | 'publications') =>
    createJobQueue(() => startDashboardJobs(kind), { jobs: jobLimits, deadline: deadlines[kind] }, onFailure);
  const [documents, publications] = [queue('documents'), queue('publications')];
  const repeats = createRepeatStore({ database, now });
  const uses = gatherLastUse({ servers: [...new Set([...servers, ...(settings.servers.value ?? [])])], now });
  const failures = gatherFailures({ database, now, onFailure });
  const events = createEventHub({ read: changeReader(database), now, newId: randomUUID, onFailure });
  const limits = createFailureLimits(() => performance.now());
  const signInBy = (database: Database) =>
    createSignIn({ database, source: secrets, limits, now, onFailed: failures.failed });
  const slots = createRequestSlots();
  const app = await createDashboard({
    names: [host.includes(':') ? `[${host}]` : host, ...(settings.dashboardNames.value ?? [])],
    ...{ log, tls, behindTlsProxy, events, documents, publications, repeats, secrets, now },
    slots,
    turns: createRequestTurns(),
    knownCallers: rememberCallers(sha256OfText),
    connections: limitConnections(slots.connections),
    tools: { open, publisher: open.publisher, publishSettings: open.publishSettings },
    signIn: signInBy(database),
    urgent: {
      tools: {
        open: urgent,
        publisher: urgent === open ? open.publisher : createDatabasePublisher(open.publishSettings, urgent),
        publishSettings: open.publishSettings,
      },
      signIn: signInBy(urgent.database),
    },
    lastUsedAt: uses.lastUsedAt,
    silentServers: uses.silentServers,
    newId: randomUUID,
    webhookAllow: settings.webhookAllow.value ?? [],
    contract: readContract(),
    page: (app) => mountPage(app, files),
  });
  const prune = async () => {
    await pruneSessions(database, now());
    await repeats.prune();
    await pruneAudit(database);
    await forgetPastDays(database);
  };
  const pruning = setInterval(() => void prune().catch((error) => onFailure('pruning', reasonOf(error))), hour);
  pruning.unref();
  const stopWork = () => {
    clearInterval(pruning);
    uses.stop();
    events.close();
  };
  const bound = await listenOn(app.server, port, host, 'DASHBOARD_PORT').catch(async (error: unknown) => {
    stopWork();
    await app.close();
    await closeUrgent();
    throw error;
  });
  if (!isLazy) documents.warmUp();
  return {
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    async close() {
      stopWork();
      await drainServer(app.server, patience);
      await app.close();
      await failures.close();
      await Promise.all([documents.close(), publications.close()]);
      await closeUrgent();
    },
  };
}

/** The schemas of documents and calendars, for the description. */
const readContract = () =>
  new Map(
    glob
      .sync('*.json', { cwd: schemaFolder, absolute: true })
      .map((path) => [basename(path), JSON.parse(readFileSync(join(path), 'utf8'))] as const),
  );
