// belfry check: reads back the whole published output and reports problems.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { commandLine } from '../src/command-line.ts';
import { createValidator, type Validator } from '../src/contract/validator.ts';
import { embeddedDataFolder } from '../src/database/connect/embedded.ts';
import { type OpenDatabase, openDatabase } from '../src/database/connect/open-database.ts';
import { assertSchemaCurrent } from '../src/database/migrations/migrate.ts';
import { checkMappedRows } from '../src/database/views/check-mapped-rows.ts';
import { checkMapping } from '../src/database/views/check-mapping.ts';
import { skeletonOfViews } from '../src/database/views/skeleton-of-views.ts';
import { CheckFailedError, OperatorError, reasonOf, StoreMismatchError, UsageError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { assertStoreMatches } from '../src/publish/database/bind-store.ts';
import { compareFences, type FenceReport } from '../src/publish/database/compare-fences.ts';
import { describeNewer, describeOlder } from '../src/publish/database/describe-fences.ts';
import type { ProbeFinding } from '../src/store/probe-store.ts';
import type { Store } from '../src/store/store.ts';
import { checkAgainstDatabase } from '../src/verify/check-against-database.ts';
import { type CheckReport, checkPublished } from '../src/verify/check-published.ts';
import { checkStoreFiles } from '../src/verify/check-store-files.ts';
import { createCommand } from './command/create-command.ts';
import { openStore, probeLines, probeLocation } from './command/open-store.ts';
import { withDatabase, withStore } from './command/with-database.ts';
import { readText } from './options/option-values.ts';
import { publishedLocation, settings } from './options/settings.ts';
import { limitLines, print } from './reports/print-report.ts';

/** How many problems, and how many differences, are printed. */
const maxListed = 100;

type Options = { store?: boolean; database?: boolean; views?: string; againstDatabase?: boolean; json?: boolean };

export const command = createCommand('check', 'Read back the whole published output and report problems', [
  'check',
  'check --against-database',
  'check --store',
  'check --database',
  'check --database --views school > views.sql',
])
  .usage('[--store | --database [--views SCHEMA] | --against-database] [--json]')
  .addOption(
    new Option('--store', 'test the folder or bucket itself instead, with temporary files').conflicts([
      'database',
      'againstDatabase',
    ]),
  )
  .addOption(
    new Option('--database', 'instead check the tables or views that Belfry reads').conflicts('againstDatabase'),
  )
  .option(
    '--views <schema>',
    'with --database: write the SQL of views over tables of your own, to be filled in',
    readText,
  )
  .option('--against-database', 'also verify that it matches the database, nothing more and nothing less')
  .option('--json', 'report as JSON')
  .action(
    async ({
      store: onlyStore = false,
      database: onlyDatabase = false,
      views,
      againstDatabase = false,
      json,
    }: Options) => {
      if (views !== undefined) {
        if (!onlyDatabase) throw new UsageError('--views needs --database');
        return withDatabase(async ({ database }) => console.log((await skeletonOfViews(database, views)).trimEnd()));
      }
      if (onlyDatabase) return withDatabase((open) => reportDatabase(open, json));
      if (onlyStore) {
        const store = openStore(publishedLocation());
        return reportStore(store.location, await probeLocation(store, publishedLocation()), json);
      }
      const validate = createValidator();
      if (!againstDatabase) {
        const store = openStore(publishedLocation());
        const freshness = await compareIfReachable(store);
        const report = await checkWhole(store, validate, freshness.fences);
        print(json, { ...report, ...freshness }, () => [...describe(report, store), ...describeFreshness(freshness)]);
        return assertNone(report.problems.length, 0, freshness.fences);
      }
      await withStore(async ({ database, location }, store) => {
        const fences = await compareFences(database, store);
        const report = await checkWhole(store, validate, fences);
        const { differences } = await checkAgainstDatabase(database, store, validate);
        const unexplained = differences.filter(({ because }) => because === null);
        print(json, { ...report, fences, differences }, () => [
          ...describe(report, store),
          ...describeFreshness({ fences, database: location }),
          ...limitLines(
            differences.map(
              ({ path, difference, because }) =>
                `${path}  ${difference}${because === null ? '' : ` (${because === 'held' ? 'awaiting approval' : because})`}`,
            ),
            maxListed,
            'differences; `--json` has all',
          ),
          differences.length === 0
            ? `It matches the database ${location}, nothing more and nothing less.`
            : `${formatCount(differences.length, 'difference')} from the database ${location}, ${unexplained.length} of them without a reason.` +
              (unexplained.length === 0 ? '' : ` \`${commandLine('build --full')}\` publishes what the database has.`),
        ]);
        assertNone(report.problems.length, unexplained.length, fences);
      });
    },
  );

/** Every file of the store, and whether it is a whole one. */
async function checkWhole(store: Store, validate: Validator, fences: FenceReport | null): Promise<CheckReport> {
  const ofStore = await checkStoreFiles(store, fences?.compared === 0);
  const report = await checkPublished(store, validate);
  return { ...report, problems: [...ofStore, ...report.problems] };
}

/** The comparison with the database, or why there was none. */
type Freshness = { fences: FenceReport; database: string } | { fences: null; notCompared: string };

/**
 * A store that was restored from a backup is intact in itself, and may let a revoked key in. So it is compared with the database
 * wherever that can be reached, and where it cannot, the report says so.
 */
async function compareIfReachable(store: Store): Promise<Freshness> {
  const [url, folder] = [settings.databaseUrl.value, settings.dataFolder.value];
  if (url === undefined && !existsSync(embeddedDataFolder(folder)))
    return { fences: null, notCompared: 'DATABASE_URL is unset' };
  try {
    const open = await openDatabase({ url, folder });
    try {
      await assertSchemaCurrent(open.database);
      await assertStoreMatches({ open, store, newId: randomUUID });
      return { fences: await compareFences(open.database, store), database: open.location };
    } finally {
      await open.close();
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const isOther = error instanceof StoreMismatchError;
    return { fences: null, notCompared: isOther ? 'the database publishes to another store' : reasonOf(error) };
  }
}

function describeFreshness(freshness: Freshness): string[] {
  if (freshness.fences === null)
    return [
      `It was not compared with the database (${freshness.notCompared}), so what an old backup put back is not noticed: run \`${commandLine('check')}\` with the publisher's settings.`,
    ];
  const { fences, database } = freshness;
  const found = [...describeOlder(fences), ...describeNewer(fences)];
  if (found.length === 0)
    return [`${formatCount(fences.compared, 'organisation')} as last published from the database ${database}.`];
  return found.map(({ found, next }) => `${found}. ${next}.`);
}

/** @throws CheckFailedError */
function assertNone(problems: number, differences: number, fences: FenceReport | null): void {
  const stale =
    fences === null ? 0 : fences.older.count + fences.unknown.count + fences.newer.count + fences.strays.count;
  if (problems + differences + stale === 0) return;
  const found = [
    ...(problems === 0 ? [] : [formatCount(problems, 'problem')]),
    ...(differences === 0 ? [] : [formatCount(differences, 'unexplained difference')]),
    ...(stale === 0 ? [] : [`${formatCount(stale, 'organisation')} not as last published`]),
  ];
  throw new CheckFailedError(`the check failed: ${found.join(', ')}`);
}

/** A full build repairs the output of every organisation in the database, and leaves files that it does not know alone. */
function describe(
  { organisations, keys, links, files, orphans, problems, storeRecord }: CheckReport,
  store: Store,
): string[] {
  const byHand = problems.filter((problem) => problem.byHand);
  const owner =
    storeRecord === null
      ? 'the database that publishes here'
      : `the database ${storeRecord.database}, which publishes to this store`;
  return [
    ...limitLines(
      problems.map(({ path, problem }) => `${path}  ${problem}`),
      maxListed,
      'problems; `--json` has all',
    ),
    `${organisations} organisations, ${keys} keys${links === 0 ? '' : `, ${links} links`} and ${files} files in ${store.location}: ` +
      (problems.length === 0 ? 'everything is intact.' : `${formatCount(problems.length, 'problem')}.`),
    ...(problems.length === byHand.length
      ? []
      : [`\`${commandLine('build --full')}\` repairs them; run it against ${owner}.`]),
    ...(byHand.length === 0
      ? []
      : [`${byHand.length} of them are not repaired by a build: inspect them and remove them by hand.`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} files are named by no pointer; a later build removes them.`]),
  ];
}

function reportStore(location: string, findings: readonly ProbeFinding[], json: boolean | undefined): void {
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length;
  print(json, { location, usable: failed === 0, findings }, () => [
    ...probeLines(findings),
    failed === 0
      ? `${location} can be published to.`
      : `${location} cannot be published to: ${failed} of the tests failed.`,
  ]);
  if (failed > 0) throw new CheckFailedError(`${location} cannot be published to`);
}

async function reportDatabase({ database, location }: OpenDatabase, json: boolean | undefined): Promise<void> {
  const report = await checkMapping(database);
  const problems = report.problems.length > 0 ? report.problems : await checkMappedRows(database);
  const what = report.mapped ? 'views' : "Belfry's own tables";
  print(json, { location, ...report, problems }, () => [
    ...problems,
    `${location} is read through ${what} in the schema ${report.schemas.join(', ')}: ` +
      (problems.length === 0 ? 'everything is as required.' : `${formatCount(problems.length, 'problem')}.`),
  ]);
  if (problems.length > 0) throw new CheckFailedError(`the ${what} in ${location} are not as Belfry reads them`);
}
