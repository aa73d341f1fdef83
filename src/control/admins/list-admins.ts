// The admins with who created and revoked each, without what is secret.

import type { Database } from '../../database/connect/open-database.ts';

/** More than may be unrevoked: those who were revoked longest ago are left out. */
const mostListed = 5000;

export const listAdmins = (database: Database) =>
  database
    .selectFrom('admin')
    .select(['id', 'name', 'role', 'organisation_id as organisationId', 'created_at as createdAt'])
    .select([
      'created_by as createdBy',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'revoked_by as revokedBy',
    ])
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostListed)
    .execute();
