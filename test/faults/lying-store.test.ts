// A store that answers some of its reads wrongly, as behind a failing proxy or disk: with an error, nothing, half of the bytes,
// noise, another organisation's file or an older one. Whatever the publisher was doing, no key is granted what it was not, and
// once the fault is over and the publisher has run again, nothing is missing: no record, no version, no earlier generation.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { StoreError } from '../../src/errors.ts';
import { fetchHandler } from '../../src/serve/edge/fetch-handler.ts';
import { nodeRuntime } from '../../src/serve/edge/node-runtime.ts';
import { bucketReader } from '../../src/serve/node/bucket-reader.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord, parsePointer } from '../../src/snapshot/read-record.ts';
import { filesOf } from '../../src/snapshot/remove-garbage.ts';
import { serverTimeouts } from '../../src/store/bucket/bucket-client.ts';
import type { Store } from '../../src/store/store.ts';
import { bindingOf, build, createLink, type Publisher, watch } from '../support/belfry.ts';
import { bucketOfTest } from '../support/bucket-of-test.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  publisherInto as publisherWith,
  renameTeacher,
  runBuild,
} from '../support/fault-schools.ts';
import { bucketOutput, folderOutput, type PublishedOutput } from '../support/published-output.ts';
import { findRecordPath, handleFor, recordPath } from '../support/record-places.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { type Habit, storeWithHabits } from '../support/store-habits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { combine, nightly, someOf } from '../support/thoroughness.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

/** Keeps every generation, so that whatever is missing afterwards was lost. */
const publisherInto = (store: Store): Publisher => ({
  ...publisherWith(store),
  retention: { generations: 10_000, milliseconds: 86_400_000, bytes: 1e12 },
});

const lies = [
  'a 404 page',
  'a 403',
  'nothing',
  'half of it',
  'noise',
  "another organisation's",
  'an older one',
] as const;
type Lie = (typeof lies)[number];

/** The reads that are answered wrongly: of files of `north` and of `east`, which is removed, and of the store. */
const places = {
  'the record': (id: string) => recordPath(id),
  'the handle': (id: string) => paths.handle(org(id)),
  'the problems': (id: string) => paths.problems(org(id)),
  'the list': /^organisations\/north\/files\/timetables\..*json$/,
  'a document': /^organisations\/north\/files\/north-v1\..*json$/,
  'an earlier pointer': /^organisations\/north\/history\//,
  "the store's record": () => paths.storeRecord,
  'the heartbeat': () => paths.publisher,
  'a link': new RegExp(`^${paths.linksOf(handleFor('north'))}`),
  'a feed': /^organisations\/north\/files\/.*\.ics/,
  "a person's document": /^organisations\/north\/files\/my_/,
  'the state of a feed': new RegExp(`^${paths.feedStates(org('north'))}`),
};
type Place = keyof typeof places;
const isAt = (place: Place, path: string): boolean => {
  const known = places[place];
  return known instanceof RegExp ? known.test(path) : ['north', 'east'].some((id) => path === known(id));
};

/** What is answered wrongly at the moment, and how many times more. */
type Fault = { lie: Lie; place: Place; left: number };
let fault: Fault | null = null;
let lied = 0;
const isDue = (path: string): Fault | null => {
  if (fault === null || fault.left <= 0 || !isAt(fault.place, path)) return null;
  fault.left -= 1;
  lied += 1;
  return fault;
};

/** The first bytes that were stored under a path. */
const oldest = new Map<string, Uint8Array>();

/** The wrong bytes; null for an answer that is no file at all. */
async function wrongBytes(lie: Lie, real: Store, path: string, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (lie === 'nothing') return Buffer.of();
  if (lie === 'half of it') return bytes.subarray(0, bytes.length >> 1);
  if (lie === 'noise') return Buffer.alloc(500, 0xa5);
  if (lie === 'an older one') return oldest.get(path) ?? bytes;
  if (lie !== "another organisation's") return null;
  const ofSouth = /^links/.test(path)
    ? paths.link(handleFor('south'), southsLink)
    : /^records/.test(path)
      ? recordPath('south')
      : path.replace(/north|east/, 'south');
  return (await real.read(ofSouth)) ?? bytes;
}

