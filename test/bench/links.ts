// `bench -- links`: what the links of a school of 1,500 students cost, of which 200 are linked people: the bytes of all that they
// show, what one moved lesson takes to reach their feeds and what it reads and writes, and answers a second for a feed against
// the list of a key, in turn.

import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar, Timetable } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import {
  publishAccess,
  publishAllAccess,
  publishDerived,
  publishDocuments,
} from '../../src/publish/engine/publish-organisation.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { loadSchool } from '../support/published-school.ts';
import { openBenchDatabase } from './bench-database.ts';
import { createKey } from './caller.ts';
import { countRequests, type Traffic } from './count-requests.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';
import { servedFolder } from './served-folder.ts';
import { findGenerator, pins } from './serving/generate-load.ts';

const id = org('linked');
const [studentCount, units] = [1500, 2100];
/** Links of each kind: 200 together. */
const linked = { class: 60, teacher: 60, room: 20, student: 60 } as const;
const calendar: Calendar = { timeZone: 'Europe/Copenhagen', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };

type Figures = {
  links: number;
  bytes: { feeds: number; gzip: number; documents: number };
  /** Milliseconds of derived work, and what it asked of the store. */
  first: Traffic & { time: number };
  moved: Traffic & { time: number };
  /** Answers a second, medians of the rounds. */
  answers: Record<'feed, gzip' | 'feed, 304' | 'my, br' | 'list, br', number>;
};

export async function measure(
  { rounds, seconds }: { rounds: number; seconds: number },
  onStep: (step: string) => void,
): Promise<Figures> {
  await using open = await openBenchDatabase();
  await using served = await servedFolder();
  const { database } = open;
  const counted = countRequests(folderStore(served.folder));
  const settings = { store: counted.store, validate: createValidator(), now: Date.now };
  const publisher = createDatabasePublisher(settings, { database, hasOneSession: false });
  onStep('loading the school');
  const document = studentSchool();
  await loadSchool(database, id, [document]);
  await database.transaction().execute((all) => storeCalendar(all, id, calendar, JSON.stringify(calendar)));
  await publishAccess(publisher, id);
  await publishDocuments(publisher, id);
  await publishDerived(publisher, id);
  const lists = {
    class: document.classes,
    teacher: document.teachers,
    room: document.rooms,
    student: document.students,
  };
  const links: { token: string }[] = [];
  for (const kind of ['class', 'teacher', 'room', 'student'] as const) {
    const ids = (lists[kind] ?? []).slice(0, linked[kind]).map(({ entityId }) => entityId);
    const { rows } = await sql<{ token: string }>`
      select token from unnest(${ids}::text[]) entity_id, create_link(${id}, ${kind}, entity_id)`.execute(database);
    links.push(...rows);
  }
  await publishAllAccess(publisher, id);

  onStep('the first feeds');
  const derive = async () => {
    const traffic = counted.restart();
    const began = performance.now();
    await publishDerived(publisher, id);
    return { time: performance.now() - began, ...traffic };
  };
  const first = await derive();
  onStep('one moved lesson');
  const moves: Awaited<ReturnType<typeof derive>>[] = [];
  for (let round = 0; round < rounds; round++) {
    await sql`update lesson_unit set period_index = ${round % 2} where position = 0`.execute(database);
    await moveChangedVersions(database);
    await publishDocuments(publisher, id);
    moves.push(await derive());
  }
  const median = (what: keyof (typeof moves)[number]) => quantiles(moves.map((each) => each[what])).p50;
  const { text: key } = await createKey(database, id);
  await publishAccess(publisher, id);
  const answers = await measureAnswers(served.port, links, key, { rounds: Math.min(rounds, 5), seconds, onStep });
  return {
    links: links.length,
    bytes: await countBytes(counted.store),
    first,
    moved: { time: median('time'), reads: median('reads'), writes: median('writes'), bytes: median('bytes') },
    answers,
  };
}

/** The students of a class have its lessons. */
function studentSchool(): Timetable {
  const document = largeTimetable({ id: `${id}-v0`, timetable: `${id}-t`, orgId: id, units });
  const students = Array.from({ length: studentCount }, (_, index) => ({
    localId: `stu_${index}`,
    entityId: `student-${index}`,
    externalId: null,
    name: `Student ${index}`,
    shortName: `S${index}`,
    color: null,
    classId: document.classes[index % document.classes.length]?.localId ?? null,
    courseIds: [],
  }));
  return { ...document, schedulingMode: 'student-level', students, courses: [], sections: [], sectionSettings: {} };
}

/** What the records of all links name; the links of one person name the same files. */
async function countBytes(store: Store): Promise<Figures['bytes']> {
  const bytes = { feeds: 0, gzip: 0, documents: 0 };
  for (const { path } of await store.list(paths.links)) {
    const { documents } = parseLinkRecord((await store.read(path)) ?? new Uint8Array());
    if (documents === null) throw new Error(`${path} shows nothing`);
    bytes.feeds += documents.feed.identity.bytes;
    bytes.gzip += documents.feed.gzip.bytes;
    bytes.documents += documents.my.identity.bytes;
  }
  return bytes;
}

async function measureAnswers(
  port: number,
  links: readonly { token: string }[],
  key: string,
  { rounds, seconds, onStep }: { rounds: number; seconds: number; onStep: (step: string) => void },
): Promise<Figures['answers']> {
  const feeds = links.map(({ token }) => `/ical/${token}.ics`);
  const tagged = await Promise.all(
    feeds.map(async (path) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      if (status !== 200) throw new Error(`a feed is answered ${status}`);
      return { path, headers: { 'If-None-Match': headers.get('etag') ?? '' } };
    }),
  );
  const loads = {
    'feed, gzip': feeds.map((path) => ({ path, headers: { 'Accept-Encoding': 'gzip' } })),
    'feed, 304': tagged,
    'my, br': links.map(({ token }) => ({
      path: '/api/v1/my',
      headers: { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' },
    })),
    'list, br': [{ path: '/api/v1/timetables', headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'br' } }],
  };
  const names = Object.keys(loads) as (keyof typeof loads)[]; // its own keys
  const generator = findGenerator();
  const found = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++)
    for (const name of names) {
      onStep(`answers, round ${round}: ${name}`);
      const outcome = await generator.generate(port, loads[name], seconds, pins()[1]);
      if (outcome.failed + outcome.refused > 0) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
      found.get(name)?.push(outcome.requestsPerSecond);
    }
  const medianOf = (name: string) => quantiles(found.get(name) ?? []).p50;
  return {
    'feed, gzip': medianOf('feed, gzip'),
    'feed, 304': medianOf('feed, 304'),
    'my, br': medianOf('my, br'),
    'list, br': medianOf('list, br'),
  };
}

export function report({ links, bytes, first, moved, answers }: Figures): string[] {
  const work = (what: string, { time, reads, writes, bytes: written }: Figures['moved']) => [
    what,
    time.toFixed(0),
    reads.toFixed(0),
    writes.toFixed(0),
    written.toFixed(0),
  ];
  const list = answers['list, br'];
  return [
    `${links} links of a school of ${studentCount} students: feeds of ${bytes.feeds} bytes, ${bytes.gzip} in gzip; documents of ${bytes.documents}.`,
    '',
    ...table(
      ['derived work', 'ms', 'reads', 'files written', 'bytes written'],
      [work('all feeds for the first time', first), work('one moved lesson', moved)],
    ),
    '',
    ...table(
      ['answers', 'a second', 'against the list'],
      Object.entries(answers).map(([name, rate]) => [name, rate.toFixed(0), (rate / list).toFixed(2)]),
    ),
  ];
}
