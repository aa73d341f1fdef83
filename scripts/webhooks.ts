// belfry webhooks: creates, lists, tries, rotates and removes webhooks, by which an organisation's receivers are told of changes.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { changeWebhook, removeWebhook } from '../src/control/webhooks/change-webhook.ts';
import { createWebhook } from '../src/control/webhooks/create-webhook.ts';
import { type ListedDelivery, listDeliveries } from '../src/control/webhooks/list-deliveries.ts';
import { listWebhooks } from '../src/control/webhooks/list-webhooks.ts';
import { rotateWebhook, usualOverlapSeconds } from '../src/control/webhooks/rotate-webhook.ts';
import { replayDelivery, sendTest } from '../src/control/webhooks/send-test.ts';
import type { Database, OpenDatabase } from '../src/database/connect/open-database.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { eventTypes } from '../src/database/webhooks/webhook-events.ts';
import { CheckFailedError, UsageError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { editorOf } from './command/operator-of.ts';
import { withDatabase } from './command/with-database.ts';
import { collectTexts, readCount, readDuration, readName, readText } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { settings } from './options/settings.ts';
import { print, table } from './reports/print-report.ts';

export const command = createCommand('webhooks', 'Create, try and remove webhooks, which tell a receiver of changes', [
  'webhooks create --organisation riverside --url https://school.example/belfry',
  'webhooks create --organisation riverside --url https://erp.example/in --event timetable.published --event key.revoked',
  'webhooks list --organisation riverside',
  'webhooks test wh_2Vq8 --organisation riverside',
  'webhooks deliveries wh_2Vq8 --organisation riverside',
])
  .usage('<create|list|test|deliveries|replay|rotate|change|remove> ...')
  .addHelpText('after', `\nEvents: ${eventTypes.join(', ')}.\n\`watch\` and \`start\` send them.`);

type Options = { organisation?: OrganisationId; json?: boolean };

/** Runs a subcommand for the organisation that is named, or the only one. */
const withOrganisation = (
  { organisation }: Options,
  work: (open: OpenDatabase, organisationId: OrganisationId) => Promise<void>,
): Promise<void> =>
  withDatabase(async (open) => {
    const organisationId = await organisationOf(open.database, organisation);
    await assertOrganisation(open.database, organisationId);
    await work(open, organisationId);
  });

const allowed = () => settings.webhookAllow.value ?? [];

command
  .command('create')
  .description('create a webhook; its secret is shown once, here')
  .addOption(organisationOption('of whose changes it tells'))
  .requiredOption('--url <url>', 'where it is sent', readText)
  .option('--event <type>', 'an event that it tells of; may be given several times (default: all)', collectTexts)
  .option('--description <text>', 'what it is for, such as "Website"', readName)
  .option('--json', 'report as JSON')
  .action((options: Options & { url: string; event?: string[]; description?: string }) =>
    withOrganisation(options, async (open, organisationId) => {
      const { url, event: events = null, description = null, json } = options;
      const wanted = { organisationId, url, events, description };
      const { webhook, secret } = await createWebhook(editorOf(open), { randomBytes }, wanted, allowed());
      print(json, { ...webhook, organisationId, secret }, () => [
        `Created webhook ${webhook.id} of organisation ${organisationId}. Its receiver verifies each delivery with this secret, which is shown this once:`,
        '',
        `  ${secret}`,
        '',
        `\`${commandLine(`webhooks test ${webhook.id} --organisation ${organisationId}`)}\` tries it.`,
      ]);
    }),
  );

command
  .command('list')
  .description("show an organisation's webhooks, and how it stands with each")
  .addOption(organisationOption('whose webhooks'))
  .option('--json', 'report as JSON')
  .action((options: Options) =>
    withOrganisation(options, async ({ database }, organisationId) => {
      const webhooks = await listWebhooks(database, organisationId);
      print(options.json, { webhooks }, () =>
        table(
          ['ID', 'URL', 'EVENTS', 'FOR', 'BY', 'STATE', 'DROPPED'],
          webhooks.map(({ id, url, events, description, createdBy, health, failingSince, dropped }) => [
            ...[id, url, events?.join(', ') ?? 'all', description ?? '', createdBy ?? '?'],
            ...[failingSince === null ? health : `failing since ${failingSince.toISOString()}`, String(dropped)],
          ]),
        ),
      );
    }),
  );

/** Seconds for which `test` waits for the sender, which makes one attempt of 15 s at most. */
const longestWait = 25;

/** @throws CheckFailedError unless it was delivered */
async function report(
  database: Database,
  organisationId: OrganisationId,
  webhookId: string,
  { eventId, json }: { eventId: string; json: boolean | undefined },
): Promise<void> {
  let delivery: ListedDelivery | undefined;
  for (let waited = 0; waited < longestWait * 2; waited++) {
    const { items } = await listDeliveries(database, organisationId, webhookId, { limit: 1, after: null }, { eventId });
    [delivery] = items;
    if (delivery !== undefined && (delivery.attempts > 0 || delivery.state !== 'pending')) break;
    await sleep(500);
  }
  const last = delivery?.answers.at(-1);
  print(json, { eventId, delivery: delivery ?? null }, () => [
    ...(last === undefined ? [] : [describeAnswer(last)]),
    ...(last?.answer ? [last.answer] : []),
  ]);
  if (last === undefined)
    throw new CheckFailedError(
      `nobody has sent it within ${longestWait} s: is \`${commandLine('watch')}\` or \`${commandLine('start')}\` running?`,
    );
  if (delivery?.state !== 'delivered') throw new CheckFailedError('it was not delivered');
}

const describeAnswer = ({ status, error, milliseconds }: ListedDelivery['answers'][number]): string =>
  status === null ? `No answer after ${milliseconds} ms: ${error}` : `Answered ${status} after ${milliseconds} ms.`;

command
  .command('test')
  .description('send a webhook.test event, and wait for the answer; fails unless it is 2xx')
  .argument('<webhook>', 'its id, as `webhooks list` shows it')
  .addOption(organisationOption('whose webhook'))
  .option('--json', 'report as JSON')
  .action((id: string, options: Options) =>
    withOrganisation(options, async (open, organisationId) => {
      const { eventId } = await sendTest(editorOf(open), { randomBytes }, organisationId, id);
      await report(open.database, organisationId, id, { eventId, json: options.json });
    }),
  );

command
  .command('deliveries')
  .description('show what was delivered in the last two weeks, or could not be, with the last answers')
  .argument('<webhook>', 'its id')
  .addOption(organisationOption('whose webhook'))
  .option('--limit <count>', 'how many, the newest first (default: 50)', readCount)
  .option('--json', 'report as JSON')
  .action((id: string, options: Options & { limit?: number }) =>
    withOrganisation(options, async ({ database }, organisationId) => {
      const page = { limit: Math.min(options.limit ?? 50, 1000), after: null };
      const { items: deliveries } = await listDeliveries(database, organisationId, id, page);
      print(options.json, { deliveries }, () =>
        table(
          ['ID', 'AT', 'EVENT', 'TYPE', 'STATE', 'ATTEMPTS', 'LAST ANSWER'],
          deliveries.map(({ id, at, eventId, type, kind, state, attempts, answers }) => {
            const last = answers.at(-1);
            const what = kind === 'replay' ? `${type} (again)` : type;
            const answer = last === undefined ? '' : (last.error ?? String(last.status));
            return [id, at.toISOString(), eventId, what, state, String(attempts), answer];
          }),
        ),
      );
    }),
  );

command
  .command('replay')
  .description('send once more what was delivered, or could not be, with the same id of its event')
  .argument('<webhook>', 'its id')
  .argument('<delivery>', 'the id of the delivery, as `webhooks deliveries` shows it')
  .addOption(organisationOption('whose webhook'))
  .option('--json', 'report as JSON')
  .action((id: string, deliveryId: string, options: Options) =>
    withOrganisation(options, async (open, organisationId) => {
      const { eventId } = await replayDelivery(editorOf(open), organisationId, id, deliveryId);
      print(options.json, { eventId }, () => [`It is sent again, as event ${eventId}.`]);
    }),
  );

command
  .command('rotate')
  .description('give it a new secret, which is shown once, here; for a while the former signs as well')
  .argument('<webhook>', 'its id')
  .addOption(organisationOption('whose webhook'))
  .option('--overlap <time>', 'how long the former secret signs as well: 30m, 24h, 7d (default: 24h)', readDuration)
  .option('--json', 'report as JSON')
  .action((id: string, options: Options & { overlap?: number }) =>
    withOrganisation(options, async (open, organisationId) => {
      const { overlap: overlapSeconds = usualOverlapSeconds, json } = options;
      const times = { overlapSeconds, now: Date.now() };
      const rotated = await rotateWebhook(editorOf(open), { randomBytes }, organisationId, id, times);
      print(json, { id, ...rotated }, () => [
        `The former secret signs as well until ${rotated.formerEndsAt}. The new one is shown this once:`,
        '',
        `  ${rotated.secret}`,
      ]);
    }),
  );

command
  .command('change')
  .description('change where it is sent or of what it tells, or switch it off or on')
  .argument('<webhook>', 'its id')
  .addOption(organisationOption('whose webhook'))
  .option('--url <url>', 'where it is sent', readText)
  .option('--event <type>', 'an event that it tells of; may be given several times', collectTexts)
  .option('--all-events', 'it tells of all')
  .option('--description <text>', 'what it is for', readName)
  .option('--off', 'nothing is sent until it is switched on again')
  .option('--on', 'switch it on again')
  .option('--json', 'report as JSON')
  .action((id: string, options: Options & ChangeOptions) =>
    withOrganisation(options, async (open, organisationId) => {
      const changed = await changeWebhook(editorOf(open), organisationId, id, changeIn(options), allowed());
      print(options.json, changed, () => [`Webhook ${id} is changed.`]);
    }),
  );

type ChangeOptions = {
  url?: string;
  event?: string[];
  allEvents?: boolean;
  description?: string;
  on?: boolean;
  off?: boolean;
};

function changeIn({ url, event, allEvents, description, on, off }: ChangeOptions) {
  if (on && off) throw new UsageError('a webhook is either switched --on or --off');
  if (allEvents && event !== undefined) throw new UsageError('name events with --event, or give --all-events');
  const change = {
    ...(url !== undefined && { url }),
    ...((event !== undefined || allEvents) && { events: event ?? null }),
    ...(description !== undefined && { description }),
    ...((on || off) && { enabled: on === true }),
  };
  if (Object.keys(change).length === 0)
    throw new UsageError('say what to change: --url, --event, --all-events, --description, --on or --off');
  return change;
}

command
  .command('remove')
  .description('remove it; what was not delivered by now is not sent any more')
  .argument('<webhook>', 'its id')
  .addOption(organisationOption('whose webhook').makeOptionMandatory())
  .option('--json', 'report as JSON')
  .action((id: string, options: Options) =>
    withOrganisation(options, async (open, organisationId) => {
      await removeWebhook(editorOf(open), organisationId, id);
      print(options.json, { id, removed: true }, () => [`Webhook ${id} is removed.`]);
    }),
  );
