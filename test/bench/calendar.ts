// `bench -- calendar`: what a calendar costs. For one changed unit of a school of 60 classes: processor time and bytes of the
// documents, and of the calendar and the weeks that follow from them. And how long a change takes from its commit to a reader of
// the document, in turn for a school with a calendar and one without, and to a reader of the week, with `watch` as a process of
// its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { publishAccess, publishDerived, publishDocuments } from '../../src/publish/engine/publish-organisation.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { openBenchDatabase } from './bench-database.ts';
import { createKey, openReader, timeToReader, until } from './caller.ts';
import { countingStore } from './counting-store.ts';
import { changeVersion, loadVersion } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { readFrom, servedFolder, startWatch } from './served-folder.ts';

/** 60 classes of 35 units. */
const units = 2100;
const zone = 'Europe/Copenhagen';

type Cost = { processor: number; bytes: number };
/** Medians; milliseconds and bytes. */
type Figures = {
  documentBytes: number;
  cost: Record<'documents' | 'derived', Cost>;
  /** Milliseconds from the commit. */
  latency: Record<'without' | 'with' | 'week', number[]>;
};

/** Lessons on every weekday. */
const calendar: Calendar = { timeZone: zone, schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };

const storeDaily = (database: Database, organisationId: string) =>
  database
    .transaction()
    .execute((transaction) => storeCalendar(transaction, organisationId, calendar, JSON.stringify(calendar)));

export async function measure({ rounds }: { rounds: number }, onStep: (step: string) => void): Promise<Figures> {
  onStep('processor time and bytes');
  const { documentBytes, cost } = await measureCost(Math.min(rounds, 30));
  onStep('latency');
  return { documentBytes, cost, latency: await measureLatency(rounds) };
}

async function measureCost(rounds: number): Promise<Pick<Figures, 'documentBytes' | 'cost'>> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  let written = 0;
  const store = countingStore(folderStore(folder), (bytes) => {
    written += bytes;
  });
  const settings = { store, validate: createValidator(), now: Date.now };
  const publisher = createDatabasePublisher(settings, { database, hasOneSession: false });
  const id = org('dated');
  const costs = { documents: [] as Cost[], derived: [] as Cost[] };
  try {
    const document = await loadVersion(database, id, units);
    await storeDaily(database, id);
    await publishAccess(publisher, id);
    const works = {
      documents: () => publishDocuments(publisher, id),
      derived: () => publishDerived(publisher, id),
    };
    for (let round = 0; round <= rounds; round++) {
      await changeVersion(database, document.id, `round ${round}`);
      await moveChangedVersions(database);
      for (const work of ['documents', 'derived'] as const) {
        written = 0;
        const before = process.cpuUsage();
        await works[work]();
        const { user, system } = process.cpuUsage(before);
        // The first round compiles, and writes everything.
        if (round > 0) costs[work].push({ processor: (user + system) / 1000, bytes: written });
      }
    }
    const median = (work: keyof typeof costs): Cost => ({
      processor: quantiles(costs[work].map(({ processor }) => processor)).p50,
      bytes: quantiles(costs[work].map(({ bytes }) => bytes)).p50,
    });
    const documentBytes = JSON.stringify(document).length;
    return { documentBytes, cost: { documents: median('documents'), derived: median('derived') } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureLatency(rounds: number): Promise<Figures['latency']> {
  await using open = await openBenchDatabase();
  const { database } = open;
  await using served = await servedFolder();
  const [plain, dated] = [await loadVersion(database, 'plain', units), await loadVersion(database, 'dated', units)];
  await storeDaily(database, 'dated');
  await using _ = await startWatch(open, served);
  await using plainReader = await readFrom(served, database, 'plain', plain.id);
  await using datedReader = await readFrom(served, database, 'dated', dated.id);
  const { text } = await createKey(database, 'dated');
  const week = openReader(served.port, `/api/v1/weeks/${isoWeekOf(dayAt(Date.now(), zone))}`, text);
  const hasWeek = async () => (await week.get()).status === 200;
  await until(hasWeek);
  const latency: Figures['latency'] = { without: [], with: [], week: [] };
  for (let round = 0; round < rounds; round++) {
    const change = (versionId: string) => () => changeVersion(database, versionId, `round ${round}`);
    latency.without.push(await timeToReader(plainReader, change(plain.id)));
    const { tag } = await week.get();
    const committed = performance.now();
    latency.with.push(await timeToReader(datedReader, change(dated.id)));
    // The next change comes while the week is made of this one, but for every fifth.
    if (round % 5 !== 0) continue;
    await until(async () => (await week.get(tag)).status === 200, { interval: 10 });
    latency.week.push(performance.now() - committed);
  }
  week.close();
  return latency;
}

export function report({ documentBytes, cost, latency }: Figures): string[] {
  const row = (what: string, times: number[]) => {
    const { p50, p90, p99, max } = quantiles(times);
    return [what, ...[p50, p90, p99, max].map((milliseconds) => milliseconds.toFixed(0))];
  };
  const costRow = (what: string, { processor, bytes }: Cost) => [what, processor.toFixed(0), String(bytes)];
  return [
    `One changed unit of a document of ${(documentBytes / 1e6).toFixed(2)} MB:`,
    ...table(
      ['', 'processor ms', 'bytes written'],
      [costRow('documents', cost.documents), costRow('calendar and weeks', cost.derived)],
    ),
    '',
    'From the commit, in milliseconds:',
    ...table(
      ['', 'p50', 'p90', 'p99', 'max'],
      [
        row('document served, without a calendar', latency.without),
        row('document served, with a calendar', latency.with),
        row('week served', latency.week),
      ],
    ),
  ];
}
