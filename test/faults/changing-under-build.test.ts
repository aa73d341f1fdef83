// Edits during a build of the same organisation: the build publishes the state at its start, and the next build the rest.
// The list never names a missing version.
// @module-tag slow

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { checkPublished } from '../../src/verify/check-published.ts';
import { validate } from '../support/published-school.ts';
import { recordPath } from '../support/record-places.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { combine } from '../support/thoroughness.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north', 'south']);
const { open } = schools;

const edits: [string, string][] = [
  ['a version deleted', `delete from timetable_version where id = 'north-v1'`],
  ['the timetable deleted', `delete from timetable where id = 'north-g'`],
  ['a version made an autosave', `update timetable_version set is_autosave = true where id = 'north-v1'`],
  [
    'a version unpublished',
    `update timetable_version set status = 'draft', published_at = null, effective_from = null where id = 'north-v1'`,
  ],
  [
    'a version given to another organisation',
    `update timetable_version set timetable_id = 'south-g' where id = 'north-v1'`,
  ],
  ['a version broken', `update lesson_unit set teacher_ids = '{tch_gone}' where version_id = 'north-v1'`],
  ['the organisation deleted', `delete from organisation where id = 'north'`],
];
const moments: [string, RegExp][] = [
  ['while its first file is written', /^organisations\/north\/files\/north/],
  ['while its list is written', /^organisations\/north\/files\/timetables/],
  ['right before its swap', new RegExp(`^${recordPath('north')}`)],
  ['while its problems are written', /^organisations\/north\/problems/],
];

test.each(
  combine(edits, moments).map(([[edit, statement], [moment, place]]) => [edit, moment, statement, place] as const),
)('%s %s', async (edit, _, statement, place) => {
  const allowed = edit.startsWith('the organisation') ? [401] : [];
  const readers = await schools.readers(['north'], allowed);
  await schools.renameTeacher('north', 'Grace');
  let editing: Promise<unknown> | undefined;
  const store = steppingStore(schools.store, async ({ path }, moment) => {
    if (editing !== undefined || moment !== 'before' || !place.test(path)) return;
    editing = schools.run(statement);
    // Not awaited there: the embedded database runs it after the build's transaction.
    if (!open.embedded) await editing;
  });
  await schools.build('due', { store });
  await (editing ?? schools.run(statement));
  // Without its timetable the school loses all its versions, which awaits approval.
  await schools.build('due', { removesInBulk: edit === 'the timetable deleted' });
  const { problems } = await checkPublished(schools.store, validate);
  expect(problems).toEqual([]);
  if (edit !== 'a version broken') await schools.expectConverged();
  await readers.stop();
  if (edit.startsWith('the organisation'))
    expect(await schools.store.list(paths.organisation(org('north')))).toEqual([]);
});
