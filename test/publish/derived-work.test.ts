// A third kind of work: what is derived from an organisation's documents. A source that has it needs nothing from the other two
// kinds, and they never wait for it.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watch } from '../../src/publish/engine/watch.ts';
import { libraryPort } from '../../src/publish/library/library-port.ts';
import type { Port } from '../../src/publish/port.ts';
import { createEnginePublisher } from '../../src/publish/publisher.ts';
import { defaultRetention, type Retention } from '../../src/snapshot/remove-garbage.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { memorySource } from '../support/memory-source.ts';
import { readPointer, validate } from '../support/published-school.ts';
import { derivedOf, november, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Publishes a school with a calendar while it is watched. @param beforeWeeks called before a week is written */
async function watchedSchool(beforeWeeks: () => Promise<void>, settings: { retention?: Retention } = {}) {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  source.add('school', [publishedTimetable('version-1')]);
  source.change('school', (organisation) => {
    organisation.calendar = smallCalendar();
  });
  const clock = { now: november };
  const now = () => clock.now;
  const store = steppingStore(folderStore(folder), ({ path }, moment) =>
    moment === 'before' && path.includes('/2026-W49.') ? beforeWeeks() : undefined,
  );
  const port = libraryPort({ store, source, validate, now, poll: () => 5 });
  /** The generations that something was derived from. */
  const derived: number[] = [];
  const watched: Port = {
    ...port,
    async open(organisationId, work, task) {
      const opened = await port.open(organisationId, work, task);
      if (work === 'derived') derived.push(derivedOf(folder, 'school')?.generation ?? 0);
      return opened;
    },
  };
  const publisher = createEnginePublisher({ store, validate, now, ...settings }, watched);
  const stop = new AbortController();
  const events = {
    published() {},
    access() {},
    held() {},
    failed: (what: string, error: unknown) => console.error(what, error),
  };
  const watching = watch(publisher, stop.signal, events);
  onTestFinished(async () => {
    stop.abort();
    await watching;
  });
  const edit = (description: string) =>
    source.change('school', ({ documents }) =>
      documents.set('version-1', { document: publishedTimetable('version-1', { orgId: 'school', description }) }),
    );
  const generation = () => {
    try {
      return readPointer(folder, 'school').generation;
    } catch {
      return 0;
    }
  };
  await waitUntil('it is published', () => generation() === 1);
  return { source, folder, clock, edit, generation, derived };
}

test('derived work follows the documents, once for several edits', async () => {
  const { edit, generation, derived } = await watchedSchool(async () => {});
  await waitUntil('it is derived', () => derived.length === 1);
  for (let each = 2; each <= 6; each++) {
    edit(`Edit ${each}`);
    await waitUntil(`generation ${each}`, () => generation() === each);
  }
  await waitUntil('what follows from the last edit is derived', () => derived.at(-1) === 6);
  expect(derived.length).toBeLessThan(6);
});

test('access and documents are published while derived work takes long', async () => {
  let release = () => {};
  const slow = new Promise<void>((done) => {
    release = done;
  });
  let isDeriving = false;
  const { source, edit, generation, derived } = await watchedSchool(async () => {
    isDeriving = true;
    await slow;
  });
  await waitUntil('it is being derived', () => isDeriving);
  edit('More');
  await waitUntil('the documents are published', () => generation() === 2);
  source.add('other', []);
  await sleep(50);
  expect(derived).toEqual([]);
  release();
  await waitUntil('it is derived again for the edit', () => derived.at(-1) === 2);
});

test('what derived work has replaced is cleaned up once it takes too much, as what documents have', async () => {
  const retention = { ...defaultRetention, bytes: 20_000 }; // less than one calendar, and more than the documents
  const { source, folder, clock, derived } = await watchedSchool(async () => {}, { retention });
  await waitUntil('it is derived', () => derived.length === 1);
  const calendars = () =>
    readdirSync(join(folder, 'organisations/school/files')).filter((name) => /^calendar\..*\.json$/.test(name));
  for (let each = 1; each <= 4; each++) {
    clock.now += 10_000; // longer than anybody takes to read one
    const before = derivedOf(folder, 'school')?.calendar.hash;
    source.change('school', (organisation) => {
      organisation.calendar = smallCalendar({ anchors: [{ date: 20260831, week: each }] });
    });
    await waitUntil(`calendar ${each}`, () => derivedOf(folder, 'school')?.calendar.hash !== before);
  }
  // The current one, and the one that was replaced right now.
  await waitUntil('the others are gone', () => calendars().length <= 2);
});
