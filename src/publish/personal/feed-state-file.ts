// What is remembered of the feed of a person between two publications, in a file beside it. It is written with every change of
// what the person's links show, so its age also says when their files were replaced.

import type { OrganisationId, Owned } from '../../access/ids.ts';
import { isOrganisationId } from '../../access/ids.ts';
import type { FeedState } from '../../calendar/feed/feed-state.ts';
import type { FeedStateRecord } from '../../contract/types.generated.ts';
import { BrokenRecordError } from '../../errors.ts';
import { formatVersion, paths } from '../../snapshot/paths.ts';
import { readChecked } from '../../snapshot/read-checked.ts';
import { recordBytes } from '../../snapshot/read-record.ts';
import { parseOwned } from '../../snapshot/stored-organisation.ts';
import type { NewFile, Store } from '../../store/store.ts';

type StoredState = Owned<FeedStateRecord>;

/**
 * @param name that of the feed
 * @returns null when there is none, or it is damaged
 */
export async function readFeedState(
  store: Store,
  organisationId: OrganisationId,
  name: string,
): Promise<FeedState | null> {
  const { record } = await readChecked(store, paths.feedState(organisationId, name), (bytes) =>
    parseOwned(() => parseFeedState(bytes), organisationId),
  );
  return record?.state ?? null;
}

export const feedStateFile = (organisationId: OrganisationId, name: string, state: FeedState): NewFile => ({
  path: paths.feedState(organisationId, name),
  bytes: recordBytes({ formatVersion, organisationId, state }),
});

export function parseFeedState(bytes: Uint8Array): StoredState {
  let found: unknown;
  try {
    found = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new BrokenRecordError('the state of a feed is not JSON', { cause });
  }
  if (isObject(found) && found['formatVersion'] === formatVersion) {
    const { organisationId, state } = found;
    if (isOrganisationId(organisationId) && isFeedState(state)) return { formatVersion, organisationId, state };
  }
  throw new BrokenRecordError('the state of a feed lacks a field');
}

const isFeedState = (state: unknown): state is FeedState =>
  isObject(state) &&
  typeof state['sha256'] === 'string' &&
  isTime(state['changedAt']) &&
  (state['firstSequence'] === undefined || isSequence(state['firstSequence'])) &&
  isObject(state['events']) &&
  Object.values(state['events']).every(
    (event) =>
      isObject(event) &&
      (event['sha256'] === null || typeof event['sha256'] === 'string') &&
      isTime(event['changedAt']) &&
      isSequence(event['sequence']),
  );

const isSequence = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a Date can hold. */
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 8.64e15;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
