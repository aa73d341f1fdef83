import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../../src/access/ids.ts';
import { createPublisher, type Timetable } from '../../../src/belfry.ts';
import { loadPublished, readData } from '../../../src/snapshot/load-published.ts';
import { folderStore } from '../../../src/store/folder/folder-store.ts';
import { arbitraryTimetable } from '../../support/arbitrary-timetable.ts';
import { memorySource } from '../../support/memory-source.ts';
import { readFiles } from '../../support/published-school.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { times } from '../../support/thoroughness.ts';

test('the list without drafts is the list, filtered; it is the same file where there are none', async () => {
  const versions = fc.uniqueArray(arbitraryTimetable(), { maxLength: 5, selector: ({ id }) => id });
  await fc.assert(
    fc.asyncProperty(versions, async (some) => {
      const folder = await temporaryFolder();
      const store = folderStore(folder);
      const source = memorySource();
      source.add('school', some);
      expect(await createPublisher({ store, source, now: Date.now }).build()).toMatchObject({ failures: [] });
      const { pointer } = await loadPublished(store, org('school'));
      if (pointer === null) throw new Error('nothing is published');
      const read = async (hash = '') => JSON.parse((await readData(store, pointer, 'timetables', hash)) ?? 'null');
      const all: Timetable[] = (await read(pointer.list.hash)).timetables;
      const published = all.filter(({ status }) => status === 'published');
      expect(all).toHaveLength(some.length);
      expect(await read(pointer.publishedList?.hash)).toEqual({
        ...{ orgId: 'school', count: published.length, timetables: published },
      });
      const files = readFiles(folder, 'organisations/school/files/timetables.*.json');
      expect(files.size).toBe(published.length === all.length ? 1 : 2);
      for (const { id, status } of all) expect(pointer.timetables[id]?.draft ?? false).toBe(status !== 'published');
    }),
    { numRuns: times(20, 200) },
  );
}, 60_000);
