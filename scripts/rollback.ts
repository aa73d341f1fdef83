// belfry rollback: publishes an earlier generation of an organisation again.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { rollBackOrganisation } from '../src/control/publication/roll-back-organisation.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withPublisher } from './command/with-database.ts';
import { readCount } from './options/option-values.ts';
import { print } from './reports/print-report.ts';

export const command = createCommand(
  'rollback',
  'Publish an earlier generation of an organisation again, until its next change or a build of it',
  ['rollback --organisation riverside', 'rollback --organisation riverside --to 12'],
)
  .usage('--organisation ID [--to GENERATION]')
  .requiredOption('--organisation <id>', 'the organisation', parseOrganisationId)
  .option('--to <generation>', 'a kept generation (default: the newest earlier one that has timetables)', readCount)
  .option('--json', 'report as JSON')
  .action(({ organisation, to, json }: { organisation: OrganisationId; to?: number; json?: boolean }) =>
    withPublisher(async (open) => {
      const outcome = await rollBackOrganisation(operatorOf(open), organisation, to ?? null);
      print(json, { organisation, ...outcome }, () => [
        `Organisation ${organisation} serves the content of generation ${outcome.rolledBackTo} again, published as generation ${outcome.generation}.`,
        'The next change of its timetables, or a build of it, publishes what the database has.',
      ]);
    }),
  );
