// belfry forget: removes the earlier generations of an organisation, and verifies that they are gone.

import { setTimeout as sleep } from 'node:timers/promises';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import type { ForgetReport } from '../src/control/organisations/forget.ts';
import { forgetOrganisation } from '../src/control/organisations/forget-organisation.ts';
import { CheckFailedError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withPublisher } from './command/with-database.ts';
import { print } from './reports/print-report.ts';

type Options = { organisation: OrganisationId; json?: boolean };

export const command = createCommand(
  'forget',
  'Remove the earlier generations of an organisation, and verify that they are gone',
  ['forget --organisation riverside'],
)
  .usage('--organisation ID')
  .requiredOption('--organisation <id>', 'the organisation', parseOrganisationId)
  .option('--json', 'report as JSON')
  .action(({ organisation, json }: Options) =>
    withPublisher(async (open) => {
      const report = await forgetOrganisation(operatorOf(open), organisation, (milliseconds) => {
        console.error(
          `Waiting ${Math.ceil(milliseconds / 1000)} s for readers of the generation that was just replaced.`,
        );
        return sleep(milliseconds);
      });
      print(json, { organisation, ...report }, () => describe(report, organisation));
      if (report.outcome === 'refused') throw new CheckFailedError('nothing was forgotten');
      if (report.outcome !== 'forgotten') throw new CheckFailedError('not everything is gone; run the command again');
    }),
  );

function describe(report: ForgetReport, organisation: string): string[] {
  if (report.outcome === 'refused') return [`Nothing was forgotten: ${report.reason}.`, `Next: ${report.next}.`];
  const { generations, kept, removed, remains, left } = report;
  const gone = generations.length === 0 ? 'no generation' : `generations ${generations.join(', ')}`;
  const wanted = ['the current generation', ...kept.map((generation) => `generation ${generation}`)].join(' and ');
  return [
    removed.length === 0
      ? `There was nothing to remove of organisation ${organisation}.`
      : `Removed ${removed.length} files of organisation ${organisation}, with ${gone}.`,
    ...(remains.length === 0
      ? [`Nothing but ${wanted} is left: ${left.files} files, ${left.bytes} bytes.`]
      : [`${remains.length} files are left; run the command again:`, ...shorten(remains)]),
  ];
}

const shorten = (paths: readonly string[]): string[] => {
  const lines = paths.slice(0, 20).map((path) => `  ${path}`);
  return paths.length > lines.length ? [...lines, `  and ${paths.length - lines.length} more`] : lines;
};
