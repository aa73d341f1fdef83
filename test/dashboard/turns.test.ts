import { expect, test } from 'vitest';
import { createTurns, type Turns } from '../../src/dashboard/limits/create-turns.ts';

const of = (adminId: string, organisationId: string | null) => ({ adminId, organisationId });
const many = { all: 1000, ofOrganisation: 1000, ofAdmin: 1000 };

/** Notes whose turn comes, in their order. */
function noting(turns: Turns) {
  const came: string[] = [];
  const given = new Map<string, () => void>();
  const take = (name: string, admin: string, organisation: string | null) => {
    const turn = turns.take(of(admin, organisation));
    if (turn === null) return false;
    given.set(name, turn.giveBack);
    turn.comes.then(
      () => came.push(name),
      () => came.push(`${name} left`),
    );
    return true;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    take,
    async giveBack(name: string) {
      given.get(name)?.();
      await settle();
    },
    async came() {
      await settle();
      return came.splice(0);
    },
  };
}

test('of one admin so many go on at once, and others of its organisation and other organisations go on beside it', async () => {
  const { take, came, giveBack } = noting(createTurns({ all: 8, ofOrganisation: 4, ofAdmin: 2 }, many));
  for (const name of ['a1', 'a2', 'a3', 'a4']) take(name, 'ada', 'north');
  take('b1', 'bob', 'north');
  take('c1', 'carl', 'south');
  expect(await came()).toEqual(['a1', 'a2', 'b1', 'c1']);
  await giveBack('a1');
  expect(await came()).toEqual(['a3']);
});

test('whoever asks a hundred times keeps another organisation waiting for one of its calls, not for all', async () => {
  const { take, came, giveBack } = noting(createTurns({ all: 1, ofOrganisation: 1, ofAdmin: 1 }, many));
  for (let each = 0; each < 100; each++) take(`a${each}`, 'ada', 'north');
  take('b', 'bob', 'south');
  await giveBack('a0');
  await giveBack('a1');
  expect(await came()).toEqual(['a0', 'a1', 'b']);
});

test('who leaves while waiting gives its place back, is told so, and holds nobody up', async () => {
  const turns = createTurns({ all: 1, ofOrganisation: 1, ofAdmin: 1 }, { all: 3, ofOrganisation: 3, ofAdmin: 3 });
  const { take, came, giveBack } = noting(turns);
  for (const name of ['one', 'two', 'three']) expect(take(name, 'ada', 'north')).toBe(true);
  expect(take('four', 'ada', 'north')).toBe(false);
  await giveBack('two');
  await giveBack('two');
  expect(turns.held()).toBe(2);
  expect(await came()).toEqual(['one', 'two left']);
  await giveBack('one');
  expect(await came()).toEqual(['three']);
  await giveBack('three');
  expect(turns.held()).toBe(0);
});
