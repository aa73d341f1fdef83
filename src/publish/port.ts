// The port between the engine and a source of organisations: what is due, an organisation that is open under protection, what
// became of it, who needs attention, and a call when something changes. The database (database/) and the data of another
// program (library/) are the two sources behind it; the engine knows neither.

import type { Handle, OrganisationId } from '../access/ids.ts';
import type { AccessRecord, Calendar, LinkRecord } from '../contract/types.generated.ts';
import type { Heartbeat } from '../snapshot/heartbeat.ts';
import type { VersionReader } from './documents/version-reader.ts';
import type { Guard } from './guard.ts';
import type { SourceDays } from './source-days.ts';
import type { WorkOutcome } from './work-outcome.ts';

/**
 * The kinds of work, each after those that it follows. They are scheduled apart, so that none waits for another: who may read, the
 * documents, what is different on single days, and all else that is derived from documents, gathered over several edits.
 */
export const allWorks = ['access', 'documents', 'days', 'derived'] as const;
export type Work = (typeof allWorks)[number];

/** Whether such work is made from the published documents, and becomes due by time as well. */
export const followsDocuments = (work: Work): work is 'days' | 'derived' => work === 'days' || work === 'derived';

/** An organisation with work, whether that is much, and in how many milliseconds it is due; 0 or less for now. */
export type DueOrganisation = { organisationId: OrganisationId; isLarge: boolean; dueIn: number };
export type DueList = { due: readonly DueOrganisation[]; isComplete: boolean };

/** What changed since the last publication: nothing, these versions (none of them when only the list has), or everything. */
export type Changed = 'nothing' | ReadonlySet<string> | 'everything';

/** What a source says of a link. */
export type SourceLink = Pick<LinkRecord, 'linkId' | 'kind' | 'entityId' | 'name' | 'expiresAt' | 'revoked'>;

/** A link whose feed and document are made. */
export type ShownLink = Pick<LinkRecord, 'kind' | 'entityId'> & {
  sha256: string;
  /** Whether its feed leaves out lessons that do not take place for the person. */
  hidesCancelled: boolean;
};

/**
 * Some links to publish, by the SHA-256 of their tokens. `named` changed, or were asked for, so they are written whatever is
 * stored; `compared` are written where they differ. `isLast`: with these all links are gone through, so what else is stored is
 * of none. `upTo`: the last that was gone through; null when none was.
 */
type LinkBatch = { named: readonly string[]; compared: readonly string[]; isLast: boolean; upTo: string | null };

/**
 * What became of a batch. `held`: those that the store refuses and the source grants, until somebody approves. `isComplete`: whether all that is stored of no link was removed, after the last batch. `lackDocuments`:
 * whether a record was written that does not say yet what its link shows, which is derived. `freesSpace`: whether one does not show
 * any more what it did, so that links which are withheld may show something.
 */
type LinkOutcome = {
  done: readonly string[];
  failed: readonly string[];
  held: readonly string[];
  isComplete: boolean;
  lackDocuments: boolean;
  freesSpace: boolean;
};

/** The links of an organisation that is open for its access. Each has a record of its own, since there may be thousands. */
export type OpenLinks = {
  /** Whether any is due. */
  areDue: boolean;
  /** Those that await approval, since the store refuses them and the source grants them. */
  held: readonly string[];
  /** Those to publish next, the most urgent first. @param requested if any, these alone, whether or not they are due */
  next(limit: number, requested: ReadonlySet<string>): Promise<LinkBatch>;
  /** What the source has of them by now; none for a link that it does not have. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, SourceLink>>;
  /** Makes all links due. @returns whether there are any */
  compareAll(): Promise<boolean>;
  /** Of these hashes, those of no link. */
  findUnknown(hashes: readonly string[]): Promise<readonly string[]>;
  /** Records what became of a batch. @returns whether any link is still due */
  record(batch: LinkBatch, outcome: LinkOutcome): Promise<boolean>;
};

/** What somebody removed on purpose: versions by their ids, and whether the calendar. */
export type Removed = { versions: ReadonlySet<string>; calendar: boolean };

/** What of the access somebody changed since the last publication: keys by their SHA-256, and whether the access state. */
export type Named = { keys: ReadonlySet<string>; state: boolean };

/** An organisation that is open for one kind of work. Everything in it is of one moment, but for the access. */
export type OpenOrganisation = Guard & {
  organisationId: OrganisationId;
  handle: Handle;
  /**
   * What has changed. If anything has, the record is written even when nothing in it differs, so that a publisher which was
   * paused finds its own part replaced.
   */
  changed: Changed;
  versions: VersionReader;
  /** What the source knows to have been removed on purpose since the last publication; anything else that is missing may be lost. */
  readRemoved(versions: readonly string[]): Promise<Removed>;
  /** What of the access somebody changed since the last publication. */
  named: Named;
  /** Null where a source has no links. */
  links: OpenLinks | null;
  /** The access as it is now; null when the organisation was deleted meanwhile. */
  readAccess(): Promise<AccessRecord | null>;
  /** The calendar of the same moment; null when the organisation has none. Unchecked: rows may have been written by hand. */
  readCalendar(): Promise<Calendar | null>;
  /** What is different on these days, both included, and what moves a lesson to one of them. */
  readDays(firstDay: number, lastDay: number): Promise<SourceDays>;
  /** The links that show something: neither revoked, ended nor expired. None where a source has no links. */
  readShownLinks(): Promise<readonly ShownLink[]>;
  /** The organisation's name, as people know it. */
  readName(): Promise<string>;
  /** Records the outcome: what had changed is not due any more. Called once, after the last change that readers see. */
  record(outcome: WorkOutcome): Promise<void>;
};

