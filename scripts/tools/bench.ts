// npm run bench: measures the figures of test/bench/README.md on this machine, with the PostgreSQL server in DATABASE_URL.

import { createCommand } from '../support/create-command.ts';
import { readCount } from '../support/option-values.ts';
import { print, table } from '../support/print-report.ts';
import { showSteps } from '../support/progress.ts';
import { runCommand } from '../support/run-command.ts';
import { settings } from '../support/settings.ts';

const command = createCommand(
  'bench',
  'Run the benchmarks; those that need PostgreSQL use DATABASE_URL and are skipped without it',
  ['bench --quick', 'bench latency --rounds 50'],
).usage('[compare|busy|edge|growth|levels|reading|latency|change|storm|editors|fairness|bulk] [options]');

type StormOptions = { schools: number; publishing: number; watchers: number; rounds: number; json?: boolean };
type LatencyOptions = { rounds: number; bucket?: boolean; pooler?: boolean; json?: boolean };
type CompareOptions = { quick?: boolean; rounds?: number; json?: boolean };

command
  .command('compare', { isDefault: true })
  .description('serving and building, compared with alternatives (the default)')
  .option('--quick', 'in under two minutes: fewer loads, contestants and rounds')
  .option('--rounds <count>', 'rounds, 5 by default and 3 with --quick', readCount)
  .option('--json', 'report as JSON')
  .action(async ({ quick = false, rounds = quick ? 3 : 5, json }: CompareOptions) => {
    const { compareServing } = await import('../../test/bench/serving/compare-serving.ts');
    const { reportBuilding, reportServing } = await import('../../test/bench/report.ts');
    const { compareBuilding } = await import('../../test/bench/building/compare-building.ts');
    const { step: onStep, stop } = showSteps();
    const serving = await compareServing({ rounds, secondsEach: 1, few: quick, onStep });
    const building =
      settings.databaseUrl.value === undefined
        ? null
        : await compareBuilding({ rounds, documents: quick ? 8 : 24, onStep });
    stop();
    print(json, { serving, building }, () => [
      ...reportServing(serving),
      ...(building === null
        ? ['', 'Building and the per-request server were left out: DATABASE_URL names no server.']
        : reportBuilding(building)),
    ]);
  });

command
  .command('busy')
  .description(
    '1,000 callers of 1,000 organisations against a bare server: alone, during changes, and at a constant rate',
  )
  .option('--rounds <count>', 'rounds', readCount, 5)
  .option('--seconds <count>', 'seconds of each load in a round', readCount, 3)
  .option('--json', 'report as JSON')
  .action(async ({ rounds, seconds, json }: { rounds: number; seconds: number; json?: boolean }) => {
    const { measureBusy } = await import('../../test/bench/serving/measure-busy.ts');
    const { reportBusy } = await import('../../test/bench/report.ts');
    const { step, stop } = showSteps();
    const figures = await measureBusy(rounds, seconds, step).finally(stop);
    print(json, figures, () => reportBusy(figures));
  });

command
  .command('edge')
  .description('round trips of an answer of the CDN function, in workerd over Ceph behind a slow network')
  .option('--requests <count>', 'requests of each kind', readCount, 50)
  .option('--json', 'report as JSON')
  .action(async ({ requests, json }: { requests: number; json?: boolean }) => {
    const { measureEdge } = await import('../../test/bench/edge-round-trips.ts');
    const { reportEdge } = await import('../../test/bench/report.ts');
    const figures = await measureEdge([20, 60], requests);
    print(json, figures, () => reportEdge(figures));
  });

command
  .command('growth')
  .description('how time and memory grow with documents, organisations, versions, size and keys')
  .option('--quick', 'without the amounts that take minutes')
  .option('--json', 'report as JSON')
  .action(async ({ quick = false, json }: { quick?: boolean; json?: boolean }) => {
    const { measureGrowth } = await import('../../test/bench/growth/measure-growth.ts');
    const { reportGrowth } = await import('../../test/bench/report.ts');
    const points = await measureGrowth(quick, ({ axis, value }) => console.error(`${axis}: ${value}`));
    print(json, points, () => reportGrowth(points));
  });

command
  .command('levels')
  .description('size and time of the compression levels')
  .option('--json', 'report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const { compareLevels } = await import('../../test/bench/compression-levels.ts');
    const { reportLevels } = await import('../../test/bench/report.ts');
    const levels = await compareLevels();
    print(json, levels, () => reportLevels(levels));
  });

command
  .command('reading')
  .description('ways to read a version out of PostgreSQL')
  .option('--json', 'report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const { compareReading } = await import('../../test/bench/building/compare-reading.ts');
    const figures = await compareReading();
    print(json, figures, () => [
      'Milliseconds to read a version of 1 MB into objects:',
      `  one statement, a JSON array for each column  ${figures.jsonByColumn.toFixed(1)}`,
      `  one statement, a JSON object for each row    ${figures.jsonByRow.toFixed(1)}`,
      `  rows of each table, as text                  ${figures.rowsAsText.toFixed(1)}`,
      `  rows of each table, as binary                ${figures.rowsAsBinary.toFixed(1)}`,
    ]);
  });

