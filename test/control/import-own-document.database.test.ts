// A timetable in Belfry's own form that is dropped among a school's files: stored as it is, or only tried.

import { beforeAll, expect, test } from 'vitest';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { importSchoolFiles } from '../../src/control/timetables/import-school-files.ts';
import { createOrganisation } from '../../src/database/organisation.ts';
import { defaultOptions } from '../../src/formats/convert-files.ts';
import { parseBells } from '../../src/formats/reading/bells.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
const organisation = parseOrganisationId('school');
const own = publishedTimetable('v7', { name: 'Hill', effectiveFrom: 20260901, effectiveTo: null });
let folder = '';

beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await createOrganisation(open.database, organisation, 'Hill School');
});

const importFiles = async (files: Readonly<Record<string, unknown>>, options = {}) =>
  importSchoolFiles(
    {
      ...{ database: open.database, store: folderStore(folder), validate: createValidator(), now: Date.now },
      actor: { by: 'a test', via: 'command', from: 'here', adminId: null },
    },
    Object.entries(files).map(([name, content]) => ({
      name,
      bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    })),
    {
      ...{ organisation, name: undefined, timetableId: null, timetableName: null, versionName: null, publish: null },
      ...{ evenIfDifferent: false, evenIfNearlyEmpty: false, convert: defaultOptions, ...options },
    },
  );
const versions = () => open.database.selectFrom('timetable_version').select('status').execute();

test('is tried first, then stored with its own id, name and state, from the data or the whole answer', async () => {
  const whole = { success: true, data: own, timestamp: '2026-09-01T00:00:00.000Z' };
  const tried = await importFiles({ 'timetable.json': whole }, { isDryRun: true });
  expect(tried).toMatchObject({ outcome: 'imported', report: { format: 'belfry', made: { lessons: 2 } } });
  expect(await versions()).toEqual([]);
  expect(await importFiles({ 'timetable.json': whole })).toMatchObject({
    outcome: 'imported',
    timetable: { id: 'v7', name: 'Hill', status: 'published', effectiveFrom: 20260901 },
  });
  expect(await importFiles({ 'timetable.json': `\ufeff${JSON.stringify(own)}` })).toMatchObject({
    outcome: 'unchanged',
  });
  expect(await versions()).toEqual([{ status: 'published' }]);
});

test('one without a name is called as its other versions, as somebody says, or as the school', async () => {
  const nameless = (id: string, groupId: string) => ({ 'timetable.json': { ...own, name: 'Untitled', id, groupId } });
  const called = (name: string) => ({ outcome: 'imported', timetable: { name } });
  expect(await importFiles(nameless('v9', own.groupId))).toMatchObject(called('Hill'));
  expect(await importFiles(nameless('w1', 'west'), { timetableName: 'West' })).toMatchObject(called('West'));
  expect(await importFiles(nameless('e1', 'east'), { isDryRun: true })).toMatchObject(called('Hill School'));
  // The name of one that has a name is its own.
  const named = { 'timetable.json': { ...own, id: 'v10' } };
  expect(await importFiles(named, { timetableName: 'Other' })).toMatchObject(called('Hill'));
});

test('is refused with its problems, and nothing is stored', async () => {
  const broken = { ...own, id: 'v8', lessonUnits: 'none' };
  expect(await importFiles({ 'timetable.json': broken })).toMatchObject({
    outcome: 'refused',
    problems: [{ path: '$.lessonUnits' }],
  });
});

test('of several, one is stored at a time; other JSON is no timetable', async () => {
  expect(await importFiles({ 'a.json': own, 'b.json': own })).toMatchObject({
    outcome: 'not converted',
    report: { rules: [{ rule: 'file.several-schools' }] },
  });
  expect(await importFiles({ 'a.json': { name: 'Hill' } })).toMatchObject({
    report: { rules: [{ rule: 'file.unknown-format' }] },
  });
});

test('a converted timetable is called by its file, else as the school, and keeps its name in the next version', async () => {
  const bells = { ...defaultOptions, bells: parseBells('08:00,45,5') };
  const row = (day: number) => `1,"5A","Mei","M","R1",${day},1`;
  const name = async (files: Readonly<Record<string, unknown>>, options: object) => {
    const outcome = await importFiles(files, { convert: bells, ...options });
    return 'timetable' in outcome ? outcome.timetable.name : outcome;
  };
  expect(await name({ 'Lower.txt': row(1) }, { timetableId: 'lower' })).toBe('Lower');
  expect(await name({ 'other.txt': row(2) }, { timetableId: 'lower' })).toBe('Lower');
  expect(await name({ 'GPU001.TXT': row(1) }, { timetableId: 'upper' })).toBe('Hill School');
  expect(await name({ 'GPU001.TXT': row(1) }, { timetableId: 'own', timetableName: 'Own' })).toBe('Own');
});
