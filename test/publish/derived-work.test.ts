// A third kind of work: what is derived from an organisation's documents. A source that has it needs nothing from the other two
// kinds, and they never wait for it.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { OrganisationId } from '../../src/access/ids.ts';
import { libraryPort } from '../../src/publish/library/library-port.ts';
import { allWorks, type Port } from '../../src/publish/port.ts';
import { createPublisher } from '../../src/publish/publisher.ts';
import { watch } from '../../src/publish/watch.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { memorySource } from '../support/memory-source.ts';
import { readPointer, validate } from '../support/published-school.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Milliseconds for which edits are gathered. */
const gathered = 300;

/** A port in memory whose organisations have derived work, due a while after each publication of their documents. */
function withDerivedWork(port: Port): Port & { derived: number[] } {
  const dueAt = new Map<OrganisationId, number>();
  return {
    ...port,
    derived: [],
    works: allWorks,
    lanes: (work) => (work === 'derived' ? 1 : port.lanes(work)),
    async listDue(work) {
      if (work !== 'derived') return port.listDue(work);
      const due = [...dueAt].map(([organisationId, at]) => ({
        organisationId,
        isLarge: false,
        dueIn: at - Date.now(),
      }));
      return { due, isComplete: true };
    },
    async open(organisationId, work, task) {
      const opened = await port.open(organisationId, work, task);
      if (work === 'documents' && opened.state === 'done') dueAt.set(organisationId, Date.now() + gathered);
      if (work === 'derived' && opened.state === 'done') dueAt.delete(organisationId);
      return opened;
    },
  };
}

async function watchedSchool(derive: () => Promise<void>) {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  source.add('school', [smallTimetable()]);
  const store = folderStore(folder);
  const port = withDerivedWork(libraryPort({ store, source, validate, poll: () => 5 }));
  const publisher = createPublisher(
    {
      store,
      validate,
      now: Date.now,
      async derive({ organisationId }) {
        await derive();
        const { generation } = readPointer(folder, organisationId);
        port.derived.push(generation);
        return { state: 'done', result: [`${generation}.json`] };
      },
    },
    port,
  );
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
      documents.set('version-1', { document: { ...smallTimetable(), orgId: 'school', description } }),
    );
  const generation = () => {
    try {
      return readPointer(folder, 'school').generation;
    } catch {
      return 0;
    }
  };
  await waitUntil('it is published', () => generation() === 1);
  return { source, folder, edit, generation, derived: port.derived };
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
