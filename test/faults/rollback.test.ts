// Rolling back to an earlier generation: it lasts until the next change or explicit build, is visible in `status`, and
// never publishes a broken snapshot.
// @module-tag slow

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { readStatus } from '../../src/control/publication/read-status.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { encodingNames, paths } from '../../src/snapshot/paths.ts';
import { type Plan, rollBack } from '../support/belfry.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools, publisherInto } from '../support/fault-schools.ts';
import { everything, readData, readPointer } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { commandEnvironment, startCommand } from '../support/run-command.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;

beforeEach(async () => {
  for (const text of ['second', 'third']) {
    await schools.describe('north-v1', text);
    await schools.build();
  }
});

const shownText = () => readData<Timetable>(schools.folder, 'north', 'north-v1')[0]?.description;

test('without --to it publishes the previous generation again, as a new one that names it', async () => {
  const readers = await schools.readers();
  expect(await rollBack(schools.publisher, open.database, 'north')).toEqual({
    generation: 4,
    rolledBackTo: 2,
  });
  expect(shownText()).toBe('second');
  const { organisations } = await readStatus(open.database, schools.store, Date.now());
  expect(organisations[0]?.pointer).toMatchObject({ generation: 4, rolledBackTo: 2 });
  await readers.stop();
});

test('it stays when access changes: a key is created, the organisation is locked, unlocked and renamed', async () => {
  await rollBack(schools.publisher, open.database, 'north', 1);
  schools.watch();
  await schools.newKey('north');
  for (const change of [
    `access = 'locked', locked_because = 'plan_ended'`,
    `access = 'active', locked_because = null`,
    `name = 'Another name'`,
  ]) {
    await schools.run(`update organisation set ${change} where id = 'north'`);
    await schools.settled();
  }
  expect(readPointer(schools.folder, 'north').rolledBackTo).toBe(1);
});

test('without --to it never publishes an empty generation, and says how to request that', async () => {
  await open.database.deleteFrom('timetable').execute();
  await schools.build('due', { removesInBulk: true });
  await describeSchoolAgain();
  // Generation 4 is empty; the newest before it that is not is 3.
  expect(await rollBack(schools.publisher, open.database, 'north')).toMatchObject({
    rolledBackTo: 3,
  });
  expect(await rollBack(schools.publisher, open.database, 'north', 4)).toMatchObject({ rolledBackTo: 4 });
  expect(readPointer(schools.folder, 'north').timetables).toEqual({});

  await open.database.deleteFrom('organisation').execute();
  await sql`insert into organisation (id, name) values ('empty', 'Empty')`.execute(open.database);
  await schools.build();
  await createSchools(open.database, ['empty']);
  await schools.build();
  const refused = rollBack(schools.publisher, open.database, 'empty');
  await expect(refused).rejects.toThrow('no earlier generation with timetables to go back to; kept are 1; `--to');
  expect(await rollBack(schools.publisher, open.database, 'empty', 1)).toMatchObject({ rolledBackTo: 1 });
});

/** Creates the deleted timetables again, and publishes them. */
async function describeSchoolAgain(): Promise<void> {
  await createSchools(open.database, ['north']);
  await schools.build();
}

test.each(['watch', 'start'] as const)(
  'with --to it publishes that generation, which stays when `%s` starts and nothing changes',
  { timeout: 60_000 }, // it starts a whole process
  async (command) => {
    await rollBack(schools.publisher, open.database, 'north', 1);
    expect(shownText()).toBe('');
    // Only the start finds an unpublished organisation that is not queued: once published, the start has finished.
    await createSchools(open.database, ['west']);
    await open.database.deleteFrom('pending_change').execute();
    await bindTestStore(open, schools.folder);
    const started = startCommand(command, [], commandEnvironment(open, schools.folder));
    await started.printed('Ctrl-C ends it.');
    await waitUntil(
      'the unpublished organisation is published',
      async () => (await loadPublished(schools.store, org('west'))).pointer !== null,
    );
    started.child.kill('SIGTERM');
    expect(await started.finished).toMatchObject({ code: 0 });
    expect(shownText()).toBe('');
    expect(readPointer(schools.folder, 'north')).toMatchObject({ generation: 4, rolledBackTo: 1 });
  },
);

