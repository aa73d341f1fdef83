// The border of what may be shown, tried with every program that runs: reasons of absences, names that the organisation hides, rows
// that are not to be printed, and texts are planted wherever somebody may give them. No log, no metric, no audit and no published byte
// has what may not be there, whatever else goes wrong.
// @module-tag long

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays, dayAtUtc, isoDay, mondayOf } from '../../../src/calendar/time/day.ts';
import { isoWeekOf } from '../../../src/calendar/time/iso-week.ts';
import type { Day } from '../../../src/contract/types.generated.ts';
import { importCalendar } from '../../../src/database/calendar/import-calendar.ts';
import { calendar, span, version } from '../../calendar/small-school.ts';
import { type Gpu014Row, gpu014, mathematics } from '../../formats/days/gpu014-rows.ts';
import { bindTestStore } from '../../support/bind-store.ts';
import { freePort } from '../../support/free-port.ts';
import { loadSchool, validate } from '../../support/published-school.ts';
import { publishedTexts } from '../../support/published-texts.ts';
import { commandEnvironment, runLine, startCommand } from '../../support/run-command.ts';
import type { Finished } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useTestDatabase } from '../../support/test-database.ts';
import { waitUntil } from '../../support/wait-until.ts';

const open = useTestDatabase();
/** Monday of the next week: it is served, and ahead on each day. */
const day = addDays(mondayOf(dayAtUtc(Date.now())), 7);

/** In nothing at all. */
const [reason, substitute, unprinted, byHand] = ['Kolik-7', 'Planted-Zuber', 'Planted-Unprinted', 'Planted-By-Hand'];
/** In what takes place, for those who may read it, and in nothing else. */
const [text, personal] = ['Planted work sheet', 'Planted krank'];

const row: Gpu014Row = {
  ...{ ...mathematics, date: String(day), teacher: 'Ada', subject: 'Physics', newSubject: 'Physics', room: 'Lab' },
  ...{ newRoom: 'Lab', classes: 'Year 1', newClasses: 'Year 1', reason },
};
const good = gpu014([
  { ...row, period: '1', substitute, text },
  { ...row, period: '2', substitute, text: personal },
  { ...row, period: '2', number: '32', substitute: unprinted, bits: String(2 ** 20), text: unprinted },
]);
/** Its reasons have the separator, and no quotes: whoever reads them by their columns takes a part for the text. */
const wrong = gpu014([{ ...row, period: '1', substitute, reason: `${reason},${reason}`, text }], { quotes: false });

async function startSchool() {
  const folder = await temporaryFolder();
  const [out, exports, adminPort] = [join(folder, 'out'), join(folder, 'exports'), await freePort()];
  await mkdir(exports);
  await bindTestStore(open, out);
  await loadSchool(open.database, 'north', [version('v1', { lessonUnits: span('a', 'd0', [0, 1]) })]);
  await importCalendar(open.database, validate, 'north', Buffer.from(JSON.stringify(calendar())));
  await sql`update organisation set teachers_in_changes_keys = 'none', teachers_in_changes_links = 'none'`.execute(
    open.database,
  );
  const environment = { ...commandEnvironment(open, out), WATCH_ADMIN_PORT: String(adminPort), LOG_LEVEL: 'trace' };
  const run = async (line: string, input = '') => {
    const finished = await runLine(line, environment, input);
    said.push(finished);
    return finished;
  };
  const said: Finished[] = [];
  const secret = async (line: string, field: string) => String(Object(JSON.parse((await run(line)).stdout))[field]);
  await runLine('build', environment);
  const watch = startCommand('watch', [], environment);
  const serve = startCommand('serve', [], environment);
  const dashboard = startCommand('dashboard', [], environment);
  const [, served = '', servedAdmin = ''] =
    /Serving on (\S+), admin on (\S+)\./.exec(await serve.printed('admin on')) ?? [];
  const [, control = ''] = /Dashboard on (\S+)\./.exec(await dashboard.printed('Dashboard on')) ?? [];
  const key = await secret('keys create --organisation north --name app --json', 'key');
  const link = await secret('links create --organisation north --class entity-cls_1 --json', 'token');
  const token = await secret('admins create --name office --role manager --organisation north --json', 'token');
  const line = ['watch', '--organisation', 'north', exports, '--every', '1s', '--url', control, '--token', '-'];
  const follower = startCommand('days', line, { ...environment, DATABASE_URL: undefined }, `${token}\n`);
  await Promise.all([watch.printed('Watching'), follower.printed('Following')]);
  const running = [watch, serve, dashboard, follower];
  return {
    ...{ out, folder, run, follower },
    drop: (content: string) => writeFile(join(exports, 'GPU014.TXT'), content),
    read: (path: string) =>
      fetch(`${served}${path}`, { headers: { Authorization: `Bearer ${path.endsWith('/my') ? link : key}` } }),
    feed: async () => (await fetch(`${served}/ical/${link}.ics`)).text(),
    put: (body: string) =>
      fetch(`${control}/control/v1/organisations/north/days?from=${isoDay(day)}&to=${isoDay(day)}`, {
        ...{ method: 'PUT', body, headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } },
      }),
    metrics: async () =>
      (
        await Promise.all(
          [servedAdmin, `http://127.0.0.1:${adminPort}`].map(async (url) => (await fetch(`${url}/metrics`)).text()),
        )
      ).join('\n'),
    async logs() {
      for (const each of running) each.child.kill('SIGTERM');
      return [...said, ...(await Promise.all(running.map(({ finished }) => finished)))].flatMap(
        ({ stdout, stderr }) => [...`${stdout}\n${stderr}`.split('\n')],
      );
    },
  };
}

