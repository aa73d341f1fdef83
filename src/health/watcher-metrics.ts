// The metrics of a watcher for Prometheus: how old the oldest change is that readers do not see yet, apart for access and for
// documents, how long changes took, and what failed. A revocation that waits must be noticed within seconds.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  BrokenRecordError,
  DatabaseUnreachableError,
  DatabaseVersionError,
  LeaseHeldError,
  LockTimeoutError,
  MappingError,
  MissingGrantError,
  OperatorError,
  ReadOnlyDatabaseError,
  SourceMismatchError,
  StatementTimeoutError,
  StoreError,
  StoreFullError,
  StoreMismatchError,
} from '../errors.ts';
import { addBuildInfo } from './add-build-info.ts';
import { addDisk, type WatcherDisk } from './add-disk.ts';

/** `other` is what belongs to neither: the heartbeat, reading the queue, cleaning up. */
export type WatcherWork = 'access' | 'documents' | 'days' | 'derived' | 'other';

/** The state of the queue. `ageSeconds` is the age of the oldest change of a kind, 0 when none is queued. */
export type QueueFigures = Record<
  'access' | 'documents' | 'days' | 'derived',
  { changes: number; ageSeconds: number }
> & {
  /** Deletions that wait for an operator's approval. */
  removalsAwaitingApproval: number;
  /** Changes of days that are kept and not applied, since their lessons are gone. */
  orphanedChanges: number;
  /** The size of each table of the queue, its indexes included, and its rows that are deleted but not yet vacuumed. */
  tables: readonly { table: string; bytes: number; deadRows: number }[];
};

/** Webhooks whose receivers are not there, and for how long something is due that nobody has taken. */
type WebhookState = { failing: { count: number }; overdueSeconds: number };

/** `webhooks`: null where they cannot be read. */
type WatcherFigures = QueueFigures & { webhooks: WebhookState | null };

export type WatcherMetrics = {
  registry: Registry;
  /** A change is served. @param seconds from its commit until its record was replaced */
  served(work: Exclude<WatcherWork, 'other'>, seconds: number): void;
  /** Something failed. A statement that was cut off is counted on its own too. @param cause as `causeOf` names it */
  failed(work: WatcherWork, cause: string): void;
};

/** The first class that an error belongs to decides its cause. Any error without a class of its own is a bug. */
const causes = [
  [StatementTimeoutError, 'statement_timeout'],
  [LockTimeoutError, 'lock_timeout'],
  [ReadOnlyDatabaseError, 'read_only'],
  [MissingGrantError, 'grants'],
  [DatabaseUnreachableError, 'database'],
  [DatabaseVersionError, 'release'],
  [MappingError, 'views'],
  [SourceMismatchError, 'views'],
  [StoreFullError, 'store_full'],
  [StoreError, 'store'],
  [StoreMismatchError, 'other_store'],
  [BrokenRecordError, 'record'],
  [LeaseHeldError, 'lease'],
  [OperatorError, 'other'],
] as const;

/** The cause of a failure. */
export const causeOf = (error: unknown): string => causes.find(([kind]) => error instanceof kind)?.[1] ?? 'bug';

/** The causes that are a statement which PostgreSQL cut off. */
const timeouts = ['statement_timeout', 'lock_timeout'];

/** `readDisk` is null for a bucket. */
export type WatcherFacts = { release: string; readDisk: (() => Promise<WatcherDisk>) | null };

/**
 * @param readFigures reads the queue, once for each scrape. While it throws, the gauges are absent: an old value would look
 *   current, and a zero like an empty queue.
 */
