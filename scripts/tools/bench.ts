// npm run bench: measures the figures of test/bench/README.md on this machine, with the PostgreSQL server in DATABASE_URL. Each
// scenario is a file in test/bench that measures and reports.

import { cpus, release, totalmem } from 'node:os';
import { createCommand } from '../command/create-command.ts';
import { runCommand } from '../command/run-command.ts';
import { readCount } from '../options/option-values.ts';
import { settings } from '../options/settings.ts';
import { print } from '../reports/print-report.ts';
import { showSteps } from '../reports/progress.ts';

type Scenario<Options, Figures> = {
  measure(options: Options, onStep: (what: string) => void): Promise<Figures>;
  report(figures: Figures): string[];
};
/** A count with its default, or what is on or off. */
type Option = [flags: string, description: string, count?: number];

const command = createCommand(
  'bench',
  'Run the benchmarks; those that need PostgreSQL use DATABASE_URL and are skipped without it',
  ['bench --quick', 'bench latency --rounds 50'],
).usage(
  '[compare|busy|edge|latency|days|day-costs|webhooks|links|change|storm|editors|fairness|bulk|hostile] [options]',
);

function scenario<Options, Figures>(
  name: string,
  description: string,
  options: readonly Option[],
  load: () => Promise<Scenario<Options, Figures>>,
): void {
  const own = command.command(name, { isDefault: name === 'compare' }).description(description);
  for (const [flags, what, count] of options)
    if (flags.endsWith('<count>')) own.option(flags, what, readCount, count);
    else own.option(flags, what);
  own.option('--json', 'report as JSON').action(async (given: Options & { json?: boolean }) => {
    const { measure, report } = await load();
    const { step, stop } = showSteps();
    const figures = await measure(given, step).finally(stop);
    const machine = describeMachine();
    print(given.json, { machine, figures }, () => [machine, ...report(figures)]);
  });
}

/** Figures of different machines cannot be compared. */
function describeMachine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processor?.model ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}

const rounds = (count: number, what = 'rounds'): Option => ['--rounds <count>', what, count];
const seconds = (count: number): Option => ['--seconds <count>', 'seconds of each load in a round', count];
const schools: Option = ['--schools <count>', 'schools of three versions', 500];

scenario(
  'compare',
  'serving and building, compared with alternatives (the default)',
  [
    ['--quick', 'in under two minutes: fewer loads, contestants and rounds'],
    ['--rounds <count>', 'rounds, 5 by default and 3 with --quick'],
    ['--only <text>', 'only loads of a server with this in their name, and no building'],
  ],
  async () => {
    const serving = await import('../../test/bench/serving/serving.ts');
    const building = await import('../../test/bench/building.ts');
    return {
      async measure(
        { quick = false, rounds = quick ? 3 : 5, only }: { quick?: boolean; rounds?: number; only?: string },
        onStep,
      ) {
        const served = await serving.measure({ rounds, few: quick, only: only ?? '' }, onStep);
        if (only !== undefined || settings.databaseUrl.value === undefined) return { served, built: null };
        return { served, built: await building.measure({ rounds, documents: quick ? 8 : 24 }, onStep) };
      },
      report: ({ served, built }) => [
        ...serving.report(served),
        ...(built === null
          ? ['', 'Left out: building, with --only or without DATABASE_URL; without it the per-request server too.']
          : building.report(built)),
      ],
    };
  },
);
scenario(
  'busy',
  '1,000 callers of 1,000 organisations against a bare server: alone, during changes, and at a constant rate',
  [rounds(5), seconds(3)],
  () => import('../../test/bench/serving/busy.ts'),
);
scenario(
  'edge',
  'round trips of an answer of the CDN function, in workerd over Ceph behind a slow network',
  [['--requests <count>', 'requests of each kind', 50]],
  () => import('../../test/bench/edge.ts'),
);
scenario(
  'latency',
  'latency from a commit to a reader, and from a revocation to the first refusal',
  [
    rounds(200, 'changes, and revocations'),
    ['--bucket', "over a bucket of Ceph's gateway, to a reader of the CDN function in workerd"],
    ['--pooler', 'with PgBouncer in transaction mode between `watch` and PostgreSQL'],
  ],
  () => import('../../test/bench/latency.ts'),
);
scenario(
  'days',
  'latency of what is different on a day, alone and while other schools publish, and of a revocation beside 500 changes',
  [schools, rounds(100, 'changes, and revocations')],
  () => import('../../test/bench/days.ts'),
);
scenario(
  'day-costs',
  'what a change of a day costs the store and the processor, and the bytes of days, weeks and slices',
  [rounds(20, 'changes of each kind')],
  () => import('../../test/bench/day-costs.ts'),
);
scenario(
  'webhooks',
  'deliveries a second, and the time to a receiver, alone and beside schools whose receivers never answer',
  [['--schools <count>', 'schools with a receiver', 50], rounds(50, 'events of one school')],
  () => import('../../test/bench/webhooks.ts'),
);
scenario(
  'links',
  'the feeds of 200 links at a school of 1,500 students: bytes, one moved lesson, answers a second against the list',
  [rounds(5, 'moved lessons, and rounds of answers'), seconds(3)],
  () => import('../../test/bench/links.ts'),
);
scenario(
  'change',
  'what one changed version costs with few organisations in the database and with many',
  [
    ['--few <count>', 'organisations in the small database', 10],
    ['--many <count>', 'organisations in the large one', 10_000],
    rounds(30, 'changes in each'),
  ],
  () => import('../../test/bench/change.ts'),
);
scenario(
  'editors',
  "unit moves per second by 8 editors of different schools, with Belfry's triggers and without",
  [rounds(5), seconds(5)],
  () => import('../../test/bench/editors.ts'),
);
scenario(
  'bulk',
  "large changes of units, with Belfry's triggers and without, and the queue entries they leave",
  [schools, ['--rows <count>', 'units that are moved one by one, and in one statement', 50_000], rounds(3)],
  () => import('../../test/bench/bulk.ts'),
);
scenario(
  'fairness',
  "latency of a school's change while another school renames a teacher of all its versions",
  [['--versions <count>', 'versions of 1 MB of the school that renames', 100], rounds(5, 'renames')],
  () => import('../../test/bench/fairness.ts'),
);
scenario(
  'hostile',
  "latency of a revocation while another school's worst document of each kind is published",
  [
    ['--megabytes <count>', 'the size of each document; by default the largest that is read, 64'],
    ['--only <text>', 'only kinds with this in their name'],
    ['--busy <count>', 'how many other processes use all the processor they get', 0],
  ],
  () => import('../../test/bench/hostile.ts'),
);
scenario(
  'storm',
  'the first build of many schools, many that publish within 10 s, and a change under a writer a second',
  [
    schools,
    ['--publishing <count>', 'how many of them publish within 10 s', 500],
    ['--watchers <count>', 'how many watchers run', 1],
    rounds(100, 'changes under a writer a second'),
  ],
  () => import('../../test/bench/storm.ts'),
);

await runCommand(command);
