// `days` as a school runs it: `watch` as a process on a database, and with everything else as a process that knows only a dashboard and a
// token. Another process does to the file what planning programs do; what was good stays, and nothing is told that should not be.
// @module-tag long

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayAtUtc, isoDay, mondayOf } from '../../../src/calendar/time/day.ts';
import { importCalendar } from '../../../src/database/calendar/import-calendar.ts';
import { readDayChanges } from '../../../src/database/days/read-day-changes.ts';
import { calendar, span, version } from '../../calendar/small-school.ts';
import { type Gpu014Row, gpu014, mathematics } from '../../formats/days/gpu014-rows.ts';
import { bindTestStore } from '../../support/bind-store.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { commandEnvironment, runLine, startCommand } from '../../support/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { whenFileEnds } from '../../support/when-file-ends.ts';

const open = useTestDatabase();
/** Monday of the next week, so that it is ahead on each day. */
const day = addDays(mondayOf(dayAtUtc(Date.now())), 7);
const reason = 'Kolik-7';
const lesson: Gpu014Row = {
  ...{
    ...mathematics,
    date: String(day),
    teacher: 'Ada',
    substitute: 'Ada',
    subject: 'Physics',
    newSubject: 'Physics',
  },
  ...{ room: 'Lab', newRoom: 'Lab', classes: 'Year 1', newClasses: 'Year 1', reason },
};
/** Cancels the first periods, each with the number. */
const state = (number: number, periods = 2): string =>
  gpu014(
    Array.from({ length: periods }, (_, index) => ({
      ...{ ...lesson, number: String(number), period: String(index + 1), letter: 'C' },
    })),
  );

let [out, exports] = ['', ''];
beforeAll(async () => {
  out = join(await temporaryFolder(whenFileEnds), 'out');
  await bindTestStore(open, out);
  await loadSchool(open.database, 'north', [version('v1', { lessonUnits: span('a', 'd0', [0, 1]) })]);
  await importCalendar(open.database, validate, 'north', Buffer.from(JSON.stringify(calendar())));
});
beforeEach(async () => {
  await open.database.deleteFrom('day_change').execute();
  exports = join(await temporaryFolder(), 'untis-export');
  await mkdir(exports);
});
const environment = () => commandEnvironment(open, out);
const file = () => join(exports, 'GPU014.TXT');

const storedRefs = async () => (await readDayChanges(open.database, 'north', day, day)).changes.map(({ ref }) => ref);
const audited = async () =>
  Number(
    (await sql<{ count: string }>`select count(*) from audit where resource = 'days'`.execute(open.database)).rows[0]
      ?.count,
  );
const hasRefs = (expected: readonly string[]) =>
  waitUntil(`${expected.join()} is stored`, async () => (await storedRefs()).join() === expected.join());

