// Where `days` sends to: the database, or a distant dashboard with a token from standard input.

import type { Command } from 'commander';
import type { OrganisationId } from '../../src/access/ids.ts';
import { commandLine } from '../../src/command-line.ts';
import { UsageError } from '../../src/errors.ts';
import { withDatabase } from '../command/with-database.ts';
import { readKey } from '../input/read-key.ts';
import type { DayReceiver } from '../running/days/day-sender.ts';
import { sendByApi } from '../running/days/send-by-api.ts';
import { sendToDatabase } from '../running/days/send-to-database.ts';
import { readHttpAddress, readSecret } from './option-values.ts';
import { organisationOf } from './organisation-option.ts';

export type ReceiverOptions = { url?: string; token?: string; organisation?: OrganisationId };

export const addReceiver = (command: Command): Command =>
  command
    .option('--url <address>', 'send to the dashboard there, instead of a database', readHttpAddress('--url'))
    .option('--token <token>', '-, which reads the token of an admin from standard input', readSecret('--token'));

export async function withReceiver(
  { url, token, organisation: given }: ReceiverOptions,
  work: (receiver: DayReceiver, organisation: OrganisationId) => Promise<void>,
): Promise<void> {
  if (url === undefined) {
    if (token !== undefined) throw new UsageError('--token is for --url');
    return withDatabase(async (open) => {
      const organisation = await organisationOf(open.database, given);
      return work(sendToDatabase(open, organisation), organisation);
    });
  }
  if (given === undefined) throw new UsageError('--url needs --organisation: a dashboard has many');
  if (token === undefined) throw new UsageError('--url needs --token -, which reads a token from standard input');
  if (/^http:\/\/(?!127\.|localhost(?=[:/]|$)|\[::1\])/.test(url))
    console.error('warning: over http:// everybody on the way can read the token; use https://');
  const safeWay = commandLine(`days ... --url ${url} --token -`);
  const secret = readSecret('--token')(await readKey(token, 'The token: ', safeWay));
  await work(sendByApi({ url, token: secret, organisation: given }), given);
}
