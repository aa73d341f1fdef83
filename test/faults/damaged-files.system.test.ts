// Files of the published output, damaged in seven ways: readers get a 500 and never wrong data, `check` names the file, and a
// full build repairs it.

import { copyFileSync, cpSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { type Encoding, encodingNames, paths } from '../../src/snapshot/paths.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import type { Publisher } from '../support/belfry.ts';
import { buildFully, expectShown, type Shown } from '../support/expect-converged.ts';
import { describeVersion, newKeyOf, publisherInto, publishSchools, runBuild } from '../support/fault-schools.ts';
import { readPointer, validate } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { combine, thorough } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let intact: string;
let expected: Shown;
let folder: string;
let publisher: Publisher;
let keys: Record<'north' | 'south', string>;

beforeAll(async () => {
  intact = await temporaryFolder(whenFileEnds);
  publisher = await publishSchools(open.database, ['north', 'south'], intact);
  // Another generation, so that there is a history.
  for (const id of ['north', 'south']) await describeVersion(open.database, `${id}-v2`, 'second');
  await runBuild(publisher, open.database);
  const of = async (id: string) => (await newKeyOf(open.database, publisher, id)).key;
  keys = { north: await of('north'), south: await of('south') };
  expected = await buildFully(open.database); // no case changes the database
});
beforeEach(async () => {
  folder = await temporaryFolder();
  cpSync(intact, folder, { recursive: true });
  publisher = publisherInto(folder);
});

/** The path of each kind of file of an organisation. */
const places = {
  'the record': (id: 'north' | 'south') => recordPath(id),
  'the handle': (id: 'north' | 'south') => paths.handle(org(id)),
  'an earlier pointer': (id: 'north' | 'south') => paths.earlierPointer(org(id), 1),
  'the list': (id: 'north' | 'south', encoding: Encoding) =>
    paths.file(org(id), 'timetables', readPointer(folder, id).list.hash, encoding),
  'a document': (id: 'north' | 'south', encoding: Encoding) =>
    paths.file(org(id), `${id}-v1`, readPointer(folder, id).timetables[`${id}-v1`]?.hash ?? '', encoding),
};
type Place = keyof typeof places;
const at = (path: string) => join(folder, path);

/** Each damages the file `own`; `others` is the same file of the other organisation. */
const damages: Record<string, (own: string, others: string) => void> = {
  truncated: (own) => truncateSync(at(own), 40),
  emptied: (own) => truncateSync(at(own), 0),
  'overwritten with noise': (own) => writeFileSync(at(own), Buffer.alloc(500, 0xa5)),
  'replaced by other JSON': (own) =>
    writeFileSync(at(own), '{"success":true,"data":{},"timestamp":"1970-01-01T00:00:00.000Z"}'),
  deleted: (own) => rmSync(at(own)),
  'replaced by the other organisation’s': (own, others) => copyFileSync(at(others), at(own)),
  'swapped with the other organisation’s': (own, others) => {
    renameSync(at(own), at('kept'));
    renameSync(at(others), at(own));
    renameSync(at('kept'), at(others));
  },
};

/** Sends every request with both keys; each 200 must have the right data. @returns the statuses */
async function askAll(): Promise<Set<number>> {
  const server = await runningServer(folder);
  const statuses = new Set<number>();
  for (const [id, key] of Object.entries(keys)) {
    for (const path of ['', `/${id}-v1`, `/${id}-v2`]) {
      for (const encoding of encodingNames) {
        const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding };
        const { status, body } = await server.call({ path: `/api/v1/timetables${path}`, headers });
        statuses.add(status);
        if (status === 500) expect(server.logLines.some((line) => line.includes('a request failed'))).toBe(true);
        if (status !== 200) continue;
        const decode = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };
        const { data } = JSON.parse(decode[encoding](body).toString());
        expect(data.orgId).toBe(id);
        expect(path === '' ? data.count : `/${data.id}`).toBe(path === '' ? 2 : path);
      }
    }
  }
  return statuses;
}

/** The files that every answer is made of: each damage is tried on these. */
const foremost: Place[] = ['the record', 'a document'];
const pairs = [
  ...foremost.flatMap((place) => Object.keys(damages).map((damage) => [place, damage] as const)),
  ...combine<Place, string>(['the list', 'the handle', 'an earlier pointer'], Object.keys(damages)),
];

/** Where a file has several encodings, each damage is tried on one of them, in a thorough run on all. */
const cases = pairs.flatMap(([place, damage], turn) => {
  const encodings = place === 'the list' || place === 'a document' ? encodingNames : (['identity'] as const);
  return encodings
    .filter((_, index) => thorough || index === turn % encodings.length)
    .map((encoding) => [place, encoding, damage] as const);
});

test.each(cases)('%s (%s) %s', async (place, encoding, damage) => {
  const [own, others] = [places[place]('north', encoding), places[place]('south', encoding)];
  damages[damage]?.(own, others);

  const statuses = await askAll();
  // No server reads the history or the handle. Without a record its keys are unknown.
  const isUnread = place === 'an earlier pointer' || place === 'the handle';
  const noticed = isUnread ? undefined : place === 'the record' && damage === 'deleted' ? 401 : 500;
  expect([...statuses].filter((status) => status !== 200)).toEqual(noticed === undefined ? [] : [noticed]);

  const { problems } = await checkPublished(publisher.store, validate);
  // Nothing names an earlier pointer, so `check` cannot know that it is missing.
  const missed = damage !== 'deleted' || place !== 'an earlier pointer';
  expect(problems.some(({ path }) => path === own)).toBe(missed);

  await readStatus(open.database, publisher.store, Date.now()); // does not throw
  await runBuild(publisher, open.database, 'everything');
  await expectShown(folder, expected);
  expect([...(await askAll())]).toEqual([200]);
  expect((await checkPublished(publisher.store, validate)).problems).toEqual([]);
});

test('a temporary file left by a crash is not reported as damage, and is removed two hours later', async () => {
  const left = at(`${paths.files(org('north'))}.tmp-0123456789abcdef`);
  writeFileSync(left, '{"succ');
  expect((await checkPublished(publisher.store, validate)).problems).toEqual([]);
  await runBuild({ ...publisher, now: () => Date.now() + 7_200_000 }, open.database, 'everything');
  expect(readdirSync(at(paths.files(org('north')))).filter((name) => name.startsWith('.tmp'))).toEqual([]);
});
