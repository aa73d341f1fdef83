// Row-level security hides rows without an error. A publisher must refuse rather than remove what it does not see.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../src/database/connect/open-database.ts';
import { assertMappingComplete, checkMapping } from '../../src/database/views/check-mapping.ts';
import { checkRowSecurity } from '../../src/doctor/check-row-security.ts';
import { MappingError, MissingGrantError } from '../../src/errors.ts';
import { createGuideRoles, type GuideRoles } from '../support/create-guide-roles.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  pendingCount,
  publisherInto,
  runBuild,
} from '../support/fault-schools.ts';
import { readFiles } from '../support/published-school.ts';
import { readRecord } from '../support/record-places.ts';
import { commandEnvironment, runLine } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

describe('row-level security (a server alone has roles)', { tags: 'server' }, () => {
  const open = useTestDatabase();
  const run = (statements: string) => sql.raw(statements).execute(open.database);
  let owner: pg.Client;
  let roles: GuideRoles;
  let folder: string;
  const vendor = `belfry_vendor_${randomBytes(4).toString('hex')}`;

  beforeAll(async () => {
    owner = new pg.Client({ connectionString: open.connectionString });
    await owner.connect();
    roles = await createGuideRoles(owner, open.connectionString);
    await createSchools(open.database, ['north', 'south']);
    await run(`create role ${vendor}`);
  });
  afterAll(async () => {
    await run(`drop owned by ${vendor} cascade; drop role ${vendor}`);
    await roles?.drop();
    await owner?.end();
  });
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  /** Works as the publisher, whose sessions have row_security on or off. */
  async function asPublisher<Result>(rowSecurity: 'on' | 'off', work: (as: OpenDatabase) => Promise<Result>) {
    await run(`alter role ${roles.names['publisher']} set row_security = ${rowSecurity}`);
    const as = await openDatabase({ url: roles.urlOf('publisher'), folder: '' });
    return work(as).finally(() => as.close());
  }
  const output = () => new Map([...readFiles(folder)].filter(([path]) => path !== 'publisher.json'));
  const hide = (table: string) => run(`alter table ${table} enable row level security`);
  const show = (table: string) => run(`alter table ${table} disable row level security, no force row level security`);

  test.each(['lesson_unit', 'timetable_version', 'organisation', 'api_key', 'room'])(
    'on %s: a publisher with row_security off publishes nothing, says why, and catches up later',
    async (table) => {
      await asPublisher('off', async ({ database }) => {
        const publisher = publisherInto(folder);
        await runBuild(publisher, database, 'everything');
        await newKeyOf(open.database, publisher, 'north');
        const before = output();
        const { access } = readRecord(folder, 'north');
        await describeVersion(open.database, 'north-v1', `changed while ${table} hides its rows`);
        if (table === 'api_key') await run(`update api_key set name = 'Renamed'`);
        await hide(table);
        try {
          const refusal = await runBuild(publisher, database, 'everything').then(
            () => null,
            (error: unknown) => error,
          );
          expect(refusal).toBeInstanceOf(MissingGrantError);
          expect(String(refusal)).toContain(
            `row-level security on the table ${table} would hide rows from the role ${roles.names['publisher']}`,
          );
          expect(readRecord(folder, 'north').access).toEqual(access);
          // Documents do not depend on keys, so they may be published meanwhile.
          if (table !== 'api_key') expect(output()).toEqual(before);
          expect(await pendingCount(open.database)).toBeGreaterThan(0);
        } finally {
          await show(table);
        }
        await runBuild(publisher, database);
        await expectConverged(open.database, folder);
        expect(output()).not.toEqual(before);
      });
    },
  );

  test('the commands that publish refuse before they read, as any role, and check --database and doctor say why', async () => {
    const environment = { ...commandEnvironment(open, join(folder, 'out')), DATABASE_URL: roles.urlOf('publisher') };
    await run(`alter role ${roles.names['publisher']} set row_security = on`);
    for (const line of ['bind', 'build']) expect((await runLine(line, environment)).code).toBe(0);
    const before = readFiles(folder);
    await hide('lesson_unit');
    try {
      const message = `row-level security on public.lesson_unit applies to the role ${roles.names['publisher']}`;
      const results = [];
      for (const line of ['build --full', 'check --database', 'doctor']) results.push(await runLine(line, environment));
      expect(results.map(({ code }) => code)).toEqual([3, 1, expect.any(Number)]);
      for (const { stdout, stderr } of results) expect(stdout + stderr).toContain(message);
      const published = ([path]: [string, string]) => !path.endsWith('publisher.json');
      expect([...readFiles(folder)].filter(published)).toEqual([...before].filter(published));
    } finally {
      await show('lesson_unit');
    }
  });

  describe('is found', () => {
    const problems = () => asPublisher('on', async ({ database }) => (await checkMapping(database)).problems);
    const applies = (table: string, role: string) =>
      expect.stringMatching(
        new RegExp(
          `^row-level security on ${table} applies to the role ${role}, .*: alter role ${role} bypassrls, or alter`,
        ),
      );

    test('not for a role that sees every row, nor where there is none', async () => {
      expect(await problems()).toEqual([]);
      await hide('lesson');
      await run(`alter role ${roles.names['publisher']} bypassrls`);
      expect(await problems()).toEqual([]);
      expect(await checkRowSecurity(open.database)).toMatchObject({ outcome: 'ok' });
      await run(`alter role ${roles.names['publisher']} nobypassrls`);
      await show('lesson');
    });

    test('on a table of Belfry, whether a policy exists or not', async () => {
      await hide('pending_change');
      expect(await problems()).toEqual([applies('public.pending_change', roles.names['publisher'] ?? '')]);
      await run('create policy everything on pending_change using (true)');
      expect(await problems()).toHaveLength(1);
      await asPublisher('on', async ({ database }) => {
        await expect(assertMappingComplete(database)).rejects.toThrow(MappingError);
        expect(await checkRowSecurity(database)).toMatchObject({ outcome: 'wrong' });
      });
      await run('drop policy everything on pending_change');
      await show('pending_change');
    });

    test('beneath views: for their owner, or with security_invoker for the role that reads', async () => {
      const publisher = roles.names['publisher'] ?? '';
      await run(`create schema erp authorization ${vendor}; create schema school;
        grant usage on schema erp, school to ${publisher}, ${vendor}; grant select on all tables in schema public to ${vendor};
        create table erp.place as table public.room; alter table erp.place enable row level security;
        create view erp.named as table erp.place; grant select on erp.place, erp.named to ${vendor}, ${publisher};
        alter view erp.named owner to ${vendor}`);
      const tables = (
        await sql<{
          name: string;
        }>`select unnest(array['teacher', 'subject', 'class', 'student', 'course', 'room_group',
          'room_group_member', 'timetable', 'timetable_version', 'version_teacher', 'version_subject', 'version_class',
          'version_room', 'version_student', 'version_course', 'version_room_group', 'bell_schedule', 'bell_day',
          'day_configuration', 'period', 'break', 'lesson', 'lesson_group', 'lesson_configuration', 'lesson_unit', 'section']) as name`.execute(
          open.database,
        )
      ).rows;
      await run(tables.map(({ name }) => `create view school.${name} as table public.${name}`).join(';'));
      await run(`create view school.room as table erp.named; grant select on all tables in schema school to ${publisher};
        alter role ${publisher} set search_path = school, public`);
      try {
        expect(await problems()).toEqual([applies('erp.place', vendor)]);
        await run('alter view erp.named set (security_invoker = on)');
        expect(await problems()).toEqual([]); // read with the rights of the outer view's owner, a superuser
        await run('alter view school.room set (security_invoker = true)');
        expect(await problems()).toEqual([applies('erp.place', publisher)]);
        // The owner of the table sees every row, unless it is forced.
        await run(`alter table erp.place owner to ${vendor}; alter view erp.named set (security_invoker = off)`);
        expect(await problems()).toEqual([]);
        await run('alter table erp.place force row level security');
        expect(await problems()).toEqual([applies('erp.place', vendor)]);
        // PostgreSQL agrees.
        await asPublisher('off', async ({ database }) => {
          await expect(sql`select * from room`.execute(database)).rejects.toThrow(
            'row-level security on the table place would hide rows',
          );
        });
      } finally {
        await run(`alter role ${publisher} reset search_path; drop schema erp, school cascade`);
      }
    });
  });
});
