// Publishes one organisation: its access or its documents, or removes them when the source does not have it any more. A removal
// is judged before anything is opened for it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../../access/ids.ts';
import { jitter } from '../../back-off.ts';
import { commandLine } from '../../command-line.ts';
import { GrantHeldError, LeaseHeldError } from '../../errors.ts';
import { reservingStore } from '../../store/reserving-store.ts';
import { type PublishedAccess, publishOpenedAccess } from '../access/publish-access.ts';
import { type DerivedOptions, type PublishedDerived, publishOpenedDerived } from '../derived/publish-derived.ts';
import { publishOpenedDays } from '../derived/publish-opened-days.ts';
import { noChanges } from '../documents/report-problems.ts';
import {
  type Done,
  isApproved,
  isRepair,
  type Opened,
  type OpenOrganisation,
  type RemovedOrganisation,
  type Request,
  type Work,
} from '../port.ts';
import { type PublishedOrganisation, publishOpenedDocuments } from '../publish-documents.ts';
import type { Publisher } from '../publisher.ts';
import { findRecordsOf, removeOrganisation } from './remove-organisation.ts';

/** The outcome of one attempt. `busy`: another publisher works on the organisation. */
export type Attempted<Result> = Done<Result> | { state: 'busy' | 'awaiting approval' };

/** Milliseconds until an attempt is repeated while another publisher works on the organisation. */
const busyPause = 50;

/** How many attempts in a row may fail because another publisher was quicker. */
const mostConflicts = 5;

/**
 * Publishes who may read an organisation and some of its links, or removes its record, so that nobody can.
 * @throws also why a link could not be published, when everything else is
 */
export async function publishAccess(
  publisher: Publisher,
  organisationId: OrganisationId,
  request: Request = { what: 'due' },
): Promise<Attempted<PublishedAccess>> {
  const published = await attemptAccess(publisher, organisationId, request);
  if (published.state === 'done' && published.result.failure !== null) throw published.result.failure;
  return published;
}

const attemptAccess = (
  publisher: Publisher,
  organisationId: OrganisationId,
  request: Request,
): Promise<Attempted<PublishedAccess>> =>
  publishOrRemove(publisher, organisationId, 'access', {
    publish: (organisation) => publishOpenedAccess(publisher.store, organisation, request),
    async remove({ assertMayPublish, ownerOf, record }) {
      const records = await findRecordsOf(publisher.store, organisationId, ownerOf, isRepair(request));
      if (records.length > 0) await assertMayPublish();
      await publisher.store.remove(records);
      await record();
      return { organisationId, changed: records.length > 0, areLinksDue: false, failure: null };
    },
  });

/** How many attempts publish links at most, so that this ends while somebody goes on changing them. */
const mostAttempts = 10_000;

/**
 * The same, with all links that are due; it waits while another publisher works on the organisation.
 * @throws GrantHeldError once everything else is published
 */
export async function publishAllAccess(
  publisher: Publisher,
  organisationId: OrganisationId,
  request: Request = { what: 'due' },
): Promise<Done<PublishedAccess>> {
  let held: GrantHeldError | null = null;
  const attempt = async (each: Request): Promise<Done<PublishedAccess>> => {
    const done = await waitWhileBusy(organisationId, () => attemptAccess(publisher, organisationId, each));
    const failure = done.state === 'done' ? done.result.failure : null;
    if (failure !== null && !(failure instanceof GrantHeldError)) throw failure;
    held = failure;
    return done;
  };
  const first = await attempt(request);
  if (first.state === 'nothing') return first;
  let { changed, areLinksDue } = first.result;
  for (let attempts = 1; areLinksDue && attempts < mostAttempts; attempts++) {
    const next = await attempt({ what: 'due', isApproved: isApproved(request) });
    if (next.state === 'nothing') break; // another publisher was quicker
    changed ||= next.result.changed;
    areLinksDue = next.result.areLinksDue;
  }
  if (held !== null) throw held;
  return { state: 'done', result: { ...first.result, changed, areLinksDue } };
}

