// A record belongs to the organisation that it names, whatever path or file leads to it: it is found, kept and removed by its
// owner, also where the file that leads to it is missing or wrong.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { readHandle } from '../../src/snapshot/stored-organisation.ts';
import { checkAgainstDatabase } from '../../src/verify/check-against-database.ts';
import { validate } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;
let server: RunningServer;
let keys: Record<'north' | 'south', string>;

beforeEach(async () => {
  const keyOf = async (id: string) => (await schools.newKey(id)).key;
  keys = { north: await keyOf('north'), south: await keyOf('south') };
  server = await runningServer(schools.folder);
});

const statusOf = async (id: 'north' | 'south') =>
  (await server.call({ path: listPath, headers: { Authorization: `Bearer ${keys[id]}` } })).status;
const handleFile = (id: string) => join(schools.folder, paths.handle(org(id)));
const deleteNorth = () => open.database.deleteFrom('organisation').where('id', '=', 'north').execute();

const harms: Record<string, () => void> = {
  missing: () => rmSync(handleFile('north')),
  damaged: () => writeFileSync(handleFile('north'), '{"for'),
  "another organisation's": () => writeFileSync(handleFile('north'), readFileSync(handleFile('south'))),
  "its own with another organisation's handle": () =>
    writeFileSync(
      handleFile('north'),
      readFileSync(handleFile('south'), 'utf8').replace('"organisationId":"south"', '"organisationId":"north"'),
    ),
};

test.each(Object.entries(harms))(
  'a file that leads to the record and is %s is right after the next publication',
  async (_, harm) => {
    harm();
    await schools.describe('north-v1', 'changed');
    await schools.build();
    expect((await readHandle(schools.store, org('north'))).state).toBe('intact');
    expect([await statusOf('north'), await statusOf('south')]).toEqual([200, 200]);
  },
);

test.each(Object.entries(harms))(
  'an organisation is removed with its keys although that file is %s',
  async (_, harm) => {
    harm();
    await deleteNorth();
    await schools.build();
    expect([await statusOf('north'), await statusOf('south')]).toEqual([401, 200]);
    expect(await schools.store.listNames(paths.records)).toHaveLength(1);
    expect(await schools.store.listNames(paths.organisations)).toEqual(['south']);
  },
);

test("the removal of an organisation leaves a record that is another's by now", async () => {
  await sql.raw(`insert into organisation (id, name) values ('former', 'Former')`).execute(open.database);
  await schools.run(`delete from organisation where id = 'former'`);
  // As after the handle moved from one organisation to another.
  const handle = readFileSync(handleFile('south'), 'utf8').replace(
    '"organisationId":"south"',
    '"organisationId":"former"',
  );
  await schools.store.write([{ path: paths.handle(org('former')), bytes: Buffer.from(handle) }]);
  await schools.build();
  expect(await statusOf('south')).toBe(200);
  expect(await schools.store.listNames(paths.organisations)).toEqual(['north', 'south']);
});

test("another organisation's record in the place of one is neither completed nor kept: a full build writes it again", async () => {
  const path = join(schools.folder, recordPath('north'));
  const wrong = readFileSync(join(schools.folder, recordPath('south')), 'utf8').replace(
    /"handle":"[^"]+"/,
    `"handle":"${recordPath('north').slice(8, -5)}"`,
  );
  writeFileSync(path, wrong);
  const { differences } = await checkAgainstDatabase(open.database, schools.store, validate);
  expect(differences).toContainEqual(expect.objectContaining({ path: recordPath('north'), because: null }));
  await schools.describe('north-v1', 'changed');
  await expect(schools.build()).rejects.toThrow(
    /record of organisation north is damaged.*build -- --organisation north --full/,
  );
  expect(readFileSync(path, 'utf8')).toBe(wrong);
  await schools.build('everything');
  expect([await statusOf('north'), await statusOf('south')]).toEqual([200, 200]);
});
