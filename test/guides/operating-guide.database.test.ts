// The guides for operators, to operating and to monitoring: their commands are run unchanged on a database and a published output of the test, and its alerts by promtool where that is installed.
// @module-tag long
// @module-tag slow

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { readWatcherFigures } from '../../src/database/queue/queue-figures.ts';
import { watcherMetrics } from '../../src/health/watcher-metrics.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools, newKeyOf, publisherInto, renameTeacher, runBuild } from '../support/fault-schools.ts';
import { isMissing } from '../support/is-missing.ts';
import { openGuide } from '../support/open-guide.ts';
import { readData, readFiles } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { runningServer } from '../support/running-server.ts';
import { tellPath } from '../support/tell-path.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { runSnippet, startSnippet } from './run-snippet.ts';

const run = promisify(execFile);
const guide = openGuide('scripts/deploy/operating.md');
const rights = guide.take('sh', 'chown');
const tls = guide.take('sh', 'TLS_CERT=');
const hook = guide.take('sh', 'RENEWED_LINEAGE');
const backup = guide.take('sh', 'pg_dump');
const restore = guide.take('sh', 'pg_restore');
const upgrade = guide.take('sh', 'npm install --prefix');
const move = guide.take('sh', 'belfry copy');
const forgetting = guide.take('sh', 'belfry forget');
const monitoring = openGuide('scripts/deploy/monitoring.md');
const look = monitoring.take('sh', 'curl');
const scraping = monitoring.take('yaml', 'scrape_configs');
// Run by test/deploy/units-under-systemd.system.test.ts.
guide.take('sh', 'serve-2.env');
// Run by test/database/connect/behind-a-pooler.server.test.ts.
guide.take('ini', 'pgbouncer');
guide.take('sh', 'BELFRY_LISTEN_URL');
const grafana = readFileSync(new URL('../../scripts/deploy/grafana.json', import.meta.url), 'utf8');
const alerts = readFileSync(new URL('../../scripts/deploy/alerts.yml', import.meta.url), 'utf8');

let open: OpenDatabase;
let folder: string;
let out: string;
let key: string;
beforeAll(async () => {
  open = await openTestDatabase();
  folder = await temporaryFolder(whenFileEnds);
  out = join(folder, 'out');
  await bindTestStore(open, out);
  await createSchools(open.database, ['north']);
  await runBuild(publisherInto(out), open.database, 'everything');
  key = (await newKeyOf(open.database, publisherInto(out), 'north')).key;
});
afterAll(() => open?.close());

/** The lines with the folders that they name put where the test may write. */
const here = (code: string) =>
  code
    .replaceAll('/var/backups/', `${folder}/`)
    .replaceAll('/etc/belfry/', `${folder}/`)
    .replaceAll('/var/lib/belfry', folder)
    .replace('belfry-watch:belfry', `${process.getuid?.()}:${process.getgid?.()}`)
    .replaceAll('/srv/belfry/', `${folder}/moved/`)
    .replace('--from out', `--from ${out}`)
    .replace('PORT=8443', 'PORT=0');
const environment = () => commandEnvironment(open, out);
const listPath = '/api/v1/timetables';

test('every snippet is run here', () => {
  expect([...guide.leftOver(), ...monitoring.leftOver()]).toEqual([]);
});

test('the published output is readable for the publisher and its group only', async () => {
  await run('chmod', ['-R', 'a+rX', out]);
  await runSnippet(here(rights), environment());
  const found = async (mode: string) => (await run('find', [out, '-perm', mode])).stdout;
  expect(await found('/027')).toBe('');
  expect((await found('-640')).split('\n')).toContain(join(out, 'publisher.json'));
});

test('the server speaks TLS by itself', async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...subject]);
  const { printed, stop } = await startSnippet(here(tls), environment(), /Serving on https:\/\/0\.0\.0\.0:(\d+)/);
  const ca = readFileSync(join(folder, 'cert.pem'));
  const status = await new Promise((answered, failed) => {
    const options = { ca, headers: { Authorization: `Bearer ${key}` }, agent: false } as const;
    get(`https://localhost:${printed[1]}${listPath}`, options, (response) => {
      answered(response.statusCode);
      response.resume();
    }).on('error', failed);
  });
  expect(status).toBe(200);
  await stop();
});

