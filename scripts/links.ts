// belfry links: creates, lists and revokes links, each of which shows one class, teacher, room or student.

import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import type { OrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { chooseLinkEntities, type LinkChoice } from '../src/control/links/choose-link-entities.ts';
import { type CreatedLink, createLinks } from '../src/control/links/create-links.ts';
import { revokeLink } from '../src/control/links/revoke-link.ts';
import { findLinkId } from '../src/database/find-link-id.ts';
import type { LinkKind } from '../src/database/link-entities.ts';
import { listLinks } from '../src/database/list-links.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { UsageError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { sha256OfText } from '../src/snapshot/sha256.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withDatabase, withPublisher } from './command/with-database.ts';
import { readKey } from './input/read-key.ts';
import { readFutureMoment, readName, readText } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { formatLinkList, withLinkList } from './reports/link-list.ts';
import { limitLines, print, table } from './reports/print-report.ts';

const kinds: readonly LinkKind[] = ['class', 'teacher', 'room', 'student'];

/** The option for all of a kind, as commander names it. */
const allOf = {
  class: 'allClasses',
  teacher: 'allTeachers',
  room: 'allRooms',
  student: 'allStudents',
} as const satisfies Record<LinkKind, string>;

export const command = createCommand(
  'links',
  'Create, list and revoke links that show one class, teacher, room or student',
  [
    'links create --organisation riverside --teacher ent_4f --name "Ada, phone"',
    'links create --organisation riverside --class ent_7b --expires 2099-07-31',
    'links create --organisation riverside --all-students --names students.csv',
    'links list --organisation riverside',
    'links revoke link_2Vq8',
    'links revoke -',
  ],
).usage('<create|list|revoke> ...');

type CreateOptions = {
  organisation: OrganisationId;
  name?: string;
  expires?: string;
  names?: string;
  cancelled: 'show' | 'hide';
  json?: boolean;
} & {
  [kind in LinkKind]?: string;
} & { [kind in LinkKind as (typeof allOf)[kind]]?: boolean };

const create = command
  .command('create')
  .description('create a link, or one for each of a kind; its token is shown once, here')
  .addOption(organisationOption('whose timetables it shows'));
for (const kind of kinds)
  create.addOption(new Option(`--${kind} <entityId>`, `the ${kind} that it shows`).argParser(readText));
create
  .option('--all-classes', 'one for each class of the published timetables that has none')
  .option('--all-teachers', 'one for each teacher')
  .option('--all-rooms', 'one for each room')
  .option('--all-students', 'one for each student')
  .option('--name <name>', 'what it is for, such as "Ada, phone"', readName)
  .option('--expires <moment>', 'ISO 8601 date or date-time from which it is refused', readFutureMoment)
  .addOption(
    new Option(
      '--cancelled <what>',
      'whether its feed shows lessons that do not take place, with a mark, or leaves them out',
    )
      .choices(['show', 'hide'])
      .default('show'),
  )
  .option('--names <file>', 'write who has which link to this new file, as CSV, instead of showing it')
  .option('--json', 'report as JSON')
  .action((options: CreateOptions) =>
    withPublisher(async (open) => {
      const { database } = open;
      const { organisation, name = null, expires: expiresAt = null, cancelled, names, json } = options;
      const organisationId = await organisationOf(database, organisation);
      await assertOrganisation(database, organisationId);
      const choice = choiceOf(options);
      const { entities, skipped } = await chooseLinkEntities(database, organisationId, choice, Date.now());
      const make = (keep?: (created: readonly CreatedLink[]) => Promise<void>) =>
        createLinks(
          operatorOf(open),
          { randomBytes, sha256: sha256OfText },
          { organisationId, entities, name, expiresAt, cancelled },
          keep,
        );
      const links =
        names === undefined || entities.length === 0
          ? await make()
          : await withLinkList(names, (write) => make((created) => write(formatLinkList(entities, created))));
      const [only] = links;
      if (names !== undefined)
        return print(json, { organisationId, created: links.length, skipped, names }, () =>
          links.length === 0
            ? describeNone(skipped)
            : [
                `Created ${formatCount(links.length, 'link')}, with their tokens in ${names}.`,
                ...describeSkipped(skipped),
              ],
        );
      if ('one' in choice && only !== undefined)
        return print(json, only, () => [
          `Created link ${only.linkId} of ${only.kind} ${only.entityId}. Its token is shown this once:`,
          '',
          `  ${only.token}`,
        ]);
      return print(json, { organisationId, links, skipped }, () =>
        links.length === 0
          ? describeNone(skipped)
          : [
              'Their tokens are shown this once:',
              '',
              ...table(
                ['NAME', 'LINK', 'TOKEN'],
                links.map(({ linkId, token }, index) => [entities[index]?.name ?? '', linkId, token]),
              ),
              ...describeSkipped(skipped),
            ],
      );
    }),
  );

