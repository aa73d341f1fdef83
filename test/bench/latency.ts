// `bench -- latency`: how long a change takes from its commit to a reader, and a revocation from its commit to the first refusal,
// with `watch` as a process of its own on a real PostgreSQL server. The reader asks `serve` over a folder, a process of its own
// as well, or the CDN function in workerd over a bucket of Ceph's gateway.

import { table } from '../../scripts/reports/print-report.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { startPgBouncer } from '../support/own-pgbouncer.ts';
import { startBenchBucket } from './bench-bucket.ts';
import { openBenchDatabase } from './bench-database.ts';
import { timeToReader, timeToRefusal } from './caller.ts';
import { changeVersion, loadVersion } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { readFrom, type Served, servedFolder, startWatch } from './served-folder.ts';

/** `pooler`: `watch` connects through PgBouncer in transaction mode, and so gets no notifications. */
type Options = { rounds: number; bucket?: boolean; pooler?: boolean };
/** Milliseconds. `laterGrants` are answers 200 to a key after its first refusal; must be 0. */
type Figures = { documentBytes: number; changes: number[]; revocations: number[]; laterGrants: number };

async function servedBucket(): Promise<Served> {
  const { gateway, store, prefix, variables } = await startBenchBucket();
  const edge = await startEdgeRuntime({ store, bucket: gateway.bucket, prefix });
  return {
    port: edge.port,
    published: variables,
    async [Symbol.asyncDispose]() {
      await edge.close();
      await gateway.stop();
    },
  };
}

export async function measure({ rounds, bucket = false, pooler = false }: Options): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database, connectionString } = open;
  const between = pooler ? await startPgBouncer(connectionString) : null;
  await using _between = { [Symbol.asyncDispose]: async () => between?.close() };
  await using served = await (bucket ? servedBucket() : servedFolder());
  const document = await loadVersion(database, 'bench', 1700);
  await using _ = await startWatch(
    { connectionString: between?.through(connectionString) ?? connectionString },
    served,
  );
  await using reader = await readFrom(served, database, 'bench', document.id);
  const documentBytes = JSON.stringify(document).length;
  const figures: Figures = { documentBytes, changes: [], revocations: [], laterGrants: 0 };
  for (let round = 0; round < rounds; round++)
    figures.changes.push(await timeToReader(reader, () => changeVersion(database, document.id, `round ${round}`)));
  for (let round = 0; round < rounds; round++) {
    const { milliseconds, status } = await timeToRefusal(database, served.port, 'bench');
    figures.revocations.push(milliseconds);
    for (let again = 0; again < 20; again++) if ((await status()) === 200) figures.laterGrants += 1;
  }
  return figures;
}

export const report = ({ documentBytes, changes, revocations, laterGrants }: Figures): string[] => {
  const row = (what: string, times: number[]) => {
    const { p50, p90, p99, max } = quantiles(times);
    return [what, ...[p50, p90, p99, max].map((milliseconds) => milliseconds.toFixed(0))];
  };
  return [
    `${changes.length} rounds, a document of ${(documentBytes / 1e6).toFixed(2)} MB, milliseconds:`,
    ...table(
      ['', 'p50', 'p90', 'p99', 'max'],
      [row('change committed -> served', changes), row('revoked -> refused', revocations)],
    ),
    `${laterGrants} answers 200 after a first refusal.`,
  ];
};
