// `bench -- days`: how long what is different on a day takes from its commit to a reader, with `watch` as a process of its own: alone,
// and while many other schools publish; and whether a revocation is later while a school replaces 500 changes again and again.

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { addDays, dayAtUtc, isoDay, weekdayOf } from '../../src/calendar/time/day.ts';
import type { Day } from '../../src/contract/types.generated.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import type { Database } from '../../src/database/connect/open-database.ts';
import { openBenchDatabase } from './bench-database.ts';
import { createKey, openReader, timeToReader, timeToRefusal, until } from './caller.ts';
import { changeVersion, createSchools, loadVersion, schoolId, untilPublished } from './many-schools.ts';
import { quantiles } from './quantiles.ts';
import { servedFolder, startWatch } from './served-folder.ts';

/** `schools` are the others; `rounds` the changes, and the revocations, of each kind. */
type Options = { schools: number; rounds: number };
/** Milliseconds from a commit to a reader. */
type Figures = Options & Record<'alone' | 'inStorm' | 'revocations' | 'revocationsBeside', number[]>;

/** Milliseconds between two changes of other schools, and how many changes one replacement has. */
const [stormPause, manyChanges] = [50, 500];

export async function measure({ schools, rounds }: Options, onStep: (step: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  onStep(`making ${schools} schools`);
  await createSchools(database, { schools, versions: 1, units: 300 });
  await loadVersion(database, 'large', 1700);
  await addCalendar(database, 'large');
  await addCalendar(database, schoolId(0));
  await using served = await servedFolder();
  await using _ = await startWatch(open, served);
  await untilPublished(database);

  const { text: key } = await createKey(database, 'large');
  const date = nextSchoolDay();
  const path = `/api/v1/days/${isoDay(date)}`;
  const reader = openReader(served.port, path, key);
  await until(async () => (await reader.get()).status === 200);
  const lesson = await firstLesson(served.port, path, key);
  const change = (text: string) =>
    sql`insert into day_change (organisation_id, date, ref, lesson_id, text)
    values ('large', ${date}, '1', ${lesson}, ${text})
    on conflict (organisation_id, date, ref) do update set text = excluded.text`.execute(database);
  const measureChanges = async (kind: string) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await sleep(Math.random() * 1000);
      times.push(await timeToReader(reader, () => change(`${kind} ${round}`)));
    }
    return times;
  };
  const measureRevocations = async () => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++)
      times.push((await timeToRefusal(database, served.port, 'large')).milliseconds);
    return times;
  };

  onStep(`${rounds} changes of a day`);
  const alone = await measureChanges('alone');
  onStep(`${rounds} revocations`);
  const revocations = await measureRevocations();
  onStep(`${rounds} changes of a day while other schools publish`);
  const inStorm = await beside(
    (count) => changeVersion(database, `${schoolId(count % schools)}-v0`, `storm ${count}`),
    stormPause,
    () => measureChanges('storm'),
  );
  onStep(`${rounds} revocations while a school replaces ${manyChanges} changes`);
  const revocationsBeside = await beside(
    (count) => replaceMany(database, schoolId(0), date, count),
    1000,
    measureRevocations,
  );
  reader.close();
  return { schools, rounds, alone, inStorm, revocations, revocationsBeside };
}

/** Repeats `work` until `task` has ended. */
async function beside<Result>(
  work: (count: number) => Promise<unknown>,
  pause: number,
  task: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const working = (async () => {
    for (let count = 0; !isOver; count++) {
      await work(count);
      await sleep(pause);
    }
  })();
  try {
    return await task();
  } finally {
    isOver = true;
    await working;
  }
}

/** Two years of school around today. */
async function addCalendar(database: Database, organisationId: string): Promise<void> {
  const year = Number(new Date().toISOString().slice(0, 4));
  const calendar = {
    timeZone: 'Europe/Berlin',
    schoolDays: [1, 2, 3, 4, 5],
    terms: [{ id: 't', name: 'T', firstDay: (year - 1) * 10_000 + 801, lastDay: (year + 1) * 10_000 + 731 }],
    closures: [],
    counting: 'calendarWeeks' as const,
    anchors: [],
    exceptions: [],
  };
  await storeCalendar(database, organisationId, calendar, JSON.stringify(calendar));
}

/** Not today, which may end while it is measured. As YYYYMMDD. */
function nextSchoolDay(): number {
  let day = addDays(dayAtUtc(Date.now()), 1);
  while (weekdayOf(day) > 5) day = addDays(day, 1);
  return day;
}

async function firstLesson(port: number, path: string, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { data: Day };
  const [lesson] = data.lessons;
  if (lesson === undefined) throw new Error(`there are no lessons on ${data.date}`);
  return lesson.id;
}

/** Each adds something, so that none of them names a lesson. */
const replaceMany = (database: Database, organisationId: string, date: number, count: number) => {
  const changes = Array.from({ length: manyChanges }, (_, index) => ({
    ...{ ref: `${index}`, date, text: `round ${count}` },
    added: { kind: 'event', startTime: '08:00', endTime: '08:45', subjects: [`Event ${index}`] },
  }));
  return sql`select replace_days(${organisationId}, ${date}, ${date}, ${JSON.stringify({ changes })}::jsonb)`.execute(
    database,
  );
};

export const report = ({ schools, rounds, ...figures }: Figures): string[] => {
  const row = (what: string, times: number[]) => {
    const { p50, p90, p99, max } = quantiles(times);
    return [what, ...[p50, p90, p99, max].map((milliseconds) => milliseconds.toFixed(0))];
  };
  return [
    `${rounds} rounds at a school of 1 MB beside ${schools} others, milliseconds:`,
    ...table(
      ['', 'p50', 'p90', 'p99', 'max'],
      [
        row('change of a day committed -> served', figures.alone),
        row('the same while 20 schools a second publish', figures.inStorm),
        row('revoked -> refused', figures.revocations),
        row(`the same while a school replaces ${manyChanges} changes`, figures.revocationsBeside),
      ],
    ),
  ];
};
