// belfry organisations: lists, creates, renames and deletes organisations, and opens and closes their access.

import { Argument, Option } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { type AccessState, accessStates } from '../src/control/organisations/access-state.ts';
import { changeOrganisation } from '../src/control/organisations/change-organisation.ts';
import { createOrganisation } from '../src/control/organisations/create-organisation.ts';
import {
  deleteOrganisation,
  type OrganisationContent,
  readContent,
} from '../src/control/organisations/delete-organisation.ts';
import { renameOrganisation } from '../src/control/organisations/rename-organisation.ts';
import type { TeachersInChanges } from '../src/database/days/day-tables.ts';
import { RemovalHeldError, UsageError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { createDatabasePublisher } from '../src/publish/database/database-port.ts';
import { createCommand } from './command/create-command.ts';
import { editorOf, operatorOf } from './command/operator-of.ts';
import { withDatabase, withPublisher } from './command/with-database.ts';
import { readName } from './options/option-values.ts';
import { print, table } from './reports/print-report.ts';

const shownTeachers: readonly TeachersInChanges[] = ['all', 'substitute', 'none'];
type SetOptions = {
  access?: AccessState;
  api?: string;
  teachersInChangesKeys?: TeachersInChanges;
  teachersInChangesLinks?: TeachersInChanges;
  json?: boolean;
};
type DeleteOptions = { confirm?: string; remove?: boolean; json?: boolean };

export const command = createCommand(
  'organisations',
  'List, create, rename and delete organisations; open and close their access',
  [
    'organisations list',
    'organisations create riverside --name "Riverside School"',
    'organisations set riverside --access locked:plan_ended',
    'organisations set riverside --api off',
    'organisations set riverside --teachers-in-changes-keys substitute --teachers-in-changes-links none',
    'organisations rename riverside --name "Riverside College"',
    'organisations delete riverside',
    'organisations delete riverside --confirm riverside',
  ],
).usage('<list|create|set|rename|delete> ...');

command
  .command('list')
  .description('show all organisations')
  .option('--json', 'report as JSON')
  .action(({ json }: { json?: boolean }) =>
    withDatabase(async ({ database }) => {
      const organisations = await database
        .selectFrom('organisation')
        .select(['id', 'name', 'access', 'locked_because as lockedBecause', 'api_enabled as apiEnabled'])
        .orderBy('id')
        .execute();
      print(json, { organisations }, () =>
        table(
          ['ID', 'NAME', 'ACCESS', 'API'],
          organisations.map(({ id, name, access, lockedBecause, apiEnabled }) => [
            id,
            name,
            lockedBecause === null ? access : `${access}:${lockedBecause}`,
            apiEnabled ? 'on' : 'off',
          ]),
        ),
      );
    }),
  );

command
  .command('create')
  .description('create an organisation, with its API switched on')
  .argument('<id>', 'lower-case letters, digits, "_" and "-"', parseOrganisationId)
  .requiredOption('--name <name>', 'its name for people', readName)
  .option('--json', 'report as JSON')
  .action((id: OrganisationId, { name, json }: { name: string; json?: boolean }) =>
    withPublisher(
      async (open) => {
        await createOrganisation(operatorOf(open), id, name);
        print(json, { id, name, created: true }, () => [
          `Created organisation ${id}.`,
          `Next: ${commandLine(`keys create --organisation ${id} --name "First key"`)}`,
        ]);
      },
      { creates: true },
    ),
  );

command
  .command('set')
  .description('change the access of an organisation, from its next request on, or whom readers see in changes of days')
  .addArgument(new Argument('<id>', 'the organisation').argParser(parseOrganisationId))
  .addOption(new Option('--access <state>', 'who may read').choices(Object.keys(accessStates)))
  .addOption(new Option('--api <switch>', 'API access').choices(['on', 'off']))
  .addOption(
    new Option('--teachers-in-changes-keys <which>', 'whom readers with a key see of the teachers in changes').choices(
      shownTeachers,
    ),
  )
  .addOption(new Option('--teachers-in-changes-links <which>', 'the same for links').choices(shownTeachers))
  .option('--json', 'report as JSON')
  .action((id: OrganisationId, options: SetOptions) =>
    withPublisher(async (open) => {
      const { access, api, teachersInChangesKeys: keys, teachersInChangesLinks: links, json } = options;
      if ([access, api, keys, links].every((each) => each === undefined))
        throw new UsageError(
          'name what to change: --access, --api, --teachers-in-changes-keys or --teachers-in-changes-links',
        );
      const shown = { ...(keys === undefined ? {} : { keys }), ...(links === undefined ? {} : { links }) };
      const ofTeachers = Object.keys(shown).length > 0;
      await changeOrganisation(operatorOf(open), id, {
        ...(access === undefined ? {} : { access }),
        ...(api === undefined ? {} : { api: api === 'on' }),
        ...(ofTeachers && { teachersInChanges: shown }),
      });
      const changes = [
        access && `access ${access}`,
        api && `API ${api}`,
        keys && `teachers in changes for keys ${keys}`,
        links && `teachers in changes for links ${links}`,
      ].filter(Boolean);
      print(json, { id, access, api, ...(ofTeachers && { teachersInChanges: shown }) }, () => [
        `Organisation ${id}: ${changes.join(', ')}. ${ofTeachers ? `A running \`${commandLine('watch')}\` publishes it within seconds.` : 'Servers see it from now on.'}`,
      ]);
    }),
  );

command
  .command('rename')
  .description('change the name of an organisation; its id and its keys stay')
  .argument('<id>', 'the organisation', parseOrganisationId)
  .requiredOption('--name <name>', 'its new name', readName)
  .option('--json', 'report as JSON')
  .action((id: OrganisationId, { name, json }: { name: string; json?: boolean }) =>
    withDatabase(async (open) => {
      const before = await renameOrganisation(editorOf(open), id, name);
      print(json, { id, name, before }, () => [`Organisation ${id} is called ${name}, no longer ${before}.`]);
    }),
  );

command
  .command('delete')
  .description('delete an organisation with its timetables, its keys and what is published; there is no way back')
  .argument('<id>', 'the organisation', parseOrganisationId)
  .option('--confirm <id>', 'the id again; without it the command says what would go')
  .option('--remove', 'also when so much has been deleted that `build` would hold it for approval')
  .option('--json', 'report as JSON')
  .action((id: OrganisationId, { confirm, remove = false, json }: DeleteOptions) =>
    withPublisher(async (open) => {
      const { database, publisher } = open;
      const content = await readContent(database, publisher.store, id, publisher.now());
      if (confirm !== id) {
        print(json, { id, ...content, outcome: 'nothing deleted' }, () => describeContent(id, content));
        const typed = confirm === undefined ? '' : `--confirm says ${confirm}; `;
        throw new UsageError(
          `nothing was deleted: ${typed}to delete it, run \`${commandLine(`organisations delete ${id} --confirm ${id}`)}\``,
        );
      }
      const removing = createDatabasePublisher({ ...open.publishSettings, removesInBulk: remove }, open);
      const outcome = await deleteOrganisation({ ...operatorOf(open), publisher: removing }, id);
      print(json, { id, ...content, outcome }, () => [
        ...describeContent(id, content),
        'It is deleted from the database, and its keys are refused from now on.',
        ...(outcome === 'removed' ? [`Nothing of it is left in ${publisher.store.location}.`] : []),
      ]);
      if (outcome === 'held')
        throw new RemovalHeldError(
          `its files stay in ${publisher.store.location}: more has been deleted than is removed without approval. ` +
            `\`${commandLine(`organisations delete ${id} --confirm ${id} --remove`)}\` removes them, ` +
            `\`${commandLine('build --remove')}\` all that await approval`,
        );
    }),
  );

function describeContent(
  id: string,
  { name, timetables, versions, keys, links, published }: OrganisationContent,
): string[] {
  const kilobytes = Math.ceil(published.bytes / 1000).toLocaleString('en');
  return [
    name === null ? `Organisation ${id}, which the database no longer has:` : `Organisation ${id}, ${name}:`,
    `  ${formatCount(timetables, 'timetable')} with ${formatCount(versions, 'version')}`,
    `  ${formatCount(keys.all, 'key')}, ${keys.active} of them active`,
    ...(links.all === 0 ? [] : [`  ${formatCount(links.all, 'link')}, ${links.active} of them active`]),
    `  ${formatCount(published.files, 'published file')}, ${kilobytes} kB, with all earlier generations`,
  ];
}
