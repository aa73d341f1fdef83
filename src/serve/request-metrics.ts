// What the server counts, for Prometheus. Counting is on the request path, so it adds to plain numbers; they become
// metrics when somebody asks.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type RequestMetrics = {
  registry: Registry;
  /** Counts one answered request. */
  count(resource: string, status: number, seconds: number): void;
};

/** @param readPublisherAge seconds since a publisher's last sign of life; null when there was none */
export function requestMetrics(readPublisherAge: () => Promise<number | null>): RequestMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counts = new Map<string, number>();
  new Counter({
    name: 'belfry_requests_total',
    help: 'Answered requests by resource and status.',
    labelNames: ['resource', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, count] of counts) {
        const [resource = '', status = ''] = key.split(' ');
        this.inc({ resource, status }, count);
      }
    },
  });
  const durations = new Histogram({
    name: 'belfry_request_duration_seconds',
    help: 'Time from the request head to the end of the answer.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'belfry_publisher_age_seconds',
    help: "Seconds since a publisher's last sign of life; absent when there was none.",
    registers: [registry],
    async collect() {
      const age = await readPublisherAge();
      this.reset();
      if (age !== null) this.set(age);
    },
  });
  return {
    registry,
    count(resource, status, seconds) {
      const key = `${resource} ${status}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      durations.observe(seconds);
    },
  };
}
