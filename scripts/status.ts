// belfry status: what is published, what waits, what is withheld, and who needs attention.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { CheckFailedError } from '../src/errors.ts';
import { readStatus } from '../src/maintain/read-status.ts';
import { findFailures, formatEverything, formatSummary } from './support/format-status.ts';
import { showProgress } from './support/progress.ts';
import { createCommand, print, withStore } from './support/run-command.ts';

type Options = { organisation?: OrganisationId; all?: boolean; json?: boolean };

export const command = createCommand('status', 'Show totals and who needs attention, all organisations, or one', [
  'status',
  'status --organisation riverside',
  'status --all --json',
])
  .usage('[--all | --organisation ID] [--json]')
  .option('--organisation <id>', 'this organisation alone, with its problems and warnings', parseOrganisationId)
  .option('--all', 'every organisation, with its problems and warnings')
  .option('--json', 'report as JSON, whole')
  .addHelpText(
    'after',
    '\nEnds with 1 while a version is withheld, publishing fails, removals are held or no publisher runs.',
  )
  .action(({ organisation, all = false, json }: Options) =>
    withStore(async ({ database }, store) => {
      const progress = showProgress('Reading', 'Read');
      const status = await readStatus(database, store, Date.now(), { only: organisation, progress }).finally(() =>
        progress.stop(),
      );
      const format = all || organisation !== undefined ? formatEverything : formatSummary;
      print(json, status, () => format(status));
      const failures = findFailures(status);
      if (failures.length > 0) throw new CheckFailedError(failures.join('; '));
    }),
  );