/** A folder whose reads are answered wrongly. */
function lyingFolder(real: Store): Store {
  const lieAbout = async (path: string, bytes: Uint8Array | null) => {
    const due = bytes === null ? null : isDue(path);
    if (bytes === null || due === null) return bytes;
    const wrong = await wrongBytes(due.lie, real, path, bytes);
    if (wrong === null) throw new StoreError('read', path, { cause: new Error(due.lie) });
    return wrong;
  };
  return {
    ...real,
    read: async (path) => lieAbout(path, await real.read(path)),
    async readWithAge(path) {
      const aged = await real.readWithAge(path);
      const bytes = await lieAbout(path, aged?.bytes ?? null);
      return aged && bytes && { ...aged, bytes };
    },
  };
}

/** A bucket's answers to GET, cleanly ended and, unless they are older, with the true ETag, as a proxy would send them. */
const lyingBucket =
  (real: Store): Habit =>
  async ({ method, path, headers: asked }, pass) => {
    if (fault !== null && fault.left > 0 && isAt(fault.place, path)) asked.delete('if-none-match');
    const answer = await pass();
    const due = method === 'GET' && answer.status === 200 ? isDue(path) : null;
    if (due === null) return answer;
    const wrong = await wrongBytes(due.lie, real, path, answer.bytes);
    const page = Buffer.from(`<html><body>${due.lie}</body></html>`);
    const bytes = Buffer.from(wrong ?? page);
    const headers: Record<string, string> = { ...answer.headers, 'content-length': String(bytes.length) };
    if (due.lie === 'an older one') headers['etag'] = '"00000000000000000000000000000000"'; // an older object has its own
    return { status: wrong !== null ? 200 : due.lie === 'a 403' ? 403 : 404, headers, bytes };
  };

type Output = PublishedOutput & { lying: Store };

async function openFolder(): Promise<Output> {
  const output = folderOutput(await temporaryFolder(whenFileEnds));
  return { ...output, lying: lyingFolder(output.store) };
}

/** Short, so that a fault that lasts does not make the test wait. */
const limits = { each: 1_000, deadline: 1_500 };
const timeouts = { attempts: 3, record: limits, file: limits };

async function openBucket(): Promise<Output & { endpoint: string; prefix: string }> {
  const own = bucketOfTest();
  const { endpoint } = await storeWithHabits(own.bucket, lyingBucket(own.store), whenFileEnds);
  const lying = bucketOfTest(endpoint, timeouts, own.prefix).store;
  return { ...bucketOutput(own), lying, endpoint, prefix: own.prefix };
}

const open = useTestDatabase();
const schools = ['north', 'south', 'west'];
type Keys = Record<'north' | 'south' | 'west' | 'revoked', string>;
/** Two of north, both of its teacher. */
type Link = { sha256: string; token: string };
type Links = { active: Link; revoked: Link };
let southsLink = '';
type Scene = { output: Output; keys: Keys; links: Links; server: Ask };

/** Three schools with two generations, a revoked key, and in `west` a version that is withheld and served in its last good form. */
async function setScene(output: Output): Promise<Scene> {
  const publisher = publisherInto(output.store);
  await bindingOf(open, output.store).ensure();
  await createSchools(open.database, schools);
  await runBuild(publisher, open.database, 'everything');
  const keyOf = async (id: string) => newKeyOf(open.database, publisher, id);
  const revoked = await keyOf('north');
  const linkOf = (id: string) => createLink(open.database, publisher, id, ['teacher', 'entity-tch_1']);
  const [active, toRevoke, ofSouth] = [await linkOf('north'), await linkOf('north'), await linkOf('south')];
  southsLink = ofSouth.sha256;
  const listed = [paths.organisations, paths.records, paths.links].map((prefix) => output.store.list(prefix));
  const stored = (await Promise.all(listed)).flat();
  for (const path of [...stored.map((file) => file.path), paths.storeRecord, paths.publisher])
    oldest.set(path, (await output.store.read(path)) ?? Buffer.of());
  await open.database
    .updateTable('api_key')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', revoked.id)
    .execute();
  await sql`update link set revoked_at = now() where id = ${toRevoke.id}`.execute(open.database);
  const links = { active, revoked: toRevoke };
  const keys = { revoked: revoked.key, north: '', south: '', west: '' };
  for (const id of ['north', 'south', 'west'] as const) {
    keys[id] = (await keyOf(id)).key;
    await describeVersion(open.database, `${id}-v1`, 'second');
  }
  await sql`update lesson_unit set teacher_ids = '{tch_gone}' where version_id = 'west-v2'`.execute(open.database);
  await runBuild(publisher, open.database);
  const server = askServer(await runningServer('', { openReader: output.openReader(1), whenDone: whenFileEnds }));
  return { output, keys, links, server };
}

