// The input and the result of `forget`.

import type { OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/connect/open-database.ts';
import type { Store } from '../store/store.ts';
import type { Found } from './search-stored.ts';

/** A request, under the organisation's lease. */
export type ForgetOrder = {
  store: Store;
  /** In milliseconds since 1970. */
  now: number;
  /** A transaction with one consistent view of the database. */
  transaction: Database;
  /** Throws when the lease is lost. Called before anything that needs the lease, and regularly in between. */
  assertMayPublish: () => Promise<void>;
  organisationId: OrganisationId;
  /** Null for all earlier generations. */
  entityId: string | null;
  /** Earlier pointers that no reader can still be using; null before the command has waited. */
  waitedFor: ReadonlySet<string> | null;
};

export type ForgetReport = Refused | Forgotten;

/** Nothing was changed. `next` says what to do first. */
export type Refused = { outcome: 'refused'; reason: string; next: string; found: Found[] };

export type Forgotten = {
  /** `remains` when something is left after all. */
  outcome: 'forgotten' | 'remains';
  /** The earlier generations that were removed, and those that were kept. */
  generations: number[];
  kept: number[];
  removed: string[];
  /** What was read back afterwards. */
  searched: { files: number; bytes: number };
  remains: Found[];
  notices: Notice[];
};

/** Possible coincidences, and what others have to remove. */
export type Notice = { what: 'entityId' | 'name' | 'externalId' | 'database'; count: number; first: Found[] };
