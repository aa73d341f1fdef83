// belfry keys: creates, lists, rotates and revokes API keys.

import { randomBytes } from 'node:crypto';
import type { OrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { createKey } from '../src/control/keys/create-key.ts';
import { listAllKeys } from '../src/control/keys/list-keys.ts';
import { revokeKey } from '../src/control/keys/revoke-key.ts';
import { rotateKey } from '../src/control/keys/rotate-key.ts';
import { findKeyId } from '../src/database/find-key-id.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { sha256OfText } from '../src/snapshot/sha256.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withDatabase, withPublisher } from './command/with-database.ts';
import { readKey } from './input/read-key.ts';
import { readDuration, readFutureMoment, readName } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { print, table } from './reports/print-report.ts';

export const command = createCommand('keys', 'Create, list, rotate and revoke API keys', [
  'keys create --organisation riverside --name "Website"',
  'keys create --organisation riverside --name "Trial" --expires 2099-07-31',
  'keys create --organisation riverside --name "Pupils\' app" --published-only',
  'keys list --organisation riverside',
  'keys rotate key_2Vq8 --organisation riverside --overlap 7d',
  'keys revoke key_2Vq8',
  'keys revoke -',
]).usage('<create|list|rotate|revoke> ...');

type CreateOptions = {
  organisation?: OrganisationId;
  name: string;
  expires?: string;
  publishedOnly?: boolean;
  json?: boolean;
};

command
  .command('create')
  .description('create a key; it is shown once, here')
  .addOption(organisationOption('whose timetables it reads'))
  .requiredOption('--name <name>', 'what it is for, such as "Website"', readName)
  .option('--expires <moment>', 'ISO 8601 date or date-time from which it is refused', readFutureMoment)
  .option('--published-only', 'it sees published versions only, not drafts')
  .option('--json', 'report as JSON')
  .action((options: CreateOptions) =>
    withPublisher(async (open) => {
      const { organisation, name, expires: expiresAt = null, publishedOnly = false, json } = options;
      const organisationId = await organisationOf(open.database, organisation);
      const source = { randomBytes, sha256: sha256OfText };
      const created = await createKey(operatorOf(open), source, { organisationId, name, expiresAt, publishedOnly });
      print(json, { ...created, organisationId, name, expiresAt, publishedOnly }, () => [
        `Created key ${created.id} of organisation ${organisationId}${publishedOnly ? ', which sees published versions only' : ''}. ` +
          'It is shown this once:',
        '',
        `  ${created.key}`,
      ]);
    }),
  );

command
  .command('list')
  .description("show an organisation's keys, who created and revoked them, and their states")
  .addOption(organisationOption('whose keys'))
  .option('--json', 'report as JSON')
  .action(({ organisation: given, json }: { organisation?: OrganisationId; json?: boolean }) =>
    withDatabase(async ({ database }) => {
      const organisation = await organisationOf(database, given);
      await assertOrganisation(database, organisation);
      const keys = await listAllKeys(database, organisation);
      print(json, { keys }, () =>
        table(
          ['ID', 'NAME', 'CREATED', 'BY', 'EXPIRES', 'STATE'],
          keys.map(({ id, name, createdAt, createdBy, expiresAt, revokedAt, revokedBy, publishedOnly }) => {
            const expired = expiresAt !== null && Number(expiresAt) <= Date.now();
            const revoked = revokedBy === null ? 'revoked' : `revoked by ${revokedBy}`;
            const state = revokedAt !== null ? revoked : expired ? 'expired' : 'active';
            const until = expiresAt === null ? 'never' : day(expiresAt);
            const sees = publishedOnly ? ', published versions only' : '';
            return [id, name, day(createdAt), createdBy ?? '?', until, `${state}${sees}`];
          }),
        ),
      );
    }),
  );

command
  .command('rotate')
  .description('create a key in place of another, which works on for a while; the new one is shown once, here')
  .argument('<key>', 'the id of the key to replace, as `keys list` shows it')
  .addOption(organisationOption('whose key it is'))
  .option('--overlap <time>', 'how long the old key works on: 30m, 24h, 7d (default: 24h)', readDuration)
  .option('--json', 'report as JSON')
  .action((given: string, options: { organisation?: OrganisationId; overlap?: number; json?: boolean }) =>
    withPublisher(async (open) => {
      const { organisation, overlap: overlapSeconds = 86_400, json } = options;
      const organisationId = await organisationOf(open.database, organisation);
      const id = await findKeyId(open.database, given, sha256OfText);
      const source = { randomBytes, sha256: sha256OfText };
      const rotated = await rotateKey(operatorOf(open), source, organisationId, id, { overlapSeconds });
      print(json, { ...rotated, organisationId }, () => [
        `Created key ${rotated.id} of organisation ${organisationId} in place of ${id}, which is refused from ` +
          `${rotated.former.expiresAt} on. The new one is shown this once:`,
        '',
        `  ${rotated.key}`,
      ]);
    }),
  );

command
  .command('revoke')
  .description('revoke a key; it is refused from the next request on')
  .argument('<key>', 'its id as `keys list` shows it; or -, which reads the id or the whole key from standard input')
  .option('--json', 'report as JSON')
  .action(async (given: string, { json }: { json?: boolean }) => {
    const named = await readKey(given, 'The key, or its id: ', commandLine('keys revoke -'));
    return withPublisher(async (open) => {
      const id = await findKeyId(open.database, named, sha256OfText);
      await revokeKey(operatorOf(open), id);
      print(json, { id, revoked: true }, () => [`Revoked key ${id}. Servers refuse it from now on.`]);
    });
  });

const day = (moment: Date) => (Number.isFinite(Number(moment)) ? new Date(moment).toISOString().slice(0, 10) : 'never');
