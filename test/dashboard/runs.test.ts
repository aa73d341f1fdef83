import { expect, test } from 'vitest';
import { createRuns } from '../../src/dashboard/api/create-runs.ts';

function newRuns() {
  let number = 0;
  const runs = createRuns(() => `run-${++number}`);
  const finish = async (outcome: object = {}, organisationId = 'north') => {
    // What a build answers, as far as it is kept.
    const { id, ended } = runs.add(organisationId, 'build', Promise.resolve({ generation: 1, ...outcome } as never));
    await ended;
    return id;
  };
  return { runs, finish };
}

test('a hundred builds of an organisation are remembered, and then its oldest is forgotten, not those of others', async () => {
  const { runs, finish } = newRuns();
  const others = await finish({}, 'south');
  const ids: string[] = [];
  for (let each = 0; each < 101; each++) ids.push(await finish());
  expect(ids.filter((id) => runs.find('north', id) === null)).toEqual([ids[0]]);
  expect(runs.find('south', others)).not.toBeNull();
});

test('a thousand builds of all organisations are remembered, and then the oldest is forgotten', async () => {
  const { runs, finish } = newRuns();
  const ids: string[] = [];
  for (let each = 0; each < 1001; each++) ids.push(await finish({}, `school ${each % 20}`));
  expect(ids.filter((id, each) => runs.find(`school ${each % 20}`, id) === null)).toEqual([ids[0]]);
});

test('builds that withhold much are remembered to a limit of bytes, the newest always', async () => {
  const { runs, finish } = newRuns();
  const withheld = [{ versionId: 'v1', lastGoodIsServed: true, problems: ['x'.repeat(3_000_000)] }];
  const ids: string[] = [];
  for (let each = 0; each < 12; each++) ids.push(await finish({ withheld }));
  expect(ids.filter((id) => runs.find('north', id) !== null)).toEqual(ids.slice(-1));
  const [huge] = [await finish({ withheld: ['x'.repeat(20_000_000)] })];
  expect(runs.find('north', huge ?? '')).toMatchObject({ state: 'done' });
  expect(ids.filter((id) => runs.find('north', id) !== null)).toEqual([]);
});

test("a build is found under its own organisation's name alone, and says why it failed", async () => {
  const runs = createRuns(() => 'one');
  const { ended } = runs.add('north', 'build', Promise.reject(new Error('secret')));
  expect(runs.find('north', 'one')).toMatchObject({ state: 'running' });
  await ended;
  expect(runs.find('north', 'one')).toMatchObject({ state: 'failed', problem: { status: 500 } });
  expect(JSON.stringify(runs.find('north', 'one'))).not.toContain('secret');
  for (const [organisation, id] of [
    ['south', 'one'],
    ['north', 'two'],
  ] as const)
    expect(runs.find(organisation, id)).toBeNull();
});
