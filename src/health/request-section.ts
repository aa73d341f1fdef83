// The requests section of the status page: responses by status, and latency, from the request metrics.

import type { MetricValueWithName, Registry } from 'prom-client';
import { html } from './html.ts';
import { requestDuration, requestsTotal } from './metrics.ts';

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
  // Buckets are cumulative, so the first that contains the share gives a true bound. Interpolating would invent a value.
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

/** What each status means to an operator. */
const meanings: Record<string, string> = {
  200: 'answered',
  204: 'OPTIONS',
  304: 'not modified',
  401: 'invalid key',
  402: 'access has ended',
  404: 'not found',
  405: 'method not allowed',
  500: 'failed: see the log',
};

/** With a column each; a phone has no room for more. The metrics tell all of them apart. */
const resources = ['list', 'timetable'];

/** Responses by status since the server started, and their latency. */
export function requestSection({ counts, latency }: RequestSummary) {
  const statuses = [...new Set(counts.map(({ status }) => status))];
  const total = (status: string, holds: (resource: string) => boolean = () => true) =>
    counts
      .filter((each) => each.status === status && holds(each.resource))
      .reduce((sum, { count }) => sum + count, 0)
      .toLocaleString('en');
  if (statuses.length === 0)
    return html`<section aria-labelledby="requests"><h2 id="requests">Requests</h2><p>None since this server started.</p></section>`;
  return html`<section aria-labelledby="requests">
<h2 id="requests">Requests</h2>
<table>
<caption>Answers since this server started</caption>
<thead><tr><th scope="col">Status</th><th scope="col">List</th><th scope="col">Timetable</th><th scope="col">Other</th><th scope="col">All</th></tr></thead>
<tbody>
${statuses.map(
  (status) =>
    html`<tr><th scope="row">${status} <span>${meanings[status] ?? ''}</span></th>${resources.map((resource) => html`<td>${total(status, (each) => each === resource)}</td>`)}<td>${total(status, (each) => !resources.includes(each))}</td><td>${total(status)}</td></tr>
`,
)}</tbody>
</table>
<table>
<caption>How long they took</caption>
<thead><tr><th scope="col">Share of requests</th><th scope="col">took at most</th></tr></thead>
<tbody>
${latency.map(
  ({ share, seconds }) =>
    html`<tr><th scope="row">${Math.round(share * 100)} %</th><td>${Number.isFinite(seconds) ? `${seconds * 1000} ms` : 'more than 5 s'}</td></tr>
`,
)}</tbody>
</table>
</section>`;
}
