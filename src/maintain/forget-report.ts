// What a command to forget asks for, and what comes of it.

import type { OrganisationId } from '../access/ids.ts';
import type { Database } from '../database/open-database.ts';
import type { Store } from '../snapshot/store.ts';
import type { Found } from './search-stored.ts';

/** An order under the organisation's lease. */
export type ForgetOrder = {
  store: Store;
  /** In milliseconds since 1970. */
  now: number;
  /** Sees one moment of the database. */
  transaction: Database;
  /** Throws when the lease is lost. To be called before what only its holder may do, and now and then meanwhile. */
  assertHeld: () => Promise<void>;
  organisationId: OrganisationId;
  /** Null for everything but the present. */
  entityId: string | null;
  /** Earlier pointers whose readers have had the time to finish; null before the command has waited. */
  waitedFor: ReadonlySet<string> | null;
};

export type ForgetReport = Refused | Forgotten;

/** Nothing was changed. `next` says what to do first. */
export type Refused = { outcome: 'refused'; reason: string; next: string; found: Found[] };

export type Forgotten = {
  /** `remains` when something is left after all. */
  outcome: 'forgotten' | 'remains';
  /** The earlier generations that have gone, and those that are kept. */
  generations: number[];
  kept: number[];
  removed: string[];
  /** What was read back once they were gone. */
  searched: { files: number; bytes: number };
  remains: Found[];
  notices: Notice[];
};

/** What may be a coincidence, or is for others to remove. */
export type Notice = { what: 'entityId' | 'name' | 'externalId' | 'database'; count: number; first: Found[] };
