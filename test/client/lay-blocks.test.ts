// How the cells of a day are laid out: which overlap and form a block, and which lane of it each gets.

import { expect, test } from 'vitest';
import type { PlacedCell } from '../../src/client/grid/grid.ts';
import { layBlocks } from '../../src/client/grid/lay-blocks.ts';
import { unit } from '../calendar/small-school.ts';

/** `08:00-08:45`, with the parallel group of its units. */
function cell(times: string, ...groups: (string | null)[]): PlacedCell {
  const [startTime = '', endTime = ''] = times.split('-');
  const units = groups.map((parallelGroupName) => unit('lu_1', 'd0', 0, { parallelGroupName }));
  const people = { subjects: [], teachers: [], classes: [], rooms: [], students: [], groupName: null };
  const place = { bellScheduleId: 'bs', periodIndex: 0, lastPeriodIndex: 0, lane: -1 };
  return { ...place, ...people, units, locked: false, lockReason: null, startTime, endTime };
}
/** Each block as `from-to/lanes: cell@lane ...`. */
const laid = (...times: string[]) =>
  layBlocks(times.map((each) => cell(each))).map(
    ({ startTime, endTime, lanes, cells }) =>
      `${startTime}-${endTime}/${lanes}: ${cells.map((each) => `${each.startTime}-${each.endTime}@${each.lane}`).join(' ')}`,
  );

test.each<[string, string[], string[]]>([
  ['no cells', [], []],
  [
    'one that begins when another ends is a block of its own',
    ['08:45-09:30', '08:00-08:45'],
    ['08:00-08:45/1: 08:00-08:45@0', '08:45-09:30/1: 08:45-09:30@0'],
  ],
  [
    'two that overlap are side by side, the earlier first',
    ['08:30-09:30', '08:00-08:45'],
    ['08:00-09:30/2: 08:00-08:45@0 08:30-09:30@1'],
  ],
  [
    'of two that begin together the longer is first',
    ['08:00-08:45', '08:00-09:30'],
    ['08:00-09:30/2: 08:00-09:30@0 08:00-08:45@1'],
  ],
  [
    'a block ends with its last cell, not with the last that began',
    ['08:00-10:00', '08:45-09:30', '09:45-10:30', '10:30-11:00'],
    ['08:00-10:30/2: 08:00-10:00@0 08:45-09:30@1 09:45-10:30@1', '10:30-11:00/1: 10:30-11:00@0'],
  ],
  [
    'a lane is free from the minute at which its cell ends',
    ['08:00-09:30', '08:00-08:45', '08:45-09:30'],
    ['08:00-09:30/2: 08:00-09:30@0 08:00-08:45@1 08:45-09:30@1'],
  ],
  [
    'of several free lanes the first is taken',
    [
      '08:00-11:00',
      '08:00-09:00',
      '08:00-08:45',
      '08:00-08:45',
      '09:00-10:00',
      '09:10-10:00',
      '09:20-10:00',
      '09:30-10:00',
    ],
    [
      '08:00-11:00/5: 08:00-11:00@0 08:00-09:00@1 08:00-08:45@2 08:00-08:45@3 09:00-10:00@1 09:10-10:00@2 09:20-10:00@3 09:30-10:00@4',
    ],
  ],
  [
    'a lane that became free in the meantime stays free',
    ['08:00-11:00', '08:00-08:45', '08:00-08:45', '09:00-09:30', '09:15-10:00'],
    ['08:00-11:00/3: 08:00-11:00@0 08:00-08:45@1 08:00-08:45@2 09:00-09:30@1 09:15-10:00@2'],
  ],
  [
    'lanes are counted anew in each block',
    ['08:00-09:00', '08:00-09:00', '09:00-10:00', '09:00-10:00'],
    ['08:00-09:00/2: 08:00-09:00@0 08:00-09:00@1', '09:00-10:00/2: 09:00-10:00@0 09:00-10:00@1'],
  ],
])('%s', (_, cells, blocks) => {
  expect(laid(...cells)).toEqual(blocks);
});

test('cells that are given in no order stay as they were', () => {
  const cells = [cell('09:00-10:00'), cell('08:00-09:00')];
  layBlocks(cells);
  expect(cells.map(({ startTime, lane }) => [startTime, lane])).toEqual([
    ['09:00', -1],
    ['08:00', -1],
  ]);
});

test.each<[string, (string | null)[][], string | null]>([
  ['all units share one', [['Languages', 'Languages'], ['Languages']], 'Languages'],
  ['one has another', [['Languages'], ['Sports']], null],
  ['one has none', [['Languages'], [null]], null],
  ['none has one', [[null]], null],
  ['there are no units', [[]], null],
])('a block has the name of its parallel group, where %s', (_, groups, name) => {
  expect(layBlocks(groups.map((each) => cell('08:00-08:45', ...each)))).toMatchObject([{ name }]);
});
