// What the request metrics say to a person: how many answers of which status, and how quick they were.

import type { MetricValueWithName, Registry } from 'prom-client';
import { requestDuration, requestsTotal } from './request-metrics.ts';

export type RequestSummary = {
  /** By status, and within it by what was asked for. */
  counts: { status: string; resource: string; count: number }[];
  /** For each share of the requests the seconds within which it was answered; Infinity beyond the last bucket. */
  latency: { share: number; seconds: number }[];
};

const shares = [0.5, 0.9, 0.99];

/** @param registry what one server counts, or several workers together */
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
  // Each bucket counts what took no longer than its bound, so the first that holds the share tells the truth: a value
  // between two bounds would be made up.
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
