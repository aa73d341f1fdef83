// What the primary process and its workers say to each other. A worker may be of a newer release than the primary process,
// which is not replaced with it: whoever changes a message keeps the older form understood.

/**
 * A worker's message: its URL once it listens, why it failed, its metrics or the last use of keys on request, or both for the last
 * time before it ends.
 */
export type WorkerMessage =
  | { listening: string }
  | { failed: string }
  | { metrics: object }
  | { lastUse: LastUseEntries }
  | { last: object; lastUse: LastUseEntries };

/** Key ids, each with the minute of its last use. */
type LastUseEntries = readonly (readonly [keyId: string, minute: number])[];

/** The primary process asks for metrics. */
export const metricsRequest = 'metrics';

/** The primary process asks when keys were last used. A worker of an earlier release does not answer. */
export const lastUseRequest = 'last use';

/** The primary process has started another worker in this one's place. */
export const retirement = 'retire';
