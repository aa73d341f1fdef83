import { expect, test } from 'vitest';
import { feedWindow } from '../../../src/calendar/feed/feed-window.ts';

test.each([
  [20261101, 20261101, 20261004, 20270502],
  [20261130, 20261101, 20261004, 20270502],
  [20261201, 20261201, 20261103, 20270601],
  [20280229, 20280201, 20280104, 20280801],
  [20270315, 20270301, 20270201, 20270830],
])('on %i the month is %i, and the dates are %i to %i', (today, month, firstDay, lastDay) => {
  expect(feedWindow(today)).toEqual({ month, firstDay, lastDay });
});
