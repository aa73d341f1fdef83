// Each error code of the API: what causes it, and what ends it. A test compares the codes with those of the schemas.

import type { Topic } from './topic.ts';

export const errorCodes: Topic = {
  id: 'codes',
  title: 'Each error code',
  paragraphs: [
    'A program decides by `error.code`; a 402 has its `code` at the top. `message` is a sentence in English for whoever runs the program: log it. What "ask again" says is worth a retry, everything else stays until a person changes something.',
  ],
  terms: [
    [
      'INVALID_API_KEY',
      '401. The key or link is missing, mistyped, revoked or expired, or the school has no API access; the message says which, see "Why 401?". Get another key from the school. A program shows "The key of the timetable is not valid any more: ask the school for a new one" and stops asking.',
    ],
    [
      'ACCESS_EXPIRED',
      '402. The school’s trial or plan has ended, or a payment failed: `lockedBecause` says which. The school renews it; the same key works again at once. Ask once an hour, not each minute.',
    ],
    ['ACCOUNT_SUSPENDED', '402. The account of the school is suspended. The school talks to its provider.'],
    [
      'TIMETABLE_NOT_FOUND',
      '404. No such version, or not for this key: it was deleted, is a draft that this key does not see, or is another school’s. Read the list again, and use an id from it.',
    ],
    [
      'CALENDAR_NOT_FOUND',
      '404. The school has entered no calendar, so no lesson has a date. Show the timetable of the cycle; ask the school to enter its school year.',
    ],
    [
      'WEEK_NOT_FOUND',
      '404. The week is not one of those that are kept, the current one and the next five, or is written wrongly: `2026-W48`. Compute it at the school’s time zone, with the year of ISO 8601.',
    ],
    ['DAY_NOT_FOUND', '404. The day is outside of the weeks that are kept, or is written wrongly: `2026-11-23`.'],
    [
      'ENTITY_NOT_FOUND',
      '404. The week has no class, teacher or room of this name or id, as in holidays, or it was renamed. Take it from `classes`, `teachers` and `rooms` of a lesson, and encode it in the address.',
    ],
    [
      'CHANGE_NOT_FOUND',
      '404. The entry is older than 30 days or a hundred others, or was never there. Read everything, and begin with the newest `latestId`.',
    ],
    ['MY_NOT_FOUND', '404. The timetable of a new link is being made. Ask again in a minute.'],
    [
      'NOT_FOUND',
      '404. No such path. Compare it with this page: `/api/v1/`, without a slash at its end, and nothing encoded that need not be.',
    ],
    [
      'METHOD_NOT_ALLOWED',
      '405. The API only reads: GET, HEAD and OPTIONS. What writes is the control API of the dashboard.',
    ],
    [
      'PRECONDITION_FAILED',
      '412. `If-Match` or `If-Unmodified-Since` named a state that is over. To ask whether something is new, send `If-None-Match`.',
    ],
    [
      'BAD_REQUEST',
      '400, 408 or 431. The request is no valid HTTP, came too slowly, or has over 16 KB of headers, mostly because of cookies that are not needed.',
    ],
    [
      'INTERNAL_ERROR',
      '500. Something failed on the side of the server. Ask again after a second, then after twice as long each time. If it stays, send the `X-Request-Id` of the answer to whoever runs Belfry: the cause is in the log under it.',
    ],
  ],
};
