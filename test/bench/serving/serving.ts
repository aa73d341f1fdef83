// Requests per second of each contestant under each load: all servers run at once on one core, the generator
// on the other, and each round measures them in turn, every other round in reverse order, so that other work of the machine
// affects all of them.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { createOrganisation } from '../../../src/database/organisation.ts';
import { importTimetable } from '../../../src/database/timetable/import-timetable.ts';
import { loadPublished } from '../../../src/snapshot/load-published.ts';
import { sha256 } from '../../../src/snapshot/sha256.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import { openBenchDatabase } from '../bench-database.ts';
import { type Answer, ask } from '../caller.ts';
import { quantiles } from '../quantiles.ts';
import { type BenchForm, makeBenchForm } from './bench-form.ts';
import { belfry, type Contestant, listContestants } from './contestants.ts';
import { findGenerator, pins, type Request } from './generate-load.ts';
import { type Load, listLoads } from './loads.ts';

type Speed = {
  contestant: string;
  /** Requests per second: the median over the rounds, the slowest and the fastest round. */
  requestsPerSecond: number;
  slowest: number;
  fastest: number;
  /** Belfry's speed against this one's: the median over the rounds. */
  belfryAgainstIt: number;
};
type Figures = {
  generator: string;
  rounds: number;
  secondsEach: number;
  documentBytes: Record<'identity' | 'gzip' | 'br', number>;
  loads: { name: string; speeds: Speed[] }[];
};
/** `only`: the loads with this in their names. */
type Options = { rounds: number; few: boolean; only: string };

const secondsEach = 1;

type Running = { contestant: Contestant; port: number; cold: boolean; stop(): Promise<void> };

const firstPort = 18_200;

export async function measure({ rounds, few, only }: Options, onStep: (what: string) => void): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const running: Running[] = [];
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  try {
    onStep('making the documents');
    const sizes = few
      ? { smallOrganisations: 200, keysEach: 1, coldDocuments: 0 }
      : { smallOrganisations: 1000, keysEach: 1, coldDocuments: 1000 };
    const form = await makeBenchForm(folder, sizes);
    const loads = listLoads(form, few).filter(({ name }) => name.includes(only));
    const database = few || process.env['DATABASE_URL'] === undefined ? null : await fillDatabase(form);
    if (database !== null) closers.push(async () => database[Symbol.asyncDispose]());

    const generator = findGenerator();
    const [serverPrefix, generatorPrefix] = pins();
    for (const cold of new Set(loads.map((load) => load.cold ?? false)))
      for (const contestant of listContestants(database?.connectionString ?? null, few)) {
        const port = firstPort + running.length;
        onStep(`starting ${contestant.name}`);
        const { stop } = await contestant.start({ form, port, prefix: serverPrefix, cold });
        running.push({ contestant, port, cold, stop });
      }
    const pairs: { load: Load; server: Running; requests: Request[]; speeds: number[] }[] = [];
    for (const load of loads)
      for (const server of running) {
        if (server.cold !== (load.cold ?? false)) continue;
        const requests = await rehearse(server, load);
        if (requests !== null) pairs.push({ load, server, requests, speeds: [] });
      }

    for (let round = 0; round <= rounds; round++) {
      for (const { load, server, requests, speeds } of round % 2 === 0 ? pairs : pairs.toReversed()) {
        const what = `${load.name}: ${server.contestant.name}`;
        onStep(round === 0 ? `warming up ${what}` : `round ${round} of ${rounds}, ${what}`);
        const outcome = await generator.generate(server.port, requests, secondsEach, generatorPrefix);
        if (outcome.failed > 0) throw new Error(`${what}: ${outcome.failed} requests failed`);
        if (outcome.refused > 0 && load.status !== 401) throw new Error(`${what}: ${outcome.refused} were refused`);
        if (round > 0) speeds.push(outcome.requestsPerSecond);
      }
    }

    return {
      generator: generator.name,
      rounds,
      secondsEach,
      documentBytes: await largeSizes(form),
      loads: loads.map((load) => {
        const own = pairs.filter((pair) => pair.load === load);
        const baseline = own.find(({ server }) => server.contestant === belfry)?.speeds ?? [];
        return { name: load.name, speeds: own.map(({ server, speeds }) => describeSpeed(server, speeds, baseline)) };
      }),
    };
  } finally {
    for (const { stop } of running) await stop();
    for (const close of closers.reverse()) await close();
  }
}

function describeSpeed({ contestant }: Running, speeds: readonly number[], baseline: readonly number[]): Speed {
  return {
    contestant: contestant.name,
    requestsPerSecond: quantiles(speeds).p50,
    slowest: Math.min(...speeds),
    fastest: Math.max(...speeds),
    belfryAgainstIt: quantiles(speeds.map((speed, round) => (baseline[round] ?? Number.NaN) / speed)).p50,
  };
}

/** The requests of a load for this contestant, after one of each was answered with the expected status. */
async function rehearse({ contestant, port }: Running, load: Load): Promise<Request[] | null> {
  const requests: Request[] = [];
  for (const wanted of load.wanted) {
    const request = contestant.ask(wanted);
    if (request === null) return null;
    let answer = await askPatiently(port, request);
    if (wanted.conditional) {
      request.headers['If-None-Match'] = answer.tag;
      answer = await askPatiently(port, request);
    }
    if (answer.status !== load.status)
      throw new Error(`${contestant.name} answers ${answer.status} to ${load.name}, not ${load.status}`);
    requests.push(request);
  }
  return requests;
}

/** A server that does not print that it is ready gets a moment. */
async function askPatiently(port: number, { path, headers }: Request): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(port, path, headers);
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}

/** The large organisation in a real database, with its key. */
async function fillDatabase({ large, largeDocument }: BenchForm) {
  const open = await openBenchDatabase();
  const { database } = open;
  await createOrganisation(database, org(large.id), large.id);
  await importTimetable(database, createValidator(), large.id, largeDocument);
  for (const [index, key] of large.keys.entries()) {
    const hash = sha256(new TextEncoder().encode(key));
    const row = { id: `key_${index}`, organisation_id: large.id, name: 'Bench', sha256: hash };
    await database.insertInto('api_key').values(row).execute();
  }
  return open;
}

async function largeSizes({ published, largeDocument }: BenchForm): Promise<Figures['documentBytes']> {
  const { pointer } = await loadPublished(folderStore(published), org(largeDocument.orgId));
  const file = pointer?.timetables[largeDocument.id];
  if (file === undefined) throw new Error('the large document is not published');
  return { identity: file.identity.bytes, gzip: file.gzip.bytes, br: file.br.bytes };
}

export const report = ({ generator, rounds, documentBytes, loads }: Figures): string[] => {
  const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
  const [plain, gzip, br] = [documentBytes.identity, documentBytes.gzip, documentBytes.br].map(
    (bytes) => `${(bytes / 1000).toFixed(1)} kB`,
  );
  return [
    `Serving: ${rounds} rounds of ${secondsEach} s with ${generator}, servers on one core, the generator on another.`,
    `The full timetable: ${plain} plain, ${gzip} gzip, ${br} br.`,
    ...loads.flatMap(({ name, speeds }) => [
      '',
      ...table(
        [name, 'requests/s', 'slowest to fastest', 'Belfry against it'],
        speeds.map(({ contestant, requestsPerSecond, slowest, fastest, belfryAgainstIt }) => [
          contestant,
          whole(requestsPerSecond),
          `${whole(slowest)} to ${whole(fastest)}`,
          belfryAgainstIt === 1 ? '' : `${belfryAgainstIt.toFixed(2)}x`,
        ]),
      ),
    ]),
  ];
};
