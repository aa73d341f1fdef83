// belfry build: publishes the content of the database.

import { createInterface } from 'node:readline/promises';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { recordBuild } from '../src/control/publication/record-build.ts';
import type { Database } from '../src/database/connect/open-database.ts';
import { assertOrganisation } from '../src/database/organisation.ts';
import { selectRolledBack } from '../src/database/queue/select-rolled-back.ts';
import { organisationsWith } from '../src/database/timetable/row-id.ts';
import { assertMappingComplete } from '../src/database/views/check-mapping.ts';
import { assertSource } from '../src/database/views/source-relations.ts';
import {
  CheckFailedError,
  NotFoundError,
  RemovalHeldError,
  reasonOf,
  SeveralFailedError,
  WithheldError,
} from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { buildFromDatabase, type DatabaseBuildReport } from '../src/publish/database/build-from-database.ts';
import { createDatabasePublisher } from '../src/publish/database/database-port.ts';
import { describeNewer, describeOlder } from '../src/publish/database/describe-fences.ts';
import type { BuildPlan } from '../src/publish/engine/build.ts';
import { describeAwaitingApproval } from '../src/publish/judge-removals.ts';
import type { Request } from '../src/publish/port.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { withPublisher } from './command/with-database.ts';
import { collectTexts } from './options/option-values.ts';
import { findingLines, limitLines, print } from './reports/print-report.ts';
import { showProgress } from './reports/progress.ts';

type Options = {
  organisation?: OrganisationId[];
  timetable?: string[];
  full?: boolean;
  remove?: boolean;
  json?: boolean;
};

const collectOrganisations = (text: string, earlier: OrganisationId[] = []) => [...earlier, parseOrganisationId(text)];

export const command = createCommand(
  'build',
  'Publish what is pending, or what is named; --full publishes everything',
  ['build', 'build --organisation riverside --organisation hillside', 'build --full --json', 'build --remove'],
)
  .usage('[--organisation ID]... [--timetable VERSION_ID]... [--full] [--remove]')
  .option('--organisation <id>', 'this organisation; may be given several times', collectOrganisations)
  .option('--timetable <version-id>', 'this timetable version; may be given several times', collectTexts)
  .option('--full', 'verify the stored files as well, and rewrite damaged ones')
  .option('--remove', 'approve large removals of what is no longer in the database')
  .option('--json', 'report as JSON')
  .action((options: Options) =>
    withPublisher(async (open) => {
      const { database, publishSettings } = open;
      await assertMappingComplete(database);
      await assertSource(database, 'all');
      const started = performance.now();
      const plan = await planBuild(database, options);
      await recordBuild(operatorOf(open), plan);
      const rolledBack = await selectRolledBack(database);
      const run = (removesInBulk: boolean) => {
        const progress = showProgress('Building', 'Built');
        const publisher = createDatabasePublisher({ ...publishSettings, removesInBulk }, open);
        return buildFromDatabase(publisher, plan, progress).finally(() => progress.stop());
      };
      let report = await run(options.remove === true);
      const held = [
        ...(report.held.length === 0 ? [] : [describeAwaitingApproval(report.held)]),
        ...report.failures.flatMap(({ error }) => (error instanceof RemovalHeldError ? [error.message] : [])),
      ];
      if (held.length > 0 && (await confirmRemoval(limitLines(held, maxListed, 'removals').join('\n'))))
        report = await run(true);
      const seconds = (performance.now() - started) / 1000;
      const failures = report.failures.map(({ error, ...what }) => ({ ...what, error: reasonOf(error) }));
      const still = new Set(rolledBack.length === 0 ? [] : await selectRolledBack(database));
      const ended = rolledBack.filter((id) => !still.has(id));
      print(options.json, { ...report, failures, rollbacksEnded: ended, seconds }, () => [
        ...limitLines(ended.map(describeEnded), maxListed, 'organisations whose rollback ended; `--json` names them'),
        ...describe(report, seconds),
      ]);
      assertAllPublished(report);
    }),
  );

const describeEnded = (id: string) =>
  `${id}: readers had an earlier state after a rollback, and now get what the database has, also what it was rolled back for; \`${commandLine(`rollback --organisation ${id}`)}\` goes back again`;