/** What a key is answered: the status of the list and of each version. */
async function answers(ask: Ask, key: string, id: string, of = ['', '/v1', '/v2']): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of of.map((each) => `${listPath}${each.replace('/', `/${id}-`)}`))
    statuses.push(await ask(path, key));
  return statuses;
}

/** Whether a link of north is refused, by its record. */
async function isRevoked(store: Store, sha256: string): Promise<boolean> {
  const bytes = await store.read(paths.link(handleFor('north'), sha256));
  return parseLinkRecord(bytes ?? Buffer.of()).revoked;
}

/** Asks a server or the function. @returns the status */
type Ask = (path: string, key: string) => Promise<number>;

/** What a link is answered: the status of its document and of its feed. */
const answersOfLink = async (ask: Ask, { token }: Link): Promise<number[]> => [
  await ask('/api/v1/my', token),
  await ask(`/ical/${token}.ics`, ''),
];

const askServer =
  (server: RunningServer): Ask =>
  async (path, key) =>
    (await server.call({ path, headers: key === '' ? {} : { Authorization: `Bearer ${key}` } })).status;

/** Every kept earlier pointer, and whether the files that it names are there. */
async function historyOf(store: Store): Promise<string[]> {
  const kept: string[] = [];
  for (const id of schools) {
    const stored = new Set((await store.list(paths.organisation(org(id)))).map(({ path }) => path));
    for (const path of [...stored].filter((each) => each.startsWith(paths.history(org(id))))) {
      const pointer = parsePointer((await store.read(path)) ?? Buffer.of());
      kept.push(`${path}: ${filesOf(pointer).every((file) => stored.has(file)) ? 'whole' : 'not whole'}`);
    }
  }
  return kept.toSorted();
}

/** `begin` is called when the fault may begin. */
type Work = (publisher: Publisher, begin: () => void) => Promise<unknown>;
type Operation = { prepare?: (scene: Scene) => Promise<unknown>; work: Work };
const buildOf =
  (plan: 'due' | 'everything'): Work =>
  (publisher, begin) => {
    begin();
    return build(publisher, open.database, plan);
  };
/** Every link of north is written, as when each of them changed. */
const renameLinks = () =>
  sql`update link set name = ${`turn ${turn++}`} where organisation_id = 'north'`.execute(open.database);
const setAccess = (access: 'active' | 'suspended') =>
  open.database.updateTable('organisation').set({ access }).where('id', '=', 'north').execute();
let turn = 0;

const operations: Record<string, Operation> = {
  access: { prepare: () => setAccess('suspended'), work: buildOf('due') },
  links: { prepare: renameLinks, work: buildOf('due') },
  documents: {
    prepare: () => describeVersion(open.database, 'north-v1', `turn ${turn++}`),
    work: buildOf('due'),
  },
  // A teacher of another name: each feed and each person's document is another.
  'what links show': {
    prepare: () => renameTeacher(open.database, 'north', `turn ${turn++}`),
    work: buildOf('due'),
  },
  'a full build': { work: buildOf('everything') },
  'a removal': {
    async prepare({ output }) {
      await createSchools(open.database, ['east']);
      await runBuild(publisherInto(output.store), open.database);
      await open.database.deleteFrom('organisation').where('id', '=', 'east').execute();
    },
    work: buildOf('due'),
  },
  // Two hours later: what no pointer names may be removed by then. A build has nothing else to do, and lists before it removes.
  'a clean-up': {
    work: (publisher, begin) => {
      const list: Store['list'] = (prefix) => {
        if (prefix === paths.organisation(org('north'))) begin();
        return publisher.store.list(prefix);
      };
      const later = { ...publisher, store: { ...publisher.store, list }, now: () => Date.now() + 7_200_000 };
      return build(later, open.database, 'due');
    },
  },
  binding: {
    work: ({ store }, begin) => {
      begin();
      return bindingOf(open, store).ensure();
    },
  },
  // A watcher sends one at its start.
  'a heartbeat': {
    async work(publisher, begin) {
      begin();
      const [before, stop] = [lied, new AbortController()];
      const watching = watch(publisher, open, stop.signal, () => {});
      await waitUntil('the heartbeat is read', () => lied > before);
      stop.abort();
      await watching;
    },
  },
};
type OperationName = keyof typeof operations;

