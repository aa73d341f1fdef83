// `bench -- busy`: a server under 1,000 callers of 1,000 organisations, against a bare server: by itself, while timetables are published and
// keys are revoked, and at a constant rate, where the latency is measured.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../scripts/reports/print-report.ts';
import { quantiles } from '../quantiles.ts';
import { makeBenchForm } from './bench-form.ts';
import { bare, belfry, type Contestant } from './contestants.ts';
import { findGenerator, isRequest, pins, type Request } from './generate-load.ts';
import { listOf, shuffled } from './loads.ts';
import { type ChangeCounts, changeUntilStopped } from './make-changes.ts';
import { steadyLatencies } from './steady-load.ts';

type Latency = { p50: number; p99: number };

/** `seconds` of each load of each round. */
type Options = { rounds: number; seconds: number };
type Figures = {
  generator: string;
  rounds: number;
  /** Requests a second of Belfry against the bare server, the median over the rounds. */
  quiet: number;
  /** The same while timetables are published and keys are revoked. */
  busy: number;
  changes: ChangeCounts;
  /** Milliseconds to an answer at 1,000 requests a second. */
  steady: { belfry: Latency; bare: Latency };
};

type Server = { port: number; requests: Request[] };

const organisations = 1000;
const firstPort = 18_300;

export async function measure({ rounds, seconds }: Options, onStep: (step: string) => void): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  try {
    onStep(`making ${organisations} organisations`);
    const form = await makeBenchForm(folder, { smallOrganisations: organisations, keysEach: 1, coldDocuments: 0 });
    const [serverPrefix, generatorPrefix] = pins();
    const generator = findGenerator();

    async function start(contestant: Contestant, port: number): Promise<Server> {
      const { stop } = await contestant.start({ form, port, prefix: serverPrefix, cold: false });
      closers.push(stop);
      return { port, requests: shuffled(form.small.map((each) => contestant.ask(listOf(each))).filter(isRequest)) };
    }
    async function speedOf({ port, requests }: Server): Promise<number> {
      const { requestsPerSecond, failed, refused } = await generator.generate(port, requests, seconds, generatorPrefix);
      if (failed + refused > 0) throw new Error(`${failed} requests failed and ${refused} were refused`);
      return requestsPerSecond;
    }

    const [ours, theirs] = [await start(belfry, firstPort), await start(bare, firstPort + 1)];
    const counts: ChangeCounts = { published: 0, revoked: 0, laterGrants: 0 };
    const ratios = { quiet: [] as number[], busy: [] as number[] };
    const latencies = { belfry: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      onStep(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
      const baseline = await speedOf(theirs);
      const quiet = await speedOf(ours);
      const changing = changeUntilStopped(form, ours.port, counts);
      const busy = await speedOf(ours).finally(changing.stop);
      const measured = {
        belfry: await steadyLatencies(ours, seconds, generatorPrefix),
        bare: await steadyLatencies(theirs, seconds, generatorPrefix),
      };
      if (round === 0) continue;
      ratios.quiet.push(quiet / baseline);
      ratios.busy.push(busy / baseline);
      latencies.belfry.push(...measured.belfry);
      latencies.bare.push(...measured.bare);
    }
    return {
      generator: generator.name,
      rounds,
      quiet: quantiles(ratios.quiet).p50,
      busy: quantiles(ratios.busy).p50,
      changes: counts,
      steady: { belfry: quantiles(latencies.belfry), bare: quantiles(latencies.bare) },
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

export const report = ({ generator, rounds, quiet, busy, changes, steady }: Figures): string[] => {
  const latency = ({ p50, p99 }: Latency) => [p50.toFixed(2), p99.toFixed(2)];
  return [
    `The list with ${organisations} keys of as many organisations, ${rounds} rounds with ${generator}, against a bare server:`,
    `  by itself                                  ${quiet.toFixed(2)}`,
    `  10 publish and 5 are revoked each second   ${busy.toFixed(2)}`,
    `${changes.published} published, ${changes.revoked} keys revoked; ${changes.laterGrants} answers 200 to a revoked key.`,
    '',
    ...table(
      ['1,000 requests a second, ms', 'p50', 'p99'],
      [
        ['Belfry', ...latency(steady.belfry)],
        ['bare node:http', ...latency(steady.bare)],
        ['ratio', (steady.belfry.p50 / steady.bare.p50).toFixed(2), (steady.belfry.p99 / steady.bare.p99).toFixed(2)],
      ],
    ),
  ];
};