/** Another process that does to the export what programs do. */
async function elsewhere(program: string, ...given: string[]): Promise<void> {
  const child = spawn(process.execPath, ['-e', program, file(), ...given], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}
const inPieces = `
const { appendFileSync, writeFileSync } = require('node:fs');
const [, path, text] = process.argv;
writeFileSync(path, '');
(async () => {
  for (let at = 0; at < text.length; at += 37) {
    appendFileSync(path, text.slice(at, at + 37));
    await new Promise((next) => setTimeout(next, 120));
  }
})();`;
const renamedOver = `
const { renameSync, writeFileSync } = require('node:fs');
const [, path, text] = process.argv;
writeFileSync(path + '.tmp', text);
renameSync(path + '.tmp', path);`;
/** What cannot be read for a while: on Windows a lock, here something else under the name of the file. */
const lockedForAWhile = `
const { mkdirSync, rmdirSync, rmSync, writeFileSync } = require('node:fs');
const [, path, text] = process.argv;
rmSync(path);
mkdirSync(path);
setTimeout(() => {
  rmdirSync(path);
  writeFileSync(path, text);
}, 2500);`;

/** Both periods are one change, since the timetable has them as one lesson. */
const refsOf = (number: number) => [`${number}-410-1`];

test('on a database: whatever happens to the file, whole states are stored, and the last good one stays', async () => {
  const watch = startCommand('days', ['watch', '--organisation', 'north', exports, '--every', '1s'], environment());
  await watch.printed('Following');
  await elsewhere(inPieces, state(1));
  await hasRefs(refsOf(1));
  await elsewhere(renamedOver, state(2));
  await hasRefs(refsOf(2));
  // The same once more, written anew: nothing is sent, and so nothing published.
  const before = await audited();
  await elsewhere(renamedOver, state(2));
  await elsewhere(lockedForAWhile, state(2));
  await new Promise((later) => setTimeout(later, 4000));
  expect([await audited(), await storedRefs()]).toEqual([before, refsOf(2)]);
  // A wrong one keeps the last good state, and says so with the line.
  await elsewhere(renamedOver, `${state(3)}9,2026,1\r\n`);
  await watch.printed('GPU014.TXT is refused');
  expect(await watch.printed('What was sent before stays.')).toContain('line 3  the row has 3 columns');
  expect(await storedRefs()).toEqual(refsOf(2));
  await rm(file());
  await watch.printed('GPU014.TXT is gone. What it said stays.');
  expect(await storedRefs()).toEqual(refsOf(2));
  await elsewhere(inPieces, state(4));
  await hasRefs(refsOf(4));
  watch.child.kill('SIGINT');
  const { code, stdout, stderr } = await watch.finished;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toContain(reason);
});

/** The dashboard as it is started, on a port that a further one can take over. */
async function startDashboard(port = '0') {
  const dashboard = startCommand('dashboard', [], { ...environment(), DASHBOARD_PORT: port });
  const [, url = ''] = /Dashboard on (\S+)\./.exec(await dashboard.printed('Dashboard on')) ?? [];
  return { url, dashboard, port: new URL(url).port };
}

async function managerToken(): Promise<string> {
  const line = 'admins create --name office --role manager --organisation north --json';
  const { stdout } = await runLine(line, environment());
  return String(Object(JSON.parse(stdout)).token);
}

test('with a dashboard alone: import, show and clear', async () => {
  const [{ url }, token] = [await startDashboard(), await managerToken()];
  const alone = { ...environment(), DATABASE_URL: undefined };
  const run = (line: string) =>
    runLine(`days ${line} --organisation north --url ${url} --token -`, alone, `${token}\n`);
  await writeFile(file(), state(1));
  expect((await run(`import --dry-run ${file()}`)).stdout).toContain('It would be stored.');
  expect(await storedRefs()).toEqual([]);
  const imported = await run(`import ${file()}`);
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('Stored.')]);
  expect((await run(`import ${file()}`)).stdout).toContain('Nothing is different');
  expect(JSON.parse((await run(`show --json --date ${isoDay(day)}`)).stdout)).toMatchObject({
    changes: [{ ref: '1-410-1', lesson: { wholeLesson: true }, cancelled: true }],
    orphaned: [],
  });
  await writeFile(file(), state(2, 3));
  const refused = await run(`import ${file()}`);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/line 3 {2}\$\.changes\[1\]\.lesson/)]);
  expect(await storedRefs()).toEqual(refsOf(1));
  expect((await run(`clear --from ${isoDay(day)} --to ${isoDay(day)}`)).stdout).toBe('Withdrawn.\n');
  expect(await storedRefs()).toEqual([]);
  expect(JSON.stringify([imported, refused])).not.toMatch(new RegExp(`${token}|${reason}`));
});

test('watch goes on after its dashboard was away, and its token is in no argument and no log', async () => {
  const [first, token] = [await startDashboard(), await managerToken()];
  const line = ['watch', '--organisation', 'north', exports, '--every', '1s', '--url', first.url, '--token', '-'];
  const alone = { ...environment(), DATABASE_URL: undefined };
  const watch = startCommand('days', line, alone, `${token}\n`);
  await watch.printed('Following');
  expect(readFileSync(`/proc/${watch.child.pid}/cmdline`, 'utf8')).not.toContain(token);
  await elsewhere(inPieces, state(1));
  await hasRefs(refsOf(1));
  first.dashboard.child.kill('SIGTERM');
  const ended = await first.dashboard.finished;
  await elsewhere(renamedOver, state(2));
  await watch.printed('cannot be sent');
  expect(await storedRefs()).toEqual(refsOf(1));
  const second = await startDashboard(first.port);
  await hasRefs(refsOf(2));
  watch.child.kill('SIGTERM');
  const told = await watch.finished;
  second.dashboard.child.kill('SIGTERM');
  const logs = JSON.stringify([ended, told, await second.dashboard.finished]);
  expect(told.code).toBe(0);
  expect(logs).not.toMatch(new RegExp(`${token}|${reason}`));
});
