// belfry keys: creates, lists and revokes API keys.

import { randomBytes } from 'node:crypto';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { findKeyId } from '../src/database/find-key-id.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { addKey, revokeKey } from '../src/publish/database/change-access.ts';
import { sha256OfText } from '../src/snapshot/sha256.ts';
import { createCommand } from './support/create-command.ts';
import { readFutureMoment, readName } from './support/option-values.ts';
import { print, table } from './support/print-report.ts';
import { readKey } from './support/read-key.ts';
import { withDatabase, withPublisher } from './support/with-database.ts';

export const command = createCommand('keys', 'Create, list and revoke API keys', [
  'keys create --organisation riverside --name "Website"',
  'keys create --organisation riverside --name "Trial" --expires 2099-07-31',
  'keys list --organisation riverside',
  'keys revoke key_2Vq8',
  'keys revoke -',
]).usage('<create|list|revoke> ...');

command
  .command('create')
  .description('create a key; it is shown once, here')
  .requiredOption('--organisation <id>', 'whose timetables it reads', parseOrganisationId)
  .requiredOption('--name <name>', 'what it is for, such as "Website"', readName)
  .option('--expires <moment>', 'ISO 8601 date or date-time from which it is refused', readFutureMoment)
  .option('--json', 'report as JSON')
  .action((options: { organisation: OrganisationId; name: string; expires?: string; json?: boolean }) =>
    withPublisher(async ({ publisher }) => {
      const { organisation: organisationId, name, expires: expiresAt = null, json } = options;
      const source = { randomBytes, sha256: sha256OfText };
      const created = await addKey(publisher, source, { organisationId, name, expiresAt });
      print(json, { ...created, organisationId, name, expiresAt }, () => [
        `Created key ${created.id} of organisation ${organisationId}. It is shown this once:`,
        '',
        `  ${created.key}`,
      ]);
    }),
  );

command
  .command('list')
  .description("show an organisation's keys, who created and revoked them, and their states")
  .requiredOption('--organisation <id>', 'whose keys', parseOrganisationId)
  .option('--json', 'report as JSON')
  .action(({ organisation, json }: { organisation: OrganisationId; json?: boolean }) =>
    withDatabase(async ({ database }) => {
      await assertOrganisation(database, organisation);
      const keys = await database
        .selectFrom('api_key')
        .select(['id', 'name', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
        .select(['created_by as createdBy', 'revoked_by as revokedBy'])
        .where('organisation_id', '=', organisation)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      print(json, { keys }, () =>
        table(
          ['ID', 'NAME', 'CREATED', 'BY', 'EXPIRES', 'STATE'],
          keys.map(({ id, name, createdAt, createdBy, expiresAt, revokedAt, revokedBy }) => {
            const expired = expiresAt !== null && Number(expiresAt) <= Date.now();
            const revoked = revokedBy === null ? 'revoked' : `revoked by ${revokedBy}`;
            const state = revokedAt !== null ? revoked : expired ? 'expired' : 'active';
            return [id, name, day(createdAt), createdBy ?? '?', expiresAt === null ? 'never' : day(expiresAt), state];
          }),
        ),
      );
    }),
  );

command
  .command('revoke')
  .description('revoke a key; it is refused from the next request on')
  .argument('<key>', 'its id as `keys list` shows it; or -, which reads the id or the whole key from standard input')
  .option('--json', 'report as JSON')
  .action(async (given: string, { json }: { json?: boolean }) => {
    const named = await readKey(given, 'The key, or its id: ', commandLine('keys revoke -'));
    return withPublisher(async ({ database, publisher }) => {
      const id = await findKeyId(database, named, sha256OfText);
      await revokeKey(publisher, id);
      print(json, { id, revoked: true }, () => [`Revoked key ${id}. Servers refuse it from now on.`]);
    });
  });

const day = (moment: Date) => (Number.isFinite(Number(moment)) ? new Date(moment).toISOString().slice(0, 10) : 'never');
