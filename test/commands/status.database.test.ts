// A summary of one screen for any number of schools, the rest on demand, and an exit code for monitoring.

import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findFailures, formatOrganisations, formatSummary } from '../../scripts/reports/format-status.ts';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { totalsOf } from '../../src/control/publication/judge-status.ts';
import { type OrganisationStatus, readStatus, type Status } from '../../src/control/publication/read-status.ts';
import { readSummary, type Summary } from '../../src/control/publication/read-summary.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import { noneAwaiting } from '../../src/database/queue/removals-awaiting-approval.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { createSchools } from '../support/fault-schools.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { smallCalendar } from '../support/small-calendar.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

vi.setConfig({ testTimeout: 180_000 });

const manyOpen = useTestDatabase();

const finding = (index: number) => ({
  path: `$.lessons[${index}].name`,
  message: 'is blank',
  row: `lesson lsn_${index}`,
});

const school = (index: number, changes: Partial<OrganisationStatus> = {}): OrganisationStatus => ({
  organisationId: parseOrganisationId(`school-${String(index).padStart(4, '0')}`),
  pointer: { generation: 7, rolledBackTo: null, ageSeconds: 3600, versions: 3 },
  withheld: [],
  links: 0,
  withheldLinks: { count: 0, first: [] },
  orphanedChanges: 0,
  warnings: [{ versionId: `v${index}`, warnings: Array.from({ length: 50 }, (_, warning) => finding(warning)) }],
  pending: { changes: 0, ageSeconds: 0 },
  retries: [],
  ...changes,
});
const schools = (count: number, changes: Partial<OrganisationStatus> = {}) =>
  Array.from({ length: count }, (_, index) => school(index, changes));
const well: Status = {
  queue: { changes: 0, organisations: 0, lagSeconds: 0 },
  organisations: schools(2_000),
  publisher: { ageSeconds: 3, watching: true, silent: null },
  held: noneAwaiting,
  webhooks: { failing: { count: 0, first: [] }, overdueSeconds: 0 },
};
/** What the summary of these organisations is, when all of them are urgent. */
const summaryOf = ({ organisations, ...general }: Status): Summary => ({
  ...general,
  totals: totalsOf(organisations),
  urgent: organisations.slice(0, 10),
});
const withheldLinks: OrganisationStatus['withheldLinks'] = {
  count: 1,
  first: [{ linkId: 'link_1', kind: 'student', entityId: 'ent_1' }],
};
const withheld = [{ versionId: 'v1', lastGoodIsServed: true, problems: [finding(1)], more: 99_999 }];
const retries = [{ kind: 'documents', failures: 12, error: `no room\n${'x'.repeat(5_000)}`, retryAt: '' }];

describe('the summary of 2,000 schools is one screen', () => {
  test('when all is well, although every school has warnings', () => {
    expect(formatSummary(summaryOf(well))).toEqual([
      'Organisations 2,000, 2,000 published',
      'Withheld      none',
      'Queue         empty',
      'Lag           none',
      'Failing       none',
      'Publisher     watching, last heartbeat 3 s ago',
      '',
      'No organisation needs attention.',
    ]);
    expect(findFailures(summaryOf(well))).toEqual([]);
  });

  test('when every one of them has everything wrong', () => {
    const pending = { changes: 4, ageSeconds: 600 };
    const pointer = { generation: 8, rolledBackTo: 6, ageSeconds: 60, versions: 3 };
    const organisations = schools(2_000, { withheld, withheldLinks, retries, pending, pointer });
    const held = { ...noneAwaiting, organisations: schools(500).map(({ organisationId }) => organisationId) };
    const queue = { changes: 8_000, organisations: 2_000, lagSeconds: 600 };
    const lines = formatSummary(summaryOf({ ...well, organisations, queue, held, publisher: null }));
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
    expect(lines).toContain('Withheld      2,000 versions of 2,000 organisations');
    expect(lines).toContain('Queue         8,000 changes of 2,000 organisations');
    expect(lines).toContain('Lag           10 min, the age of the oldest change');
    expect(lines).toContain('and 1,990 more; `npm run status -- --all` lists them');
  });

  test('each reason is said, the most urgent first', () => {
    const reasons = (changes: Partial<OrganisationStatus>) =>
      formatSummary(summaryOf({ ...well, organisations: [school(1, changes)] })).find((line) =>
        line.startsWith('school-'),
      );
    const overdue = { changes: 2, ageSeconds: 600 };
    const rolledBack = { generation: 8, rolledBackTo: 6, ageSeconds: 60, versions: 3 };
    expect(reasons({ retries })).toMatch(/ {2}documents failed 12 times: no room x+\.\.\.$/);
    expect(reasons({ pointer: null })).toMatch(/ {2}nothing is published that can be read$/);
    expect(reasons({ withheld, pending: overdue })).toMatch(
      / {2}withheld v1: \$\.lessons\[1\]\.name is blank; 2 changes waiting for 10 min$/,
    );
    expect(reasons({ withheldLinks })).toMatch(
      / {2}withheld 1 link: what all links of the organisation show would take/,
    );
    expect(reasons({ pointer: rolledBack, pending: { changes: 1, ageSeconds: 60 } })).toMatch(
      / {2}1 change waiting for 60 s; rolled back to 6$/,
    );
  });
});

