// belfry doctor: checks everything that Belfry needs, and prints for each check what was found and what to do next.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import { commandLine } from '../src/command-line.ts';
import { checkDashboard } from '../src/dashboard/check-dashboard.ts';
import { checkServers } from '../src/dashboard/check-servers.ts';
import { embeddedDataFolder } from '../src/database/connect/embedded.ts';
import { type OpenDatabase, openDatabase } from '../src/database/connect/open-database.ts';
import { assertSchemaCurrent } from '../src/database/migrations/migrate.ts';
import { checkAdmins, checkAudit } from '../src/doctor/check-admins.ts';
import { checkCertificate } from '../src/doctor/check-certificate.ts';
import { checkDatabaseClock, checkStoreClock } from '../src/doctor/check-clocks.ts';
import { checkDisk } from '../src/doctor/check-disk.ts';
import { checkFreshness } from '../src/doctor/check-freshness.ts';
import { checkGrants } from '../src/doctor/check-grants.ts';
import { checkAutovacuum, checkLocks, checkQueue, checkSnapshots, checkTimeouts } from '../src/doctor/check-queue.ts';
import { checkReadable } from '../src/doctor/check-readable.ts';
import { checkRelations } from '../src/doctor/check-relations.ts';
import { checkRowSecurity } from '../src/doctor/check-row-security.ts';
import { checkBinding, checkNotifications, checkWatcher } from '../src/doctor/check-service.ts';
import { checkTimeZones } from '../src/doctor/check-time-zones.ts';
import { checkTriggers } from '../src/doctor/check-triggers.ts';
import { checkWebhooks } from '../src/doctor/check-webhooks.ts';
import { checkWritable } from '../src/doctor/check-writable.ts';
import { isCheckOf, type Service, services } from '../src/doctor/checks-of-service.ts';
import { type Diagnosis, diagnose, fine, limited, wrong } from '../src/doctor/diagnosis.ts';
import { CheckFailedError, OutOfReachError, reasonOf } from '../src/errors.ts';
import { isLoopback } from '../src/serve/loopback.ts';
import type { Store } from '../src/store/store.ts';
import { createCommand } from './command/create-command.ts';
import { isBucket, openStore, probeLocation } from './command/open-store.ts';
import { findInvalid } from './options/check-settings.ts';
import { publishedLocation, settings, settingsOf } from './options/settings.ts';
import { print } from './reports/print-report.ts';

export const command = createCommand('doctor', 'Check everything that Belfry needs, and say what to do next', [
  'doctor',
  'doctor --for serve',
  'doctor --json',
])
  .addOption(new Option('--for <service>', 'check what this service needs, and nothing else').choices(services))
  .option('--json', 'report as JSON')
  .addHelpText(
    'after',
    `
Checks every setting, the database, the store and the TLS files. It changes nothing; temporary files in the store test it.
Run it as the user and with the settings of the service in question, and name the service: what its user may not do is then
not called wrong. --for serve writes nothing at all.`,
  )
  .action(async ({ json, for: service }: { json?: boolean; for?: Service }) => {
    const diagnoses = await examine(service);
    print(json, { diagnoses }, () => diagnoses.flatMap(formatDiagnosis));
    const bad = diagnoses.filter(({ outcome }) => outcome === 'wrong' || outcome === 'unreachable');
    if (bad.length === 0) return;
    const what = `not in order: ${bad.map(({ check }) => check).join(', ')}`;
    throw bad.some(({ outcome }) => outcome === 'unreachable') ? new OutOfReachError(what) : new CheckFailedError(what);
  });

/**
 * Skips a check whose prerequisite failed, since it would only repeat that failure. The others run concurrently, because
 * some wait for a timeout.
 */
async function examine(service: Service | undefined): Promise<Diagnosis[]> {
  const ofSettings = checkSettings(service);
  if (ofSettings.outcome !== 'ok') return [ofSettings];
  const store = openStore(publishedLocation());
  const run = runChecksOf(service);
  const [ofStore, ofDatabase, ofAddress, ofServers] = await Promise.all([
    examineStore(store, publishedLocation(), service),
    service === 'serve' ? [] : examineDatabase(store, service),
    run([
      ['TLS certificate', examineTls],
      ['dashboard', examineDashboard],
    ]),
    run([['servers', () => checkServers(settings.servers.value, Date.now())]]),
  ]);
  // What concerns the dashboard is listed together.
  const isOfDashboard = ({ check }: Diagnosis) => check === 'admins' || check === 'audit';
  const [ofAdmins, ofTables] = [ofDatabase.filter(isOfDashboard), ofDatabase.filter((each) => !isOfDashboard(each))];
  return [ofSettings, ...ofStore, ...ofTables, ...ofAddress, ...ofAdmins, ...ofServers];
}

type Check = readonly [name: string, work: () => Promise<Diagnosis>];

/** Runs those of the checks that the service needs, in their order. */
const runChecksOf = (service: Service | undefined) => (checks: readonly Check[]) =>
  Promise.all(checks.filter(([name]) => isCheckOf(service, name)).map(([name, work]) => diagnose(name, work)));

function checkSettings(service: Service | undefined): Diagnosis {
  const invalid = new Set(findInvalid(service && settingsOf(service)).map(({ message }) => message));
  if (invalid.size > 0)
    return wrong('settings', [...invalid].join('; '), 'Correct these first; nothing else was checked');
  return fine('settings', 'every variable that is set is valid');
}

