// What listeners of events are told: each kind of event once, of the organisation that it is about, and without anything secret.

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeReader } from '../../src/control/audit/read-changes.ts';
import { buildSchool, loadSchool, publisherOf } from '../support/published-school.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = (statement: string) => sql.raw(statement).execute(open.database);

test('published, withheld, recovered, failing, access and key are told, each once', async () => {
  const read = changeReader(open.database);
  await loadSchool(open.database, 'school', [publishedTimetable('v1')]);
  expect(await read()).toEqual([]); // what was before is nobody's news
  const publisher = publisherOf(await temporaryFolder());
  const build = () => buildSchool(publisher, open.database, 'school');
  /** What is told now, and nothing the second time. */
  const told = async () => {
    const changes = await read();
    expect(await read()).toEqual([]);
    expect(changes.every(({ organisationId, kind }) => organisationId === 'school' || kind === 'admin')).toBe(true);
    expect(JSON.stringify(changes)).not.toContain('secret');
    return changes.map(({ kind, details }) => [kind, details]);
  };
  await build();
  expect(await told()).toEqual([['published', {}]]);
  await run(`update lesson_unit set period_index = 99`);
  await build();
  expect(await told()).toContainEqual(['withheld', { versions: 1 }]);
  await run(`update lesson_unit set period_index = 0`);
  await build();
  expect(await told()).toContainEqual(['recovered', {}]);
  await run(`update publish_lease set failures = 3 where organisation_id = 'school' and kind = 'documents'`);
  expect(await told()).toEqual([['failing', {}]]);
  await run(`update publish_lease set failures = 0 where organisation_id = 'school' and kind = 'documents'`);
  expect(await told()).toEqual([['recovered', {}]]);
  await run(`insert into api_key (id, organisation_id, name, sha256)
    values ('key_a', 'school', 'secret', encode(sha256('secret'), 'hex'))`);
  expect(await told()).toEqual([['key', { action: 'created', id: 'key_a' }]]);
  await run(`update api_key set revoked_at = now()`);
  expect(await told()).toEqual([['key', { action: 'revoked', id: 'key_a' }]]);
  await run(`update organisation set access = 'suspended'`);
  expect(await told()).toEqual([['access', { action: 'changed', id: 'school' }]]);
  await run(`insert into admin (id, name, role, sha256) values ('adm_a', 'secret', 'operator', repeat('a', 64))`);
  expect(await told()).toEqual([['admin', { action: 'created', id: 'adm_a' }]]);
});