test('--all has a line for each organisation, each problem with its row, and how many problems were not kept', () => {
  const lines = formatOrganisations([school(1, { withheld }), school(2)]);
  expect(lines.filter((line) => /^school-\d+ {2}/.test(line))).toHaveLength(2);
  expect(lines).toContain('school-0001: version v1 is withheld, its last valid version is still served');
  expect(lines).toContain('  $.lessons[1].name  is blank  [lesson lsn_1]');
  expect(lines).toContain('  and 99,999 more');
  expect(lines.filter((line) => line.startsWith('  $'))).toHaveLength(1 + 2 * 50);
  const ofLinks = formatOrganisations([school(3, { withheldLinks: { ...withheldLinks, count: 7 } })], 3);
  expect(ofLinks.join('\n')).toContain('school-0003: 7 links withheld, the newest, since what all links');
  expect(ofLinks).toEqual(expect.arrayContaining(['  link_1 of student ent_1', '  and 6 more links']));
  const first = formatOrganisations([school(1, { withheld }), school(2)], 3);
  expect(first.filter((line) => line.startsWith('  $'))).toHaveLength(1 + 2 * 3);
  expect(first.filter((line) => line === '  and 47 more')).toHaveLength(2);
});

test('--all shows a calendar with warnings where versions with warnings are shown', () => {
  const warning = {
    ...{ path: '$.timeZone', message: 'is doubtful', code: 'zone-data-old' as const },
    values: { zone: 'Europe/Kyiv', release: '2026b', present: '2025c' },
  };
  const calendar = { problems: [], warnings: Array(5).fill(warning) };
  const warnings = [{ versionId: 'v1', warnings: [finding(1)] }];
  const lines = formatOrganisations(
    [
      { ...school(1, { warnings: [] }), calendar },
      { ...school(2, { warnings }), calendar },
      { ...school(3, { warnings: [] }), calendar: { problems: [warning], warnings: [] } },
    ],
    3,
  );
  const warned = (id: string) => lines.find((line) => line.startsWith(`${id}  `))?.split(/ {2,}/)[5];
  expect(['school-0001', 'school-0002', 'school-0003'].map(warned)).toEqual(['calendar', '1, calendar', '0']);
  const from = lines.indexOf('school-0001: the calendar has warnings');
  expect(lines.slice(from, from + 5)).toEqual([
    'school-0001: the calendar has warnings',
    ...Array(3).fill('  $.timeZone  is doubtful'),
    '  and 2 more',
  ]);
  expect(lines).toContain('school-0003: the calendar is wrong, and its last good one is served');
});

