// Days and slices over HTTP, from the server of node and from the function at the edge: in every encoding, with the time of the
// response, and never a byte that was not verified.

import { chmod, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { daysName, nameOfSlices, paths } from '../../src/snapshot/paths.ts';
import { edgeOverFolder } from '../support/edge-over-folder.ts';
import type { RawClient } from '../support/raw-client.ts';
import { type Served, served } from '../support/served.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const week = '2026-W48';
const roots = ['/api/v1', '/api/partner/v1'];
/** Of a day that fits one write, and of one that does not. */
const small = { date: 20261123, lessons: [] };
const large = { date: 20261124, lessons: Array.from({ length: 6_000 }, (_, number) => `lesson ${number * 7919}`) };
const days = { '2026-11-23': small, '2026-11-24': large };
const slices = {
  'class/7A': { week, lessons: ['Ma'] },
  'class/7B': { week, lessons: [] },
  'teacher/SCH/é': { week, lessons: large.lessons },
  'room/7A': { week, lessons: ['Ph'] },
};
const resources: [path: string, data: unknown][] = [
  ['/days/2026-11-23', small],
  ['/days/2026-11-24', large],
  [`/weeks/${week}/classes/7A`, slices['class/7A']],
  [`/weeks/${week}/classes/7B`, slices['class/7B']],
  [`/weeks/${week}/teachers/SCH%2F%C3%A9`, slices['teacher/SCH/é']],
  [`/weeks/${week}/rooms/7A`, slices['room/7A']],
];
const isSlice = (path: string) => path.startsWith('/weeks');

async function publish({ form }: Pick<Served, 'form'>, ofSlices: Record<string, unknown> = slices) {
  const derived = await form.derive('north', {
    calendar: {},
    weeks: { [week]: { week } },
    slices: { [week]: ofSlices, '2026-W49': {} },
  });
  return { derived, days: await form.publishDays('north', days) };
}

async function servers(options: Parameters<typeof served>[1] = {}) {
  const context = await served({ v1: { id: 'v1' } }, options);
  const published = await publish(context);
  const engines = new Map<string, RawClient['call']>([
    ['the node server', context.server.call],
    ['the function', edgeOverFolder(context.form.folder)],
  ]);
  const callOf = (engine: string): RawClient['call'] => {
    const call = engines.get(engine);
    if (call === undefined) throw new Error(`there is no ${engine}`);
    return call;
  };
  return { ...context, ...published, callOf };
}

describe.each(['the node server', 'the function'])('%s', (engine) => {
  let place: Awaited<ReturnType<typeof servers>>;
  let call: RawClient['call'];
  beforeAll(async () => {
    place = await servers({ whenDone: whenFileEnds });
    call = place.callOf(engine);
  });

  test.each(resources)('%s is sent in every encoding, with the time of the response', async (path, data) => {
    for (const root of roots)
      for (const asked of ['br', 'gzip', 'identity', 'br, gzip', 'gzip, br', 'br;q=0, gzip']) {
        const before = Date.now();
        const { status, headers, body } = await call({
          path: root + path,
          headers: { ...place.bearer, 'Accept-Encoding': asked },
        });
        const hasBrotli = !isSlice(path) && /br(?!;q=0)/.test(asked);
        const encoding = hasBrotli ? 'br' : asked.includes('gzip') ? 'gzip' : undefined;
        expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
          200,
          encoding,
          String(body.length),
        ]);
        const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
        const response = JSON.parse(decoded.toString());
        expect(response.data).toEqual(data);
        expect(Date.parse(response.timestamp)).toBeGreaterThanOrEqual(before);
      }
  });

  test('many callers at once, in all encodings, each have a whole answer', async () => {
    const asked = Array.from({ length: 60 }, (_, number) => ['br', 'gzip', 'identity'][number % 3] ?? '');
    const answers = asked.map(async (encoding) => {
      const headers = { ...place.bearer, 'Accept-Encoding': encoding };
      const { status, body } = await call({ path: '/api/v1/days/2026-11-24', headers });
      const decoded = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
      return [status, JSON.parse(decoded.toString()).data.lessons.length];
    });
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(new Set(['200,6000']));
  });

  test.each(resources)('%s has an ETag, a 304, a HEAD and its methods', async (path) => {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      call({ path: `/api/v1${path}`, method, headers: { ...place.bearer, ...headers } });
    const first = await ask({});
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    expect((await ask({ 'If-None-Match': tag })).status).toBe(304);
    expect((await ask({ 'If-None-Match': '"another"' })).status).toBe(200);
    expect((await ask({ 'If-Match': '"another"' })).status).toBe(412);
    const ranged = await ask({ Range: 'bytes=0-3' });
    expect([ranged.status, ranged.body.length]).toEqual([200, first.body.length]);
    const head = await ask({}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      first.headers['content-length'],
    ]);
    expect((await ask({}, 'OPTIONS')).status).toBe(204);
    const refused = await ask({}, 'POST');
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test.each([
    [`/weeks/${week}/classes/nobody`, 'ENTITY_NOT_FOUND'],
    [`/weeks/${week}/rooms/7B`, 'ENTITY_NOT_FOUND'],
    [`/weeks/${week}/classes/constructor`, 'ENTITY_NOT_FOUND'],
    ['/weeks/2026-W49/classes/7A', 'ENTITY_NOT_FOUND'],
    [`/weeks/${week}/students/7A`, 'NOT_FOUND'],
    ['/weeks/2026-W50/classes/7A', 'WEEK_NOT_FOUND'],
    ['/days/2026-11-25', 'DAY_NOT_FOUND'],
  ])('%s is a 404 %s', async (path, code) => {
    const { status, body } = await call({ path: `/api/v1${path}`, headers: place.bearer });
    expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, code]);
  });
});

