// The dashboard of `npm start`, in a thread with connections of its own: an error in it, or a full heap, ends that thread alone, and
// it is started again. Without it everything else goes on: whoever tries out Belfry may have another program on its port, or a
// role that may not administer.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../../src/back-off.ts';
import { createLocalSignIn } from '../../../src/dashboard/sign-in/create-local-sign-in.ts';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { DatabaseUnreachableError, OperatorError, reasonOf } from '../../../src/errors.ts';
import { sha256OfText } from '../../../src/snapshot/sha256.ts';
import { editorOf } from '../../command/operator-of.ts';
import type { DashboardSettings } from './run-dashboard.ts';
import { startThread } from './start-thread.ts';

export type LocalDashboard = {
  /**
   * How to get to it, with a code that signs in once; or why there is none.
   * @throws DatabaseUnreachableError
   */
  invite(): Promise<string>;
  close(): Promise<void>;
};

/** What the thread is started with. */
export type DashboardOrder = DashboardSettings & { isLazy: true };

/** What it tells, once: where it listens, or why it does not. `isTransient`: it may do so when it is started again. */
export type DashboardReport = { url: string; port: number } | { reason: string; isTransient: boolean };

/** Milliseconds before a thread that ended is started again: they grow each time it ends within `steady`. */
const pauses = { first: 500, longest: 15_000 };
const steady = 30_000;

/** Megabytes of its heap: documents are read elsewhere. A small machine has to hold this beside everything else. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

/** Milliseconds for the thread to end by itself; more than its requests are given. */
const patience = 15_000;

/**
 * @param adminUrl the server's, to ask when keys were last used
 * @param servedAt where the server is, for the links and examples that the page shows
 * @param start starts the thread
 */
export function runLocalDashboard(
  open: OpenDatabase,
  { behindTlsProxy, adminUrl, servedAt }: { behindTlsProxy: boolean; adminUrl: string; servedAt: string },
  start = (workerData: DashboardOrder) => startThread('local-dashboard-thread', { workerData, resourceLimits }),
): LocalDashboard {
  const stop = new AbortController();
  const order: DashboardOrder = { behindTlsProxy, servers: [adminUrl], servedAt, isLazy: true };
  let told: DashboardReport | null = null;
  let tell: () => void = () => {};
  const isTold = new Promise<void>((resolve) => {
    tell = resolve;
  });

  /** @returns why it ended */
  function runOnce(): Promise<string> {
    // A further one listens where the first did, so that pages find it again.
    const port = told !== null && 'port' in told ? { port: told.port } : {};
    const thread = start({ ...order, ...port });
    let reason = 'it ended';
    thread.once('message', (report: DashboardReport) => {
      told = report;
      if ('reason' in report) reason = report.reason;
      tell();
    });
    thread.on('error', (error: unknown) => {
      reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    const end = () => {
      thread.postMessage('end');
      setTimeout(() => void thread.terminate(), patience).unref();
    };
    stop.signal.addEventListener('abort', end, { once: true });
    return new Promise((ended) => {
      thread.once('exit', () => {
        stop.signal.removeEventListener('abort', end);
        told ??= { reason, isTransient: false };
        tell();
        ended(reason);
      });
    });
  }

  async function keepRunning(): Promise<void> {
    for (let endedSoon = 1; !stop.signal.aborted; endedSoon++) {
      const began = performance.now();
      const reason = await runOnce();
      // It will not do better the next time: its port is taken, say.
      if (stop.signal.aborted || (told !== null && 'reason' in told && !told.isTransient)) return;
      console.error(`error: the dashboard ended, and is started again: ${reason}`);
      if (performance.now() - began > steady) endedSoon = 1;
      await sleep(backOff(endedSoon, pauses), undefined, { signal: stop.signal }).catch(() => {});
    }
  }
  const running = keepRunning();

  return {
    async invite() {
      await isTold;
      if (told === null || 'reason' in told) {
        const reason = told?.reason ?? 'it ended';
        if (told?.isTransient) throw new DatabaseUnreachableError(reason);
        return `No dashboard runs: ${reason}.`;
      }
      const { url } = told;
      try {
        const code = await createLocalSignIn(editorOf(open), { randomBytes, sha256: sha256OfText }, Date.now());
        return `The dashboard; this address signs in once, within ten minutes:\n\n  ${url}/#sign-in=${code}\n`;
      } catch (error) {
        if (!(error instanceof OperatorError) || error instanceof DatabaseUnreachableError) throw error;
        return `The dashboard is on ${url}, and has no address that signs in: ${reasonOf(error)}.`;
      }
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