test.each([
  ['a link is withheld', { organisations: [school(1, { withheldLinks })] }, '1 link withheld'],
  ['a version is withheld', { organisations: [school(1, { withheld })] }, '1 version withheld'],
  ['publishing fails', { organisations: [school(1, { retries })] }, 'publishing fails for 1 organisation'],
  ['there was no heartbeat', { publisher: null }, 'no publisher runs: start `npm run watch`'],
  [
    'the watcher is silent',
    { publisher: { ageSeconds: 3600, watching: true, silent: 'silent' } },
    'no publisher runs: start `npm run watch`',
  ],
  ['a build was the last', { publisher: { ageSeconds: 3600, watching: false, silent: null } }, undefined],
  ['a change waits', { organisations: [school(1, { pending: { changes: 1, ageSeconds: 5 } })] }, undefined],
  [
    'a change waits for long',
    { organisations: [school(1, { pending: { changes: 1, ageSeconds: 60 } })] },
    '1 organisation needs attention',
  ],
  [
    'an earlier generation is shown',
    { organisations: [school(1, { pointer: { generation: 8, rolledBackTo: 6, ageSeconds: 60, versions: 3 } })] },
    '1 organisation needs attention',
  ],
  ['nothing can be read', { organisations: [school(1, { pointer: null })] }, '1 organisation needs attention'],
])('the exit code when %s', (_, changes, failure) => {
  expect(findFailures(summaryOf({ ...well, ...changes }))).toEqual(failure === undefined ? [] : [failure]);
});

describe('the command with 100 organisations', () => {
  const open = useTestDatabase();
  beforeEach(async () => {
    await open.database.deleteFrom('organisation').execute();
  });

  test('prints one screen, with --all or --organisation the rest, with --all --json everything; exits with 1 while a version is withheld', {
    tags: 'long',
  }, async () => {
    const out = await temporaryFolder();
    await bindTestStore(open, out);
    const run = (line: string) => runHere(line, commandEnvironment(open, out));
    await createSchools(open.database, ['north', 'south']);
    await sql`insert into organisation (id, name) select 'school-' || n, 'School' from generate_series(1, 98) n`.execute(
      open.database,
    );
    const early = await run('status');
    expect(early).toMatchObject({
      code: 1,
      stderr: 'error: 100 organisations need attention; no publisher runs: start `npm run watch`\n',
    });
    expect(early.stdout).toContain('100 organisations need attention:');
    expect(early.stdout).toMatch(/^Publisher +no heartbeat yet/m);
    expect(early.stdout.split('\n').length).toBeLessThanOrEqual(25);

    expect((await run('build')).code).toBe(0);
    const good = await run('status');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(good.stdout).toMatch(/^Organisations 100, 100 published\n/);
    expect(good.stdout).toMatch(/^Lag +none$/m);
    expect(good.stdout).toContain('No organisation needs attention.');

    const term = { name: 'Term', firstDay: 20260810, lastDay: 20270625 };
    const calendar = smallCalendar({
      terms: [
        { ...term, id: 't1' },
        { ...term, id: 't2' },
      ],
    });
    await storeCalendar(open.database, 'south', calendar, JSON.stringify(calendar));
    await sql`update lesson_unit set teacher_ids = '{tch_gone}' where version_id = 'south-v1'`.execute(open.database);
    await run('build');
    await sql`insert into pending_change (organisation_id, what, changed_at)
      values ('school-7', 'list', now() - interval '5 minutes')`.execute(open.database);
    const bad = await run('status');
    expect(bad).toMatchObject({ code: 1, stderr: 'error: 1 version withheld\n' });
    expect(bad.stdout).toMatch(/^Queue +1 change of 1 organisation\nLag +5 min, /m);
    expect(bad.stdout).toMatch(/^south +withheld south-v1: \$\.lessonUnits\[0\]\.teacherIds\[0\] tch_gone is not/m);
    expect(bad.stdout).toMatch(/^school-7 +1 change waiting for 5 min$/m);

    const one = await run('status --organisation south');
    expect(one.code).toBe(1);
    expect(one.stdout).toContain('[lesson_unit lu_1 of timetable_version south-v1]');
    expect(one.stdout).not.toContain('school-');
    const overlap = '  $.terms[1].firstDay  the term begins before Term is over';
    expect(one.stdout).toContain(`south: the calendar has warnings\n${overlap}\n`);
    expect((await run('status --organisation north')).code).toBe(0);
    const all = await run('status --all');
    expect(all.stdout.match(/^(school-\d+|north|south) {2}/gm)).toHaveLength(100);
    expect(all.stdout).toContain(overlap);
    const summary = await run('status --json');
    expect(summary.code).toBe(1);
    expect(JSON.parse(summary.stdout)).toMatchObject({
      totals: { organisations: 100, published: 100, withheldVersions: 1, inNeed: 2 },
      organisations: [
        {
          ...{ organisationId: 'south', withheldVersions: 1, withheld: [{ problems: expect.any(Array), more: 0 }] },
          calendar: { problems: [], warnings: [{ path: '$.terms[1].firstDay' }], more: 0 },
        },
        { organisationId: expect.stringMatching(/^school-/), pending: { changes: 1 }, withheld: [], calendar: null },
      ],
      more: 0,
    });
    const whole = await run('status --all --json');
    expect(whole.code).toBe(1);
    const report = JSON.parse(whole.stdout);
    expect(report).toMatchObject({ queue: { changes: 1, organisations: 1 }, publisher: { watching: false } });
    expect(report.organisations).toHaveLength(100);
    if (!open.embedded) {
      // As on a standby.
      const standby = new URL(open.connectionString);
      standby.searchParams.set('options', '-c default_transaction_read_only=on');
      const there = await runHere('status', { ...commandEnvironment(open, out), DATABASE_URL: standby.href });
      expect(there).toMatchObject({ code: 1, stderr: 'error: 1 version withheld\n' });
      // A publisher must not take the queue for empty there.
      const building = await runHere('build', { ...commandEnvironment(open, out), DATABASE_URL: standby.href });
      expect(building.code).toBe(3);
      expect(building.stderr).toMatch(/^error: PostgreSQL at \S+ only reads/m);
    }
    expect(await run('status --organisation nobody')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no organisation nobody'),
    });
  });
});

