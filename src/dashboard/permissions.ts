// What each role may do: one row for each call of the control API. A row is the whole permission, and nothing else grants any.

import type { AdminRole } from '../database/dashboard-tables.ts';

/** Who signed in. `organisationId`: the only one that it may see; null for all. */
export type Admin = { id: string; name: string; role: AdminRole; organisationId: string | null };

/** The least role for a call, and whether the call is about one organisation. */
type Permission = { least: AdminRole; of: 'organisation' | 'everything' };

const read = { least: 'viewer', of: 'organisation' } as const;
const change = { least: 'manager', of: 'organisation' } as const;
const govern = { least: 'operator', of: 'organisation' } as const;
/** Cut to what the token may see by who answers. */
const readAll = { least: 'viewer', of: 'everything' } as const;

const organisation = '/organisations/{id}';

/**
 * By method and path below /control/v1. A PATCH of an organisation has two rows, since its access is not its name: the body decides
 * which one applies.
 */
export const permissions = {
  'GET /me': readAll,
  'GET /organisations': readAll,
  'POST /organisations': { least: 'operator', of: 'everything' },
  [`GET ${organisation}`]: read,
  [`PATCH ${organisation}`]: change,
  [`PATCH ${organisation} access`]: govern,
  [`DELETE ${organisation}`]: govern,
  [`GET ${organisation}/keys`]: read,
  [`POST ${organisation}/keys`]: change,
  [`PATCH ${organisation}/keys/{keyId}`]: change,
  [`DELETE ${organisation}/keys/{keyId}`]: change,
  [`POST ${organisation}/keys/{keyId}/rotate`]: change,
  [`GET ${organisation}/links`]: read,
  [`GET ${organisation}/entities`]: read,
  [`POST ${organisation}/links`]: change,
  [`DELETE ${organisation}/links/{linkId}`]: change,
  [`GET ${organisation}/webhooks`]: read,
  [`POST ${organisation}/webhooks`]: change,
  [`PATCH ${organisation}/webhooks/{webhookId}`]: change,
  [`DELETE ${organisation}/webhooks/{webhookId}`]: change,
  [`POST ${organisation}/webhooks/{webhookId}/rotate`]: change,
  [`POST ${organisation}/webhooks/{webhookId}/test`]: change,
  [`GET ${organisation}/webhooks/{webhookId}/deliveries`]: read,
  [`POST ${organisation}/webhooks/{webhookId}/deliveries/{deliveryId}/replay`]: change,
  [`GET ${organisation}/calendar`]: read,
  [`GET ${organisation}/bells`]: read,
  [`PUT ${organisation}/calendar`]: change,
  [`DELETE ${organisation}/calendar`]: change,
  [`GET ${organisation}/days/{date}`]: read,
  [`PUT ${organisation}/days/{date}`]: change,
  [`PUT ${organisation}/days`]: change,
  [`POST ${organisation}/days/imports`]: change,
  [`GET ${organisation}/timetables`]: read,
  [`GET ${organisation}/timetables/{versionId}`]: read,
  [`PUT ${organisation}/timetables/{versionId}`]: change,
  [`PATCH ${organisation}/timetables/{versionId}`]: change,
  [`DELETE ${organisation}/timetables/{versionId}`]: change,
  [`POST ${organisation}/timetables/{versionId}/publish`]: change,
  [`POST ${organisation}/imports`]: change,
  [`GET ${organisation}/publication`]: read,
  [`POST ${organisation}/builds`]: change,
  [`GET ${organisation}/builds/{buildId}`]: read,
  [`POST ${organisation}/rollback`]: change,
  [`POST ${organisation}/rollback/keep`]: change,
  'GET /status': readAll,
  'GET /audit': readAll,
  'GET /events': readAll,
} as const satisfies Record<string, Permission>;

export type Call = keyof typeof permissions;

/** `forbidden`: 403. `hidden`: 404, as if the organisation did not exist. */
export type Permitted = 'allowed' | 'forbidden' | 'hidden';

const ranks: Record<AdminRole, number> = { viewer: 0, manager: 1, operator: 2 };

/** @param organisationId the one that the call is about; null when it is about none */
export function decidePermission(
  { role, organisationId: own }: Pick<Admin, 'role' | 'organisationId'>,
  call: Call,
  organisationId: string | null,
): Permitted {
  const { least, of }: Permission = permissions[call];
  if (of === 'organisation' && organisationId === null) return 'hidden';
  // Before the role, so that nobody finds out which organisations there are.
  if (organisationId !== null && !maySee({ organisationId: own }, organisationId)) return 'hidden';
  // A manager belongs to an organisation. One without may do what a viewer may.
  const rank = role === 'manager' && own === null ? ranks.viewer : ranks[role];
  return rank >= ranks[least] ? 'allowed' : 'forbidden';
}

/** Whether anything of an organisation may be shown, as in a list that is cut. Null: of none, which only those of all see. */
export const maySee = (
  { organisationId: own }: Pick<Admin, 'organisationId'>,
  organisationId: string | null,
): boolean => own === null || own === organisationId;
