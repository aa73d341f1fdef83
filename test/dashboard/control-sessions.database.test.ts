// What a browser does: signs in for a cookie, changes things from the page alone, drops a school's file, and signs out.

import { request } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { runningDashboard } from '../support/running-dashboard.ts';
import { smallCalendar } from '../support/small-calendar.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let dashboard: Awaited<ReturnType<typeof runningDashboard>>;
let token: string;

beforeAll(async () => {
  dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  token = (await dashboard.token('operator', null)).token;
  await dashboard.send('POST /organisations', token, { body: { id: 'school', name: 'School' } });
});

const own = { 'Sec-Fetch-Site': 'same-origin' };

async function signIn(headers: Record<string, string> = own) {
  const response = await fetch(`${dashboard.url}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
  const set = response.headers.get('set-cookie') ?? '';
  const half = String(Reflect.get(Object(await response.json()), 'session'));
  const cookie = set.split(';')[0] ?? '';
  return { status: response.status, set, session: { cookie, 'Belfry-Session': half } };
}

test('a cookie signs in, for changes from the page alone, until it is signed out', async () => {
  const { set, session, status } = await signIn();
  expect(status).toBe(200);
  for (const word of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=43200']) expect(set).toContain(word);
  expect(await dashboard.send('GET /me', null, { headers: session })).toMatchObject({ status: 200 });
  const patch = (headers: Record<string, string>) =>
    dashboard.send('PATCH /organisations/school', null, { body: { name: 'New' }, headers: { ...session, ...headers } });
  const { host, origin } = new URL(dashboard.url);
  expect(await patch({})).toMatchObject({ status: 403 });
  expect(await patch({ 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({ status: 403 });
  expect(await patch({ 'Sec-Fetch-Site': 'same-site', Origin: origin })).toMatchObject({ status: 403 });
  expect(await patch({ Origin: `http://evil.example/${host}` })).toMatchObject({ status: 403 });
  expect(await patch({ Origin: origin })).toMatchObject({ status: 200 });
  expect(await patch(own)).toMatchObject({ status: 200 });
  const out = (headers: Record<string, string>) =>
    fetch(`${dashboard.url}/session`, { method: 'DELETE', headers: { ...session, ...headers } });
  expect((await out({})).status).toBe(403);
  expect((await out(own)).status).toBe(204);
  expect(await dashboard.send('GET /me', null, { headers: session })).toMatchObject({ status: 401 });
});

test('signing in again ends the session that the browser had, and who listens with it, before the call returns', async () => {
  const { session } = await signIn();
  const listening = await fetch(`${dashboard.url}/control/v1/events`, { headers: session });
  expect(listening.status).toBe(200);
  let hasEnded = false;
  const ended = listening.text().then(() => {
    hasEnded = true;
  });
  const next = await signIn({ ...own, ...session });
  expect(await dashboard.send('GET /me', null, { headers: session })).toMatchObject({ status: 401 });
  expect(await dashboard.send('GET /me', null, { headers: next.session })).toMatchObject({ status: 200 });
  await ended;
  expect(hasEnded).toBe(true);
});

test('signing out ends who listens with the session', async () => {
  const { session } = await signIn();
  const listening = await fetch(`${dashboard.url}/control/v1/events`, { headers: session });
  const ended = listening.text();
  await fetch(`${dashboard.url}/session`, { method: 'DELETE', headers: { ...session, ...own } });
  expect(await ended).toContain(': connected');
});

test.each([
  ['localhost', 401],
  ['127.0.0.1:8082', 401],
  ['[::1]:9', 401],
  ['Dashboard.Example:443', 401],
  ['evil.example', 421],
  ['127.0.0.1.evil.example', 421],
  ['dashboard.example.evil', 421],
  ['dashboard.example@evil', 421],
  ['', 421],
])('a request for the host %j is answered with %i', async (host, expected) => {
  const { port } = new URL(dashboard.url);
  const status = await new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/control/v1/me', setHost: false, headers: { Host: host } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    asked.on('error', reject);
    asked.end();
  });
  expect(status).toBe(expected);
});

