// `bench -- day-costs`: what one change of a day, and one moved lesson, of a school of 60 classes asks of the store and the processor, with
// links and without; and the bytes of a day, a week and a slice, which a reader gets, and of all slices at rest.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { table } from '../../scripts/reports/print-report.ts';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { addDays, dayAtUtc, isoDay, weekdayOf } from '../../src/calendar/time/day.ts';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import type { Calendar } from '../../src/contract/types.generated.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { moveChangedVersions } from '../../src/database/queue/changed-versions.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import {
  publishAccess,
  publishAllAccess,
  publishDays,
  publishDerived,
  publishDocuments,
} from '../../src/publish/engine/publish-organisation.ts';
import { entriesOfIndex } from '../../src/snapshot/pack/pack-index.ts';
import { nameOfSlices, paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { loadSchool } from '../support/published-school.ts';
import { readRecord } from '../support/record-places.ts';
import { openBenchDatabase } from './bench-database.ts';
import { countRequests, type Traffic } from './count-requests.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';

const id = org('daily');
const units = 2100;
const calendar: Calendar = { timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5], counting: 'calendarWeeks' };

/** `processor` in milliseconds, of all threads. */
type Cost = Traffic & { processor: number };
type Costs = Record<'days' | 'derived', Cost>;
type Sizes = Record<'day' | 'week' | 'slice' | 'sliceP95' | 'slicesOfWeek' | 'slices' | 'weeks' | 'days', number>;
type Figures = {
  rounds: number;
  classes: number;
  entities: number;
  links: number;
  change: Costs;
  changeWithLinks: Costs;
  moved: Costs;
  sizes: Sizes;
};

export async function measure({ rounds }: { rounds: number }, onStep: (step: string) => void): Promise<Figures> {
  await using open = await openBenchDatabase();
  const { database } = open;
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const counted = countRequests(folderStore(folder));
  const settings = { store: counted.store, validate: createValidator(), now: Date.now };
  const publisher = createDatabasePublisher(settings, { database, hasOneSession: false });
  onStep('publishing the school');
  const document = largeTimetable({ id: `${id}-v0`, timetable: `${id}-t`, orgId: id, units });
  await loadSchool(database, id, [document]);
  await database.transaction().execute((all) => storeCalendar(all, id, calendar, JSON.stringify(calendar)));
  await publishAccess(publisher, id);
  await publishDocuments(publisher, id);
  await publishDays(publisher, id);
  await publishDerived(publisher, id);

  const cost = async (work: typeof publishDays | typeof publishDerived): Promise<Cost> => {
    const [traffic, began] = [counted.restart(), process.cpuUsage()];
    await work(publisher, id);
    const { user, system } = process.cpuUsage(began);
    return { ...traffic, processor: (user + system) / 1000 };
  };
  const date = nextSchoolDay();
  const taught = document.lessonUnits.find(
    ({ dayId }) => dayId === document.bellSchedule.days[weekdayOf(date) - 1]?.id,
  );
  const time = document.bellSchedule.dayConfigurations[0]?.periods[taught?.periodIndex ?? 0]?.startTime;
  const taughtTo = document.classes.find(({ localId }) => localId === taught?.classIds[0])?.entityId;
  const change = (round: number) =>
    sql`insert into day_change (organisation_id, date, ref, lesson_start_time, lesson_classes, rooms)
      values (${id}, ${date}, '1', ${time}, ${[taughtTo]}, ${[`Room of round ${round}`]})
      on conflict (organisation_id, date, ref) do update set rooms = excluded.rooms`.execute(database);
  const move = async (round: number) => {
    await sql`update lesson_unit set period_index = ${round % 2} where position = 100`.execute(database);
    await moveChangedVersions(database);
    await publishDocuments(publisher, id);
  };
  const repeat = async (what: string, edit: (round: number) => Promise<unknown>): Promise<Costs> => {
    const found: Costs[] = [];
    // The first of them warms up.
    for (let round = 0; round <= rounds; round++) {
      onStep(`${what}, round ${round}`);
      await edit(round);
      found.push({ days: await cost(publishDays), derived: await cost(publishDerived) });
    }
    const median = (work: keyof Costs) => {
      const of = (figure: keyof Cost) => quantiles(found.slice(1).map((each) => each[work][figure])).p50;
      return { reads: of('reads'), writes: of('writes'), bytes: of('bytes'), processor: of('processor') };
    };
    return { days: median('days'), derived: median('derived') };
  };

  const alone = await repeat('a change of a day', change);
  const sizes = await measureSizes(folder, counted.store, isoWeekOf(date), date);
  const moved = await repeat('a moved lesson', move);
  for (const [kind, list] of [
    ['class', document.classes],
    ['teacher', document.teachers],
  ] as const)
    await sql`select create_link(${id}, ${kind}, entity_id) from unnest(${list.map(({ entityId }) => entityId)}::text[]) entity_id`.execute(
      database,
    );
  await publishAllAccess(publisher, id);
  await publishDerived(publisher, id);
  const changeWithLinks = await repeat('a change of a day with links', change);
  await rm(folder, { recursive: true });
  const { classes, teachers, rooms } = document;
  return {
    rounds,
    classes: classes.length,
    entities: classes.length + teachers.length + rooms.length,
    links: classes.length + teachers.length,
    change: alone,
    changeWithLinks,
    moved,
    sizes,
  };
}

