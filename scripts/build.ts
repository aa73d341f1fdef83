// npm run build: publishes what the database holds.

import type { Database } from '../src/database/open-database.ts';
import { type BuildPlan, type BuildReport, build } from '../src/publish/build.ts';
import type { Scope } from '../src/publish/publish-organisation.ts';
import { showProgress } from './support/progress.ts';
import { createCommand, exitCodes, print, runCommand, withPublisher } from './support/run-command.ts';
import { UsageError } from './support/usage-error.ts';

type Options = { organisation?: string[]; timetable?: string[]; full?: boolean; json?: boolean };
const collect = (value: string, earlier: string[] = []) => [...earlier, value];

const command = createCommand('build', 'Publish what the database holds: everything, or what is named')
  .usage('-- [--organisation ID]... [--timetable VERSION_ID]... [--full]')
  .option('--organisation <id>', 'this organisation; may be given several times', collect)
  .option('--timetable <version-id>', 'this timetable version; may be given several times', collect)
  .option('--full', 'read back what is stored as well, and write anew what is not whole')
  .option('--json', 'report as JSON')
  .action((options: Options) =>
    withPublisher(async ({ database, publisher }) => {
      const started = performance.now();
      const plan = await planBuild(database, options);
      const progress = showProgress();
      const report = await build(publisher, database, plan, progress).finally(() => progress.stop());
      const seconds = (performance.now() - started) / 1000;
      print(options.json, { ...report, seconds }, () => describe(report, seconds));
      const withheld = report.organisations.some((organisation) => organisation.withheld.length > 0);
      if (withheld) process.exitCode = exitCodes.failed;
    }),
  );

async function planBuild(database: Database, options: Options): Promise<BuildPlan> {
  const { organisation = [], timetable = [], full = false } = options;
  if (organisation.length === 0 && timetable.length === 0) return full ? 'everything' : 'pending';
  const organisations = new Map<string, Scope>();
  for (const versionId of timetable) {
    const found = await database
      .selectFrom('timetable_version')
      .innerJoin('timetable', 'timetable.id', 'timetable_version.timetable_id')
      .select('timetable.organisation_id as id')
      .where('timetable_version.id', '=', versionId)
      .executeTakeFirst();
    if (found === undefined) throw new UsageError(`there is no timetable version ${versionId}`);
    const named = organisations.get(found.id)?.versions ?? [];
    organisations.set(found.id, { versions: new Set([...named, versionId]), mend: full });
  }
  for (const id of organisation) {
    const found = await database.selectFrom('organisation').select('id').where('id', '=', id).executeTakeFirst();
    if (found === undefined) throw new UsageError(`there is no organisation ${id}`);
    organisations.set(id, { versions: 'all', mend: full });
  }
  return organisations;
}

function describe({ organisations, records, departed }: BuildReport, seconds: number): string[] {
  const changed = organisations.filter(({ written, dropped }) => written.length + dropped.length > 0);
  const lines = [
    ...changed.map(
      ({ organisationId, generation, written, dropped }) =>
        `${organisationId}: generation ${generation}, ${written.length} written, ${dropped.length} dropped`,
    ),
    ...organisations.flatMap(({ organisationId, withheld }) =>
      withheld.flatMap(({ versionId, lastGoodIsServed, problems }) => [
        `${organisationId}: version ${versionId} is withheld, ${lastGoodIsServed ? 'its last good form stays' : 'it was never good'}`,
        ...problems.map(({ path, message, row }) => `  ${path}  ${message}  [${row ?? 'no row'}]`),
      ]),
    ),
    ...departed.map((what) => `${what}: removed, since the database no longer has it`),
  ];
  const nothing = changed.length + records.length + departed.length === 0;
  const outcome = nothing
    ? `Nothing to write: ${organisations.length} organisations looked at`
    : `Published ${changed.length} organisations and ${records.length} access records`;
  return [...lines, `${outcome} in ${seconds.toFixed(1)} s.`];
}

await runCommand(command);