test('signing in from another page is refused, and sets no cookie', async () => {
  expect(await signIn({ 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({ status: 403, set: '' });
  expect(await signIn({})).toMatchObject({ status: 403, set: '' });
});

test('a token ends at once when it is revoked', async () => {
  const other = await dashboard.token('operator', null);
  expect(await dashboard.send('GET /me', other.token)).toMatchObject({ status: 200 });
  await sql`update admin set revoked_at = now() where id = ${other.id}`.execute(open.database);
  expect(await dashboard.send('GET /me', other.token)).toMatchObject({ status: 401 });
});

const fet = `<?xml version="1.0"?><fet version="6.0.0"><Institution_Name>Drop</Institution_Name>
<Days_List><Number_of_Days>1</Number_of_Days><Day><Name>Monday</Name></Day></Days_List>
<Hours_List><Number_of_Hours>2</Number_of_Hours><Hour><Name>1</Name></Hour><Hour><Name>2</Name></Hour></Hours_List>
<Subjects_List><Subject><Name>Maths</Name></Subject></Subjects_List>
<Teachers_List><Teacher><Name>Ada</Name></Teacher></Teachers_List>
<Students_List><Year><Name>Y1</Name><Number_of_Students>1</Number_of_Students></Year></Students_List>
<Activities_List><Activity><Teacher>Ada</Teacher><Subject>Maths</Subject><Students>Y1</Students><Duration>1</Duration>
<Total_Duration>1</Total_Duration><Id>1</Id><Activity_Group_Id>0</Activity_Group_Id><Active>true</Active></Activity></Activities_List>
<Time_Constraints_List><ConstraintActivityPreferredStartingTime><Weight_Percentage>100</Weight_Percentage><Activity_Id>1</Activity_Id>
<Preferred_Day>Monday</Preferred_Day><Preferred_Hour>1</Preferred_Hour><Permanently_Locked>true</Permanently_Locked><Active>true</Active>
</ConstraintActivityPreferredStartingTime></Time_Constraints_List></fet>`;

const upload = (text: string, name: string) => {
  const form = new FormData();
  form.append('file', new File([text], name));
  return { raw: form };
};

test("a school's file is tried without being stored, then stored", async () => {
  const imports = 'POST /organisations/school/imports';
  const versions = async () => (await dashboard.send('GET /organisations/school/timetables', token)).body['items'];
  const options = 'bells=08:00,45,5';
  const tried = await dashboard.send(`${imports}?dryRun=true&${options}`, token, upload(fet, 'school.fet'));
  expect(tried).toMatchObject({
    status: 200,
    body: { outcome: 'imported', isDryRun: true, report: { format: 'fet' } },
  });
  expect(await versions()).toEqual([]);
  const stored = await dashboard.send(`${imports}?${options}`, token, upload(fet, 'school.fet'));
  expect(stored).toMatchObject({ status: 201, body: { outcome: 'imported', isDryRun: false } });
  expect(await versions()).toMatchObject([{ id: 'school-timetable-v1', status: 'draft' }]);
  const again = await dashboard.send(`${imports}?${options}`, token, upload(fet, 'school.fet'));
  expect(again).toMatchObject({ status: 200, body: { outcome: 'unchanged' } });
  const broken = await dashboard.send(imports, token, upload('<fet', 'broken.fet'));
  expect(broken).toMatchObject({ status: 422, body: { report: { outcome: 'not converted' } } });
  const { rows } = await sql`select via from audit where resource = 'timetable' and action = 'imported'`.execute(
    open.database,
  );
  expect(rows).toEqual([{ via: 'api' }]);
});

test('several files of a school are one import, and more than 500 of them none', async () => {
  await dashboard.send('POST /organisations', token, { body: { id: 'untis', name: 'Untis' } });
  const send = (files: [name: string, text: string][]) => {
    const raw = new FormData();
    for (const [name, text] of files) raw.append('file', new File([text], name));
    return dashboard.send('POST /organisations/untis/imports?dryRun=true&bells=08:00,45,5', token, { raw });
  };
  const lessons = '1,"5A","ADA","MA","R1",1,1\n2,"5A","ADA","FRE","R1",2,1\n';
  const tried = await send([
    ['GPU001.TXT', lessons],
    ['GPU004.TXT', '"ADA","Ada Lovelace"\n'],
  ]);
  expect(tried).toMatchObject({ status: 200, body: { outcome: 'imported', report: { format: 'untis' } } });
  const many = Array.from({ length: 501 }, (_, number): [string, string] => [`GPU${number}.TXT`, lessons]);
  expect(await send(many)).toMatchObject({ status: 413 });
  expect((await dashboard.send('GET /organisations/untis/timetables', token)).body['items']).toEqual([]);
});

test('the calendar of a school is replaced by whoever knows the present one', async () => {
  const path = '/organisations/school/calendar';
  expect(await dashboard.send(`GET ${path}`, token)).toMatchObject({ status: 404 });
  expect(await dashboard.send(`PUT ${path}`, token, { body: { timeZone: 'Mars/Base' } })).toMatchObject({
    status: 422,
  });
  expect(await dashboard.send(`DELETE ${path}`, token)).toMatchObject({ status: 404 });

  const first = await dashboard.send(`PUT ${path}`, token, { body: smallCalendar() });
  expect(first.status).toBeLessThan(300);
  const seen = await dashboard.send(`GET ${path}`, token);
  expect(seen).toMatchObject({ status: 200, body: { timeZone: smallCalendar().timeZone } });
  const [etag, body] = [seen.headers.get('etag') ?? '', { ...smallCalendar(), timeZone: 'Europe/Paris' }];
  const own = { headers: { 'If-Match': etag } };
  expect((await dashboard.send(`PUT ${path}`, token, { body, ...own })).status).toBe(200);
  // Somebody was quicker.
  expect(await dashboard.send(`PUT ${path}`, token, { body: smallCalendar(), ...own })).toMatchObject({ status: 412 });
  expect(await dashboard.send(`DELETE ${path}`, token, own)).toMatchObject({ status: 412 });
  expect(await dashboard.send(`GET ${path}`, token)).toMatchObject({ body: { timeZone: 'Europe/Paris' } });
  expect(await dashboard.send(`DELETE ${path}`, token)).toMatchObject({ status: 204 });
  expect(await dashboard.send(`GET ${path}`, token)).toMatchObject({ status: 404 });
});
