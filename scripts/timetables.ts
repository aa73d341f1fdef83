// belfry timetables: lists the versions of an organisation's timetables, and whether readers get them.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { type ListedVersion, listVersions } from '../src/control/timetables/list-versions.ts';
import { createCommand } from './command/create-command.ts';
import { withStore } from './command/with-database.ts';
import { print, table } from './reports/print-report.ts';

export const command = createCommand('timetables', "List the versions of an organisation's timetables", [
  'timetables list --organisation riverside',
  'timetables list --organisation riverside --json',
]).usage('list --organisation ID');

command
  .command('list')
  .description('show every version, newest first, and whether it is served as it is in the database')
  .requiredOption('--organisation <id>', 'whose timetables', parseOrganisationId)
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
SERVED says what readers get: "yes"; "no" or "an earlier state", because the version is withheld (\`${commandLine('status')}\` says why), waits for a publisher, or was rolled back. Autosaves are not listed.`,
  )
  .action(({ organisation, json }: { organisation: OrganisationId; json?: boolean }) =>
    withStore(async ({ database }, store) => {
      const list = await listVersions(database, store, organisation);
      print(json, { organisation, ...list }, () => [
        ...table(
          ['ID', 'NAME', 'VERSION', 'STATUS', 'CURRENT', 'FROM', 'TO', 'CHANGED', 'SERVED'],
          list.versions.map(formatVersion),
        ),
        ...(list.rolledBackTo === null ? [] : [`Generation ${list.rolledBackTo} is shown again after a rollback.`]),
      ]);
    }),
  );

function formatVersion(version: ListedVersion): string[] {
  const { id, name, versionNumber, versionName, status, isCurrent, effectiveFrom, effectiveTo, updatedAt } = version;
  return [
    id,
    name,
    versionName === null ? String(versionNumber) : `${versionNumber} (${versionName})`,
    status,
    isCurrent ? 'yes' : '',
    formatDay(effectiveFrom),
    formatDay(effectiveTo),
    updatedAt.slice(0, 10),
    formatServed(version),
  ];
}

/** @param day as the number YYYYMMDD */
const formatDay = (day: number | null) =>
  day === null ? '-' : String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

const servedWords = { current: 'yes', earlier: 'an earlier state', none: 'no' } as const;

const formatServed = ({ served, because }: ListedVersion) =>
  because === null ? servedWords[served] : `${servedWords[served]}: ${because}`;
