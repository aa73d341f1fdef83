// belfry export: writes an organisation's timetables from the database as the documents that `import` takes.

import { Option } from 'commander';
import type { OrganisationId } from '../src/access/ids.ts';
import { createValidator } from '../src/contract/validator.ts';
import { type ExportReport, exportTimetables } from '../src/control/timetables/export-timetables.ts';
import { assertSource } from '../src/database/views/source-relations.ts';
import { UsageError, WithheldError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { createCommand } from './command/create-command.ts';
import { withDatabase } from './command/with-database.ts';
import { openExportTarget } from './input/export-target.ts';
import { collectTexts, readText } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { findingLines, print } from './reports/print-report.ts';

type Options = { organisation?: OrganisationId; timetable?: string[]; to: string; json?: boolean };

export const command = createCommand(
  'export',
  'Write the timetables of an organisation as the documents that `import` takes',
  [
    'export --organisation riverside --to backup/',
    'export --organisation riverside --timetable main-v3 --to main-v3.json',
    'export --organisation riverside --to riverside.jsonl',
  ],
)
  .usage('[--organisation ID] [--timetable VERSION_ID]... --to FOLDER|FILE|-')
  .addOption(organisationOption('whose timetables'))
  .option(
    '--timetable <version-id>',
    'this version; may be given several times (default: all but autosaves)',
    collectTexts,
  )
  .addOption(
    new Option('--to <folder|file|->', 'a folder gets VERSION_ID.json each; a .json or .jsonl file, or - for stdout')
      .argParser(readText)
      .makeOptionMandatory(),
  )
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
The documents come from the database, not from what is published, and the same rows give the same bytes. A version that is
withheld is named with its problems, and not exported; the command then ends with 1. An export has no keys and no access.`,
  )
  .action(({ organisation: given, timetable = [], to, json }: Options) =>
    withDatabase(async ({ database }) => {
      if (to === '-' && json)
        throw new UsageError('--json and `--to -` both write to standard output: export to a folder or a file');
      await assertSource(database, 'all');
      const organisation = await organisationOf(database, given);
      const target = await openExportTarget(to);
      try {
        const report = await exportTimetables(database, createValidator(), organisation, timetable, target.write);
        await target.complete();
        if (to === '-') for (const line of describe(report, organisation, to)) console.error(line);
        else print(json, { organisation, to, ...report }, () => describe(report, organisation, to));
        if (report.withheld.length > 0)
          throw new WithheldError(`${formatCount(report.withheld.length, 'version')} withheld, and so not exported`);
      } finally {
        await target.abandon();
      }
    }),
  );

/** How many withheld versions are described, and how many problems of each. */
const [maxListed, maxListedProblems] = [20, 10];

function describe({ exported, withheld }: ExportReport, organisation: string, to: string): string[] {
  const where = to === '-' ? 'standard output' : to;
  return [
    ...withheld
      .slice(0, maxListed)
      .flatMap(({ versionId, problems, more }) => [
        `${versionId} is withheld, and not exported:`,
        ...findingLines(problems, maxListedProblems, more),
      ]),
    ...(withheld.length > maxListed ? [`and ${withheld.length - maxListed} more that are withheld`] : []),
    `Exported ${formatCount(exported.length, 'version')} of organisation ${organisation} to ${where}.`,
  ];
}