test('the next change ends it and updates every version', async () => {
  await rollBack(schools.publisher, open.database, 'north', 1);
  schools.watch();
  await schools.renameTeacher('north', 'Grace');
  await schools.settled();
  expect(shownText()).toBe('third');
  expect(readPointer(schools.folder, 'north').rolledBackTo).toBeNull();
  await schools.expectConverged();
});

test('a plain build keeps it while nothing of the organisation is pending', async () => {
  await rollBack(schools.publisher, open.database, 'north', 1);
  await createSchools(open.database, ['west']);
  await schools.build();
  expect(shownText()).toBe('');
  expect(readPointer(schools.folder, 'north')).toMatchObject({ generation: 4, rolledBackTo: 1 });
  expect(await rolledBack()).toEqual(['north']);
});

test('an explicit build of the organisation, of one of its versions or of everything ends it', async () => {
  const plans: Plan[] = [
    new Map([['north', everything]]),
    new Map([['north', { versions: new Set(['north-v2']), repair: false }]]),
    'everything',
  ];
  for (const plan of plans) {
    await rollBack(schools.publisher, open.database, 'north', 1);
    expect(shownText()).toBe('');
    await schools.build(plan);
    expect(shownText()).toBe('third');
    expect(await rolledBack()).toEqual([]);
    await schools.expectConverged();
  }
});

/** The organisations that need attention since they are rolled back. */
async function rolledBack(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select organisation_id as id from publish_lease where rolled_back`.execute(
    open.database,
  );
  return rows.map(({ id }) => id);
}

test('a rollback that was killed right after the swap is in force, is shown, and ends like any other', async () => {
  const dying = steppingStore(schools.store, ({ path }, moment) => {
    if (path === recordPath('north') && moment === 'after') throw new Error('killed');
  });
  await rollBack(publisherInto(dying), open.database, 'north', 1).catch(() => {});
  expect(readPointer(schools.folder, 'north').rolledBackTo).toBe(1);
  expect(await rolledBack()).toEqual(['north']);
  await schools.build();
  expect(shownText()).toBe('');
  expect(await rolledBack()).toEqual(['north']);
  await schools.describe('north-v2', 'a change');
  await schools.build();
  expect(await rolledBack()).toEqual([]);
  await schools.expectConverged();
});

test('a rollback that was killed right before the swap is cleared by the next build', async () => {
  const dying = steppingStore(schools.store, ({ path }, moment) => {
    if (path === recordPath('north') && moment === 'before') throw new Error('killed');
  });
  await rollBack(publisherInto(dying), open.database, 'north', 1).catch(() => {});
  await schools.build();
  expect(await rolledBack()).toEqual([]);
  await schools.expectConverged();
});

/** The rows of publish_lease. */
const leaseRows = () =>
  open.database.selectFrom('publish_lease').selectAll().orderBy('organisation_id').orderBy('kind').execute();

test('for an unknown organisation it is refused and leaves nothing behind', async () => {
  const before = await leaseRows();
  await expect(rollBack(schools.publisher, open.database, 'nroth')).rejects.toThrow('no organisation nroth');
  expect(await leaseRows()).toEqual(before);
});

test('to a generation that is not kept, or is the current one, it is refused and nothing changes', async () => {
  const before = await leaseRows();
  for (const generation of [0, 3, 99]) {
    await expect(rollBack(schools.publisher, open.database, 'north', generation)).rejects.toThrow('kept are 2, 1');
    expect(readPointer(schools.folder, 'north').generation).toBe(3);
    expect(await leaseRows()).toEqual(before);
  }
});

test('to a generation of which a file is gone, in any encoding, it is refused and nothing changes', async () => {
  const first = await schools.store.read(paths.earlierPointer(org('north'), 1));
  const { timetables } = JSON.parse(Buffer.from(first ?? []).toString());
  for (const encoding of encodingNames) {
    const file = join(schools.folder, paths.file(org('north'), 'north-v1', timetables['north-v1'].hash, encoding));
    renameSync(file, `${file}.gone`);
    await expect(rollBack(schools.publisher, open.database, 'north', 1)).rejects.toThrow('no longer intact');
    expect(readPointer(schools.folder, 'north').generation).toBe(3);
    renameSync(`${file}.gone`, file);
  }
  expect(await rollBack(schools.publisher, open.database, 'north', 1)).toMatchObject({ rolledBackTo: 1 });
});
