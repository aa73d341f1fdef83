// A database is published from the relations that were recorded, and from no others: whichever of them is missing, renamed, out of
// reach or replaced, for whatever role and at whatever moment, readers keep what they have, and the refusal names it.
// @module-tag server

import { describe, expect, test } from 'vitest';
import { assertSource, recordRelations, relationsOf } from '../../src/database/views/source-relations.ts';
import { checkRelations } from '../../src/doctor/check-relations.ts';
import { SourceMismatchError } from '../../src/errors.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { runBuild, versionsOf } from '../support/fault-schools.ts';
import { readPointer } from '../support/published-school.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { ifThorough } from '../support/thoroughness.ts';
import { useMappedSchools } from '../support/use-mapped-schools.ts';
import { waitUntil } from '../support/wait-until.ts';

const { schools, mapped, restoreView, urlOf } = useMappedSchools(['north']);
const { open, run } = schools;
const names = relationsOf.all;
const shown = () => Object.keys(readPointer(schools.folder, 'north').timetables).sort();

/** Which work reads it, and so which change of the organisation needs it. */
const changeOf = (name: string) =>
  relationsOf.documents.some((each) => each === name)
    ? `select mark_changed('north')`
    : name.startsWith('calendar')
      ? `insert into pending_change (organisation_id, what) values ('north', 'calendar') on conflict do nothing`
      : `select mark_access_changed('north')`;

const faults = [
  ['missing', (name: string) => `drop view school."${name}"`],
  ['renamed', (name: string) => `alter view school."${name}" rename to former`],
] as const;

describe.each(faults)('a view that is %s', (_, fault) => {
  test.each([
    ...new Set([
      ...names.filter((__, index) => index % 4 === 0),
      'organisation',
      'timetable_version',
      ...ifThorough([...names]),
    ]),
  ])('%s: nothing is removed, the refusal names it, and it is published when it is back', async (name) => {
    const record = readPointer(schools.folder, 'north');
    await run(fault(name));
    await run(changeOf(name));
    for (const plan of ['due', 'everything'] as const) {
      const refused = runBuild(schools.publisher, mapped().database, plan);
      await expect(refused).rejects.toThrow(SourceMismatchError);
      await expect(refused).rejects.toThrow(new RegExp(`school\\."?${name}"?, and finds public\\."?${name}"?`));
    }
    expect(shown()).toEqual(versionsOf('north'));
    expect(readPointer(schools.folder, 'north')).toEqual(record);
    await run('drop view if exists school.former');
    await restoreView(name);
    await runBuild(schools.publisher, mapped().database, 'due');
    expect(shown()).toEqual(versionsOf('north'));
  });
});

test('a watcher keeps what is published while a view is gone, and goes on when it is back', async () => {
  const watching = schools.watch({}, mapped());
  await run('drop view school.timetable_version');
  await run(`select mark_changed('north')`);
  await waitUntil('the view to be missed', () => watching.events.some((event) => event.includes('finds public.')));
  expect(shown()).toEqual(versionsOf('north'));
  await restoreView('timetable_version');
  await schools.describe('north-v1', 'after the migration');
  await run(`select mark_changed('north')`);
  await waitUntil('the queue to be empty', async () => (await schools.pending()) === 0);
  expect(shown()).toEqual(versionsOf('north'));
});

test('a view that is replaced while it is read is noticed before anything is published', async () => {
  await mapped()
    .database.transaction()
    .execute(async (transaction) => {
      const state = await assertSource(transaction, 'documents');
      await assertSource(transaction, 'documents', state);
      await run('drop view school.teacher');
      await restoreView('teacher');
      await expect(assertSource(transaction, 'documents', state)).rejects.toThrow('replaced while it was read');
    });
});

test('a revocation needs no view of timetables', async () => {
  await run('drop view school.lesson_unit');
  await run(`select mark_access_changed('north')`);
  await expect(assertSource(mapped().database, 'access')).resolves.toBeTypeOf('string');
  await expect(assertSource(mapped().database, 'documents')).rejects.toThrow(SourceMismatchError);
});

test('every command of a role without the search_path is refused, with both named', async () => {
  await bindTestStore(open, schools.folder);
  await recordRelations(mapped().database);
  const variables = { ...commandEnvironment(open, schools.folder), DATABASE_URL: urlOf('public') };
  for (const line of [
    'build',
    'build --full',
    'export --organisation north --to -',
    'links create --organisation north --teacher nobody',
  ]) {
    const { code, stderr } = await runLine(line, variables);
    expect([line, code, stderr.includes('school.organisation, and finds public.organisation')]).toEqual([
      line,
      2,
      true,
    ]);
  }
  expect(shown()).toEqual(versionsOf('north'));
  await expect(checkRelations(open.database)).rejects.toThrow(SourceMismatchError);
  const moved = await runLine('bind --relations', variables);
  expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('public.teacher')]);
  expect(await runLine('build', variables)).toMatchObject({ code: 0 });
});
