// What is remembered of a feed between two writings. A feed has no METHOD, so the DTSTAMP of an event says when it last
// changed (RFC 5545, section 3.8.7.2), and its SEQUENCE how often: neither can be told from the lessons alone.

import type { FeedStateRecord } from '../../contract/types.generated.ts';

/** Plain JSON. */
export type FeedState = FeedStateRecord['state'];

type EventState = FeedState['events'][string];

/** The events that are remembered after they have left a feed. */
const maxGone = 1000;

/** The state of an event now. An event that comes back has changed, whatever it says. */
export function stateOfEvent(previous: FeedState | null, uid: string, sha256: string, now: number): EventState {
  const before = previous !== null && Object.hasOwn(previous.events, uid) ? previous.events[uid] : undefined;
  const { firstSequence, changedAt: fileChangedAt } = previous ?? { changedAt: now };
  if (before === undefined && firstSequence !== undefined)
    return { sha256, changedAt: Math.max(now, fileChangedAt), sequence: firstSequence };
  if (before === undefined) return { sha256, changedAt: now, sequence: 0 };
  if (before.sha256 === sha256) return before;
  return { sha256, changedAt: timeOfChange(now, before.changedAt), sequence: before.sequence + 1 };
}

/**
 * A clock that was set back must not make a change look older than the one before it. And since HTTP and iCalendar say times in
 * whole seconds, a change takes the next second when the one before it took this one: whoever asks by time gets both.
 */
const timeOfChange = (now: number, before: number): number => Math.max(now, (Math.floor(before / 1000) + 1) * 1000);

/**
 * In place of a state that is lost, while programs have the feed: no event may look older than they know it. An event changes
 * at most once in a second, so its SEQUENCE was never above the seconds since any moment before the feed was first written.
 * @param sha256 of the feed that is published
 * @param changedAt when that was last changed
 */
export function stateAfterLoss(sha256: string, changedAt: number, now: number): FeedState {
  const firstSequence = Math.max(0, Math.floor((Math.max(now, changedAt) - beforeAllFeeds) / 1000));
  return { sha256, changedAt, firstSequence, events: {} };
}

/** The SEQUENCE of some programs has 32 bits, which are enough until 2088. */
const beforeAllFeeds = Date.UTC(2020, 0, 1);

/**
 * Events of the window that were in the feed and no longer are, the last changed first. A calendar program may ignore a
 * lesson that returns with a SEQUENCE that it has seen, so these are remembered.
 * @param firstDay of the window; UIDs begin with their day
 */
export function goneEvents(
  previous: FeedState | null,
  present: { readonly [uid: string]: EventState },
  firstDay: number,
): [uid: string, EventState][] {
  return Object.entries(previous?.events ?? {})
    .filter(([uid]) => !Object.hasOwn(present, uid) && Number(uid.slice(0, 8)) >= firstDay)
    .sort(([one, { changedAt }], [other, { changedAt: otherAt }]) => otherAt - changedAt || (one < other ? -1 : 1))
    .slice(0, maxGone)
    .map(([uid, state]) => [uid, { ...state, sha256: null }]);
}

/** When the bytes of the file changed. */
export function stateOfFile(previous: FeedState | null, sha256: string, now: number): Omit<FeedState, 'events'> {
  if (previous === null) return { sha256, changedAt: now };
  const { firstSequence, changedAt } = previous;
  const kept = firstSequence === undefined ? {} : { firstSequence };
  return { sha256, changedAt: previous.sha256 === sha256 ? changedAt : timeOfChange(now, changedAt), ...kept };
}
