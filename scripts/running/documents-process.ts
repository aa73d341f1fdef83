// Publishes documents, and what is derived from them, in a process of its own, `watch --only documents`, beside the one that
// publishes access. So a document that is slow to check, a full heap or a slow disk cannot hold up a revocation. The process says every
// second that it is alive,
// and which version it is about to check; if it falls silent, it is killed and started again, and that version is withheld.
// Whatever it was doing is still in the queue.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../src/back-off.ts';
import type { WatcherWork } from '../../src/health/watcher-metrics.ts';
import type { CheckWatch, VersionName } from '../../src/publish/documents/build-version.ts';
import type { Totals } from '../../src/publish/engine/send-heartbeat.ts';
import type { Work } from '../../src/publish/port.ts';
import { measureSilence } from './measure-silence.ts';
import { lowerPriority, startPart } from './start-part.ts';

/** What the process of documents tells: that it is alive, what it checks, what it has built. */
type Report =
  | { alive: true }
  | { checks: VersionName }
  | { built: Totals }
  | { served: number; work: Work }
  | { failed: FailureReport };

/** A failure, as it is counted. */
type FailureReport = { work: WatcherWork; cause: string };

/** What it is told first: the versions whose checks were cut off, each with the reason to withhold it. */
type Order = { cutOff: (VersionName & { reason: string })[] };

/**
 * Milliseconds between two signs of life, and that the process has to finish its work before it is killed. On a machine where thirty
 * processes share two cores, all of it then ends within ten seconds.
 */
const [aliveInterval, patience] = [1_000, 5_000];
/** Milliseconds before a process that ended is started again: they grow each time it ends within `steady`. */
const pauses = { first: 500, longest: 15_000 };
const steady = 30_000;

export type DocumentsProcessOptions = {
  /** Seconds of its processor time after which a process that is silent is killed; see `measureSilence`. */
  deadline: number;
  /** Kept current for the heartbeat. */
  totals: Totals;
  onFailure: (what: string, error: unknown) => void;
  /** What the process tells for the metrics: seconds from a commit until it was served, and what failed. */
  onServed?: (work: Work, seconds: number) => void;
  onCounted?: (failure: FailureReport) => void;
  /** Starts the process, with a channel for messages. */
  start?: () => ChildProcess;
};

/** Runs the process until `signal` aborts, and starts it again whenever it ends. */
export async function runDocumentsProcess(options: DocumentsProcessOptions, signal: AbortSignal): Promise<void> {
  let cutOff: Order['cutOff'] = [];
  let endedSoon = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const end = await runOnce(options, cutOff, signal);
    if (signal.aborted) return;
    cutOff = end.cutOff === null ? [] : [end.cutOff];
    options.onFailure('publishing documents', new Error(`${end.reason}; its process is started again`));
    endedSoon = performance.now() - began > steady || end.cutOff !== null ? 1 : endedSoon + 1;
    await sleep(backOff(endedSoon, pauses), undefined, { signal }).catch(() => {});
  }
}

type End = { reason: string; cutOff: Order['cutOff'][number] | null };

async function runOnce(
  { deadline, totals, onServed, onCounted, start = () => startPart('documents') }: DocumentsProcessOptions,
  cutOff: Order['cutOff'],
  signal: AbortSignal,
): Promise<End> {
  const child = start();
  let end: (reason: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  child.once('exit', (code, by) => end(by === null ? `it ended with code ${code}` : `it was ended by ${by}`));
  child.once('error', (error) => child.pid === undefined && end(`it cannot be started: ${error.message}`));
  child.on('error', () => {}); // a message that could not be sent; its exit says the rest
  let hangs = measureSilence(child.pid);
  let checks: VersionName | null = null;
  let silence: End | null = null;
  child.on('message', (message: Report) => {
    hangs = measureSilence(child.pid);
    if ('checks' in message) checks = message.checks;
    if ('alive' in message) checks = null;
    if ('served' in message) onServed?.(message.work, message.served);
    if ('failed' in message) onCounted?.(message.failed);
    if ('built' in message) Object.assign(totals, message.built);
  });
  child.send({ cutOff } satisfies Order, () => {});
  lowerPriority(child);

  const killIfItHangs = () => {
    if (silence !== null || !hangs(deadline)) return;
    const reason = `checking it took more than ${deadline} s of processor time, so it was cut off; it is checked again when it changes`;
    silence = {
      reason:
        checks === null
          ? `nothing was heard of it for ${deadline} s`
          : `checking version ${checks.versionId} of organisation ${checks.organisationId} took more than ${deadline} s of processor time`,
      cutOff: checks && { ...checks, reason },
    };
    child.kill('SIGKILL');
  };
  // What it said while this process was held up itself is read first.
  const watchdog = setInterval(() => setImmediate(killIfItHangs), aliveInterval);
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => {
      child.kill('SIGKILL');
      // Nobody waits for it: it does nothing any more, but on a starved machine the kernel takes seconds to free its memory.
      if (child.connected) child.disconnect();
      child.unref();
      end('it was ended by SIGKILL');
    }, patience).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const reason = await ended;
    return silence ?? { reason, cutOff: null };
  } finally {
    clearInterval(watchdog);
    signal.removeEventListener('abort', stop);
  }
}

/** The side of the process of documents. Without a parent that listens, as when started by hand, it tells nobody. */
export type Parent = {
  checks: CheckWatch;
  tellBuilt(totals: Totals): void;
  tellServed(work: Work, seconds: number): void;
  tellFailed(failure: FailureReport): void;
  /** Aborts when the parent is gone. */
  gone: AbortSignal;
};

export async function connectParent(): Promise<Parent> {
  const gone = new AbortController();
  const tell = (report: Report) => {
    if (process.connected) process.send?.(report, undefined, undefined, () => {});
  };
  const cutOff = new Map<string, string>();
  if (process.send !== undefined) {
    process.once('disconnect', () => gone.abort());
    const [order]: Order[] = await once(process, 'message');
    for (const { organisationId, versionId, reason } of order?.cutOff ?? [])
      cutOff.set(nameOf({ organisationId, versionId }), reason);
    setInterval(() => tell({ alive: true }), aliveInterval).unref();
    process.channel?.unref(); // it must not keep a process alive that has finished its work
  }
  return {
    gone: gone.signal,
    tellBuilt: (built) => tell({ built: { ...built } }),
    tellServed: (work, served) => tell({ served, work }),
    tellFailed: (failed) => tell({ failed }),
    checks: {
      begin(version) {
        const reason = cutOff.get(nameOf(version));
        cutOff.delete(nameOf(version));
        if (reason === undefined) tell({ checks: version });
        return reason ?? null;
      },
      end: () => tell({ alive: true }),
    },
  };
}

const nameOf = ({ organisationId, versionId }: VersionName): string => `${organisationId}/${versionId}`;