test('what may not be shown is in no log, no metric, no audit and no published byte', async () => {
  const { out, folder, run, follower, drop, read, feed, put, metrics, logs } = await startSchool();
  const dayOf = async () => ((await (await read(`/api/v1/days/${isoDay(day)}`)).json()) as { data: Day }).data;

  await drop(good);
  await waitUntil('the day is served', async () => (await dayOf()).lessons.some((lesson) => lesson.text === text));
  expect((await dayOf()).lessons).toMatchObject([
    { text, teachers: [], changed: ['teachers'] },
    { text: personal, teachers: [], changed: ['teachers'] },
  ]);
  await waitUntil('the feed has it', async () => (await feed()).includes(text));
  for (const path of [`/weeks/${isoWeekOf(day)}`, `/weeks/${isoWeekOf(day)}/teachers/entity-tch_1`, '/my'])
    expect((await read(`/api/v1${path}`)).status).toBe(200);
  // That a text may be private is told, and not the text.
  expect(await follower.printed('illness or leave')).toContain('line 2');

  await drop(wrong);
  await follower.printed('GPU014.TXT is refused');
  await writeFile(join(folder, 'wrong.TXT'), wrong);
  expect((await run(`days import --organisation north ${folder}/wrong.TXT`)).code).toBe(1);

  const change = { ref: '1', date: day, lesson: { startTime: '08:00' }, teachers: [substitute], text };
  const range = { from: day, to: day };
  expect((await put(JSON.stringify({ ...range, changes: [{ ...change, reason }] }))).status).toBe(422);
  expect((await put(JSON.stringify({ ...range, reason: { [reason]: reason } }))).status).toBe(422);
  expect((await put(`{ "reason": ${reason}, "text": ${text} }`)).status).toBe(400);
  // What the database refuses is described by it with the whole row.
  await sql`alter table day_change add constraint own_rule check (ref <> 'unwanted')`.execute(open.database);
  const refused = JSON.stringify({ ...range, changes: [{ ...change, ref: 'unwanted' }] });
  expect((await put(refused)).status).toBe(500);
  await writeFile(join(folder, 'unwanted.json'), refused);
  expect((await run(`days import --organisation north ${folder}/unwanted.json`)).code).not.toBe(0);

  // Rows that no door would take, and a day that is closed afterwards, so that all of them are orphaned.
  await sql`insert into day_change (organisation_id, date, ref, lesson_start_time, lesson_classes, teachers, text)
    values ('north', ${day}, 'hand', '08:00', '{Nobody}', ${[byHand]}, ${text})`.execute(open.database);
  const closed = calendar({ exceptions: [{ date: day, name: 'Flood', kind: 'closed' }] });
  await importCalendar(open.database, validate, 'north', Buffer.from(JSON.stringify(closed)));
  await waitUntil('the day is closed', async () => !(await dayOf()).isSchoolDay);
  await waitUntil('the orphans are counted', async () => /^belfry_\w*orphan\w* 3$/m.test(await metrics()));
  await run('status');
  await run('check');

  const measured = await metrics();
  expect(measured).toContain('belfry_');
  const told = await logs();
  const { rows } = await sql<{ entry: string }>`select audit::text as entry from audit`.execute(open.database);
  const files = publishedTexts(out);
  expect(files.some(({ text: each }) => each.includes(text))).toBe(true);
  const having = (texts: readonly string[], words: readonly string[]) =>
    texts.filter((each) => words.some((word) => each.includes(word)));
  const everywhere = [reason, substitute, unprinted, byHand];
  const named = files.map(({ path, text: each }) => `${path} ${each}`);
  expect(having(named, everywhere)).toEqual([]);
  expect(
    having([...told, ...measured.split('\n'), ...rows.map(({ entry }) => entry)], [...everywhere, text, personal]),
  ).toEqual([]);
});