describe.each(['the node server', 'the function'])('%s', (engine) => {
  test('a change of one class changes no other ETag', async () => {
    const place = await servers();
    const tagOf = async (id: string) => {
      const path = `/api/v1/weeks/${week}/classes/${id}`;
      return (await place.callOf(engine)({ path, headers: place.bearer })).headers['etag'];
    };
    const before = [await tagOf('7A'), await tagOf('7B')];
    await publish(place, { ...slices, 'class/7A': { week, lessons: ['Ma', 'En'] } });
    expect(await tagOf('7A')).not.toBe(before[0]);
    expect(await tagOf('7B')).toBe(before[1]);
  });

  const damages: [string, (path: string, begin: number) => Promise<unknown>][] = [
    ['a byte is changed', async (path, begin) => writeFile(path, flip(await readFile(path), begin))],
    ['it is shorter', (path) => truncate(path, 60)],
    ['it is missing', (path) => rm(path)],
    ['it is as long, and another', async (path) => writeFile(path, Buffer.alloc((await readFile(path)).length, 0x20))],
    ['it is empty', (path) => truncate(path, 0)],
  ];
  test.each(damages)('when of a pack %s nothing of it is sent: a 500', async (_, damage) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const place = await servers();
    const pathOf = (name: string, hash = '') => join(place.form.folder, paths.pack(org('north'), name, hash));
    const { [week]: pack } = place.derived.slices ?? {};
    const ofSlices = pathOf(nameOfSlices(week), pack?.hash);
    for (const path of [ofSlices, pathOf(daysName, place.days.pack.hash)]) {
      await chmod(path, 0o600);
      await damage(path, 30);
    }
    for (const [path] of [resources[0], resources[2]].flatMap((each) => (each === undefined ? [] : [each])))
      for (const encoding of ['gzip', 'identity']) {
        const headers = { ...place.bearer, 'Accept-Encoding': encoding };
        const { status, body } = await place.callOf(engine)({ path: `/api/v1${path}`, headers });
        expect([path, status, JSON.parse(body.toString()).error.code]).toEqual([path, 500, 'INTERNAL_ERROR']);
      }
  });

  test('a damaged slice stops no other', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const place = await servers();
    const { [week]: pack } = place.derived.slices ?? {};
    const path = join(place.form.folder, paths.pack(org('north'), nameOfSlices(week), pack?.hash ?? ''));
    const bytes = await readFile(path);
    // The last entry ends with the pack.
    await writeFile(path, flip(bytes, bytes.length - 1));
    const statuses: number[] = [];
    for (const [each] of resources.filter(([each]) => isSlice(each)))
      statuses.push((await place.callOf(engine)({ path: `/api/v1${each}`, headers: place.bearer })).status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 500]);
  });
});

const flip = (bytes: Buffer, place: number): Buffer => {
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
};
