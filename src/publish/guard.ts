// How a publication is kept from replacing a newer one.

import type { AssertMayPublish } from '../snapshot/replace-part.ts';

/**
 * `fence` is written into the record; it is larger than that of any earlier publication with different content.
 *
 * `lastFence` is the fence that was published last, null when it is not known, and absent where the source does not keep it. A
 * part with another one was put back from a backup or left by a crash: it is built and written anew, whole.
 */
export type Guard = {
  fence: number;
  lastFence?: number | null;
  /** Called right before each change that readers see; throws when the protection was lost, or a newer part is published. */
  assertMayPublish: AssertMayPublish;
};

/** Whether a part of a record is older than the one that was published last, as after a restore of the store. */
export const isOlder = (part: { fence?: number }, { lastFence = null }: Pick<Guard, 'lastFence'>): boolean =>
  lastFence !== null && part.fence !== undefined && part.fence < lastFence;

/** Whether a part of a record was published by nobody of whom the source knows, as after a restore of the source. */
export const isUnknown = (part: { fence?: number }, guard: Pick<Guard, 'lastFence'>): boolean =>
  !hasLastFence(part, guard) && !isOlder(part, guard);

/** Whether a part of a record is the one that was published last. */
export const hasLastFence = (part: { fence?: number } | null, { lastFence }: Pick<Guard, 'lastFence'>): boolean =>
  lastFence === undefined || (lastFence !== null && part?.fence === lastFence);
