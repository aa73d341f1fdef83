// How the units of two versions are paired, and what each pair is called.

import { expect, test } from 'vitest';
import { pairUnits } from '../../src/changes/pair-units.ts';
import type { UnitOfChange } from '../../src/contract/types.generated.ts';
import { unit } from './units.ts';

const kinds = (before: UnitOfChange[], after: UnitOfChange[]) => pairUnits(before, after).map(({ kind }) => kind);

test.each([
  ['nothing', 'mon 2: maths 7a smith r1', 'mon 2: maths 7a smith r1', []],
  ['another room', 'mon 2: maths 7a smith r1', 'mon 2: maths 7a smith r2', ['room']],
  ['a room where there was none', 'mon 2: maths 7a smith -', 'mon 2: maths 7a smith r2', ['room']],
  ['another teacher', 'mon 2: maths 7a smith r1', 'mon 2: maths 7a jones r1', ['teacher']],
  ['another teacher and room', 'mon 2: maths 7a smith r1', 'mon 2: maths 7a jones r2', ['teacher']],
  ['another period', 'mon 2: maths 7a smith r1', 'mon 3: maths 7a smith r1', ['moved']],
  ['another day, teacher and room', 'mon 2: maths 7a smith r1', 'tue 2: maths 7a jones r2', ['moved']],
  ['a unit that is not placed any more', 'mon 2: maths 7a smith r1', 'unplaced: maths 7a smith r1', ['moved']],
  ['another subject', 'mon 2: maths 7a smith r1', 'mon 2: music 7a smith r1', ['other']],
  ['a class more', 'mon 2: maths 7a smith r1', 'mon 2: maths 7a+7b smith r1', ['other']],
  ['something else altogether', 'mon 2: maths 7a smith r1', 'tue 4: music 9c jones r2', ['removed', 'added']],
])('%s', (_, before, after, expected) => {
  expect(kinds([unit(before)], [unit(after)])).toEqual(expected);
});

test('other times of the same period', () => {
  const [before, after] = [unit('mon 2: maths 7a smith r1'), unit('mon 2: maths 7a smith r1', { startTime: '08:10' })];
  expect(pairUnits([before], [after])).toEqual([{ kind: 'other', before, after }]);
});

test('a name is no part of what a unit is', () => {
  const before = unit('mon 2: maths 7a smith r1');
  const after = { ...before, teachers: [{ entityId: 'smith', name: 'Smith-Jones' }] };
  expect(pairUnits([before], [after])).toEqual([]);
});

test('a lesson that takes place twice and then once has lost one unit, whichever', () => {
  const one = unit('mon 2: maths 7a smith r1');
  expect(kinds([one, { ...one }], [one])).toEqual(['removed']);
  expect(kinds([one], [one, { ...one }])).toEqual(['added']);
});

test('of several units of one subject and class the most alike are paired', () => {
  const before = [unit('mon 1: maths 7a smith r1'), unit('tue 1: maths 7a jones r1')];
  const after = [unit('wed 1: maths 7a jones r1'), unit('mon 1: maths 7a smith r2')];
  const pairs = pairUnits(before, after).map((pair) => [pair.kind, pair.before?.dayId, pair.after?.dayId]);
  expect(pairs).toEqual([
    ['room', 'mon', 'mon'],
    ['moved', 'tue', 'wed'],
  ]);
});

test('the order of the units does not matter', () => {
  const before = [unit('mon 1: maths 7a smith r1'), unit('tue 1: maths 7a smith r1'), unit('tue 2: music 7a ng r3')];
  const after = [unit('wed 1: maths 7a smith r1'), unit('thu 1: maths 7a smith r1'), unit('tue 2: music 7a ng r4')];
  expect(pairUnits(before.toReversed(), after.toReversed())).toEqual(pairUnits(before, after));
});

test('of what is alike the first in a fixed order are paired, so that both directions give the same', () => {
  const [early, late] = [unit('mon 1: maths 7a smith r1'), unit('tue 1: maths 7a smith r1')];
  const [wednesday, thursday] = [unit('wed 1: maths 7a smith r1'), unit('thu 1: maths 7a smith r1')];
  const days = (before: UnitOfChange[], after: UnitOfChange[]) =>
    pairUnits(before, after).map((pair) => `${pair.before?.dayId} ${pair.after?.dayId}`);
  for (const before of [
    [early, late],
    [late, early],
  ])
    for (const after of [
      [wednesday, thursday],
      [thursday, wednesday],
    ]) {
      expect(days(before, after)).toEqual(['mon thu', 'tue wed']);
      expect(days(after, before)).toEqual(['thu mon', 'wed tue']);
    }
  expect(days([early, early, late], [thursday])).toEqual(['mon thu', 'mon undefined', 'tue undefined']);
});

test('in which order a unit has its teachers does not matter', () => {
  expect(kinds([unit('mon 1: maths 7a smith+jones r1')], [unit('mon 1: maths 7a jones+smith r1')])).toEqual([]);
});
