// What became of the work on an organisation, as the source records it.

import type { AccessRecord, Change } from '../contract/types.generated.ts';
import type { VersionOutcome } from './documents/gather-content.ts';

/**
 * What became of one kind of work. `replaced`: whether its part of the record was replaced, so that it has the fence of this opening.
 * The organisation answers nothing while its record lacks the access or the documents.
 */
export type WorkOutcome = { replaced: boolean } & (AccessOutcome | DocumentsOutcome | DaysOutcome | DerivedOutcome);

/** `access`: what readers may do now; null where only links were published. */
type AccessOutcome = { work: 'access'; lacksDocuments: boolean; access: AccessRecord | null };
/** `withheld`: how many versions. `publication`: what readers get of it now; null where a rollback was found and kept. */
type DocumentsOutcome = { work: 'documents'; lacksAccess: boolean; withheld: number; publication: Publication | null };

/** What readers get of the versions that were built, and which are no longer published. */
type Publication = { generation: number; versions: readonly VersionOutcome[]; dropped: readonly string[] };

/** `validity`: null without a calendar. `hasPart`: whether the record has that part. `orphaned`: how many changes do not apply; null where that stays. */
type DaysOutcome = { work: 'days'; validity: Validity | null; hasPart: boolean; orphaned: number | null };

/**
 * `validity`: null without a calendar and without links. `hasPart`: whether the record has that part. `links`: null where they stay
 * as they were; otherwise how many are withheld, and whether the record of one was not published yet, so that this and that record
 * are due again. `changes`: what is listed of what changed for readers, newest first; null where it was not looked at.
 */
type DerivedOutcome = {
  work: 'derived';
  validity: Validity | null;
  hasPart: boolean;
  links: { withheld: number; lacksLinks: boolean } | null;
  changes: readonly Change[] | null;
};

/**
 * The moments between which what is derived is right though nothing changes, ISO 8601; it is due again at `validUntil`. And the release
 * of the time-zone data that was used: with another it is due again.
 */
export type Validity = { validFrom: string; validUntil: string; tzdata: string };