/** The places that an operation reads. */
const readBy: Record<OperationName, Place[]> = {
  access: ['the record', 'the handle'],
  links: ['a link', 'the record'],
  documents: ['the record', 'the handle', 'the problems', 'the list'],
  'what links show': ['a link', 'the state of a feed', 'a document', 'the record'],
  'a full build': [
    'the record',
    'the handle',
    'the problems',
    'the list',
    'a document',
    'the heartbeat',
    'a link',
    'a feed',
    "a person's document",
    'the state of a feed',
  ],
  'a removal': ['the record', 'the handle'],
  'a clean-up': ['the record', 'the handle', 'an earlier pointer'],
  binding: ["the store's record"],
  'a heartbeat': ['the heartbeat'],
};

/** Each operation with each of its places and each lie: all in a nightly run, each once in a thorough one, and otherwise one. */
const casesOver = (turn: 0 | 1) =>
  Object.entries(readBy).flatMap(([operation, of], index) =>
    someOf(combine<Place, Lie>(of, lies, nightly), 1, index + turn).map(
      ([place, lie]) => [operation, place, lie] as const,
    ),
  );

describe.each([
  { kind: 'a folder', turn: 0, missing: false, make: openFolder },
  { kind: "a bucket (needs Ceph's radosgw)", turn: 1, missing: inject('bucket') === null, make: openBucket },
] as const)('$kind', ({ turn, missing, make }) => {
  let scene: Scene;
  beforeAll(async () => {
    if (missing) return;
    await open.database.deleteFrom('organisation').execute();
    await sql`update store_binding set store_id = null, store_location = null`.execute(open.database);
    await sql`delete from publish_lease`.execute(open.database);
    scene = await setScene(await make());
  });
  afterAll(() => {
    fault = null;
  });

  const times = nightly ? [1, Number.POSITIVE_INFINITY] : [Number.POSITIVE_INFINITY];
  test.skipIf(missing).each(times.flatMap((left) => casesOver(turn).map((each) => [...each, left] as const)))(
    '%s while %s is answered with %s, %d times',
    async (name, place, lie, left) => {
      const { output, keys, links, server } = scene;
      const real = publisherInto(output.store);
      const operation = operations[name];
      await operation?.prepare?.(scene);
      const [history, storeRecord] = [await historyOf(output.store), await output.store.read(paths.storeRecord)];
      // A file of the right size that is the same each time is damaged, as far as anybody can know. And a publisher that reads
      // an older record tries again until it is not.
      const cannotLast = place === 'an earlier pointer' && lie === "another organisation's";
      const most = cannotLast ? 1 : lie === 'an older one' ? 3 : left;
      const begin = () => {
        fault ??= { lie, place, left: Math.min(left, most) };
      };
      // It may fail. What it says is tested elsewhere.
      await operation?.work({ ...real, store: output.lying }, begin).catch(() => {});
      fault = null;
      const revoked = await answers(server, keys.revoked, 'north');
      expect(revoked.filter((status) => status === 200)).toEqual([]);
      expect(await answersOfLink(server, links.revoked)).not.toContain(200);
      expect(await isRevoked(output.store, links.revoked.sha256)).toBe(true);

      await sleep(10);
      await runBuild(real, open.database);
      const isSuspended = name === 'access';
      expect(await answers(server, keys.north, 'north')).toEqual(isSuspended ? [402, 402, 402] : [200, 200, 200]);
      expect(await answers(server, keys.revoked, 'north')).toEqual(isSuspended ? [402, 402, 402] : [401, 401, 401]);
      expect(await answersOfLink(server, links.active)).toEqual(isSuspended ? [402, 404] : [200, 200]);
      expect(await answersOfLink(server, links.revoked)).toEqual(isSuspended ? [402, 404] : [401, 404]);
      expect(await answers(server, keys.south, 'south')).toEqual([200, 200, 200]);
      expect(await answers(server, keys.west, 'west')).toEqual([200, 200, 200]);
      expect(await isRevoked(output.store, links.revoked.sha256)).toBe(true);
      expect(await isRevoked(output.store, links.active.sha256)).toBe(false);
      expect(await output.store.read(paths.storeRecord)).toEqual(storeRecord);
      expect(await historyOf(output.store)).toEqual(expect.arrayContaining(history));
      expect((await output.store.listNames(paths.records)).length).toBe(schools.length);
      expect((await output.store.listNames(paths.organisations)).toSorted()).toEqual(schools);
      for (const id of schools) expect(await findRecordPath(output.store, id)).toBe(recordPath(id));
      await setAccess('active');
      await runBuild(real, open.database);
    },
  );
});