/** Whose a handle is: nobody's, another organisation's, or unknown to the source. */
export type HandleOwner = 'nobody' | 'another' | 'unknown';

/** An organisation that the source does not have any more, while what is published of it is removed. */
export type RemovedOrganisation = {
  assertMayPublish(): Promise<void>;
  ownerOf(handle: Handle): Promise<HandleOwner>;
  /** Records that it was removed. */
  record(): Promise<void>;
};

/** The end of a task: its result, or that there was nothing to do. */
export type Done<Result> = { state: 'done'; result: Result } | { state: 'nothing' };

/**
 * What opening an organisation led to. `busy`: another publisher works on it. `conflict`: another was quicker, and nothing was
 * changed. `gone`: the source does not have it.
 */
export type Opened<Result> = Done<Result> | { state: 'busy' } | { state: 'conflict'; error: Error } | { state: 'gone' };

/** Why an attempt failed, and whose fault it was. `isRequested`: counted even if nothing is due. */
export type Failure = { reason: string; cause: 'organisation' | 'store'; isRequested: boolean };

/** What a heartbeat tells of the source. */
export type QueueState = Pick<
  Heartbeat,
  'queueDepth' | 'queueAgeSeconds' | 'waitingOrganisations' | 'withheldVersions' | 'organisations' | 'attention'
>;

/**
 * What a build publishes of an organisation besides what is due: nothing, a check that keeps a rollback, or these versions. And
 * what a command publishes: these links, by their hashes. `isApproved`: links that are due may grant what the store refuses.
 */
export type Request =
  | { what: 'due'; isApproved?: boolean }
  | { what: 'verify' }
  | { what: 'links'; hashes: ReadonlySet<string> }
  | { what: 'versions'; versions: 'all' | ReadonlySet<string>; repair: boolean };

/** Whether stored files are verified, and bad ones written again. */
export const isRepair = (request: Request): boolean => request.what === 'versions' && request.repair;

/** Whether somebody approved that callers get more than is published. */
export const isApproved = (request: Request): boolean =>
  isRepair(request) || (request.what === 'due' && request.isApproved === true);

/** Removals of organisations, of which many at once await an operator's approval. */
export interface Removals {
  /** The organisations whose removal is due or awaits approval. */
  list(): Promise<readonly string[]>;
  /** How many organisations the source has. */
  countOrganisations(): Promise<number>;
  /** Whether a source that has no organisation at all is believed. */
  mayHaveNone(): Promise<boolean>;
  /** Keeps these published until an operator approves their removal. */
  hold(organisationIds: readonly string[]): Promise<void>;
  /** Makes everything due of those that await approval and are in the source again. */
  releaseReturned(): Promise<void>;
  /** Those that await approval. */
  listAwaitingApproval(): Promise<readonly string[]>;
}

export interface Port {
  /** The kinds of work that this source has, the most urgent first. */
  readonly works: readonly Work[];
  /** How many organisations are published concurrently. */
  lanes(work: Work): number;
  /**
   * The organisations with work of this kind, in the order to publish them; a limited number.
   * @returns also whether there may be more, which are listed when some of these were published
   */
  listDue(work: Work): Promise<DueList>;
  /**
   * Opens an organisation, runs the task, and closes it. No other publisher does the same work on it meanwhile, or what it
   * publishes is refused by `assertMayPublish`.
   */
  open<Result>(
    organisationId: OrganisationId,
    work: Work,
    task: (organisation: OpenOrganisation) => Promise<Done<Result>>,
  ): Promise<Opened<Result>>;
  /** The same for an organisation that is gone; nothing when it is there again. */
  openRemoved<Result>(
    organisationId: OrganisationId,
    work: Work,
    task: (removed: RemovedOrganisation) => Promise<Result>,
  ): Promise<Opened<Result>>;
  /** Keeps other publishers away from an organisation's documents, whether or not the source has it, and reads nothing. */
  protect<Result>(
    organisationId: OrganisationId,
    task: (assertMayPublish: () => Promise<void>) => Promise<Result>,
  ): Promise<Opened<Result>>;
  recordFailure(organisationId: OrganisationId, work: Work, failure: Failure): Promise<void>;
  /**
   * Makes all links of an organisation due, and what is stored as links of it.
   * @param areApproved whether those that await approval are published too
   */
  requestLinks(organisationId: OrganisationId, areApproved: boolean): Promise<void>;
  /** What a build publishes, and how. @param everything repair all that the source has, instead of publishing what is due */
  planBuild(everything: boolean): Promise<ReadonlyMap<OrganisationId, Request>>;
  readonly removals: Removals;
  /** @param limit the most organisations to name */
  readState(limit: number): Promise<QueueState>;
  /** Calls `onChange` when work of this kind may have become due, until `signal` aborts. */
  awaitChanges(
    work: Work,
    onChange: () => void,
    onFailure: (error: unknown) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