command
  .command('latency')
  .description('latency from a commit to a reader, and from a revocation to the first refusal')
  .option('--rounds <count>', 'changes, and revocations', readCount, 200)
  .option('--bucket', "over a bucket of Ceph's gateway, to a reader of the CDN function in workerd")
  .option('--pooler', 'with PgBouncer in transaction mode between `watch` and PostgreSQL')
  .option('--json', 'report as JSON')
  .action(async ({ rounds, bucket, pooler, json }: LatencyOptions) => {
    const { measureLatency } = await import('../../test/bench/latency.ts');
    const figures = await measureLatency(rounds, bucket ? 'bucket' : 'folder', pooler);
    const row = (what: string, { p50, p90, p99, max }: typeof figures.changeToServed) => [
      what,
      ...[p50, p90, p99, max].map((milliseconds) => milliseconds.toFixed(0)),
    ];
    print(json, figures, () => [
      `${rounds} rounds, a document of ${(figures.documentBytes / 1e6).toFixed(2)} MB, milliseconds:`,
      ...table(
        ['', 'p50', 'p90', 'p99', 'max'],
        [
          row('change committed -> served', figures.changeToServed),
          row('revoked -> refused', figures.revocationToRefusal),
        ],
      ),
      `${figures.laterGrants} answers 200 after a first refusal.`,
    ]);
  });

command
  .command('change')
  .description('what one changed version costs with few organisations in the database and with many')
  .option('--few <count>', 'organisations in the small database', readCount, 10)
  .option('--many <count>', 'organisations in the large one', readCount, 10_000)
  .option('--rounds <count>', 'changes in each', readCount, 30)
  .option('--json', 'report as JSON')
  .action(async ({ few, many, rounds, json }: { few: number; many: number; rounds: number; json?: boolean }) => {
    const { measureCostOfAChange } = await import('../../test/bench/cost-of-a-change.ts');
    const costs = [await measureCostOfAChange(few, rounds), await measureCostOfAChange(many, rounds)] as const;
    const ratio = (pick: (cost: (typeof costs)[0]) => number) => (pick(costs[1]) / pick(costs[0])).toFixed(2);
    print(json, costs, () =>
      table(
        ['organisations', 'statements', 'rows read', 'bytes written', 'ms'],
        [
          ...costs.map((cost) => [
            String(cost.organisations),
            String(cost.statements),
            String(cost.rowsRead),
            String(cost.bytesWritten),
            cost.milliseconds.toFixed(1),
          ]),
          [
            'ratio',
            ratio(({ statements }) => statements),
            ratio(({ rowsRead }) => rowsRead),
            ratio(({ bytesWritten }) => bytesWritten),
            ratio(({ milliseconds }) => milliseconds),
          ],
        ],
      ),
    );
  });

command
  .command('editors')
  .description("unit moves per second by 8 editors of different schools, with Belfry's triggers and without")
  .option('--rounds <count>', 'rounds', readCount, 5)
  .option('--seconds <count>', 'seconds of each load in a round', readCount, 5)
  .option('--json', 'report as JSON')
  .action(async ({ rounds, seconds, json }: { rounds: number; seconds: number; json?: boolean }) => {
    const { measureEditors } = await import('../../test/bench/scale/measure-editors.ts');
    const { reportEditors } = await import('../../test/bench/scale/report.ts');
    const { step, stop } = showSteps();
    const figures = await measureEditors(rounds, seconds, step).finally(stop);
    print(json, figures, () => reportEditors(figures));
  });

command
  .command('bulk')
  .description("large changes of units, with Belfry's triggers and without, and the queue entries they leave")
  .option('--schools <count>', 'schools of three versions', readCount, 500)
  .option('--rows <count>', 'units that are moved one by one, and in one statement', readCount, 50_000)
  .option('--rounds <count>', 'rounds', readCount, 3)
  .option('--json', 'report as JSON')
  .action(async ({ json, ...size }: { schools: number; rows: number; rounds: number; json?: boolean }) => {
    const { measureBulk } = await import('../../test/bench/scale/measure-bulk.ts');
    const { reportBulk } = await import('../../test/bench/scale/report.ts');
    const { step, stop } = showSteps();
    const figures = await measureBulk(size, step).finally(stop);
    print(json, figures, () => reportBulk(figures));
  });

command
  .command('fairness')
  .description("latency of a school's change while another school renames a teacher of all its versions")
  .option('--versions <count>', 'versions of 1 MB of the school that renames', readCount, 100)
  .option('--rounds <count>', 'renames', readCount, 5)
  .option('--json', 'report as JSON')
  .action(async ({ versions, rounds, json }: { versions: number; rounds: number; json?: boolean }) => {
    const { measureFairness } = await import('../../test/bench/scale/measure-fairness.ts');
    const { reportFairness } = await import('../../test/bench/scale/report.ts');
    const { step, stop } = showSteps();
    const figures = await measureFairness(versions, rounds, step).finally(stop);
    print(json, figures, () => reportFairness(figures));
  });

command
  .command('storm')
  .description('the first build of many schools, many that publish within 10 s, and a change under a writer a second')
  .option('--schools <count>', 'schools of three versions', readCount, 500)
  .option('--publishing <count>', 'how many of them publish within 10 s', readCount, 500)
  .option('--watchers <count>', 'how many watchers run', readCount, 1)
  .option('--rounds <count>', 'changes under a writer a second', readCount, 100)
  .option('--json', 'report as JSON')
  .action(async ({ schools, publishing, watchers, rounds, json }: StormOptions) => {
    const { measureStorm } = await import('../../test/bench/scale/measure-storm.ts');
    const { reportStorm } = await import('../../test/bench/scale/report.ts');
    const { step, stop } = showSteps();
    const figures = await measureStorm({ schools, publishing, watchers, changes: rounds }, step).finally(stop);
    print(json, figures, () => reportStorm(figures));
  });

await runCommand(command);