/** Of what is published, compressed as it is stored. */
async function measureSizes(folder: string, store: Store, week: string, date: number): Promise<Sizes> {
  const { derived, days } = readRecord(folder, id);
  const pack = derived?.slices?.[week];
  const [ofWeek, ofDay] = [derived?.weeks[week], days?.days[isoDay(date)]];
  if (derived === undefined || days === undefined || pack === undefined || !ofWeek || !ofDay)
    throw new Error(`the school shows no ${week}, or no ${date}`);
  const bytes = await store.read(paths.pack(id, nameOfSlices(week), pack.hash));
  const index = bytes?.subarray(0, pack.index.bytes) ?? new Uint8Array();
  const slices = entriesOfIndex(index)
    .map(([, { gzip }]) => gzip.bytes)
    .sort((one, other) => one - other);
  const sliceAt = (share: number) => slices[Math.floor(slices.length * share)] ?? Number.NaN;
  const all = await store.list(`organisations/${id}/files/`);
  const daysPack = all.find(({ path }) => path === paths.pack(id, 'days', days.pack.hash));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const { slices: packs = {}, weeks } = derived;
  return {
    day: ofDay.gzip.bytes,
    week: ofWeek.gzip.bytes,
    slice: sliceAt(0.5),
    sliceP95: sliceAt(0.95),
    slicesOfWeek: pack.bytes,
    slices: sum(Object.values(packs).map((each) => each.bytes)),
    weeks: sum(Object.values(weeks).map(({ identity, gzip, br }) => identity.bytes + gzip.bytes + br.bytes)),
    days: daysPack?.size ?? 0,
  };
}

/** Not today, which may end while it is measured. As YYYYMMDD. */
function nextSchoolDay(): number {
  let day = addDays(dayAtUtc(Date.now()), 1);
  while (weekdayOf(day) > 5) day = addDays(day, 1);
  return day;
}

export function report({ rounds, classes, entities, links, change, changeWithLinks, moved, sizes }: Figures): string[] {
  const row = (what: string, { reads, writes, bytes, processor }: Cost) => [
    what,
    ...[reads, writes, bytes, processor].map((figure) => figure.toFixed(0)),
  ];
  return [
    `A school of ${classes} classes with ${entities} slices in each of six weeks; medians of ${rounds} rounds:`,
    ...table(
      ['', 'reads', 'PUTs', 'bytes written', 'processor ms'],
      [
        row('a change of a day: its days', change.days),
        row('its week and slices, later', change.derived),
        row(`the same with ${links} links: its days`, changeWithLinks.days),
        row('its week, slices, feeds and documents, later', changeWithLinks.derived),
        row('a lesson moved for good: its days', moved.days),
        row('its weeks and slices, later', moved.derived),
      ],
    ),
    '',
    `Compressed, a reader gets a day in ${sizes.day} bytes, a week in ${sizes.week}, a slice in ${sizes.slice} (p95 ${sizes.sliceP95}).`,
    `At rest the days are ${sizes.days} bytes, six weeks ${sizes.weeks} in all encodings, and their slices ${sizes.slices} in six packs, ${sizes.slicesOfWeek} of one week.`,
  ];
}
