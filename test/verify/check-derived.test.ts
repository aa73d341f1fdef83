// What `check` finds of a published calendar and its weeks.

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { createPublisher } from '../../src/belfry.ts';
import type { Derived } from '../../src/contract/types.generated.ts';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { memorySource } from '../support/memory-source.ts';
import { validate } from '../support/published-school.ts';
import { changeRecord, handleFor } from '../support/record-places.ts';
import { derivedOf, november, readWeek, smallCalendar } from '../support/small-calendar.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const id = org('school');
const minute = 60_000;
const tzdata = process.versions['tz'] ?? '';

async function school() {
  const [source, folder] = [memorySource(), await temporaryFolder()];
  source.add('school', [publishedTimetable('v1')]);
  source.change('school', (organisation) => {
    organisation.calendar = smallCalendar();
    organisation.access.handle = handleFor('school');
  });
  const store = folderStore(folder);
  const publisher = createPublisher({ store, source, now: () => november });
  await publisher.build();
  const derived = derivedOf(folder, 'school');
  if (derived === undefined) throw new Error('there is no calendar');
  return {
    ...{ source, folder, store, publisher, derived },
    /** Writes data as a file that is whole in itself. */
    async write(name: string, data: object) {
      const { file, bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify(data)));
      for (const each of encodingNames)
        await store.write([{ path: paths.file(id, name, file.hash, each), bytes: bytes[each] }]);
      return file;
    },
    change: (changes: Partial<Derived>) =>
      changeRecord(store, 'school', (record) => ({ ...record, derived: { ...derived, ...changes } })),
    async problems(now: number | null = november, release = tzdata) {
      const report = await checkPublished(store, validate, undefined, { now, tzdata: release });
      return report.problems.map(({ path, problem }) => `${path.split('/').at(-1)?.split('.')[0]} ${problem}`);
    },
  };
}

test('what was just derived has no problem, and none of its files is an orphan', async () => {
  const { store, problems } = await school();
  expect(await problems()).toEqual([]);
  expect((await checkPublished(store, validate)).orphans).toEqual([]);
});

test('a missing or damaged file is found', async () => {
  const { store, derived, problems } = await school();
  const week = derived.weeks['2026-W50'];
  await store.remove([paths.file(id, 'calendar', derived.calendar.hash, 'br')]);
  await store.write([{ path: paths.file(id, '2026-W50', week?.hash ?? '', 'gzip'), bytes: Buffer.from('x') }]);
  expect(await problems()).toEqual([
    'calendar is named by a pointer but missing',
    '2026-W50 does not have the hash that its pointer names',
  ]);
});

test('a week that is whole in itself and not what the rules give is found', async () => {
  const { folder, change, derived, problems, write } = await school();
  const week = readWeek(folder, 'school', '2026-W48');
  const fewer = await write('2026-W48', { ...week, lessons: week.lessons.slice(1) });
  await change({ weeks: { ...derived.weeks, '2026-W48': fewer } });
  const found = '2026-W48 is not what the rules give from the published documents and the calendar';
  expect(await problems()).toEqual([found]);
  // With other time-zone data nobody knows.
  expect(await problems(november, '2000a')).toEqual([]);
});

test('a week in the place of another, a week too few, and one that breaks the schema are found', async () => {
  const { folder, change, derived, problems, write } = await school();
  const week = readWeek(folder, 'school', '2026-W48');
  const { '2026-W53': _, ...weeks } = derived.weeks;
  const swapped = await write('2026-W49', week);
  const broken = await write('2026-W50', { ...week, week: 50 });
  await change({ weeks: { ...weeks, '2026-W49': swapped, '2026-W50': broken } });
  expect(await problems()).toEqual([
    '2026-W49 contains week 2026-W48',
    '2026-W50 $.week must be string, not 50',
    '2026-W49 is not what the rules give from the published documents and the calendar',
    '2026-W50 is not what the rules give from the published documents and the calendar',
    'calendar has no file for week 2026-W53',
  ]);
});

test('what is behind the documents, or over, is found after a minute, but not of a copy', async () => {
  const { source, publisher, derived, change, problems } = await school();
  source.change('school', ({ documents }) =>
    documents.set('v1', { document: publishedTimetable('v1', { orgId: 'school', description: 'More' }) }),
  );
  await publisher.publish('school');
  await change({}); // as it was before
  expect(await problems(november + minute - 1)).toEqual([]);
  const behind = expect.stringContaining('is of generation 1, while the documents are of generation 2');
  expect(await problems(november + minute + 1)).toEqual([behind]);
  await publisher.build();
  const over = Date.parse(derived.validUntil);
  expect(await problems(over + minute - 1)).toEqual([]);
  expect(await problems(over + minute + 1)).toEqual([expect.stringContaining(`was right until ${derived.validUntil}`)]);
  expect(await problems(null)).toEqual([]);
});