export function watcherMetrics(
  readFigures: () => Promise<WatcherFigures>,
  { release, readDisk }: WatcherFacts = { release: 'unknown', readDisk: null },
): WatcherMetrics {
  const registry = new Registry();
  const registers = [registry];
  // The lag of the event loop is measured by a timer. Every 10 milliseconds, as usual, it was most of what an idle watcher costs;
  // what nodejs_eventloop_lag_*_seconds says includes the interval.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 250 });
  addBuildInfo(registry, release);
  addDisk(registry, readDisk);
  const durations = new Histogram({
    name: 'belfry_commit_to_served_seconds',
    help: 'Seconds from the commit of a change until readers get it.',
    labelNames: ['work'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const failures = new Counter({
    name: 'belfry_failures_total',
    help: 'Failed attempts of the watcher by work and cause; each is retried.',
    labelNames: ['work', 'cause'],
    registers,
  });
  const cut = new Counter({
    name: 'belfry_statements_cut_total',
    help: 'Statements that PostgreSQL cut off, by the setting that limits them.',
    labelNames: ['timeout'],
    registers,
  });
  // Counters start at zero, so that the first failure is an increase.
  for (const work of ['access', 'documents', 'days', 'derived', 'other']) {
    for (const [, cause] of causes) failures.inc({ work, cause }, 0);
    failures.inc({ work, cause: 'bug' }, 0);
  }
  for (const timeout of timeouts) cut.inc({ timeout }, 0);
  let reading: Promise<WatcherFigures | null> | null = null;
  /** Reads once for all gauges of a scrape. The other metrics are reported even if this fails. */
  const figuresOfScrape = () => {
    reading ??= readFigures()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const { name, help, labelName, read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: labelName === undefined ? [] : [labelName],
      registers,
      async collect() {
        const figures = await figuresOfScrape();
        if (labelName === undefined)
          this.remove(); // `reset` would leave a zero
        else this.reset();
        for (const [label, value] of figures === null ? [] : read(figures))
          this.set(labelName === undefined ? {} : { [labelName]: label }, value);
      },
    });
  return {
    registry,
    served: (work, seconds) => durations.observe({ work }, seconds),
    failed(work, cause) {
      failures.inc({ work, cause });
      if (timeouts.includes(cause)) cut.inc({ timeout: cause });
    },
  };
}

type FigureGauge = {
  name: string;
  help: string;
  labelName?: 'work' | 'table';
  /** The values, each with its label; the label of a gauge without one is empty. */
  read: (figures: WatcherFigures) => (readonly [label: string, value: number])[];
};

const gauges: FigureGauge[] = [
  {
    name: 'belfry_access_age_seconds',
    help: 'Age of the oldest change of access or of a key that is not published, in seconds; 0 when there is none.',
    read: ({ access }) => [['', access.ageSeconds]],
  },
  {
    name: 'belfry_documents_age_seconds',
    help: 'Age of the oldest change of documents that is not published, in seconds; 0 when there is none.',
    read: ({ documents }) => [['', documents.ageSeconds]],
  },
  {
    name: 'belfry_days_age_seconds',
    help: 'Age of the oldest change of a day that is not published, in seconds; 0 when there is none.',
    read: ({ days }) => [['', days.ageSeconds]],
  },
  {
    name: 'belfry_derived_age_seconds',
    help: 'Age of the oldest change of documents or a calendar that calendars and weeks do not show, in seconds; 0 when there is none.',
    read: ({ derived }) => [['', derived.ageSeconds]],
  },
  {
    name: 'belfry_pending_changes',
    help: 'Queued changes by work.',
    labelName: 'work',
    read: ({ access, documents, days, derived }) => [
      ['access', access.changes],
      ['documents', documents.changes],
      ['days', days.changes],
      ['derived', derived.changes],
    ],
  },
  {
    name: 'belfry_held_removals',
    help: 'Deletions that wait for approval.',
    read: ({ removalsAwaitingApproval }) => [['', removalsAwaitingApproval]],
  },
  {
    name: 'belfry_orphaned_changes',
    help: 'Changes of days that are kept and not applied, since their lessons are gone.',
    read: ({ orphanedChanges }) => [['', orphanedChanges]],
  },
  {
    name: 'belfry_webhooks_failing',
    help: 'Webhooks whose receivers could not be reached in all attempts, or are gone.',
    read: ({ webhooks }) => (webhooks === null ? [] : [['', webhooks.failing.count]]),
  },
  {
    name: 'belfry_webhooks_overdue_seconds',
    help: 'For how long a webhook is due that nobody has taken to send, in seconds; 0 when there is none.',
    read: ({ webhooks }) => (webhooks === null ? [] : [['', webhooks.overdueSeconds]]),
  },
  {
    name: 'belfry_queue_table_bytes',
    help: 'Size of each table of the queue with its indexes; deleted rows take space until they are vacuumed.',
    labelName: 'table',
    read: ({ tables }) => tables.map(({ table, bytes }) => [table, bytes]),
  },
  {
    name: 'belfry_queue_dead_rows',
    help: 'Deleted rows of each table of the queue that are not yet vacuumed.',
    labelName: 'table',
    read: ({ tables }) => tables.map(({ table, deadRows }) => [table, deadRows]),
  },
];
