// The client's calls for dates against a running Belfry: a day, a week, and a week of one class, teacher or room, with what is
// different from the plan.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, isoDay } from '../../src/calendar/time/day.ts';
import { isoWeekOf } from '../../src/calendar/time/iso-week.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import { type Calendar, lessonsOn, nowAndNext, resolveTimetable } from '../../src/client/belfry-client.ts';
import { createClient } from '../../src/client/create-client.ts';
import type { ClientOptions } from '../../src/client/create-reader.ts';
import type { DatedLesson, Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { belfryWith, type TestBelfry } from '../support/belfry-with.ts';

/** Like Monday on each day, whenever this runs. */
const date = dayAt(Date.now(), 'UTC');
const calendar: Calendar = {
  ...{ timeZone: 'UTC', schoolDays: [1, 2, 3, 4, 5, 6, 7], counting: 'calendarWeeks' },
  exceptions: [date, addDays(date, 1)].map((each) => ({
    ...{ date: each, name: 'Like Monday', kind: 'runs', like: { dayOfWeek: 1 } },
  })),
};
const ownClass = 'class-11B';

let belfry: TestBelfry;
let key: string;
let keyWithout: string;
const [upper] = demoSchool().documents.map(({ document }) => document);
if (upper === undefined) throw new Error('the demo school has timetables');
const timetable: Timetable = {
  ...upper,
  ...{ id: 'dated-v1', groupId: 'dated', effectiveFrom: 20200101, effectiveTo: null },
};

beforeAll(async () => {
  belfry = await belfryWith([
    { id: 'without', name: 'Without a calendar', documents: [upper] },
    { id: 'dated', name: 'Dated', documents: [timetable], calendar },
  ]);
  keyWithout = (await belfry.createKey('without')).key;
  key = (await belfry.createKey('dated')).key;
});
afterAll(() => belfry.close());

function client(options: Partial<ClientOptions> = {}) {
  const asked: { path: string; status: number }[] = [];
  const watched = createClient({
    ...{ baseUrl: belfry.url, key, retries: 0 },
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      asked.push({ path: new URL(url).pathname, status: response.status });
      return response;
    },
    ...options,
  });
  return { ...watched, asked };
}
const week = isoWeekOf(date);
const startsOf = (lessons: readonly DatedLesson[]) =>
  lessons.filter((lesson) => lesson.date === date).map(({ id }) => id);
const placesOf = (list: readonly { entityId: string | null }[]) => list.map(({ entityId }) => entityId);

test.each([false, true])(
  'a change is in the day, the week and the slices of whom it concerns (partner paths: %s)',
  async (partner) => {
    const { day, weekOf, week: weekAt } = client({ partner });
    const planned = await day(date);
    expect(await day(isoDay(date))).toEqual(planned);
    const lesson = planned?.lessons.find(({ classes, teachers, rooms }) =>
      [placesOf(classes).includes(ownClass), teachers.length === 1, rooms.length === 1].every(Boolean),
    );
    const [teacher, room] = [lesson?.teachers[0]?.entityId ?? '', lesson?.rooms[0]?.entityId ?? ''];
    const changes = [{ ref: '1', date, lesson: { id: lesson?.id ?? '' }, cancelled: true as const, text: 'Go home' }];
    await belfry.setDifferent('dated', { from: date, to: date, changes, notes: [{ date, text: 'Bus strike' }] });
    const different = await day(date);
    expect(different?.cancelled).toMatchObject([{ id: lesson?.id, status: 'cancelled', text: 'Go home' }]);
    expect(different?.notes).toEqual([{ text: 'Bus strike', classes: null }]);
    const ofWeek = await weekAt(week);
    expect(ofWeek?.cancelled).toEqual(different?.cancelled);
    expect(startsOf(ofWeek?.lessons ?? [])).toEqual(startsOf(different?.lessons ?? []));
    for (const of of [{ class: ownClass }, { teacher }, { room }]) {
      const slice = await weekOf(week, of);
      expect(slice?.cancelled, JSON.stringify(of)).toEqual(different?.cancelled);
      expect(slice?.lessons.length).toBeLessThan(ofWeek?.lessons.length ?? 0);
      const [[kind = '', id = ''] = []] = Object.entries(of);
      const lists = { class: 'classes', teacher: 'teachers', room: 'rooms' } as const;
      const list = lists[kind as keyof typeof lists]; // the keys of the three above
      expect(slice?.lessons).toEqual(ofWeek?.lessons.filter((each) => placesOf(each[list]).includes(id)));
    }
    // What the server answers is what the grid of a day takes.
    const resolved = resolveTimetable(timetable);
    const of11 = { class: timetable.classes.find(({ entityId }) => entityId === ownClass)?.localId ?? '' };
    const today = lessonsOn(resolved, of11, date, { calendar, different });
    expect(today?.cancelled).toHaveLength(1);
    const { now } = nowAndNext(today, lesson?.startTime ?? '');
    expect(now.filter(({ dated }) => dated?.id === lesson?.id)).toEqual([]);
    await belfry.setDifferent('dated', { from: date, to: date });
    expect(await day(date)).toEqual(planned);
  },
);

test('what a change does not concern is confirmed with 304, and read from the cache', async () => {
  const { day, weekOf, asked } = client();
  const other = { class: timetable.classes.find(({ name }) => name === 'Upper 12A')?.entityId ?? '' };
  const read = async () => [await day(date), await weekOf(week, { class: ownClass }), await weekOf(week, other)];
  const [, , before] = await read();
  const changes = [
    {
      ref: '1',
      date,
      lesson: { id: (await day(date))?.lessons.find(({ classes }) => placesOf(classes).join() === ownClass)?.id ?? '' },
      rooms: ['Barn'],
    },
  ];
  await belfry.setDifferent('dated', { from: date, to: date, changes });
  asked.length = 0;
  expect((await read())[2]).toEqual(before);
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 304]);
  await belfry.setDifferent('dated', { from: date, to: date });
});

test('a day or an entity that is not there is refused with its code', async () => {
  const { day, weekOf } = client();
  await expect(day(addDays(date, 60))).rejects.toMatchObject({ kind: 'refused', status: 404, code: 'DAY_NOT_FOUND' });
  await expect(day('2020-01-01')).rejects.toMatchObject({ status: 404, code: 'DAY_NOT_FOUND' });
  for (const of of [{ class: 'nobody' }, { teacher: ownClass }, { room: '' }, { room: '..' }, { class: 'a/../b' }])
    await expect(weekOf(week, of), JSON.stringify(of)).rejects.toMatchObject({ status: 404, code: 'ENTITY_NOT_FOUND' });
  await expect(weekOf('2020-W01', { class: ownClass })).rejects.toMatchObject({ code: 'WEEK_NOT_FOUND' });
});

test('what nobody can have is not even asked for', async () => {
  const { day, weekOf, asked } = client();
  await expect(weekOf(week, { class: '.' })).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
  await expect(weekOf('2026-W4', { class: ownClass })).rejects.toMatchObject({ code: 'WEEK_NOT_FOUND' });
  await expect(day('2026-02-30')).rejects.toThrow(RangeError);
  expect(asked).toEqual([]);
});

test('without a calendar, and at a server that knows none of it, each is null', async () => {
  const without = client({ key: keyWithout });
  const before = client({ fetch: (url, init) => fetch(url.replace(/\/v1\/.*/, '/v1/such-a-path'), init) });
  for (const { day, weekOf } of [without, before])
    expect([await day(date), await weekOf(week, { class: ownClass })]).toEqual([null, null]);
});
