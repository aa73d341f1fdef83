// Summarises the request metrics for people: responses by status, and latency.

import type { MetricValueWithName, Registry } from 'prom-client';
import { requestDuration, requestsTotal } from './request-metrics.ts';

export type RequestSummary = {
  /** By status, then by resource. */
  counts: { status: string; resource: string; count: number }[];
  /** For each share of the requests, an upper bound on its latency in seconds; Infinity beyond the last bucket. */
  latency: { share: number; seconds: number }[];
};

const shares = [0.5, 0.9, 0.99];

/** @param registry the metrics of one server, or of all its workers */
export async function summariseRequests(registry: Registry): Promise<RequestSummary> {
  const counts = (await valuesOf(registry, requestsTotal))
    .map(({ labels, value }) => ({
      status: String(labels['status']),
      resource: String(labels['resource']),
      count: value,
    }))
    .toSorted((one, other) => (one.status < other.status ? -1 : 1));
  const values = await valuesOf(registry, requestDuration);
  const total = values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;
  // Buckets are cumulative, so the first that holds the share gives a true bound. Interpolating would invent a value.
  const buckets = values.filter(({ metricName }) => metricName?.endsWith('_bucket'));
  const latency = shares.flatMap((share) => {
    const bucket = buckets.find(({ value }) => total > 0 && value >= share * total);
    return bucket === undefined
      ? []
      : [{ share, seconds: Number(String(bucket.labels['le']).replace('+Inf', 'Infinity')) }];
  });
  return { counts, latency };
}

async function valuesOf(registry: Registry, name: string): Promise<MetricValueWithName<string>[]> {
  return (await registry.getSingleMetric(name)?.get())?.values ?? [];
}
