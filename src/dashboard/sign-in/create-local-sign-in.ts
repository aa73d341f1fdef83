// A code that signs in once, for whoever starts everything on one machine with `npm start`. Nobody knows a token of its admin.

import { createAdmin } from '../../control/admins/create-admin.ts';
import { changeAs, type Editor, type SecretSource } from '../../control/operator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { openSession } from './open-session.ts';

const adminName = 'npm start';

/** @returns the code, good for ten minutes, for the fragment of an address: `/#sign-in=CODE` */
export async function createLocalSignIn(operator: Editor, source: SecretSource, now: number): Promise<string> {
  const adminId = (await findLocalAdmin(operator.open.database)) ?? (await createLocalAdmin(operator, source, now));
  return changeAs(operator, (transaction) => openSession(transaction, source, { adminId, kind: 'code', now }));
}

async function findLocalAdmin(database: Database): Promise<string | null> {
  const found = await database
    .selectFrom('admin')
    .select('id')
    .where('name', '=', adminName)
    .where('role', '=', 'operator')
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();
  return found?.id ?? null;
}

async function createLocalAdmin(operator: Editor, source: SecretSource, now: number): Promise<string> {
  const admin = { name: adminName, role: 'operator', organisationId: null, expiresAt: null } as const;
  return (await createAdmin(operator, source, admin, now)).id;
}
