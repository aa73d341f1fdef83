// Two organisations use the same ids, the first by the control API, the second by commands: each has its own timetables, whatever is
// done with the other's, and no answer tells whether somebody else uses an id.
// @module-tag slow

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { readData, readFiles, readPointer } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { runningDashboard, type Send } from '../support/running-dashboard.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let folder = '';
let send: (call: string, sent?: Send) => ReturnType<Awaited<ReturnType<typeof runningDashboard>>['send']>;

beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  const dashboard = await runningDashboard(open, folder);
  const { token } = await dashboard.token('operator', null);
  send = (call, sent) => dashboard.send(call, token, sent);
});

const plans = (orgId: string): Timetable[] => [
  publishedTimetable('plan-v1', {
    ...{ groupId: 'plan', orgId, name: `Plan of ${orgId}` },
    ...{ isCurrent: true, effectiveFrom: 20200901, effectiveTo: null },
  }),
  smallTimetable({ id: 'plan-v2', groupId: 'plan', orgId, name: `Plan of ${orgId}`, versionNumber: 2 }),
];

test('whether another organisation uses the ids, every answer is the same', async () => {
  const [first, draft] = plans('school');
  const at = '/organisations/school/timetables';
  const calls: [string, Send?][] = [
    ['POST /organisations', { body: { id: 'school', name: 'School' } }],
    [`PUT ${at}/plan-v1`, { body: first, headers: { 'If-None-Match': '*' } }],
    [`PUT ${at}/plan-v1`, { body: first }],
    [`PUT ${at}/plan-v1`, { body: first, headers: { 'If-None-Match': '*' } }],
    [`PUT ${at}/plan-v2`, { body: draft }],
    [`PUT ${at}/plan-v2`, { body: first }],
    [`PUT ${at}/plan-v3`, { body: { ...draft, id: 'plan-v3', lessons: [] } }],
    [`GET ${at}`],
    [`GET ${at}?limit=1`],
    [`GET ${at}?limit=1&after=plan-v2`],
    [`GET ${at}?limit=1&after=plan-v9`],
    [`GET ${at}/plan-v2`],
    [`GET ${at}/plan-v9`],
    [`PATCH ${at}/plan-v2`, { body: { name: 'Renamed', versionName: 'Spring' } }],
    [`POST ${at}/plan-v2/publish`, { body: { effectiveFrom: '2099-02-01' } }],
    [`POST ${at}/plan-v9/publish`, { body: {} }],
    [`GET ${at}/plan-v1`],
    [`DELETE ${at}/plan-v2`],
    [`DELETE ${at}/plan-v9`],
    [`PUT ${at}/plan-v2`, { body: draft }],
    [`GET ${at}`],
    ['GET /organisations/school'],
  ];
  const answers = async () => {
    const all: string[] = [];
    for (const [call, sent] of calls) {
      const { status, type, headers, body } = await send(call, sent);
      // Moments, what is made of them, and what identifies a request.
      const text = JSON.stringify({ call, status, type, body, etag: headers.has('etag'), names: [...headers.keys()] });
      all.push(
        text
          .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"moment"')
          .replace(/[0-9a-f]{32,64}/g, 'hash')
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
          .replace(/"(ageSeconds|lagSeconds)":[\d.e-]+/g, '"$1":0'),
      );
    }
    return all;
  };
  const free = await answers();
  expect(free.filter((answer) => answer.includes('"outcome":"created"'))).toHaveLength(3);
  await sql`delete from organisation`.execute(open.database);
  await send('POST /organisations', { body: { id: 'other', name: 'Other' } });
  for (const each of [...plans('other'), { ...plans('other')[1], id: 'plan-v9' }])
    expect(await send(`PUT /organisations/other/timetables/${each.id}`, { body: each })).toMatchObject({ status: 201 });
  expect(await answers()).toEqual(free);
  await sql`delete from organisation`.execute(open.database);
});

