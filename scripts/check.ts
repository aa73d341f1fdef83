// npm run check: reads back the whole published output and reports problems.

import { createValidator } from '../src/contract/validator.ts';
import type { OpenDatabase } from '../src/database/open-database.ts';
import { CheckFailedError } from '../src/errors.ts';
import { checkAgainstDatabase } from '../src/maintain/check-against-database.ts';
import { checkMapping } from '../src/maintain/check-mapping.ts';
import { type CheckReport, checkPublished } from '../src/maintain/check-published.ts';
import type { ProbeFinding } from '../src/snapshot/probe-store.ts';
import type { Store } from '../src/snapshot/store.ts';
import { limitLines } from './support/limit-lines.ts';
import { openStore, probeLines, probeLocation } from './support/open-store.ts';
import { createCommand, print, runCommand, withDatabase, withStore } from './support/run-command.ts';
import { publishedLocation } from './support/settings.ts';

/** How many problems and differences are printed. */
const listed = 100;

type Options = { store?: boolean; database?: boolean; againstDatabase?: boolean; json?: boolean };

const command = createCommand('check', 'Read back the whole published output and report problems')
  .usage('-- [--store | --database] [--against-database] [--json]')
  .option('--store', 'test the folder or bucket itself instead, with temporary files')
  .option('--database', 'check instead the tables or views that are read in the database')
  .option('--against-database', 'also verify that it matches the database, nothing more and nothing less')
  .option('--json', 'report as JSON')
  .action(
    async ({ store: onlyStore = false, database: onlyDatabase = false, againstDatabase = false, json }: Options) => {
      if (onlyDatabase) return withDatabase((open) => reportDatabase(open, json));
      if (onlyStore) {
        const store = await openStore(publishedLocation());
        return reportStore(store.location, await probeLocation(store, publishedLocation()), json);
      }
      const validate = createValidator();
      if (!againstDatabase) {
        const store = await openStore(publishedLocation());
        const report = await checkPublished(store, validate);
        print(json, report, () => describe(report, store));
        return assertNone(report.problems.length, 0);
      }
      await withStore(async ({ database, location }, store) => {
        const report = await checkPublished(store, validate);
        const { differences } = await checkAgainstDatabase(database, store, validate);
        const unexplained = differences.filter(({ because }) => because === null);
        print(json, { ...report, differences }, () => [
          ...describe(report, store),
          ...limitLines(
            differences.map(
              ({ path, difference, because }) => `${path}  ${difference}${because === null ? '' : ` (${because})`}`,
            ),
            listed,
            'differences; `--json` has all',
          ),
          differences.length === 0
            ? `It matches the database ${location}, nothing more and nothing less.`
            : `${differences.length} differences from the database ${location}, ${unexplained.length} of them without a reason.` +
              (unexplained.length === 0 ? '' : ' `npm run build -- --full` publishes what the database holds.'),
        ]);
        assertNone(report.problems.length, unexplained.length);
      });
    },
  );

/** @throws CheckFailedError */
function assertNone(problems: number, differences: number): void {
  if (problems + differences === 0) return;
  const found = [
    ...(problems === 0 ? [] : [`${problems} ${problems === 1 ? 'problem' : 'problems'}`]),
    ...(differences === 0 ? [] : [`${differences} unexplained ${differences === 1 ? 'difference' : 'differences'}`]),
  ];
  throw new CheckFailedError(`the check failed: ${found.join(' and ')}`);
}

/** Formats the problems and their repair. A build rewrites what is in the database, and does not remove foreign files. */
function describe({ organisations, keys, files, orphans, problems, storeRecord }: CheckReport, store: Store): string[] {
  const foreign = problems.filter(({ byHand }) => byHand);
  const owner =
    storeRecord === null
      ? 'the database that publishes here'
      : `the database ${storeRecord.database}, which publishes to this store`;
  return [
    ...limitLines(
      problems.map(({ path, problem }) => `${path}  ${problem}`),
      listed,
      'problems; `--json` has all',
    ),
    `${organisations} organisations, ${keys} keys and ${files} files in ${store.location}: ` +
      (problems.length === 0 ? 'everything is intact.' : `${problems.length} problems.`),
    ...(problems.length === foreign.length ? [] : [`\`npm run build -- --full\` repairs them, with ${owner}.`]),
    ...(foreign.length === 0
      ? []
      : [`${foreign.length} of them are not repaired by a build: inspect them and remove them by hand.`]),
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
  const count = report.problems.length;
  const what = report.mapped ? 'views' : "Belfry's own tables";
  print(json, { location, ...report }, () => [
    ...report.problems,
    `${location} is read through ${what} in the schema ${report.schemas.join(', ')}: ` +
      (count === 0 ? 'everything is there.' : `${count} ${count === 1 ? 'problem' : 'problems'}.`),
  ]);
  if (count > 0) throw new CheckFailedError(`the views in ${location} lack what is read`);
}

await runCommand(command);
