// belfry timetables: lists the versions of an organisation's timetables, publishes drafts, and renames.

import type { OrganisationId } from '../src/access/ids.ts';
import { isoDay } from '../src/calendar/time/day.ts';
import { commandLine } from '../src/command-line.ts';
import type { ChangeVersion } from '../src/control/timetables/change-version.ts';
import { type ListedVersion, listVersions } from '../src/control/timetables/list-versions.ts';
import { type PublishOutcome, publishTimetable } from '../src/control/timetables/publish-timetable.ts';
import { renameTimetable } from '../src/control/timetables/rename-timetable.ts';
import { UsageError, WithheldError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withPublisher, withStore } from './command/with-database.ts';
import { readDay, readName } from './options/option-values.ts';
import { organisationOf, organisationOption } from './options/organisation-option.ts';
import { findingLines, print, table } from './reports/print-report.ts';

type Named = { organisation?: OrganisationId; json?: boolean };
type PublishOptions = Named & { from?: number; evenIfNearlyEmpty?: boolean };
type RenameOptions = Named & { name?: string; versionName?: string };

export const command = createCommand(
  'timetables',
  "List the versions of an organisation's timetables, publish drafts, and rename",
  [
    'timetables list --organisation riverside',
    'timetables list --organisation riverside --json',
    'timetables publish riverside-timetable-v2 --organisation riverside --from 2027-02-01',
    'timetables rename riverside-timetable-v2 --organisation riverside --name "Main school"',
  ],
).usage('<list|publish|rename> ...');

command
  .command('list')
  .description('show every version, newest first, and whether it is served as it is in the database')
  .addOption(organisationOption('whose timetables'))
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
SERVED says what readers get: "yes"; "no" or "an earlier state", because the version is withheld (\`${commandLine('status')}\` says why), waits for a publisher, or was rolled back. Autosaves are not listed.`,
  )
  .action(({ organisation: given, json }: Named) =>
    withStore(async ({ database }, store) => {
      const organisation = await organisationOf(database, given);
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

command
  .command('publish')
  .description('publish a draft from a day on; the version that applies until then ends on the day before')
  .argument('<version-id>', 'the draft, as `list` shows it')
  .addOption(organisationOption('whose timetable'))
  .option('--from <date>', 'its first day, as YYYY-MM-DD (default: today)', readDay)
  .option('--even-if-nearly-empty', 'although it places next to no lessons, and the version that ends does')
  .option('--json', 'report as JSON')
  .action((versionId: string, { organisation: given, from, evenIfNearlyEmpty = false, json }: PublishOptions) =>
    withPublisher(async (open) => {
      const organisation = await organisationOf(open.database, given);
      const asked = { ...changeOf(organisation, versionId), from: from ?? null, evenIfNearlyEmpty };
      const { version } = assertChanged(versionId, await publishTimetable(operatorOf(open), asked));
      print(json, { organisation, version }, () => [
        `${version.name}, version ${version.versionNumber} (${versionId}), is published from ${formatDay(version.effectiveFrom)}` +
          `${version.effectiveTo === null ? '' : ` to ${formatDay(version.effectiveTo)}`}.`,
        readersGetIt,
      ]);
    }),
  );

command
  .command('rename')
  .description('change the name of a timetable, which all of its versions have, or the label of one version')
  .argument('<version-id>', 'the version, as `list` shows it')
  .addOption(organisationOption('whose timetable'))
  .option('--name <name>', 'the new name of the timetable', readName)
  .option('--version-name <name>', 'the new label of the version', readName)
  .option('--json', 'report as JSON')
  .action((versionId: string, { organisation: given, name, versionName, json }: RenameOptions) =>
    withPublisher(async (open) => {
      if (name === undefined && versionName === undefined)
        throw new UsageError('--name or --version-name is needed: what shall be its new name?');
      const organisation = await organisationOf(open.database, given);
      const asked = { ...changeOf(organisation, versionId), name, versionName };
      const { version } = assertChanged(versionId, await renameTimetable(operatorOf(open), asked));
      const label = version.versionName === null ? '' : ` (${version.versionName})`;
      print(json, { organisation, version }, () => [
        `${versionId} is now called ${version.name}, version ${version.versionNumber}${label}.`,
        readersGetIt,
      ]);
    }),
  );

const readersGetIt = `Readers get it within seconds where a watcher runs, and else with \`${commandLine('build')}\`.`;

const changeOf = (organisationId: OrganisationId, versionId: string): ChangeVersion => ({
  ...{ organisationId, versionId, precondition: { ifMatch: null, isNew: false } },
});

/** @throws WithheldError when nothing was changed, and says why */
function assertChanged(versionId: string, outcome: PublishOutcome) {
  if ('version' in outcome) return outcome;
  if (outcome.outcome === 'nearly empty')
    throw new WithheldError(
      `${versionId} places ${outcome.placed} lesson units, and ${outcome.before}, which would end, places ${outcome.placedBefore}; ` +
        '--even-if-nearly-empty publishes it all the same',
    );
  if (outcome.outcome === 'refused')
    throw new WithheldError(
      [`${versionId} breaks the contract, and nothing was changed:`, ...findingLines(outcome.problems, 20)].join('\n'),
    );
  throw new WithheldError(`somebody changed ${versionId} meanwhile, and nothing was changed; run the command again`);
}

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
const formatDay = (day: number | null) => (day === null ? '-' : isoDay(day));

const servedWords = { current: 'yes', earlier: 'an earlier state', none: 'no' } as const;

const formatServed = ({ served, because }: ListedVersion) =>
  because === null ? servedWords[served] : `${servedWords[served]}: ${because}`;
