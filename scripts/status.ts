// belfry status: what is published, what waits, what is withheld, and who needs attention.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { findCalendarFindingsOf } from '../src/control/calendars/find-calendar-findings.ts';
import { totalsOf } from '../src/control/publication/judge-status.ts';
import { type OrganisationStatus, readGeneral, readPages, readStatus } from '../src/control/publication/read-status.ts';
import { readSummary, type Summary } from '../src/control/publication/read-summary.ts';
import type { Database } from '../src/database/connect/open-database.ts';
import { enqueueUnlessReadOnly } from '../src/database/queue/changed-versions.ts';
import { CheckFailedError } from '../src/errors.ts';
import { visibleLine } from '../src/health/visible.ts';
import type { Store } from '../src/store/store.ts';
import { createCommand } from './command/create-command.ts';
import { withStore } from './command/with-database.ts';
import {
  findFailures,
  formatOrganisations,
  formatSummary,
  formatTotals,
  type ReportedOrganisation,
} from './reports/format-status.ts';
import { print } from './reports/print-report.ts';
import { showProgress } from './reports/progress.ts';

type Options = { organisation?: OrganisationId; all?: boolean; json?: boolean };

/** How many organisations the summary reads, of how many versions it has the problems, and how many problems of each. */
const [maxUrgent, maxVersions, maxProblems] = [10, 10, 3];

export const command = createCommand('status', 'Show totals and who needs attention, all organisations, or one', [
  'status',
  'status --organisation riverside',
  'status --all --json',
])
  .usage('[--all | --organisation ID] [--json]')
  .option('--organisation <id>', 'this organisation alone, with all its problems and warnings', parseOrganisationId)
  .option('--all', 'every organisation, with the first of its problems and warnings; all of them with --json')
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
Without --all and --organisation it names the ${maxUrgent} organisations that need attention most. With --all it prints while it reads.
Ends with 1 while a version or a link is withheld, publishing fails, removals await approval or no publisher runs.`,
  )
  .action(({ organisation, all = false, json = false }: Options) =>
    withStore(async ({ database }, store) => {
      const failures =
        organisation !== undefined
          ? await reportOne(database, store, organisation, json)
          : all
            ? await reportAll(database, store, json)
            : await reportSummary(database, store, json);
      if (failures.length > 0) throw new CheckFailedError(failures.join('; '));
    }),
  );

/** Each report returns why the command exits with 1. */
async function reportSummary(database: Database, store: Store, json: boolean): Promise<string[]> {
  const summary = await readSummary(database, store, Date.now(), maxUrgent);
  const { urgent: some, ...rest } = summary;
  const urgent = await withCalendars(database, some);
  // What is left out is counted, so that a program knows that there is more.
  const more = summary.totals.attention - urgent.length;
  print(json, { ...rest, totals: printedTotals(rest.totals), organisations: urgent.map(firstOf), more }, () =>
    formatSummary(summary),
  );
  return findFailures(summary);
}

/** Programs that read the report know the number of those who need attention as `inNeed`. */
const printedTotals = ({ attention: inNeed, ...totals }: Summary['totals']) => ({ ...totals, inNeed });

/** The first problems of the first versions, with the number of versions; `--organisation` has all. */
function firstOf({ withheld, warnings, calendar, ...rest }: ReportedOrganisation) {
  return {
    ...rest,
    calendar: calendar && {
      problems: calendar.problems.slice(0, maxProblems),
      warnings: calendar.warnings.slice(0, maxProblems),
      more: Math.max(0, calendar.problems.length - maxProblems) + Math.max(0, calendar.warnings.length - maxProblems),
    },
    withheldVersions: withheld.length,
    withheld: withheld.slice(0, maxVersions).map((each) => ({
      ...each,
      problems: each.problems.slice(0, maxProblems),
      more: Math.max(0, each.problems.length - maxProblems) + (each.more ?? 0),
    })),
    warnedVersions: warnings.length,
    warnings: warnings.slice(0, maxVersions).map((each) => ({
      ...each,
      warnings: each.warnings.slice(0, maxProblems),
      more: Math.max(0, each.warnings.length - maxProblems),
    })),
  };
}

async function reportOne(database: Database, store: Store, only: OrganisationId, json: boolean): Promise<string[]> {
  const status = await readStatus(database, store, Date.now(), { only });
  const totals = totalsOf(status.organisations);
  const organisations = await withCalendars(database, status.organisations);
  const [{ calendar } = { calendar: null }] = organisations;
  print(json, { ...status, calendar }, () => [
    ...formatOrganisations(organisations),
    ...formatTotals({ ...status, totals }),
  ]);
  return findFailures({ ...status, totals });
}

/** The organisations with what is wrong with their calendars, or looks wrong. */
async function withCalendars(
  database: Database,
  organisations: readonly OrganisationStatus[],
): Promise<ReportedOrganisation[]> {
  const ids = organisations.map(({ organisationId }) => organisationId);
  const clock = { now: Date.now(), tzdata: process.versions['tz'] ?? '' };
  const calendars = await findCalendarFindingsOf(database, ids, clock);
  return organisations.map((each) => ({ ...each, calendar: calendars.get(each.organisationId) ?? null }));
}

/** Prints page by page, so that neither the report nor the memory for it grows with the number of organisations. */
async function reportAll(database: Database, store: Store, json: boolean): Promise<string[]> {
  await enqueueUnlessReadOnly(database);
  const progress = showProgress('Reading', 'Read');
  const totals = totalsOf([]);
  if (json) console.log('{\n"organisations": [');
  let isFirst = true;
  try {
    for await (const read of readPages(database, store, Date.now(), progress)) {
      const page = await withCalendars(database, read);
      for (const [name, value] of Object.entries(totalsOf(page))) totals[name as keyof typeof totals] += value; // its own keys
      if (!json) console.log(formatOrganisations(page, maxProblems).map(visibleLine).join('\n'));
      else
        for (const each of page) {
          console.log(`${isFirst ? '' : ','}${JSON.stringify(each)}`);
          isFirst = false;
        }
    }
  } finally {
    progress.stop();
  }
  const general = await readGeneral(database, store);
  if (json) console.log(`], ${JSON.stringify({ ...general, totals: printedTotals(totals) }).slice(1)}`);
  else
    console.log(
      formatTotals({ ...general, totals })
        .map(visibleLine)
        .join('\n'),
    );
  return findFailures({ ...general, totals });
}
