// Creates an admin: somebody who signs in to the dashboard, or a program that calls its API. The token is returned once.

import { createAdminToken } from '../../access/admin-token.ts';
import type { OrganisationId } from '../../access/ids.ts';
import type { AdminRole } from '../../database/dashboard-tables.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { InvalidInputError } from '../../errors.ts';
import { checkExpiry, checkName } from '../check-input.ts';
import { changeAs, type Editor, type SecretSource } from '../operator.ts';

export const adminRoles = ['operator', 'manager', 'viewer'] as const satisfies readonly AdminRole[];

/** `expiresAt`: ISO 8601, in the future; null for never. */
export type NewAdmin = {
  name: string;
  role: AdminRole;
  organisationId: OrganisationId | null;
  expiresAt: string | null;
};

/** @throws InvalidInputError, NotFoundError */
export async function createAdmin(
  operator: Editor,
  { randomBytes, sha256 }: SecretSource,
  admin: NewAdmin,
  now: number,
): Promise<NewAdmin & { id: string; token: string }> {
  const { name, role, organisationId } = admin;
  checkName(name);
  const expiresAt = checkExpiry(admin.expiresAt, now);
  if (role === 'operator' && organisationId !== null)
    throw wrongOrganisation('An operator has no organisation; a manager or a viewer of it has.');
  if (role === 'manager' && organisationId === null) throw wrongOrganisation('A manager has an organisation; name it.');
  const token = createAdminToken(randomBytes);
  const id = `adm_${Buffer.from(randomBytes(9)).toString('base64url')}`;
  await changeAs(operator, async (transaction) => {
    if (organisationId !== null) await assertOrganisation(transaction, organisationId);
    await transaction
      .insertInto('admin')
      .values({ id, name, role, organisation_id: organisationId, sha256: sha256(token), expires_at: expiresAt })
      .execute();
  });
  return { id, token, name, role, organisationId, expiresAt };
}

const wrongOrganisation = (message: string) => new InvalidInputError([{ path: 'organisation', message }]);