/** Asks for approval on a terminal. Without a terminal the answer is no. */
async function confirmRemoval(held: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${held}\nRemove them now? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function planBuild(database: Database, options: Options): Promise<BuildPlan> {
  const { organisation = [], timetable = [], full = false } = options;
  if (organisation.length === 0 && timetable.length === 0) return full ? 'everything' : 'due';
  const organisations = new Map<OrganisationId, Request & { what: 'versions' }>();
  for (const versionId of timetable) {
    const found = await organisationsWith(database, versionId);
    if (found.length === 0)
      throw new NotFoundError(
        `there is no timetable version ${versionId}; \`${commandLine('timetables list --organisation ID')}\` shows them`,
      );
    for (const owner of found.map(parseOrganisationId)) {
      const named = organisations.get(owner)?.versions ?? [];
      organisations.set(owner, { what: 'versions', versions: new Set([...named, versionId]), repair: full });
    }
  }
  for (const id of organisation) {
    await assertOrganisation(database, id);
    organisations.set(id, { what: 'versions', versions: 'all', repair: full });
  }
  return organisations;
}

/** @throws SeveralFailedError for everything that was not published */
function assertAllPublished({ organisations, failures, held, fences }: DatabaseBuildReport): void {
  const withheld = organisations.flatMap((organisation) => organisation.withheld).length;
  const errors: readonly unknown[] = [
    ...failures.map(({ error }) => error),
    ...(withheld === 0 ? [] : [new WithheldError(`${formatCount(withheld, 'timetable version')} withheld`)]),
    ...(describeAwaitingApproval(held) === '' ? [] : [new RemovalHeldError(describeAwaitingApproval(held))]),
    ...(fences === null ? [] : describeNewer(fences)).map(
      ({ found, next }) => new CheckFailedError(`${found}. ${next}`),
    ),
  ];
  if (errors.length === 0) return;
  const failed = failures.map(
    ({ organisationId, work, error }) => `${work} of organisation ${organisationId} failed: ${reasonOf(error)}`,
  );
  const lines = [
    ...limitLines(
      failed,
      maxListed,
      `failures; \`${commandLine('status --all')}\` shows those of access and documents`,
    ),
    ...errors.slice(failures.length).map(reasonOf),
  ];
  throw new SeveralFailedError(lines.join('\nerror: '), errors);
}

/** How many lines of each list are printed, and how many problems of one version. */
const [maxListed, maxListedProblems] = [20, 10];

function describe(report: DatabaseBuildReport, seconds: number): string[] {
  const { organisations, access, derived, deleted, strays, failures, untried, fences } = report;
  const older =
    fences === null ? [] : describeOlder(fences).map(({ found }) => `${found}: published anew, as the database has it`);
  const changed = organisations.filter(({ written, dropped }) => written.length + dropped.length > 0);
  const changes = changed.map(
    ({ organisationId, generation, written, dropped }) =>
      `${organisationId}: generation ${generation}, ${written.length} written, ${dropped.length} dropped`,
  );
  const withheld = organisations.flatMap(({ organisationId, withheld }) =>
    withheld.map((version) => ({ organisationId, ...version })),
  );
  const warned = organisations.flatMap(({ organisationId, warnings }) =>
    warnings.length === 0
      ? []
      : [
          `${organisationId}: ${warnings.length === 1 ? 'one version has' : `${warnings.length} versions have`} warnings; \`${commandLine(`status --organisation ${organisationId}`)}\` shows them`,
        ],
  );
  const removed = [...deleted, ...strays].map((what) => `${what}: removed, since the database no longer has it`);
  const lines = [
    ...older,
    ...limitLines(changes, maxListed, 'organisations that were changed; `--json` names them'),
    ...withheld
      .slice(0, maxListed)
      .flatMap(({ organisationId, versionId, lastGoodIsServed, problems, more }) => [
        `${organisationId}: version ${versionId} is withheld, ${lastGoodIsServed ? 'its last valid version is still served' : 'there is no valid version to serve'}`,
        ...findingLines(problems, maxListedProblems, more),
      ]),
    ...(withheld.length > maxListed
      ? [`and ${withheld.length - maxListed} more versions are withheld; \`${commandLine('status --all')}\` says why`]
      : []),
    ...limitLines(warned, maxListed, `organisations with warnings; \`${commandLine('status --all')}\` shows them`),
    ...limitLines(removed, maxListed, 'that were removed; `--json` names them'),
    ...(untried.length === 0
      ? []
      : [`${formatCount(untried.length, 'organisation')} skipped, because the store failed for too many before them`]),
  ];
  const unpublished = failures.filter(({ work }) => work !== 'clean-up');
  const failed = new Set(unpublished.map(({ organisationId }) => organisationId)).size;
  const rest = failed === 0 ? '' : `; ${failed} failed, see \`${commandLine('status')}\``;
  const nothing = changed.length + access.length + derived.length + removed.length === 0;
  // Without a calendar only what changed follows from documents.
  const ofCalendars = derived.filter(({ generation }) => generation !== null).length;
  const calendars = ofCalendars === 0 ? '' : `, calendars of ${ofCalendars}`;
  const outcome = nothing
    ? `Nothing to write: ${formatCount(organisations.length, 'organisation')} checked`
    : `Published documents of ${formatCount(changed.length, 'organisation')}${calendars}, and access of ${access.length},`;
  return [...lines, `${outcome} in ${seconds.toFixed(1)} s${rest}.`];
}
