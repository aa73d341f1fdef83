// belfry admins: creates, lists and revokes admins, who sign in to the dashboard and call its API.

import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { adminRoles, createAdmin } from '../src/control/admins/create-admin.ts';
import { listAdmins } from '../src/control/admins/list-admins.ts';
import { findAdminId, revokeAdmin } from '../src/control/admins/revoke-admin.ts';
import type { AdminRole } from '../src/database/dashboard-tables.ts';
import { sha256OfText } from '../src/snapshot/sha256.ts';
import { createCommand } from './command/create-command.ts';
import { editorOf } from './command/operator-of.ts';
import { withDatabase } from './command/with-database.ts';
import { readKey } from './input/read-key.ts';
import { readFutureMoment, readName } from './options/option-values.ts';
import { print, table } from './reports/print-report.ts';

export const command = createCommand('admins', 'Create, list and revoke admins, who sign in to the dashboard', [
  'admins create --name "Ada Byron"',
  'admins create --name "Riverside office" --organisation riverside --role manager',
  'admins create --name "Wallboard" --role viewer --expires 2099-07-31',
  'admins list',
  'admins revoke adm_2Vq8',
  'admins revoke -',
]).usage('<create|list|revoke> ...');

type CreateOptions = {
  name: string;
  organisation?: OrganisationId;
  role?: AdminRole;
  expires?: string;
  json?: boolean;
};

command
  .command('create')
  .description('create an admin; the token is shown once, here')
  .requiredOption('--name <name>', 'whose it is, such as "Ada Byron"', readName)
  .option('--organisation <id>', 'the only organisation of a manager or a viewer', parseOrganisationId)
  .addOption(
    new Option('--role <role>', 'what it may do (default: operator; with --organisation: manager)').choices(adminRoles),
  )
  .option('--expires <moment>', 'ISO 8601 date or date-time from which it is refused', readFutureMoment)
  .option('--json', 'report as JSON')
  .action((options: CreateOptions) =>
    withDatabase(async (open) => {
      const { name, organisation: organisationId = null, expires: expiresAt = null, json } = options;
      const { role = organisationId === null ? 'operator' : 'manager' } = options;
      const source = { randomBytes, sha256: sha256OfText };
      const admin = { name, role, organisationId, expiresAt };
      const created = await createAdmin(editorOf(open), source, admin, Date.now());
      print(json, created, () => [
        `Created admin ${created.id}, ${role}${organisationId === null ? '' : ` of organisation ${organisationId}`}. ` +
          'The token is shown this once:',
        '',
        `  ${created.token}`,
      ]);
    }),
  );

command
  .command('list')
  .description('show the admins, who created and revoked them, and their states')
  .option('--json', 'report as JSON')
  .action(({ json }: { json?: boolean }) =>
    withDatabase(async ({ database }) => {
      const admins = await listAdmins(database);
      print(json, { admins }, () =>
        table(
          ['ID', 'NAME', 'ROLE', 'ORGANISATION', 'CREATED', 'BY', 'EXPIRES', 'STATE'],
          admins.map((admin) => [
            ...[admin.id, admin.name, admin.role, admin.organisationId ?? 'all', day(admin.createdAt)],
            ...[admin.createdBy ?? '?', admin.expiresAt === null ? 'never' : day(admin.expiresAt), stateOf(admin)],
          ]),
        ),
      );
    }),
  );

function stateOf({ revokedAt, revokedBy, expiresAt }: Awaited<ReturnType<typeof listAdmins>>[number]): string {
  if (revokedAt !== null) return revokedBy === null ? 'revoked' : `revoked by ${revokedBy}`;
  return expiresAt !== null && Number(expiresAt) <= Date.now() ? 'expired' : 'active';
}

command
  .command('revoke')
  .description('revoke an admin; the token and all sessions end at once')
  .argument('<admin>', 'its id as `admins list` shows it; or -, which reads the id or the token from standard input')
  .option('--json', 'report as JSON')
  .action(async (given: string, { json }: { json?: boolean }) => {
    const named = await readKey(given, 'The token, or the id: ', commandLine('admins revoke -'));
    return withDatabase(async (open) => {
      const id = await findAdminId(open.database, named, sha256OfText);
      await revokeAdmin(editorOf(open), id, Date.now());
      print(json, { id, revoked: true }, () => [`Revoked admin ${id}. The dashboard refuses it from now on.`]);
    });
  });

const day = (moment: Date) => (Number.isFinite(Number(moment)) ? new Date(moment).toISOString().slice(0, 10) : 'never');
