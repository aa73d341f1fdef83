// The server's metrics for Prometheus. Requests are counted in plain numbers, because a labelled counter looks its labels
// up on each increment; they become metrics when scraped.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestCounter } from '../serve/node/node-server.ts';
import type { AgedHeartbeat } from '../snapshot/heartbeat.ts';
import { judgePublisher, watcherTimeout } from '../snapshot/judge-publisher.ts';
import { addBuildInfo } from './add-build-info.ts';

export type ServerMetrics = RequestCounter & { registry: Registry };

const requestsTotal = 'belfry_requests_total';
const requestDuration = 'belfry_request_duration_seconds';

/** `certificateEnds`: milliseconds since 1970; null without TLS. */
export type ServerFacts = { release: string; certificateEnds: () => number | null };

/** @param readHeartbeat reads the last heartbeat, which carries the publishers' numbers */
export function serverMetrics(
  readHeartbeat: () => Promise<AgedHeartbeat | null>,
  { release, certificateEnds }: ServerFacts = { release: 'unknown', certificateEnds: () => null },
): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBuildInfo(registry, release);
  new Gauge({
    name: 'belfry_certificate_end_timestamp_seconds',
    help: 'When the certificate of TLS_CERT expires, in seconds since 1970; absent without one.',
    registers: [registry],
    collect() {
      this.remove(); // `reset` would leave a zero
      const end = certificateEnds();
      if (end !== null) this.set(end / 1000);
    },
  });
  /** By resource, then by status. */
  const counts = new Map<string, Map<number, number>>();
  new Counter({
    name: requestsTotal,
    help: 'Answered requests of the API by resource and status.',
    labelNames: ['resource', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [resource, statuses] of counts)
        for (const [status, count] of statuses) this.inc({ resource, status }, count);
    },
  });
  const durations = new Histogram({
    name: requestDuration,
    help: 'Seconds from the request head until the answer was handed to the connection.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  let reading: Promise<AgedHeartbeat | null> | null = null;
  /** Reads once for all gauges of a scrape. If the store is unreachable, the server's own metrics are still reported. */
  const heartbeatOfScrape = () => {
    reading ??= readHeartbeat()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  for (const [name, help, read] of publisherGauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const heartbeat = await heartbeatOfScrape();
        this.remove(); // `reset` would leave a zero
        const value = heartbeat === null ? undefined : read(heartbeat);
        if (value !== undefined) this.set(value);
      },
    });
  }
  return {
    registry,
    count(resource, status, seconds) {
      let statuses = counts.get(resource);
      if (statuses === undefined) {
        statuses = new Map();
        counts.set(resource, statuses);
      }
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      durations.observe(seconds);
    },
  };
}

type PublisherGauge = [name: string, help: string, read: (heartbeat: AgedHeartbeat) => number | undefined];

/** The queue is unknown while the watcher is silent; an old value would look current. */
const ofQueue = (read: (heartbeat: AgedHeartbeat) => number | undefined) => (heartbeat: AgedHeartbeat) =>
  judgePublisher(heartbeat, { timeout: watcherTimeout, refuseAfter: undefined }).state === 'alive'
    ? read(heartbeat)
    : undefined;

/** Gauges from the heartbeat. All are absent while there is no valid one. */
const publisherGauges: PublisherGauge[] = [
  [
    'belfry_publisher_age_seconds',
    "Seconds since a publisher's last heartbeat, by the store's clock.",
    ({ age }) => age / 1000,
  ],
  ['belfry_queue_depth', 'Queued changes.', ofQueue(({ queueDepth }) => queueDepth)],
  [
    'belfry_queue_age_seconds',
    'Age of the oldest queued change, in seconds.',
    ofQueue(({ queueAgeSeconds }) => queueAgeSeconds),
  ],
  [
    'belfry_waiting_organisations',
    'Organisations with queued changes.',
    ofQueue(({ waitingOrganisations }) => waitingOrganisations),
  ],
  ['belfry_withheld_versions', 'Versions withheld in all organisations.', ({ withheldVersions }) => withheldVersions],
  ['belfry_builds', 'Organisations built since the publisher started.', ({ builds }) => builds],
  [
    'belfry_build_seconds',
    'Seconds for the last organisation built by watch; for build, the average per organisation.',
    ({ buildSeconds }) => buildSeconds,
  ],
  [
    'belfry_generation',
    'Generation number of the most recent publication, of any organisation.',
    ({ generation }) => generation,
  ],
];