async function examineStore(store: Store, location: string, service: Service | undefined): Promise<Diagnosis[]> {
  const isFolder = !isBucket(location) && existsSync(location);
  const run = runChecksOf(service);
  const look = () => (service === 'serve' ? checkReadable(store, isFolder) : probe(store, location));
  const probed = await run([['store', look]]);
  const rest: Check[] = [
    ['clock of the store', () => checkStoreClock(store, randomUUID(), Date.now)],
    ['watcher', () => checkWatcher(store)],
  ];
  const isReached = probed.every(({ outcome }) => outcome !== 'unreachable');
  const space: Check[] = isFolder
    ? [['disk space', () => checkDisk(location, settings.reserveMegabytes.value * 1_000_000)]]
    : [];
  return [...probed, ...(await run([...space, ...(isReached ? rest : [])]))];
}

async function probe(store: Store, location: string): Promise<Diagnosis> {
  const findings = await probeLocation(store, location);
  const bad = findings.filter(({ outcome }) => outcome !== 'ok');
  const found = `${store.location}: ${bad.map(({ probe, found }) => `${probe}: ${found}`).join('; ')}`;
  const next = bad.map(({ advice }) => advice).join('. ');
  if (bad.some(({ outcome }) => outcome === 'failed')) return { check: 'store', outcome: 'unreachable', found, next };
  if (bad.length > 0) return limited('store', found, next);
  return fine('store', `${store.location} can be written, replaced, listed and removed from`);
}

async function examineDatabase(store: Store, service: Service | undefined): Promise<Diagnosis[]> {
  const [url, folder] = [settings.databaseUrl.value, settings.dataFolder.value];
  if (url === undefined && !existsSync(embeddedDataFolder(folder))) {
    const next = `Set DATABASE_URL, or make an embedded one with \`${commandLine('start')}\` or \`${commandLine('migrate')}\``;
    return [wrong('database', `DATABASE_URL is unset, and ${folder} holds no embedded one`, next)];
  }
  const opened: OpenDatabase[] = [];
  const reached = await diagnose('database', async () => {
    const open = await openDatabase({ url, folder });
    opened.push(open);
    await assertSchemaCurrent(open.database);
    return (
      (await checkWritable(open)) ?? fine('database', `${open.location} answers, and has the tables of this release`)
    );
  });
  const [open] = opened;
  try {
    if (open === undefined || reached.outcome !== 'ok') return [reached];
    const { database, connectionString } = open;
    const run = runChecksOf(service);
    const rest = await run([
      ['grants', () => checkGrants(database, service)],
      ['relations', () => checkRelations(database)],
      ['row security', () => checkRowSecurity(database)],
      ['triggers', () => checkTriggers(database)],
      ['time zones', () => checkTimeZones(database, process.versions['tz'] ?? '')],
      ['notifications', () => checkNotifications(open, settings.listenUrl.value ?? connectionString)],
      ['queue', () => checkQueue(database)],
      ['webhooks', () => checkWebhooks(database)],
      ['autovacuum', () => checkAutovacuum(open)],
      ['snapshots', () => checkSnapshots(database)],
      ['timeouts', () => checkTimeouts(database)],
      ['locks', () => checkLocks(database)],
      ['clock of the database', () => checkDatabaseClock(database, Date.now)],
      ['admins', () => checkAdmins(database)],
      ['audit', () => checkAudit(database)],
      ['binding', () => checkBinding({ open, store, newId: randomUUID })],
    ]);
    // Another store's records have other fences.
    const isBound = rest.every(({ check, outcome }) => check !== 'binding' || outcome === 'ok');
    const freshness = isBound ? await run([['freshness', () => checkFreshness(database, store)]]) : [];
    return [reached, ...rest, ...freshness];
  } finally {
    await open?.close();
  }
}

function examineDashboard(): Promise<Diagnosis> {
  const [host, port] = [settings.dashboardHost.value, settings.dashboardPort.value];
  const hasTls = settings.tlsCert.value !== undefined && settings.tlsKey.value !== undefined;
  return checkDashboard({ host, port, hasTls, isLoopback: isLoopback(host) });
}

async function examineTls(): Promise<Diagnosis> {
  const check = 'TLS certificate';
  const [cert, key] = [settings.tlsCert.value, settings.tlsKey.value];
  if (cert === undefined && key === undefined)
    return fine(check, 'none is set: plain HTTP, on loopback or behind a proxy that terminates TLS');
  if (cert === undefined || key === undefined)
    return wrong(check, `${cert === undefined ? 'TLS_CERT' : 'TLS_KEY'} is not set`, 'Set both, or neither');
  try {
    return checkCertificate({ cert: await readFile(cert), key: await readFile(key) }, Date.now());
  } catch (error) {
    return wrong(check, reasonOf(error), 'Let the user of the server read both files');
  }
}

const labels: Record<Diagnosis['outcome'], string> = {
  ok: 'ok',
  limited: 'limited',
  wrong: 'WRONG',
  unreachable: 'WRONG',
};

const formatDiagnosis = ({ check, outcome, found, next }: Diagnosis): string[] => [
  ...found
    .split('\n')
    .map((line, row) => (row === 0 ? `${labels[outcome].padEnd(7)}  ${check}: ${line}` : `         ${line}`)),
  ...(next === null || next === '' ? [] : [`         Next: ${next}.`]),
];
