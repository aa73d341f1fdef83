// What webhooks are told of a publication. Each event follows from what the transaction that records it knows, and from what was told
// before, so a publisher that dies between the store and the database tells it at its next attempt.

import type { OrganisationId } from '../../access/ids.ts';
import type { AccessRecord, Change } from '../../contract/types.generated.ts';
import type { PendingChange } from '../../database/queue/pending-changes.ts';
import type { VersionTransitions } from '../../database/queue/record-publications.ts';
import { idsIn, type WebhookEvent } from '../../database/webhooks/webhook-events.ts';

/** `told`: what is kept until the next time. */
type Told = { events: WebhookEvent[]; told: string };

export const eventsOfKeys = (organisationId: OrganisationId, pending: readonly PendingChange[]): WebhookEvent[] =>
  pending.flatMap(({ event }) =>
    event === null ? [] : [{ type: event.type, data: { organisationId, keyId: event.keyId } }],
  );

/** @param told null where nobody was told before, which tells nobody of the state that it has */
export function eventsOfAccess(
  organisationId: OrganisationId,
  { state, lockedBecause, apiEnabled: api }: Pick<AccessRecord, 'state' | 'lockedBecause' | 'apiEnabled'>,
  told: string | null,
): Told {
  const access = lockedBecause === null ? state : `${state}:${lockedBecause}`;
  const now = JSON.stringify({ access, api });
  if (told === null || told === now) return { events: [], told: now };
  return { events: [{ type: 'access.changed', data: { organisationId, access, api } }], told: now };
}

export function eventsOfVersions(
  organisationId: OrganisationId,
  generation: number,
  { withheld, recovered }: VersionTransitions,
): WebhookEvent[] {
  const eventOf = (type: 'timetable.withheld' | 'timetable.recovered', ids: readonly string[]): WebhookEvent[] =>
    ids.length === 0 ? [] : [{ type, data: { organisationId, generation, ...idsIn('timetableIds', ids) } }];
  return [...eventOf('timetable.withheld', withheld), ...eventOf('timetable.recovered', recovered)];
}

const typeOfKind = { timetables: 'timetable.published', calendar: 'calendar.changed', days: 'days.changed' } as const;

/** What an event says of an entry of what changed. */
export type ListedChange = Pick<Change, 'id' | 'toGeneration' | 'kinds' | 'timetables' | 'dates'>;

/**
 * An event for each kind of each entry since the last one that was told. It follows the entry, so whoever is told finds it.
 * @param entries newest first; their ids sort by time
 * @param told the id of the last one; null when nothing was told before: then only of the newest
 */
export function eventsOfChanges(
  organisationId: OrganisationId,
  entries: readonly ListedChange[],
  told: string | null,
): Told | null {
  const [latest] = entries;
  if (latest === undefined || latest.id === told) return null;
  const untold = told === null ? [latest] : entries.filter(({ id }) => id > told).toReversed();
  const events = untold.flatMap(({ id, toGeneration: generation, kinds, timetables, dates }) =>
    kinds.map((kind): WebhookEvent => {
      const of = { organisationId, generation, changeId: id, changes: `/api/v1/changes/${id}` };
      const ids = timetables.map(({ timetableId }) => timetableId);
      const more = { timetables: idsIn('timetableIds', ids), calendar: {}, days: { dates } }[kind];
      return { type: typeOfKind[kind], data: { ...of, ...more } };
    }),
  );
  return { events, told: latest.id };
}