test('the summary of many organisations names the most urgent: failing, unpublished, withheld, overdue, rolled back', async () => {
  await sql`delete from organisation`.execute(manyOpen.database);
  await sql`truncate pending_change, publish_lease`.execute(manyOpen.database);
  await sql`insert into organisation (id, name) select 'school-' || n, 'School' from generate_series(1, 600) n`.execute(
    manyOpen.database,
  );
  await sql`truncate pending_change`.execute(manyOpen.database);
  const change = (statement: string) => sql.raw(statement).execute(manyOpen.database);
  await change(`insert into publish_lease (organisation_id, kind, fence) select id, 'documents', 7 from organisation`);
  await change(`update publish_lease set rolled_back = true where organisation_id = 'school-1'`);
  await change(`insert into pending_change (organisation_id, what, changed_at) values
    ('school-2', 'organisation', now() - interval '60 s'), ('school-3', 'organisation', now() - interval '600 s'),
    ('school-7', 'organisation', now())`);
  await change(`update publish_lease set withheld = 2 where organisation_id = 'school-4'`);
  await change(`update publish_lease set fence = null where organisation_id = 'school-5'`);
  await change(`update publish_lease set failures = 3 where organisation_id = 'school-6'`);
  const store = folderStore(await temporaryFolder());
  const { totals, urgent } = await readSummary(manyOpen.database, store, Date.now(), 5);
  expect(totals).toEqual({
    ...{
      organisations: 600,
      published: 599,
      withheldVersions: 2,
      withheldLinks: 0,
      orphanedChanges: 0,
      withheld: 1,
      failing: 1,
      attention: 6,
    },
  });
  expect(urgent.map(({ organisationId }) => organisationId)).toEqual([6, 5, 4, 3, 2].map((index) => `school-${index}`));
  // The report of all is read in pages.
  const all = await readStatus(manyOpen.database, store, Date.now());
  expect(all.organisations).toHaveLength(600);
});