describe.skipIf(inject('bucket') === null)("servers on such a bucket (needs Ceph's radosgw)", () => {
  let keys: Keys;
  let links: Links;
  const servers: Record<string, Ask> = {};
  beforeAll(async () => {
    await open.database.deleteFrom('organisation').execute();
    await sql`update store_binding set store_id = null, store_location = null`.execute(open.database);
    await sql`delete from publish_lease`.execute(open.database);
    const output = await openBucket();
    ({ keys, links } = await setScene(output));
    const { bucket, store } = bucketOfTest(output.endpoint, serverTimeouts, output.prefix);
    const { accessKeyId, secretAccessKey, name } = bucket;
    const reader = bucketReader(store, 1);
    servers['the server'] = askServer(await runningServer('', { openReader: () => reader, whenDone: whenFileEnds }));
    const variables = {
      S3_BUCKET_URL: `${output.endpoint}/${name}`,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      BUCKET_PREFIX: output.prefix,
    };
    // It keeps next to no files in memory, so that it reads them each time.
    const handle = fetchHandler(variables, { ...nodeRuntime, fileBytes: 1 });
    servers['the function'] = async (target, key) => {
      const headers = new Headers(key === '' ? {} : { Authorization: `Bearer ${key}` });
      const answer = await handle({ method: 'GET', headers, target }, () => {});
      await answer.arrayBuffer();
      return answer.status;
    };
  });
  // A fault that failed a test must not go on into the next.
  afterEach(() => {
    fault = null;
  });

  const serverOf = (name: string): Ask => {
    const server = servers[name];
    if (server === undefined) throw new Error(`there is no ${name}`);
    return server;
  };
  /** What was answered while each read of this place was a lie, of which there was at least one. */
  const duringFault = async <Answers>(place: Place, lie: Lie, ask: () => Promise<Answers>): Promise<Answers> => {
    const before = lied;
    fault = { lie, place, left: Number.POSITIVE_INFINITY };
    const answered = await ask();
    fault = null;
    expect(lied).toBeGreaterThan(before);
    return answered;
  };

  const both = ['the server', 'the function'];
  const inTurn = combine<Place, Lie>(['the record', 'the list', 'a document'], lies, nightly);
  test.each(both.flatMap((name) => someOf(inTurn, 2).map(([place, lie]) => [name, place, lie] as const)))(
    '%s, while %s is answered with %s: a valid key is never unknown, and a revoked one never valid',
    async (name, place, lie) => {
      const server = serverOf(name);
      const asked = [place === 'a document' ? '/v1' : ''];
      const { north, revoked } = await duringFault(place, lie, async () => ({
        north: await answers(server, keys.north, 'north', asked),
        revoked: place === 'the record' ? await answers(server, keys.revoked, 'north', asked) : [],
      }));
      // An older record is one that was valid, with another key: nothing tells it from the latest.
      if (lie !== 'an older one' || place !== 'the record') {
        for (const status of north) expect([200, 500]).toContain(status);
        for (const status of revoked) expect([401, 500]).toContain(status);
      }
      expect(await answers(server, keys.north, 'north')).toEqual([200, 200, 200]);
      expect(await answers(server, keys.revoked, 'north')).toEqual([401, 401, 401]);

      // Half of the answers: each is asked again.
      if (lie !== 'a 404 page') return;
      for (let round = 0; round < 5; round++) {
        fault = { lie, place, left: 1 };
        expect(await answers(server, keys.north, 'north', asked)).toEqual([200]);
      }
      fault = null;
    },
  );

  const ofLinks = combine<Place, Lie>(['a link', 'a feed', "a person's document"], lies, nightly);
  test.each(both.flatMap((name) => someOf(ofLinks, 2).map(([place, lie]) => [name, place, lie] as const)))(
    '%s, while %s is answered with %s: a valid link is never unknown, and a revoked one never valid',
    async (name, place, lie) => {
      const server = serverOf(name);
      const { active, revoked } = await duringFault(place, lie, async () => ({
        active: await answersOfLink(server, links.active),
        revoked: await answersOfLink(server, links.revoked),
      }));
      // As for keys: an older record is one that was valid, of a link that shows nothing yet.
      if (lie !== 'an older one' || place !== 'a link') {
        for (const status of active) expect([200, 500]).toContain(status);
        for (const status of revoked) expect([401, 404, 500]).toContain(status);
      }
      expect(await answersOfLink(server, links.active)).toEqual([200, 200]);
      expect(await answersOfLink(server, links.revoked)).toEqual([401, 404]);
    },
  );
});
