// A school in a database of its own, published with a calendar, and what its links show.

import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { parseOrganisationId as org, parseHandle } from '../../src/access/ids.ts';
import type { Calendar, LinkRecord, PersonalTimetables } from '../../src/contract/types.generated.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { filesOfPerson } from '../../src/snapshot/link-files.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { build, type Publisher } from './belfry.ts';
import { loadSchool, validate } from './published-school.ts';
import { findRecordPath } from './record-places.ts';
import { november, smallCalendar } from './small-calendar.ts';
import { publishedTimetable } from './small-timetable.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { openTestDatabase } from './test-database.ts';

export const id = org('north');
export const day = 86_400_000;

export type Who = Pick<LinkRecord, 'kind' | 'entityId'>;
export const teacher: Who = { kind: 'teacher', entityId: 'entity-tch_1' };
export const firstClass: Who = { kind: 'class', entityId: 'entity-cls_1' };
export const room: Who = { kind: 'room', entityId: 'entity-rom_1' };
export const otherClass: Who = { kind: 'class', entityId: 'entity-cls_2' };
export const everyone = [teacher, firstClass, room, otherClass];

/** A published school, in a database of its own until the test ends. */
export async function linkedSchool({ calendar = smallCalendar() }: { calendar?: Calendar | null } = {}) {
  const [open, folder] = [await openTestDatabase(), await temporaryFolder()];
  onTestFinished(() => open.close());
  const { database } = open;
  const clock = { now: november };
  const store = folderStore(folder);
  const publisher: Publisher = { store, validate, now: () => clock.now };
  await loadSchool(database, 'north', [publishedTimetable('v1', { orgId: 'north' })]);
  if (calendar !== null) await storeCalendar(database, 'north', calendar, JSON.stringify(calendar));
  const build_ = async (into: Store = store) => {
    const report = await build({ ...publisher, store: into }, database, 'due');
    return { ...report, failures: report.failures.map(({ error }) => String(error)) };
  };
  await build_();
  const handle = parseHandle(((await findRecordPath(store, 'north')) ?? '').slice('records/'.length, -'.json'.length));
  const newToken = async ({ kind, entityId }: Who): Promise<string> => {
    const { rows } = await sql<{ token: string }>`
      select token from create_link('north', ${kind}, ${entityId})`.execute(database);
    return rows[0]?.token ?? '';
  };
  const link = async (who: Who): Promise<string> => sha256OfText(await newToken(who));
  const record = async (sha256: string): Promise<LinkRecord> =>
    parseLinkRecord((await store.read(paths.link(handle, sha256))) ?? expect.unreachable('there is no record'));
  const documents = async (sha256: string) =>
    (await record(sha256)).documents ?? expect.unreachable('the link shows nothing');
  const read = async (path: string) => (await store.read(path)) ?? expect.unreachable(`${path} is missing`);
  return {
    ...{ database, folder, clock, store, publisher, handle, newToken, link, record, documents },
    build: build_,
    problems: async () => {
      const moment = { now: clock.now + 600_000, tzdata: process.versions['tz'] ?? '' };
      return (await checkPublished(store, validate, undefined, moment)).problems.map(({ problem }) => problem);
    },
    run: (statement: string) => sql.raw(statement).execute(database),
    feed: async (sha256: string): Promise<string> => {
      const [who, { feed }] = [await record(sha256), await documents(sha256)];
      const { feed: name } = filesOfPerson(who);
      const plain = await read(paths.feedFile(id, name, feed.hash, 'identity'));
      const packed = gunzipSync(await read(paths.feedFile(id, name, feed.hash, 'gzip')));
      expect(packed.equals(plain)).toBe(true);
      expect([sha256OfText(String(packed)), plain.length]).toEqual([feed.hash, feed.identity.bytes]);
      return String(packed);
    },
    my: async (sha256: string): Promise<PersonalTimetables> => {
      const [who, { my }] = [await record(sha256), await documents(sha256)];
      const { data } = JSON.parse(String(await read(paths.file(id, filesOfPerson(who).my, my.hash, 'identity'))));
      expect(validate('my', data)).toMatchObject({ valid: true });
      return data;
    },
  };
}
