// The events that webhooks are told of, and what their data says: ids, generations and addresses. No name, and nothing of a person.

export const eventTypes = [
  'timetable.published',
  'timetable.withheld',
  'timetable.recovered',
  'access.changed',
  'key.created',
  'key.revoked',
  'calendar.changed',
  'days.changed',
] as const;

/** Those above happen to an organisation; a test is sent when a person asks for it. */
export const testEvent = 'webhook.test';

type EventType = (typeof eventTypes)[number];

export type WebhookEvent = { type: EventType; data: { organisationId: string } & Record<string, unknown> };

/** Ids in one event; the rest is left out, and `truncated` says so. With the longest ids it stays far below 20 kB. */
const mostIds = 50;

/** @returns the first of the ids, under this name */
export const idsIn = (name: string, ids: readonly string[]): Record<string, unknown> => ({
  [name]: ids.slice(0, mostIds),
  ...(ids.length > mostIds ? { truncated: true } : {}),
});
