// A watcher is killed while it publishes what is derived from the documents, at random moments of its first steps and after them.
// What readers have is whole meanwhile, and the next watcher derives the rest.
// @module-tag long
// @module-tag slow

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { readPointer, validate } from '../support/published-school.ts';
import { derivedOf, smallCalendar } from '../support/small-calendar.ts';
import { startPublisher } from '../support/start-publisher.ts';
import { ifThorough, times } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;
const derived = () => derivedOf(schools.folder, 'north');
const generation = () => readPointer(schools.folder, 'north').generation;

const watch = () =>
  startPublisher({ command: 'watch', connectionString: open.connectionString, output: schools.output });

/** A step that writes a file of what is derived, or the record that names them; documents are written before the calendar. */
const steps = [
  'organisations/north/files/calendar',
  'organisations/north/files/20', // a week
  ...ifThorough(['records/']),
];

/** The files are whole, and what the rules give; how far they are behind is not judged. */
async function expectWhole(): Promise<void> {
  const moment = { now: null, tzdata: process.versions['tz'] ?? '' };
  expect((await checkPublished(schools.store, validate, undefined, moment)).problems).toEqual([]);
}

/** Each change gives all weeks another content. */
const change = (round: number | string) =>
  open.database.transaction().execute(async (transaction) => {
    const calendar = smallCalendar({ exceptions: [{ date: 20200101, name: `Change ${round}`, kind: 'closed' }] });
    await storeCalendar(transaction, 'north', calendar, JSON.stringify(calendar));
    await transaction
      .updateTable('teacher')
      .set({ name: `Teacher ${round}` })
      .where('organisation_id', '=', 'north')
      .execute();
  });

/** Waits until a watcher has derived everything from the last documents. */
async function expectArrives(): Promise<void> {
  const watching = watch();
  await waitUntil('nothing is pending', async () => (await schools.pending()) === 0);
  watching.child.kill('SIGTERM');
  await watching.finished;
  expect(derived()?.generation).toBe(generation());
  await expectWhole();
}

test('killed at random moments within derived work, the calendar and the weeks are whole, and arrive afterwards', async () => {
  await change('at first');
  await schools.build();
  expect(Object.keys(derived()?.weeks ?? {})).toHaveLength(6);
  for (let round = 0; round < times(2, 10); round++)
    for (const step of steps) {
      const before = [derived()?.generation, generation()];
      await change(`${round} ${step}`);
      const killed = watch();
      await killed.printed('organisations/north/files/calendar');
      await killed.printed(step);
      await sleep(Math.random() * (round % 2 === 0 ? 20 : 150));
      killed.child.kill('SIGKILL');
      await killed.finished;
      expect([...before, generation()]).toContain(derived()?.generation);
      await expectWhole();
      await expectArrives();
    }
});
