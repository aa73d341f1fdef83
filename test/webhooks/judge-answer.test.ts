// What follows from the answer to an attempt.

import { expect, test } from 'vitest';
import { judgeAnswer, retrySchedule } from '../../src/webhooks/judge-answer.ts';

const now = Date.parse('2026-11-24T08:00:00Z');
const judge = (status: number | null, { attempts = 1, retryAfter = null as string | null, random = 0 } = {}) =>
  judgeAnswer({ status, retryAfter }, attempts, now, random);
const second = 1000;
const [minute, hour, day] = [60 * second, 3600 * second, 86_400 * second];

test.each([200, 201, 204, 299])('%i is done', (status) => {
  expect(judge(status)).toEqual({ next: 'done' });
});

test('410: nobody is there any more', () => {
  expect(judge(410)).toEqual({ next: 'gone' });
});

test.each([null, 199, 301, 302, 307, 400, 401, 404, 500, 503])('%s is tried again', (status) => {
  expect(judge(status)).toEqual({ next: 'retry', afterMilliseconds: 5 * second });
});

test('the attempts: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then no more; with jitter', () => {
  const planned = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
  expect(retrySchedule).toEqual(planned);
  for (const [index, milliseconds] of planned.entries()) {
    expect(judge(500, { attempts: index + 1 })).toEqual({ next: 'retry', afterMilliseconds: milliseconds });
    expect(judge(500, { attempts: index + 1, random: 1 })).toEqual({
      next: 'retry',
      afterMilliseconds: Math.round(milliseconds * 1.2),
    });
  }
  expect(judge(500, { attempts: planned.length + 1 })).toEqual({ next: 'give up' });
});

test('however long a receiver asks for, it is a day at most, with jitter as well', () => {
  expect(judge(429, { retryAfter: '86400', random: 1 })).toEqual({ next: 'retry', afterMilliseconds: day });
});

test.each([
  ['429 without a time', 429, null, minute],
  ['502', 502, null, minute],
  ['504', 504, null, minute],
  ['503 with seconds', 503, '120', 2 * minute],
  ['429 with a date', 429, 'Tue, 24 Nov 2026 08:10:00 GMT', 10 * minute],
  ['a day at most', 429, '9999999', day],
  ['a date that is over', 429, 'Tue, 24 Nov 2020 08:10:00 GMT', minute],
  ['what is no time', 429, 'soon', minute],
  ['less than is planned', 500, '1', 5 * second],
  ['more digits than a number has', 500, '9'.repeat(400), 5 * second],
])('%s', (_, status, retryAfter, milliseconds) => {
  expect(judge(status, { retryAfter })).toEqual({ next: 'retry', afterMilliseconds: milliseconds });
});
