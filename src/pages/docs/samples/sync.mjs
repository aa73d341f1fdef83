import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const file = 'timetables.json';
const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { timetables: {} };

async function read(path, etag = '') {
  const response = await fetch(`${process.env.BELFRY_URL}/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${process.env.BELFRY_KEY}`, 'If-None-Match': etag },
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status === 304) return null;
  if (!response.ok) throw new Error(await response.text());
  return { etag: response.headers.get('ETag'), data: (await response.json()).data };
}

const list = await read('changes', kept.etag);
if (list === null) process.exit(); // nothing changed
const { changes, latestId } = list.data;
const place = changes.findIndex(({ id }) => id === kept.latestId);
const newer = changes.slice(0, Math.max(place, 0));
const readAll = place < 0 || newer.some(({ truncated }) => truncated);
const changed = new Set(newer.flatMap((entry) => entry.timetables.map(({ timetableId }) => timetableId)));

const timetables = {};
for (const { id, status } of (await read('timetables')).data.timetables) {
  if (status !== 'published') continue;
  const old = kept.timetables[id];
  timetables[id] = old && !readAll && !changed.has(id) ? old : ((await read(`timetables/${id}`, old?.etag)) ?? old);
}
writeFileSync(`${file}.new`, JSON.stringify({ etag: list.etag, latestId, timetables }));
renameSync(`${file}.new`, file);