/** Publishes an organisation's documents, or removes all that is published of it. */
export const publishDocuments = (
  publisher: Publisher,
  organisationId: OrganisationId,
  request: Request = { what: 'due' },
): Promise<Attempted<PublishedOrganisation>> =>
  publishOrRemove(publisher, organisationId, 'documents', {
    publish: (organisation) => publishOpenedDocuments(forDocuments(publisher), organisation, request),
    async remove({ assertMayPublish, ownerOf, record }) {
      await assertMayPublish();
      await removeOrganisation(publisher.store, organisationId, ownerOf, isRepair(request));
      await record();
      return { organisationId, generation: 0, ...nothingPublished };
    },
  });

/** Documents and what is derived from them leave a reserve of the disk. */
const forDocuments = (publisher: Publisher): Publisher =>
  publisher.reserve === undefined
    ? publisher
    : { ...publisher, store: reservingStore(publisher.store, publisher.reserve) };

/** What is reported of a removed organisation. */
const nothingPublished = { written: [], writtenBytes: 0, dropped: [], withheld: [], warnings: [], changes: noChanges };

/** Publishes what is different on the days of an organisation. */
export const publishDays = (
  publisher: Publisher,
  organisationId: OrganisationId,
  options: { repair?: boolean } = {},
): Promise<Attempted<PublishedDerived>> =>
  publishOrRemove(publisher, organisationId, 'days', {
    publish: (organisation) => publishOpenedDays(forDocuments(publisher), organisation, options),
    remove: ({ record }) => recordRemoved(organisationId, record),
  });

/** Publishes what else is derived from an organisation's documents. */
export const publishDerived = (
  publisher: Publisher,
  organisationId: OrganisationId,
  options: DerivedOptions = {},
): Promise<Attempted<PublishedDerived>> =>
  publishOrRemove(publisher, organisationId, 'derived', {
    publish: (organisation) => publishOpenedDerived(forDocuments(publisher), organisation, options),
    remove: ({ record }) => recordRemoved(organisationId, record),
  });

/** The files of what is derived are removed with the documents. */
async function recordRemoved(organisationId: OrganisationId, record: () => Promise<void>): Promise<PublishedDerived> {
  await record();
  return { organisationId, generation: null, written: [], writtenBytes: 0 };
}

async function publishOrRemove<Result>(
  { port, mayRemove }: Publisher,
  organisationId: OrganisationId,
  work: Work,
  {
    publish,
    remove,
  }: {
    publish: (organisation: OpenOrganisation) => Promise<Done<Result>>;
    remove: (removed: RemovedOrganisation) => Promise<Result>;
  },
): Promise<Attempted<Result>> {
  const opened = await unlessConflict(() => port.open(organisationId, work, publish));
  if (opened.state !== 'gone') return opened;
  if (!(await mayRemove(organisationId))) return { state: 'awaiting approval' };
  const removed = await unlessConflict(() => port.openRemoved(organisationId, work, remove));
  return removed.state === 'gone' ? { state: 'nothing' } : removed;
}

/** Begins again when another publisher was quicker. @throws the reason when that happens again and again */
async function unlessConflict<Result>(
  open: () => Promise<Opened<Result>>,
): Promise<Exclude<Opened<Result>, { state: 'conflict' }>> {
  for (let attempt = 1; ; attempt++) {
    const opened = await open();
    if (opened.state !== 'conflict') return opened;
    if (attempt === mostConflicts) throw opened.error;
  }
}

/**
 * Repeats an attempt while another publisher works on the organisation.
 * @throws LeaseHeldError when that takes longer than `timeout` ms
 */
export async function waitWhileBusy<Result>(
  organisationId: OrganisationId,
  attempt: () => Promise<Attempted<Result> | Opened<Result>>,
  timeout = 30_000,
): Promise<Done<Result>> {
  const deadline = performance.now() + timeout;
  while (performance.now() < deadline) {
    const outcome = await attempt();
    if (outcome.state === 'done') return outcome;
    if (outcome.state !== 'busy' && outcome.state !== 'conflict') return { state: 'nothing' };
    await sleep(jitter(busyPause));
  }
  throw new LeaseHeldError(
    `another publisher has held the lease of organisation ${organisationId} for ${timeout / 1000} s; ` +
      `run the command again, or see the log of \`${commandLine('watch')}\``,
  );
}
