// The state and the lag of each organisation in a list, of more organisations than `status` names.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runningDashboard } from '../support/running-dashboard.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();

test('each organisation of a list says how its publication goes, however many need attention', async () => {
  const dashboard = await runningDashboard(open, await temporaryFolder(whenFileEnds));
  const operator = (await dashboard.token('operator', null)).token;
  const ids = Array.from({ length: 30 }, (_, number) => `many-${String(number).padStart(2, '0')}`);
  for (const id of ids)
    expect((await dashboard.send('POST /organisations', operator, { body: { id, name: id } })).status).toBe(201);
  const lists = async () => {
    const { status, body } = await dashboard.send('GET /organisations?publication=true&search=many-', operator);
    expect(status).toBe(200);
    return Object.fromEntries((body['items'] as { id: string; publication: object }[]).map((each) => [each.id, each]));
  };
  expect(Object.keys(await lists())).toEqual(ids);
  await sql`insert into publish_lease (organisation_id, kind, withheld, failures, rolled_back)
    select id, 'documents', 2, case when id = 'many-29' then 1 else 0 end, id = 'many-28' from organisation where id like 'many-%'
    on conflict (organisation_id, kind) do update
      set withheld = excluded.withheld, failures = excluded.failures, rolled_back = excluded.rolled_back`.execute(
    open.database,
  );
  await sql`insert into publish_lease (organisation_id, kind, withheld)
    select id, 'days', 3 from organisation where id like 'many-%'
    on conflict (organisation_id, kind) do update set withheld = 3`.execute(open.database);
  // As a watcher would have done by now.
  await sql`delete from pending_change where what = 'calendar'`.execute(open.database);
  await sql`insert into pending_change (organisation_id, what, changed_at)
    values ('many-27', 'organisation', now() - interval '5 seconds')`.execute(open.database);
  const states = await lists();
  for (const id of ids)
    expect(states[id]).toMatchObject({
      publication: {
        withheldVersions: 2,
        withheldLinks: 0,
        orphanedChanges: 3,
        isFailing: id === 'many-29',
        isRolledBack: id === 'many-28',
      },
    });
  expect(states['many-26']).toMatchObject({ publication: { lagSeconds: null } });
  const { publication } = states['many-27'] as { publication: { lagSeconds: number } };
  expect(publication.lagSeconds).toBeGreaterThan(4);
  const manager = (await dashboard.token('manager', 'many-07')).token;
  expect((await dashboard.send('GET /organisations?publication=true', manager)).body['items']).toHaveLength(1);
  expect((await dashboard.send('GET /organisations?search=many-27', operator)).body).toEqual({
    items: [
      {
        ...{ id: 'many-27', name: 'many-27', access: 'active', api: true },
        teachersInChanges: { keys: 'all', links: 'substitute' },
      },
    ],
    next: null,
  });
});
