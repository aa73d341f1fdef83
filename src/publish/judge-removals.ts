// Decides what may be taken away from readers because the source does not have it any more. A source that was emptied, or
// restored from an old backup, must not empty the store as well. Whatever the source, these rules are the only ones:
//
// - organisations: many at once await an operator's approval; the removal of a single one does not, unless it is the last, and what is
//   read may be an emptied view. All that are due are judged together and the verdict holds for a moment, so a long queue of
//   deletions is not read again for each of them.
// - all versions of an organisation, or nearly all, and its calendar: they await approval, unless the source says that
//   somebody removed them on purpose. Until then nothing else of that work is published either.
// - keys, links and the access state: a deleted key or link is refused at once, as a revoked one is. To refuse too much fails
//   closed, and the database can give it back. What would grant more than is published is judged in judge-access.ts.

import { isOrganisationId } from '../access/ids.ts';
import { commandLine } from '../command-line.ts';
import type { Pointer } from '../contract/types.generated.ts';
import { RemovalHeldError } from '../errors.ts';
import { formatCount } from '../format-count.ts';
import { paths } from '../snapshot/paths.ts';
import { readRecordById } from '../snapshot/stored-organisation.ts';
import type { Store } from '../store/store.ts';
import { isOlder } from './guard.ts';
import type { OpenOrganisation, Removals, Removed } from './port.ts';

/** @returns whether an organisation that the source does not have any more may be removed */
export type JudgeRemoval = (organisationId: string) => Promise<boolean>;

/** The removal of each of these organisations is allowed, or awaits approval. */
type Verdict = { judged: ReadonlySet<string>; areAllowed: boolean };

/** Milliseconds for which a verdict holds. */
const verdictAge = 1_000;

/**
 * @param removesInBulk whether an operator approved removals of any size
 * @param ticks the monotonic clock, in milliseconds
 */
export function createJudgeRemoval(
  removals: Removals,
  store: Store,
  removesInBulk: boolean,
  ticks: () => number = () => performance.now(),
): JudgeRemoval {
  let verdict: { judgedAt: number; found: Verdict } | null = null;
  let judging: Promise<void> = Promise.resolve();
  return async (organisationId) => {
    if (removesInBulk) return true;
    const isJudged = () =>
      verdict !== null && ticks() - verdict.judgedAt < verdictAge && verdict.found.judged.has(organisationId);
    // One after the other, so that those who wait find the verdict of the first.
    judging = judging
      .catch(() => {}) // whoever asked for it has met its failure
      .then(async () => {
        if (isJudged()) return;
        verdict = { judgedAt: ticks(), found: await judgeRemovals(removals, store, [organisationId]) };
      });
    await judging;
    return verdict?.found.areAllowed === true;
  };
}

/**
 * Judges the organisations whose removal is due together, and holds them if they are too many.
 * @param missing further organisations that the source does not have, whether or not their removal is due
 */
export async function judgeRemovals(removals: Removals, store: Store, missing: readonly string[]): Promise<Verdict> {
  const judged = new Set([...missing, ...(await removals.list())]);
  const published = await countPublished(store, judged);
  if (published === 0) return { judged, areAllowed: true };
  const left = await removals.countOrganisations();
  const isLastInDoubt = left === 0 && !(await removals.mayHaveNone());
  const areHeld = isLastInDoubt || isBulk(published, left + published);
  if (areHeld) await removals.hold([...judged]);
  return { judged, areAllowed: !areHeld };
}

/** Up to this many are removed without approval, unless they are more than half of all. */
const maxWithoutApproval = 3;

/** Whether removing `count` of `total` organisations needs approval. */
export const isBulk = (count: number, total: number): boolean =>
  count > 1 && (count > maxWithoutApproval || count * 2 > total);

/**
 * Whether an organisation with `before` versions that is left with `after` of them loses all or nearly all: it keeps less than a
 * quarter. Who clears out old plans, or replaces one by another, leaves more than that; a table or a view that is gone, or
 * filters wrongly, leaves less.
 */
export const isNearlyAll = (before: number, after: number): boolean => after * 4 < before;

/**
 * Judges the versions that an organisation is left with, given those that readers have. A pointer that was put back from a backup
 * is no measure: the source has published something newer.
 * @returns rejects with RemovalHeldError when too many are lost of which nobody knows that they were removed on purpose
 */
export function createJudgeLoss(
  { removesInBulk }: { removesInBulk: boolean },
  organisation: OpenOrganisation,
  pointer: Pointer | null,
): (versions: readonly { id: string }[]) => Promise<void> {
  if (removesInBulk || pointer === null || isOlder(pointer, organisation)) return async () => {};
  const published = Object.keys(pointer.timetables);
  return async (versions) => {
    const present = new Set(versions.map(({ id }) => id));
    if (!isNearlyAll(published.length, present.size)) return;
    const removed = await organisation.readRemoved(published);
    const lost = published.filter((id) => !present.has(id) && !removed.versions.has(id));
    const expected = published.filter((id) => present.has(id)).length + lost.length;
    if (!isNearlyAll(expected, present.size)) return;
    const count = lost.length === published.length ? 'all' : `${lost.length} of`;
    throw awaitsApproval(
      organisation.organisationId,
      `${count} ${formatCount(published.length, 'published version')} (${named(lost)})`,
    );
  };
}

/** @throws RemovalHeldError when nobody knows that the calendar, which is published, was removed on purpose */
export function assertMayLoseCalendar(organisationId: string, { calendar }: Removed): void {
  if (!calendar) throw awaitsApproval(organisationId, 'its calendar');
}

const awaitsApproval = (organisationId: string, what: string) =>
  new RemovalHeldError(
    `the source of organisation ${organisationId} no longer has ${what}, and does not say that somebody removed that on purpose, ` +
      `so readers keep what is published. Look for what is wrong with the tables or views; to remove it: \`${commandLine('build --remove')}\``,
  );

/** Above this many, one listing of the store costs less than asking for each. */
const fewOrganisations = 32;

/** How many of the organisations are published, those with a damaged record included. */
async function countPublished(store: Store, organisations: ReadonlySet<string>): Promise<number> {
  if (organisations.size > fewOrganisations) {
    const published = await store.listNames(paths.organisations);
    return published.filter((id) => organisations.has(id)).length;
  }
  let count = 0;
  for (const id of organisations)
    if (isOrganisationId(id) && (await readRecordById(store, id)).state !== 'absent') count += 1;
  return count;
}

/** The removals that await approval as a sentence; empty when there are none. */
export function describeAwaitingApproval(organisations: readonly string[]): string {
  if (organisations.length === 0) return '';
  const [they, stay, them] = organisations.length === 1 ? ['it', 'stays', 'it'] : ['they', 'stay', 'them'];
  return (
    `the database no longer has ${formatCount(organisations.length, 'organisation')} (${named(organisations)}), too many to remove ` +
    `without approval, or all, so ${they} ${stay} published. To remove ${them}: \`${commandLine('build --remove')}\``
  );
}

const named = (ids: readonly string[]) => (ids.length > 10 ? `${ids.slice(0, 10).join(', ')}, ...` : ids.join(', '));
