// The metrics of all workers as one. What ended workers have counted stays in the sum, so that no counter goes down when
// workers are replaced.

import type { Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { askWorker } from './ask-worker.ts';
import { metricsRequest } from './worker-messages.ts';

export type MetricsSum = {
  /** Includes a worker from now on, and what it has counted after its end. One that was killed takes its counts along. */
  include(worker: Worker): void;
  /** The current sum, without workers that do not answer in time. */
  read(): Promise<Registry>;
};

/** The part of a metric in JSON that is used. */
type Metric = { type: string };

export function metricsSum(): MetricsSum {
  const running = new Set<Worker>();
  let ended: Promise<object> = Promise.resolve([]);

  return {
    include(worker) {
      running.add(worker);
      worker.once('exit', () => running.delete(worker));
      worker.on('message', (message: { last?: Metric[] }) => {
        if (message.last === undefined) return;
        running.delete(worker);
        // A gauge, such as its memory, ends with the process.
        const counted = message.last.filter(({ type }) => type === 'counter' || type === 'histogram');
        ended = ended.then((before) => AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON());
      });
    },
    async read() {
      const current = await Promise.all(Array.from(running, fetchMetrics));
      return AggregatorRegistry.aggregate([await ended, ...current.filter((metrics) => metrics !== null)]);
    },
  };
}

async function fetchMetrics(worker: Worker): Promise<object | null> {
  const metrics = await askWorker(worker, metricsRequest, 'metrics');
  return typeof metrics === 'object' ? metrics : null;
}
