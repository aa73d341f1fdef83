import { expect, test } from 'vitest';
import { joinDoubles, type LessonChange } from '../../../../src/pages/viewer/since/join-doubles.ts';
import { unit } from '../../../changes/units.ts';

const at = (place: string, startTime: string, endTime: string, what = 'maths 7a smith r1') =>
  unit(`${place}: ${what}`, { startTime, endTime });
const room = (place: string, startTime: string, endTime: string): LessonChange => ({
  kind: 'room',
  before: at(place, startTime, endTime),
  after: at(place, startTime, endTime, 'maths 7a smith r2'),
});

test('a double that changed is one change, from its first period to its last', () => {
  const [joined, ...others] = joinDoubles([room('Mon 2', '09:00', '09:45'), room('Mon 1', '08:00', '08:45')]);
  expect(others).toEqual([]);
  expect(joined?.after).toMatchObject({ periodIndex: 1, startTime: '08:00', endTime: '09:45' });
  expect(joined?.before).toMatchObject({ periodIndex: 1, startTime: '08:00', endTime: '09:45' });
});

test('three in a row are one, and what does not follow is its own', () => {
  const all = [room('Mon 1', '1', '2'), room('Mon 2', '2', '3'), room('Mon 3', '3', '4'), room('Mon 5', '5', '6')];
  expect(joinDoubles(all).map(({ after }) => [after?.startTime, after?.endTime])).toEqual([
    ['1', '4'],
    ['5', '6'],
  ]);
});

test('another lesson, another kind and another day are not joined', () => {
  const second = room('Mon 2', '2', '3');
  const first = room('Mon 1', '1', '2');
  for (const other of [
    { ...second, kind: 'teacher' as const },
    { ...second, after: at('Mon 2', '2', '3', 'art 7a smith r2') },
    { ...second, before: at('Tue 2', '2', '3') },
    room('Tue 2', '2', '3'),
  ])
    expect(joinDoubles([first, other])).toHaveLength(2);
});

test('lessons without a place stay as many as they are, last', () => {
  const gone: LessonChange = { kind: 'removed', before: unit('unplaced: maths 7a smith r1'), after: null };
  expect(joinDoubles([gone, gone, room('Mon 1', '1', '2')])).toEqual([room('Mon 1', '1', '2'), gone, gone]);
});

test('two alike in each period of a double are two doubles', () => {
  const twice = [room('Mon 1', '1', '2'), room('Mon 1', '1', '2'), room('Mon 2', '2', '3'), room('Mon 2', '2', '3')];
  expect(joinDoubles(twice).map(({ after }) => after?.endTime)).toEqual(['3', '3']);
});
