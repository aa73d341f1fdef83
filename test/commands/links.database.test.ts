// `belfry links`: creates links for one or for many, shows each token once, lists and revokes them.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/access/api-key.ts';
import { handleOfLinkToken } from '../../src/access/link-token.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { paths } from '../../src/snapshot/paths.ts';
import { parseLinkRecord } from '../../src/snapshot/read-record.ts';
import { readCsv } from '../pages/viewer/read-csv.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { buildSchool, loadSchool, publisherOf, readFiles } from '../support/published-school.ts';
import { handleFor } from '../support/record-places.ts';
import { type CommandEnvironment, commandEnvironment, runLine } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable, smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
let out: string;
let variables: CommandEnvironment;
beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await loadSchool(open.database, 'school', [publishedTimetable('version-1')]);
  out = join(await temporaryFolder(), 'out');
  variables = commandEnvironment(open, out);
  await bindTestStore(open, out);
  await buildSchool(publisherOf(out), open.database, 'school');
});

const run = (line: string) => runHere(`links ${line}`, variables);
async function create(options: string) {
  const { code, stdout, stderr } = await run(`create --organisation school ${options} --json`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}
const recordOf = (token: string) => {
  const hash = createHash('sha256').update(token).digest('hex');
  return parseLinkRecord(readFileSync(join(out, paths.link(handleFor('school'), hash))));
};

test('a token is printed once, at its creation, and stored nowhere', async () => {
  const created = await runLine('links create --organisation school --teacher entity-tch_1 --name Phone', variables);
  const [token = ''] = /belfry_link_\w+/.exec(created.stdout) ?? [];
  expect(handleOfLinkToken(token)).toBe(handleFor('school'));
  expect(created.stdout).toContain('shown this once');
  const listed = await run('list --organisation school');
  expect(listed.stdout).toMatch(/^link_\S+ +teacher +entity-tch_1 +Phone +\d{4}-\d\d-\d\d +postgres +never +active$/m);
  const stored = [JSON.stringify(await dumpTables(open.database)), ...readFiles(out).values()];
  for (const text of [...stored, listed.stdout]) expect(text.includes(token.slice(-38, -6))).toBe(false);
});

test('as JSON it is what the interface says, with a record that says the same', async () => {
  const created = await create('--class entity-cls_1 --expires 2999-07-31');
  expect(created).toEqual({
    linkId: expect.stringMatching(/^link_[\w-]{12}$/),
    token: expect.stringMatching(/^belfry_link_\w{50}$/),
    kind: 'class',
    entityId: 'entity-cls_1',
    name: null,
    expiresAt: '2999-07-31T00:00:00.000Z',
  });
  const { linkId, expiresAt } = created;
  expect(recordOf(created.token)).toMatchObject({ linkId, kind: 'class', expiresAt, revoked: false, documents: null });
});

describe('revoke', () => {
  test.each([
    ['its id', ({ linkId }: { linkId: string }) => linkId],
    ['its token', ({ token }: { token: string }) => token],
    ['the address of its feed', ({ token }: { token: string }) => `https://belfry.example/ical/${token}.ics`],
  ])('takes %s, returns when the record is replaced, and may be repeated', async (_, name) => {
    const [link, other] = [await create('--room entity-rom_1'), await create('--room entity-rom_1')];
    for (const round of [1, 2]) {
      const revoked = await runLine('links revoke -', variables, `${name(link)}\n`);
      expect([round, revoked]).toMatchObject([
        round,
        { code: 0, stdout: `Revoked link ${link.linkId}. Servers refuse it from now on.\n` },
      ]);
      expect([recordOf(link.token).revoked, recordOf(other.token).revoked]).toEqual([true, false]);
    }
  });

  test('refuses what is no link, and shows no secret', async () => {
    const { token } = await create('--room entity-rom_1');
    const key = createApiKey(handleFor('school'), (count) => new Uint8Array(count));
    for (const [given, sentence] of [
      ['link_none', 'there is no link link_none'],
      [token.slice(0, -1), 'not a whole token'],
      [key, 'this is an API key'],
      ['a b', 'neither the id of a link nor its token'],
    ]) {
      const { code, stdout, stderr } = await runLine('links revoke -', variables, `${given}\n`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(sentence);
      expect(stderr).not.toMatch(/belfry_\w{20}/);
    }
    const { stderr } = await runLine('keys revoke -', variables, `${token}\n`);
    expect(stderr).toContain('this is the token of a link');
  });
});

describe('many at once', () => {
  test('one for each of a published version, and none for those who have one', async () => {
    const first = await create('--all-classes --all-teachers');
    expect(first.skipped).toBe(0);
    const shown = first.links.map(({ kind, entityId }: { kind: string; entityId: string }) => `${kind} ${entityId}`);
    expect(shown).toEqual(expect.arrayContaining(['class entity-cls_1', 'teacher entity-tch_1']));
    expect(await create('--all-classes --all-teachers')).toMatchObject({ links: [], skipped: shown.length });
    await run(`revoke ${first.links[0].linkId}`);
    expect((await create('--all-classes --all-teachers')).links).toMatchObject([{ entityId: first.links[0].entityId }]);
  });

  test('for the students of published versions, of all and of one', async () => {
    const published = publishedTimetable('version-2', { orgId: 'school', versionNumber: 2 });
    const { students, courses, sections, sectionSettings, schedulingMode, lessons, lessonUnits } = smallTimetable();
    const perStudent = { students, courses, sections, sectionSettings, schedulingMode, lessons, lessonUnits };
    await loadSchool(open.database, 'school', [{ ...published, ...perStudent } as Timetable]);
    const { links } = await create('--all-students');
    expect(links.map(({ kind, entityId }: { kind: string; entityId: string }) => [kind, entityId])).toEqual(
      students?.map(({ entityId }) => ['student', entityId]),
    );
    const [{ entityId, token }] = links;
    expect(recordOf(token)).toMatchObject({ kind: 'student', entityId, revoked: false });
    expect(await create(`--student ${entityId}`)).toMatchObject({ kind: 'student', entityId });
  });

  test('with --names into a new file for the owner alone, whose cells no spreadsheet executes', async () => {
    await open.database.updateTable('teacher').set({ name: '=cmd|"x", y' }).where('id', '=', 'entity-tch_1').execute();
    const file = join(await temporaryFolder(), 'names.csv');
    const { code, stdout } = await run(`create --organisation school --all-teachers --names ${file}`);
    expect([code, stdout.includes('belfry_link_')]).toEqual([0, false]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [headings, ...rows] = readCsv(readFileSync(file, 'utf8').slice(1));
    expect(headings).toEqual(['kind', 'entityId', 'name', 'linkId', 'token', 'expiresAt']);
    const row = rows.find(([, entityId]) => entityId === 'entity-tch_1') ?? [];
    const [linkId, token] = [expect.stringMatching(/^link_[\w-]{12}$/), expect.stringMatching(/^belfry_link_\w{50}$/)];
    expect(row).toEqual(['teacher', 'entity-tch_1', `'=cmd|"x", y`, linkId, token, '']);
    expect(recordOf(row[4] ?? '')).toMatchObject({ entityId: 'entity-tch_1' });
    const again = await run(`create --organisation school --all-rooms --names ${file}`);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is not overwritten') });
    expect((await create('--all-rooms')).skipped).toBe(0);
  });
});

test.each([
  ['--teacher nobody', /has no teacher "nobody"; give the entityId of one: entity-tch_\d \(/],
  ['--student nobody', /has no student "nobody"; it has none at all: import a timetable/],
  ['', 'say what the link shows'],
  ['--teacher entity-tch_1 --room entity-rom_1', 'say what the link shows'],
  ['--teacher entity-tch_1 --all-rooms', 'say what the link shows'],
  ['--all-students', 'no published timetable of organisation school has any of them'],
  ['--teacher entity-tch_1 --expires 2020-01-01', 'It is in the past'],
])('create %s is refused with what to do, and nothing changes', async (options, message) => {
  const file = join(await temporaryFolder(), 'names.csv');
  const { code, stdout, stderr } = await run(`create --organisation school --names ${file} ${options}`.trim());
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(existsSync(file)).toBe(false);
  expect(await open.database.selectFrom('link').select('id').execute()).toEqual([]);
});