test('the health endpoints answer, the guide explains exactly the metrics that exist, and alerts use no others', async () => {
  const { printed } = await startSnippet('belfry serve', environment(), /admin on (http:\S+\d)/);
  const said = await runSnippet(look.replaceAll('http://127.0.0.1:8081', printed[1] ?? ''), {});
  expect(said).toMatch(/^ok\n\{"ready":true.*\}\n# HELP /s);
  const root = await (await fetch(printed[1] ?? '')).text();
  expect(root).toContain('/readyz');

  const metrics = new Set([...said.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const ofWatcher = await watcherMetrics(() => readWatcherFigures(open.database)).registry.metrics();
  for (const [, name = ''] of ofWatcher.matchAll(/^# TYPE (\w+)/gm)) metrics.add(name);
  const own = [...metrics].filter((name) => name.startsWith('belfry_'));
  const explained = [...monitoring.text.matchAll(/^\| `(belfry_\w+)` \|/gm)].map(([, name]) => name);
  expect(explained.toSorted()).toEqual(own.toSorted());
  const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(grafana);
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  for (const [name] of `${alerts}${shown}`.matchAll(/\b(?:belfry|process|nodejs)_\w+/g))
    expect([...metrics], name).toContain(name.replace(/_bucket$/, ''));
  // Whoever looks at the dashboard sees all that Belfry says of itself, but for what counts since the start of a publisher.
  const left = ['belfry_builds', 'belfry_build_seconds', 'belfry_generation', 'belfry_queue_depth'];
  const unseen = [...left, 'belfry_waiting_organisations', 'belfry_queue_dead_rows'];
  expect(own.filter((name) => !shown.includes(name)).toSorted()).toEqual(unseen.toSorted());
});

test('each alert says how urgent it is, what is wrong, and where to read what to do', () => {
  const rules = alerts.split(/^ +- alert: /m).slice(1);
  expect(rules.length).toBeGreaterThan(15);
  for (const rule of rules) {
    expect(rule).toMatch(/^ +labels:\n +severity: (critical|warning)$/m);
    expect(rule).toMatch(/^ +summary: [A-Z].{10,}$/m);
    const [, address = ''] = /^ +runbook_url: monitoring\.md#(\S+)$/m.exec(rule) ?? [];
    expect(monitoring.text).toMatch(new RegExp(`^#+ ${address.replaceAll('-', ' ')}$`, 'im'));
  }
});

test('the guide explains each alert, in the same order', () => {
  const set = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const told = [...monitoring.text.matchAll(/^\| (Belfry\w+) \|/gm)].map(([, name]) => name);
  expect(told).toEqual(set);
});

/** Series, minute by minute, that make each alert fire; and a healthy Belfry, with which none does. */
const firing: Record<string, Record<string, string>> = {
  BelfryDown: { up: '0x60' },
  BelfryPublisherSilent: { up: '1x60', belfry_publisher_age_seconds: '0+60x60' },
  BelfryNothingPublished: { up: '1x60' },
  BelfryQueueStuck: { belfry_queue_age_seconds: '0+60x60' },
  BelfryWithheld: { belfry_withheld_versions: '2x60' },
  BelfryFailing: { 'belfry_requests_total{status="500"}': '0+1x60' },
  BelfryManyRefused: {
    'belfry_requests_total{status="401"}': '0+60x60',
    'belfry_requests_total{status="200"}': '0+10x60',
  },
  BelfrySlow: {
    'belfry_request_duration_seconds_bucket{le="0.25"}': '0+50x60',
    'belfry_request_duration_seconds_bucket{le="1"}': '0+60x60',
    'belfry_request_duration_seconds_bucket{le="+Inf"}': '0+60x60',
  },
  BelfryMemory: { process_resident_memory_bytes: '2000000000x60' },
  BelfryWatcherDown: { 'up{job="belfry-watch"}': '0x60' },
  BelfryAccessWaiting: { belfry_access_age_seconds: '0+60x60' },
  BelfryWatcherBlind: { 'up{job="belfry-watch"}': '1x60' },
  BelfryDocumentsWaiting: { belfry_documents_age_seconds: '0+60x60' },
  BelfryDaysWaiting: { belfry_days_age_seconds: '0+60x60' },
  BelfryDerivedWaiting: { belfry_derived_age_seconds: '0+60x60' },
  BelfryDashboardDown: { 'probe_success{job="belfry-dashboard"}': '0x60' },
  BelfryPublishingFails: { 'belfry_failures_total{work="access",cause="store"}': '0+2x60' },
  BelfryStatementsCut: { 'belfry_statements_cut_total{timeout="lock_timeout"}': '0+1x60' },
  BelfryQueueBloated: { 'belfry_queue_table_bytes{table="pending_change"}': '2000000000x60' },
  BelfryDiskFilling: { belfry_disk_free_bytes: '600000000x60', belfry_disk_reserved_bytes: '200000000x60' },
  BelfryDiskFull: { belfry_disk_free_bytes: '100000000x60', belfry_disk_reserved_bytes: '200000000x60' },
  BelfryCertificateExpires: { belfry_certificate_end_timestamp_seconds: '1000000x120' },
  BelfrySeveralReleases: {
    'belfry_build_info{version="1.0.0"}': '1x120',
    'belfry_build_info{version="2.0.0"}': '1x120',
  },
};
const healthy = {
  up: '1x60',
  'up{job="belfry-watch"}': '1x60',
  belfry_access_age_seconds: '0x60',
  belfry_documents_age_seconds: '1x60',
  belfry_days_age_seconds: '1x60',
  belfry_derived_age_seconds: '30x60',
  'probe_success{job="belfry-dashboard"}': '1x60',
  'belfry_failures_total{work="access",cause="store"}': '1x60',
  'belfry_statements_cut_total{timeout="lock_timeout"}': '3x60',
  'belfry_queue_table_bytes{table="pending_change"}': '80000x60',
  belfry_disk_free_bytes: '90000000000x60',
  belfry_disk_reserved_bytes: '200000000x60',
  belfry_certificate_end_timestamp_seconds: '9000000x60',
  'belfry_build_info{version="1.0.0"}': '1x60',
  belfry_publisher_age_seconds: '3x60',
  belfry_queue_age_seconds: '0x60',
  belfry_withheld_versions: '0x60',
  process_resident_memory_bytes: '200000000x60',
  'belfry_requests_total{status="500"}': '0x60',
  'belfry_requests_total{status="401"}': '0+1x60',
  'belfry_requests_total{status="200"}': '0+60x60',
  'belfry_request_duration_seconds_bucket{le="0.25"}': '0+60x60',
  'belfry_request_duration_seconds_bucket{le="+Inf"}': '0+60x60',
};

test('Prometheus accepts the alerts: each fires on its series, and none while all is well', async ({ skip }) => {
  const promtool = process.env['PROMTOOL'] ?? 'promtool';
  // promtool is rarely installed, so it is not required even under CI.
  const found = await run(promtool, ['--version']).catch(() => null);
  if (found === null) skip('promtool is not installed');
  const own = await temporaryFolder();
  await writeFile(join(own, 'prometheus.yml'), scraping);
  await writeFile(join(own, 'alerts.yml'), alerts);
  await run(promtool, ['check', 'config', join(own, 'prometheus.yml')]);
  await run(promtool, ['check', 'rules', join(own, 'alerts.yml')]);
  const labelled = (series: string) => {
    const [name = '', labels = ''] = series.split(/[{}]/);
    const job = labels.includes('job=') ? '' : 'job="belfry",';
    return `${name}{${job}instance="a"${labels === '' ? '' : `,${labels}`}}`;
  };
  const inputOf = (series: Record<string, string>) =>
    Object.entries(series).map(([name, values]) => ({ series: labelled(name), values }));
  const names = Object.keys(firing);
  expect(names.toSorted()).toEqual([...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name).toSorted());
  const fires = (alertname: string, series: Record<string, string>) => ({
    interval: '1m',
    input_series: inputOf(series),
    // Only the number of alerts of a name is compared, not their labels.
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
        eval_time: '58m',
        exp_samples: [{ labels: '{}', value: series === healthy ? 0 : 1 }],
      },
    ],
  });
  const tests = names.flatMap((name) => [fires(name, firing[name] ?? {}), fires(name, healthy)]);
  // JSON is YAML too.
  await writeFile(join(own, 'test.yml'), JSON.stringify({ rule_files: ['alerts.yml'], tests }));
  await run(promtool, ['test', 'rules', join(own, 'test.yml')]);
});

test('the hook of certbot puts both files where the server reads them, and reloads it', async () => {
  const lineage = await temporaryFolder();
  for (const name of ['fullchain.pem', 'privkey.pem']) await writeFile(join(lineage, name), name);
  await mkdir(join(folder, 'hook'));
  // There is no group belfry here, and no service.
  const code = hook.replaceAll('/etc/belfry/', `${folder}/hook/`).replaceAll(' -g belfry', '');
  const said = await runSnippet(`systemctl() { echo "$@"; }\n${code}`, { RENEWED_LINEAGE: lineage });
  expect(said).toBe('reload belfry-serve\n');
  expect(readFileSync(join(folder, 'hook/cert.pem'), 'utf8')).toBe('fullchain.pem');
  expect(readFileSync(join(folder, 'hook/key.pem'), 'utf8')).toBe('privkey.pem');
  expect((await stat(join(folder, 'hook/key.pem'))).mode & 0o777).toBe(0o640);
});

test('the published output moves to another store', async () => {
  await runSnippet(here(move), environment());
  const server = await runningServer(join(folder, 'moved/out'));
  const { status } = await server.call({ path: listPath, headers: { Authorization: `Bearer ${key}` } });
  expect(status).toBe(200);
  await bindTestStore(open, out);
});

test('a restored backup: everything is as it was, keys too (needs a server: the embedded database is a folder)', {
  tags: 'server',
}, async ({ skip }) => {
  if (await isMissing('pg_restore')) skip('pg_restore is not installed');
  const publisher = publisherInto(out);
  const revokedLater = await newKeyOf(open.database, publisher, 'north');
  await runSnippet(here(backup), environment());
  await renameTeacher(open.database, 'north', 'Grace');
  const madeLater = await newKeyOf(open.database, publisher, 'north');
  expect(await runLine(`keys revoke ${revokedLater.id}`, environment())).toMatchObject({ code: 0 });
  await runBuild(publisher, open.database);
  const server = await runningServer(out);
  const statusOf = async (token: string) =>
    (await server.call({ path: listPath, headers: { Authorization: `Bearer ${token}` } })).status;
  expect([await statusOf(key), await statusOf(revokedLater.key), await statusOf(madeLater.key)]).toEqual([
    200, 401, 200,
  ]);

  const restoredUrl = new URL(open.connectionString);
  restoredUrl.pathname += '_restored';
  const name = restoredUrl.pathname.slice(1);
  const drop = () => sql.raw(`drop database if exists ${name} with (force)`).execute(open.database);
  onTestFinished(async () => {
    await drop();
    await bindTestStore(open, out);
    // The store has what the restored database published, so this one is the older of the two: it is approved.
    await runBuild(publisherInto(out), open.database, 'everything');
  });
  const afterwards = { ...environment(), DATABASE_URL: restoredUrl.href };
  const restoreHere = here(restore).replaceAll('timetables_restored', name);
  const [restoring = '', rebuilding = ''] = restoreHere.split(/^(?=belfry build)/m);
  await runSnippet(restoring, environment());
  // As the guide says: revoked again before the rebuild, the key is never valid.
  expect(await runLine(`keys revoke ${revokedLater.id}`, afterwards)).toMatchObject({ code: 0 });
  await runSnippet(rebuilding, afterwards);
  expect([await statusOf(key), await statusOf(revokedLater.key), await statusOf(madeLater.key)]).toEqual([
    200, 401, 401,
  ]);
  // As the guide warns: without that, the revocation is undone as well.
  await drop();
  const began = performance.now();
  await runSnippet(restoreHere, environment());
  tellPath('restore of a backup, rebuilt and checked', began);
  expect([await statusOf(key), await statusOf(revokedLater.key), await statusOf(madeLater.key)]).toEqual([
    200, 200, 401,
  ]);
  const [document] = readData<{ teachers: { name: string }[] }>(out, 'north', 'north-v1');
  expect(document?.teachers[0]?.name).toBe('Ada');
});

test('a person is forgotten', async () => {
  const { database } = open;
  await sql`insert into teacher (organisation_id, id, name, short_name) values ('north', 'stu-4711', 'x', 'x');
    insert into version_teacher (version_id, local_id, entity_id, position) values ('north-v1', 'tch_9', 'stu-4711', 9)`.execute(
    database,
  );
  await runBuild(publisherInto(out), database);
  const history = join(out, paths.history(org('north')));
  await sql`delete from version_teacher where entity_id = 'stu-4711'; delete from teacher where id = 'stu-4711'`.execute(
    database,
  );
  await runBuild(publisherInto(out), database);
  const generations = await readdir(history);
  expect(generations.length).toBeGreaterThan(1);
  // Replaced long ago, so that there is no wait for readers.
  for (const name of generations) await utimes(join(history, name), new Date(), new Date(Date.now() - 120_000));
  const said = await runSnippet(forgetting.replaceAll('riverside', 'north'), environment());
  expect(said).toMatch(/^Removed \d+ files of organisation north, with generations \d/m);
  expect(said).toMatch(/^Nothing but the current generation is left: \d+ files, \d+ bytes\.$/m);
  expect([...readFiles(out).values()].filter((bytes) => bytes.includes('stu-4711'))).toEqual([]);
});

test('after an upgrade, everything is published and intact', async () => {
  // `test/commands/package.system.test.ts` installs the package.
  const said = await runSnippet(upgrade.replace(/^npm install.*\n/, ''), environment());
  expect(said).toMatch(/^1 organisations, .* everything is intact\.$/m);
});
