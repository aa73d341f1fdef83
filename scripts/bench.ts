// npm run bench: measures what the README states, on this machine, against the PostgreSQL server in DATABASE_URL.

import { InvalidArgumentError } from 'commander';
import { createCommand, print, runCommand, table } from './support/run-command.ts';

const command = createCommand(
  'bench',
  'Measure; figures are for a real PostgreSQL server, named by DATABASE_URL',
).usage('-- <latency|growth> ...');

const readRounds = (text: string): number => {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return rounds;
};

command
  .command('latency')
  .description('from a commit to a reader, and from a revocation to the first refusal')
  .option('--rounds <count>', 'how often each', readRounds, 200)
  .option('--json', 'report as JSON')
  .action(async ({ rounds, json }: { rounds: number; json?: boolean }) => {
    const { measureLatency } = await import('../test/bench/latency.ts');
    const figures = await measureLatency(rounds);
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

await runCommand(command);
