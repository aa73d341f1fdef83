// belfry rollback: publishes an earlier generation of an organisation again.

import { Option } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { keepShown } from '../src/control/publication/keep-shown.ts';
import { rollBackOrganisation } from '../src/control/publication/roll-back-organisation.ts';
import { UsageError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withPublisher } from './command/with-database.ts';
import { readCount } from './options/option-values.ts';
import { print } from './reports/print-report.ts';

type Options = { organisation: OrganisationId; to?: number; keep?: boolean; dryRun?: boolean; json?: boolean };

export const command = createCommand(
  'rollback',
  'Publish an earlier generation of an organisation again, until its next change or a build of it',
  [
    'rollback --organisation riverside',
    'rollback --organisation riverside --to 12',
    'rollback --organisation riverside --keep',
  ],
)
  .usage('--organisation ID [--to GENERATION | --keep [--dry-run]]')
  .requiredOption('--organisation <id>', 'the organisation', parseOrganisationId)
  .option('--to <generation>', 'a kept generation (default: the newest earlier one that has timetables)', readCount)
  .addOption(
    new Option(
      '--keep',
      'after a rollback: store what readers get, and delete the versions that they do not get',
    ).conflicts('to'),
  )
  .addOption(
    new Option('--dry-run', 'with --keep: say what would be stored and deleted, and change nothing').conflicts('to'),
  )
  .option('--json', 'report as JSON')
  .action(({ organisation, to, keep, dryRun = false, json }: Options) =>
    withPublisher(async (open) => {
      if (dryRun && keep !== true) throw new UsageError('--dry-run needs --keep');
      if (keep === true) {
        const asked = { organisationId: organisation, generation: null, isDryRun: dryRun };
        const kept = await keepShown(operatorOf(open), asked);
        const named = (versions: typeof kept.restored) => versions.map(({ id }) => id).join(', ') || 'none';
        return print(json, { organisation, ...kept }, () => [
          dryRun
            ? `Organisation ${organisation} would keep what it serves. To be stored again: ${named(kept.restored)}. To be deleted: ${named(kept.deleted)}.`
            : `Organisation ${organisation} keeps what it serves. Stored again: ${named(kept.restored)}. Deleted: ${named(kept.deleted)}.`,
        ]);
      }
      const outcome = await rollBackOrganisation(operatorOf(open), organisation, to ?? null);
      print(json, { organisation, ...outcome }, () => [
        `Organisation ${organisation} serves the content of generation ${outcome.rolledBackTo} again, published as generation ${outcome.generation}.`,
        `The next change of its timetables, or a build of it, publishes what the database has; \`${commandLine(`rollback --organisation ${organisation} --keep`)}\` keeps this instead.`,
      ]);
    }),
  );