test('each has its own documents, by the control API and by commands, and the other stays untouched', {
  tags: 'long',
}, async () => {
  const variables = commandEnvironment(open, folder);
  const command = async (line: string) => {
    const result = await runHere(line, variables);
    expect([line, result]).toEqual([line, { ...result, code: 0 }]);
    return result.stdout;
  };
  const texts = await temporaryFolder();
  const importPlans = async (of: string) => {
    for (const document of plans(of)) {
      const file = join(texts, `${of}-${document.id}.json`);
      await writeFile(file, JSON.stringify(document));
      await command(`import --organisation ${of} --name ${of} ${file}`);
    }
  };
  const northAt = '/organisations/north/timetables';
  await send('POST /organisations', { body: { id: 'north', name: 'North' } });
  for (const each of plans('north'))
    expect(await send(`PUT ${northAt}/${each.id}`, { body: each })).toMatchObject({ status: 201 });
  await importPlans('south');
  await command('build --remove');

  const served = (of: string) => Object.keys(readPointer(folder, of).timetables).sort();
  const exported = async (of: string) => {
    const target = await temporaryFolder();
    await command(`export --organisation ${of} --to ${target}`);
    const names = (await readdir(target)).sort();
    return Promise.all(
      names.map(
        async (name): Promise<[string, Timetable]> => [name, JSON.parse(await readFile(join(target, name), 'utf8'))],
      ),
    );
  };
  const named = (of: string) => plans(of).map((each): [string, Timetable] => [`${each.id}.json`, each]);
  for (const of of ['north', 'south']) {
    expect(served(of)).toEqual(['plan-v1', 'plan-v2']);
    for (const document of plans(of)) expect(readData(folder, of, document.id)[0]).toEqual(document);
    expect(await exported(of)).toEqual(named(of));
  }
  await command('check --against-database');
  const north = readFiles(folder, 'organisations/north/**');

  // Everything that can be done with a version, of the one that came later.
  await command('timetables rename plan-v2 --organisation south --name Main --version-name Spring');
  await command('timetables publish plan-v2 --organisation south --from 2021-02-01');
  await command('build');
  const list = JSON.parse(await command('timetables list --organisation south --json'));
  expect(list).toMatchObject({
    versions: [
      { id: 'plan-v2', groupId: 'plan', name: 'Main', isCurrent: true, effectiveFrom: 20210201, served: 'current' },
      { id: 'plan-v1', groupId: 'plan', name: 'Main', isCurrent: false, effectiveTo: 20210131, served: 'current' },
    ],
  });
  await command('rollback --organisation south');
  expect(readData(folder, 'south', 'plan-v2')[0]).toMatchObject({ name: 'Plan of south', status: 'draft' });
  await command('build --timetable plan-v2');
  expect(readData(folder, 'south', 'plan-v2')[0]).toMatchObject({ name: 'Main', status: 'published' });
  expect(await send('DELETE /organisations/south/timetables/plan-v1')).toMatchObject({ status: 204 });
  await command('build');
  expect(served('south')).toEqual(['plan-v2']);
  await command('check --against-database');
  expect(readFiles(folder, 'organisations/north/**')).toEqual(north);
  expect(await exported('north')).toEqual(named('north'));

  // And of the one that came first.
  const south = readFiles(folder, 'organisations/south/**');
  expect(await send(`PATCH ${northAt}/plan-v1`, { body: { versionName: 'Autumn' } })).toMatchObject({ status: 200 });
  for (const each of plans('north')) expect(await send(`DELETE ${northAt}/${each.id}`)).toMatchObject({ status: 204 });
  await command('build');
  expect(served('north')).toEqual([]);
  expect(readFiles(folder, 'organisations/south/**')).toEqual(south);
  await importPlans('north');
  await command('build');
  expect(await exported('north')).toEqual(named('north'));
  await command('check --against-database');

  // What is deleted to keep what a rollback shows is one's own as well.
  for (const of of ['north', 'south']) {
    const file = join(texts, `${of}-plan-v3.json`);
    await writeFile(file, JSON.stringify({ ...plans(of)[0], id: 'plan-v3', versionNumber: 3 }));
    await command(`import --organisation ${of} ${file}`);
  }
  await command('build');
  await command('rollback --organisation south');
  await command('rollback --organisation south --keep');
  await command('build');
  expect([served('north'), served('south')]).toEqual([['plan-v1', 'plan-v2', 'plan-v3'], ['plan-v2']]);
});
