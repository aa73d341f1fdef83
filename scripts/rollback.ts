// npm run rollback: points an organisation at an earlier snapshot.

import { InvalidArgumentError } from 'commander';
import { rollBack } from '../src/publish/roll-back.ts';
import { createCommand, print, runCommand, withPublisher } from './support/run-command.ts';

const command = createCommand(
  'rollback',
  'Point an organisation at an earlier snapshot, until its next change or build',
)
  .usage('-- --organisation ID [--to GENERATION]')
  .requiredOption('--organisation <id>', 'the organisation')
  .option('--to <generation>', 'a kept generation; the one before the present if not given', readGeneration)
  .option('--json', 'report as JSON')
  .action(({ organisation, to, json }: { organisation: string; to?: number; json?: boolean }) =>
    withPublisher(async ({ database, publisher }) => {
      const outcome = await rollBack(publisher, database, organisation, to);
      print(json, { organisation, ...outcome }, () => [
        `Organisation ${organisation} shows generation ${outcome.rolledBackTo} again, as generation ${outcome.generation}.`,
        'The next change of its timetables, or a build of it, publishes what the database holds.',
      ]);
    }),
  );

function readGeneration(text: string): number {
  const generation = Number(text);
  if (!Number.isInteger(generation) || generation < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return generation;
}

await runCommand(command);
