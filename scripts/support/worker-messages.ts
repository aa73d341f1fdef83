// What the primary process and its workers say to each other. A worker may be of a newer release than the primary process,
// which is not replaced with it: whoever changes a message keeps the older form understood.

/** A worker's message: its URL once it listens, why it failed, its metrics on request, or the last ones before it ends. */
export type WorkerMessage = { listening: string } | { failed: string } | { metrics: object } | { last: object };

/** The primary process asks for metrics. */
export const metricsRequest = 'metrics';

/** The primary process has started another worker in this one's place. */
export const retirement = 'retire';
