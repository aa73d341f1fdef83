import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestSlots } from '../../src/dashboard/limits/create-request-slots.ts';
import { createSlots } from '../../src/dashboard/limits/create-slots.ts';

const of = (adminId: string, organisationId: string | null) => ({ adminId, organisationId });

test('an admin has a share, an organisation has one, and what is given back twice counts once', () => {
  const slots = createSlots({ all: 100, ofOrganisation: 4, ofAdmin: 2 });
  const [one, two] = [slots.take(of('ada', 'north')), slots.take(of('ada', 'north'))];
  expect([one, two]).not.toContain(null);
  expect(slots.take(of('ada', 'north'))).toBeNull();
  expect(slots.take(of('ada', 'south'))).toBeNull();
  expect(slots.take(of('bob', 'north'), 2)).not.toBeNull();
  expect(slots.take(of('carl', 'north'))).toBeNull();
  one?.();
  one?.();
  expect(slots.held()).toBe(3);
  expect(slots.take(of('ada', 'north'))).not.toBeNull();
  expect(slots.take(of('ada', 'north'))).toBeNull();
});

test('the last quarter is for organisations that hold nothing yet', () => {
  const slots = createSlots({ all: 8, ofOrganisation: 5, ofAdmin: 5 });
  for (const organisation of ['north', 'south'])
    for (let each = 0; each < 5; each++) slots.take(of(organisation, organisation));
  expect(slots.held()).toBe(6);
  expect(slots.take(of('ada', 'west'))).not.toBeNull();
  expect(slots.take(of('ada', 'west'))).toBeNull();
  expect(slots.take(of('bob', null))).not.toBeNull();
  expect(slots.take(of('carl', 'east'))).toBeNull();
});

test.each(Object.entries(createRequestSlots()))(
  'with all %s that one admin can take, and then all that its organisation can, another works',
  (name, slots) => {
    const amount = name === 'uploadBytes' ? 64 * 1024 * 1024 : 1;
    const takeAll = (admin: string, organisation: string) => {
      for (let each = 0; each < 1000; each++) if (slots.take(of(admin, organisation), amount) === null) return;
      throw new Error('there is no end');
    };
    takeAll('ada', 'north');
    const ofOne = slots.held();
    expect(slots.take(of('bob', 'south'), amount)).not.toBeNull();
    for (let each = 0; each < 100; each++) takeAll(`admin ${each}`, 'north');
    expect(slots.held()).toBeGreaterThanOrEqual(ofOne);
    expect(slots.take(of('carl', 'west'), amount)).not.toBeNull();
  },
);

test('whatever is taken and given back in whatever order, nothing is left, and no bound is passed', () => {
  const step = fc.record({ admin: fc.nat(5), organisation: fc.nat(3), amount: fc.nat(3), gives: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const slots = createSlots({ all: 12, ofOrganisation: 6, ofAdmin: 3 });
      const held: (() => void)[] = [];
      for (const { admin, organisation, amount, gives } of steps) {
        if (gives) held.shift()?.();
        else held.push(slots.take(of(`${admin}`, `${organisation}`), amount) ?? (() => {}));
        expect(slots.held()).toBeLessThanOrEqual(12);
      }
      for (const giveBack of held) giveBack();
      expect(slots.held()).toBe(0);
    }),
  );
});
