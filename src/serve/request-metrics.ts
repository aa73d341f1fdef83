// What the server counts, for Prometheus. Counting is on the request path, so it adds to plain numbers; they become
// metrics when somebody asks.

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SignOfLife } from '../snapshot/sign-of-life.ts';
import { DurationHistogram } from './duration-histogram.ts';

export type RequestMetrics = {
  registry: Registry;
  /** Counts one answered request. */
  count(resource: string, status: number, seconds: number): void;
};

export const requestsTotal = 'belfry_requests_total';
export const requestDuration = 'belfry_request_duration_seconds';

/** @param readSignOfLife the last sign of life of a publisher, which tells what the publishers count */
export function requestMetrics(readSignOfLife: () => Promise<SignOfLife | null>): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  /** By resource, then by status. */
  const counts = new Map<string, Map<number, number>>();
  new Counter({
    name: requestsTotal,
    help: 'Answered requests by resource and status.',
    labelNames: ['resource', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [resource, statuses] of counts)
        for (const [status, count] of statuses) this.inc({ resource, status }, count);
    },
  });
  const durations = new DurationHistogram({
    name: requestDuration,
    help: 'Time from the request head to the end of the answer.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  for (const [name, help, read] of publisherGauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      // Every worker reads the same sign.
      aggregator: 'first',
      async collect() {
        const sign = await readSignOfLife();
        this.reset();
        if (sign !== null) this.set(read(sign));
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
      durations.count(seconds);
    },
  };
}

/** What a sign of life tells. All are absent while there was none. */
const publisherGauges: [name: string, help: string, read: (sign: SignOfLife) => number][] = [
  [
    'belfry_publisher_age_seconds',
    "Seconds since a publisher's last sign of life.",
    ({ at }) => (Date.now() - at) / 1000,
  ],
  ['belfry_queue_depth', 'Changes that wait to be published.', ({ queueDepth }) => queueDepth],
  ['belfry_queue_age_seconds', 'For how long the first of them has waited.', ({ queueAgeSeconds }) => queueAgeSeconds],
  ['belfry_withheld_versions', 'Versions withheld in all organisations.', ({ withheldVersions }) => withheldVersions],
  ['belfry_builds', 'Organisations built since the publisher began.', ({ builds }) => builds],
  ['belfry_build_seconds', 'How long the last of them took.', ({ buildSeconds }) => buildSeconds],
  ['belfry_generation', 'Newest generation that the publisher swapped in.', ({ generation }) => generation],
];
