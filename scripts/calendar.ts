// belfry calendar: imports, exports, shows and removes the calendar of an organisation.

import { Option } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import type { CalendarFinding } from '../src/calendar/check/calendar-codes.ts';
import { findCalendarWarnings } from '../src/calendar/check/find-calendar-warnings.ts';
import { dayAt } from '../src/calendar/time/zone.ts';
import { commandLine } from '../src/command-line.ts';
import type { Calendar } from '../src/contract/types.generated.ts';
import { createValidator } from '../src/contract/validator.ts';
import { noCalendar, removeCalendar, replaceCalendar } from '../src/control/calendars/change-calendar.ts';
import { showDays } from '../src/control/calendars/show-days.ts';
import { type CalendarImport, exportCalendar, maxCalendarBytes } from '../src/database/calendar/import-calendar.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { reasonOf, WithheldError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { createCommand } from './command/create-command.ts';
import { editorOf } from './command/operator-of.ts';
import { withDatabase } from './command/with-database.ts';
import { readBounded, readBoundedInput } from './input/read-bounded.ts';
import { readDay } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { describeDays } from './reports/describe-days.ts';
import { findingLines, print } from './reports/print-report.ts';

type Options = { organisation?: OrganisationId; json?: boolean };

export const command = createCommand('calendar', 'Import, export, show and remove the calendar of an organisation', [
  'calendar import --organisation riverside calendar.json',
  'calendar import --organisation riverside -',
  'calendar export --organisation riverside',
  'calendar show --organisation riverside',
  'calendar show --organisation riverside --from 2026-12-01 --to 2026-12-31',
  'calendar remove --organisation riverside',
]).usage('<import|export|show|remove> ...');

command
  .command('import')
  .description('store the calendar of a file in place of the present one; nothing is stored if anything is wrong')
  .argument('<file>', 'the calendar as JSON, or - for standard input')
  .addOption(organisationOption('whose calendar'))
  .option('--json', 'report as JSON')
  .action((path: string, { organisation: given, json }: Options) =>
    withDatabase(async (open) => {
      const { database } = open;
      const organisation = await organisationOf(database, given);
      await assertOrganisation(database, organisation);
      const file = path === '-' ? 'standard input' : path;
      const outcome = await importFile(path, (bytes) =>
        replaceCalendar(editorOf(open), createValidator(), organisation, bytes),
      );
      const warnings = 'calendar' in outcome ? warningsOf(outcome) : [];
      print(json, { organisation, file, ...summarise(outcome), warnings }, () => [
        ...describe(file, outcome),
        ...(warnings.length === 0 ? [] : [formatCount(warnings.length, 'warning'), ...findingLines(warnings, 100)]),
      ]);
      if (!('calendar' in outcome)) throw new WithheldError('nothing was imported');
    }),
  );

command
  .command('export')
  .description('print the calendar as `import` takes it: the imported file, unless it was changed since')
  .addOption(organisationOption('whose calendar'))
  .action(({ organisation: given }: Options) =>
    withDatabase(async ({ database }) => {
      const organisation = await organisationOf(database, given);
      await assertOrganisation(database, organisation);
      const text = await database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((transaction) => exportCalendar(transaction, organisation));
      if (text === null) throw noCalendar(organisation);
      await new Promise<void>((written, failed) =>
        process.stdout.write(text, (error) => (error ? failed(error) : written())),
      );
    }),
  );

command
  .command('show')
  .description('show each day: whether there is school or why not, the place in the cycle, the bells')
  .addOption(organisationOption('whose calendar'))
  .addOption(new Option('--from <day>', 'the first day (default: today at the school)').argParser(readDay))
  .addOption(new Option('--to <day>', 'the last day (default: four weeks from the first)').argParser(readDay))
  .option('--json', 'report as JSON')
  .action(({ organisation: given, json, from, to }: Options & { from?: number; to?: number }) =>
    withDatabase(async ({ database }) => {
      const organisation = await organisationOf(database, given);
      await assertOrganisation(database, organisation);
      const shown = await showDays(database, createValidator(), organisation, { now: Date.now(), from, to });
      if (shown === null) throw noCalendar(organisation);
      print(json, { organisation, ...shown }, () => describeDays(shown));
    }),
  );

command
  .command('remove')
  .description('remove the calendar; weeks are counted from effectiveFrom again')
  .requiredOption('--organisation <id>', 'whose calendar', parseOrganisationId)
  .option('--json', 'report as JSON')
  .action(({ organisation, json }: Options & { organisation: OrganisationId }) =>
    withDatabase(async (open) => {
      await removeCalendar(editorOf(open), organisation);
      print(json, { organisation, outcome: 'removed' }, () => [
        `Removed the calendar of organisation ${organisation}. \`${commandLine('watch')}\` publishes this, or \`${commandLine('build')}\`.`,
      ]);
    }),
  );

/** Reads the file, up to the size that is stored. */
async function importFile(
  path: string,
  store: (bytes: Uint8Array) => Promise<CalendarImport>,
): Promise<CalendarImport> {
  let bytes: Buffer | null;
  try {
    bytes = await (path === '-' ? readBoundedInput(maxCalendarBytes) : readBounded(path, maxCalendarBytes));
  } catch (error) {
    return { outcome: 'unreadable', reason: `cannot be read: ${reasonOf(error)}` };
  }
  if (bytes === null)
    return { outcome: 'unreadable', reason: `is larger than the maximum of ${maxCalendarBytes / 1024 / 1024} MB` };
  return store(bytes);
}

function warningsOf({ calendar, versions }: Extract<CalendarImport, { calendar: Calendar }>): CalendarFinding[] {
  const today = dayAt(Date.now(), calendar.timeZone);
  return findCalendarWarnings({ calendar, versions, tzdata: process.versions['tz'] ?? '', today });
}

function summarise(outcome: CalendarImport) {
  if (!('calendar' in outcome)) return outcome;
  const { terms = [], closures = [], anchors = [], exceptions = [] } = outcome.calendar;
  const counts = { terms: terms.length, closures: closures.length, anchors: anchors.length };
  return { outcome: outcome.outcome, ...counts, exceptions: exceptions.length };
}

function describe(file: string, outcome: CalendarImport): string[] {
  if (outcome.outcome === 'unreadable') return [`${file}: not imported, it ${outcome.reason}`];
  if (outcome.outcome === 'refused') {
    const { problems } = outcome;
    return [`${file}: not imported, ${formatCount(problems.length, 'problem')}`, ...findingLines(problems, 100)];
  }
  const { terms = [], closures = [], exceptions = [] } = outcome.calendar;
  const counts = [
    formatCount(terms.length, 'term'),
    formatCount(closures.length, 'closure'),
    formatCount(exceptions.length, 'exception'),
  ].join(', ');
  if (outcome.outcome === 'unchanged') return [`${file}: the calendar is unchanged, ${counts}`];
  return [
    `${file}: imported the calendar, ${counts}`,
    `A running \`${commandLine('watch')}\` publishes it within seconds; \`${commandLine('build')}\` does so at once.`,
  ];
}
