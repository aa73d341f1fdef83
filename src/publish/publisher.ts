// What publishes: a store, the port that the work comes through, and the settings. `build` and `watch` publish all that is due;
// `publishAccess` and `publishDocuments` publish one organisation.

import { createValidator, type Validator } from '../contract/validator.ts';
import { defaultRetention, type Retention } from '../snapshot/remove-garbage.ts';
import type { Reserve } from '../store/reserving-store.ts';
import type { Store } from '../store/store.ts';
import type { CheckWatch } from './documents/build-version.ts';
import { sharedSlots, type WithSlot } from './documents/concurrency.ts';
import { createJudgeRemoval, type JudgeRemoval } from './judge-removals.ts';
import type { Port } from './port.ts';

/** How to publish. `now` is the clock, in milliseconds since 1970. */
export type PublishSettings = {
  store: Store;
  now: () => number;
  /** How many earlier generations are kept, and for how long. */
  retention?: Retention;
  /** How many bytes of the store the links of one organisation may take with what they show. */
  linkBytes?: number;
  /** What is left of the disk for access. By default nothing, as of a bucket. */
  reserve?: Reserve;
  /** Whether an operator approved removals of any size; otherwise large ones await approval. */
  removesInBulk?: boolean;
  /** Watches over the checks of versions. */
  checks?: CheckWatch;
  /** The release of the time-zone data that `Intl` uses; by default that of this process. */
  tzdata?: string;
  /** Compiling the schemas takes long, so that publishers of one program share this. */
  validate?: Validator;
  /** Limits the documents in memory; by default together with all other publishers of the process. */
  withSlot?: WithSlot;
};

/** Enough for a student's feed and document in each of 3,000 links, of some 600 kB together. */
const defaultLinkBytes = 2_000_000_000;

export type Publisher<Source extends Port = Port> = Required<Omit<PublishSettings, 'checks' | 'reserve'>> &
  Pick<PublishSettings, 'checks' | 'reserve'> & {
    port: Source;
    /** Whether an organisation that the source does not have any more may be removed. */
    mayRemove: JudgeRemoval;
  };

export function createEnginePublisher<Source extends Port>(settings: PublishSettings, port: Source): Publisher<Source> {
  const { store, removesInBulk = false } = settings;
  return {
    retention: defaultRetention,
    linkBytes: defaultLinkBytes,
    withSlot: sharedSlots,
    tzdata: process.versions['tz'] ?? '',
    ...settings,
    validate: settings.validate ?? createValidator(),
    removesInBulk,
    port,
    mayRemove: createJudgeRemoval(port.removals, store, removesInBulk),
  };
}