const describeSkipped = (skipped: number): string[] =>
  skipped === 0 ? [] : [`${formatCount(skipped, 'link')} fewer than asked for: they exist already.`];

const describeNone = (skipped: number): string[] => [`No link was created: all ${skipped} exist already.`];

/** What the options name: one entity, or all of one kind or more. */
function choiceOf(options: CreateOptions): LinkChoice {
  const single = kinds.flatMap((kind) => (options[kind] === undefined ? [] : [{ kind, entityId: options[kind] }]));
  const whole = kinds.filter((kind) => options[allOf[kind]]);
  const [only, another] = single;
  if (another !== undefined || (only !== undefined && whole.length > 0) || single.length + whole.length === 0)
    throw new UsageError(
      'say what the link shows: one of --class, --teacher, --room and --student with an entityId, or for many at once ' +
        '--all-classes, --all-teachers, --all-rooms and --all-students',
    );
  return only === undefined ? { allOf: whole } : { one: only };
}

/** How many links a terminal shows; --json has all. */
const mostListed = 1000;

command
  .command('list')
  .description("show an organisation's links, what they show, and their states")
  .addOption(organisationOption('whose links'))
  .option('--json', 'report as JSON')
  .action(({ organisation: given, json }: { organisation?: OrganisationId; json?: boolean }) =>
    withDatabase(async ({ database }) => {
      const organisation = await organisationOf(database, given);
      await assertOrganisation(database, organisation);
      const links = await listLinks(database, organisation);
      print(json, { links }, () =>
        limitLines(
          table(
            ['ID', 'SHOWS', 'ENTITY', 'NAME', 'CREATED', 'BY', 'EXPIRES', 'STATE'],
            links.map((link) => [
              ...[link.linkId, link.kind, link.entityId, link.name ?? '', day(link.createdAt), link.createdBy ?? '?'],
              ...[link.expiresAt === null ? 'never' : day(link.expiresAt), stateOf(link)],
            ]),
          ),
          mostListed,
          `links; \`${commandLine('links list --organisation ID --json')}\` shows all`,
        ),
      );
    }),
  );

type ListedLink = Awaited<ReturnType<typeof listLinks>>[number];

function stateOf({ revokedAt, revokedBy, endedAt, expiresAt, kind }: ListedLink): string {
  if (revokedAt !== null) return revokedBy === null ? 'revoked' : `revoked by ${revokedBy}`;
  if (endedAt !== null) return `ended, since the ${kind} was deleted`;
  return expiresAt !== null && Number(expiresAt) <= Date.now() ? 'expired' : 'active';
}

command
  .command('revoke')
  .description('revoke a link; it is refused from the next request on')
  .argument('<link>', 'its id as `links list` shows it; or -, which reads the id or the token from standard input')
  .option('--json', 'report as JSON')
  .action(async (given: string, { json }: { json?: boolean }) => {
    const named = await readKey(given, 'The link, or its id: ', commandLine('links revoke -'));
    return withPublisher(async (open) => {
      const id = await findLinkId(open.database, named, sha256OfText);
      await revokeLink(operatorOf(open), id);
      print(json, { linkId: id, revoked: true }, () => [`Revoked link ${id}. Servers refuse it from now on.`]);
    });
  });

const day = (moment: Date) => (Number.isFinite(Number(moment)) ? new Date(moment).toISOString().slice(0, 10) : 'never');
