// What concerns every read, in plain sentences: the 401s, caching, limits, time, and links. A test compares the
// messages with those that are sent.

import { escapeText, heading, withCode } from './describe-schema.ts';
import { syncSamples, verifySamples } from './docs-samples.ts';
import { errorCodes } from './error-codes.ts';
import { comingFrom, lifetime, numbers, recipes } from './recipes.ts';
import { type Topic, topicSection } from './topic.ts';

/** By message: what is wrong, and what helps. */
const causes: readonly [message: string, cause: string][] = [
  [
    'Authentication required',
    'No `Authorization: Bearer` header arrived, or it holds something that is no key. Look whether a proxy or a redirect drops the header.',
  ],
  [
    'Invalid or inactive API key',
    'There is no such key, or it was revoked. Ask the school for a new one; asking again does not help.',
  ],
  ['API key has expired', 'The date on which the key was to end has passed. Ask the school for a new one.'],
  [
    'API access is not enabled for this organisation. Contact support to request it.',
    'The school has no API access at present, whatever the key. The same key works when it has.',
  ],
  ['Invalid or inactive link', 'Where a link is wanted: there is no such link, or it was revoked.'],
  ['Link has expired', 'Where a link is wanted: its last day has passed.'],
];

const topics: readonly Topic[] = [
  errorCodes,
  {
    id: 'caching',
    title: 'Caching',
    paragraphs: [
      'Answers carry an `ETag` and `Cache-Control: private, no-cache`: keep them, and ask before you use them again. Send the tag as `If-None-Match`; when nothing has changed, the answer is 304 without a body, and costs next to nothing.',
      'The tag follows the data, not the `timestamp`. A document never mixes two states: each answer is one version as it was published at one moment.',
      'A published change is there within seconds. Drafts settle for a moment first. A revoked key is refused at once, since what is private is not kept by a CDN without asking.',
    ],
  },
  {
    id: 'following',
    title: 'Keeping a copy',
    paragraphs: [
      'Read `/api/v1/changes` first and keep its ETag and its `latestId`, then read the timetables. Later ask for the list again with its ETag. 304 means that nothing changed. Otherwise the entries that are newer than your id name the timetables that changed: read these again, each with its own ETag, and those that the list of timetables has no more are gone. Read everything when your id is not in the list any more, as after a month, and when an entry is `truncated`. The programs below do this, once a night.',
      'How often: a copy needs a night, a screen five minutes, and nobody less than a minute. A 304 costs 200 bytes of request and 200 of answer before TLS, so one a minute is 0.6 MB a day. Do not poll the timetables themselves. Who has to know within seconds is told by a webhook.',
      'To keep lessons rather than documents, get each newer entry from `/api/v1/changes/{id}`, the oldest first. For each of its `units` take one like `before` out of your copy of that timetable, and put `after` in. A unit is known by its day, its period and the four lists of ids; names may change without it. Entries follow the timetables within seconds, so what you read may have an entry already: read a timetable again where a `before` is not in your copy, and where you read it less than ten minutes before the entry was published, or later. The client does all of this: `changesSince` and `applyChange`.',
      'Entries stay for 30 days, a hundred of them at most; one that has left is a 404 with `CHANGE_NOT_FOUND`. Those of kind `days` say on which dates something else is different from the plan than before, and for which classes and rooms. They name nobody, change no timetable, and leave when their week is over, so the `previous` of a newer entry may be gone.',
    ],
    programs: { about: 'A nightly copy', names: syncSamples },
  },
  {
    id: 'webhooks',
    title: 'Being told (webhooks)',
    paragraphs: [
      'Belfry can send a POST to an address of yours when something happens, so that nobody has to ask. Who administers the school sets it up, and gets the secret, which is shown once. It follows Standard Webhooks, whose libraries verify it in most languages. The body is `{ type, timestamp, data }`, below 20 kB. `data` has `organisationId` and what the list says, ids and addresses only: no names, and nothing of a person. With more than 50 ids it has the first 50 and `truncated`.',
      'Answer with 2xx within 15 seconds, so put what arrives aside and work on it afterwards. Verify the signature over the body as it arrived, before anything else. The same event may arrive more than once, always with the same `webhook-id`: do nothing the second time. An event says that something changed, not what it is by now: read `/api/v1/changes` then, as in a copy that asks by itself. Keep asking once a night, for what could not be delivered.',
      'Anything but 2xx, a redirect too, is tried again 5 seconds, 5 minutes, 30 minutes, 2, 5, 10, 14, 20 and 24 hours later, each counted from the attempt before. 410 switches the webhook off. 429, 502, 504 and `Retry-After` slow it down. After the last attempt the webhook counts as failing until one succeeds, and whoever administers the school sees it. Only https addresses of the public internet are called.',
      'The header `webhook-signature` has `v1,` and the base64 of an HMAC-SHA-256 over `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is the base64 after `whsec_` of the secret. While a secret is replaced there are two signatures, separated by a space; one that fits is enough. Refuse a timestamp that is more than five minutes away, and compare in constant time.',
    ],
    terms: [
      [
        'timetable.published',
        'Timetables changed for readers: `generation`, `changeId`, `changes` (the address of the entry) and `timetableIds`.',
      ],
      ['calendar.changed', 'The calendar changed: `generation`, `changeId` and `changes`.'],
      ['days.changed', 'Something else is different on days: `generation`, `changeId`, `changes` and `dates`.'],
      [
        'timetable.withheld',
        'Versions break the contract and are not published; readers keep their last good form: `generation` and `timetableIds`.',
      ],
      ['timetable.recovered', 'They are published again: `generation` and `timetableIds`.'],
      [
        'access.changed',
        'Whether the school may be read: `access`, such as `active` or `locked:trial_ended`, and `api`.',
      ],
      ['key.created', 'There is another key: `keyId`.'],
      ['key.revoked', 'A key is refused from now on: `keyId`.'],
      ['webhook.test', 'Somebody tries whether it arrives.'],
    ],
    programs: { about: 'Whether a webhook is genuine', names: verifySamples },
  },
  {
    id: 'limits',
    title: 'Limits and retries',
    paragraphs: [
      'The API itself counts no requests. The list has all versions at once; there are no pages. Read the list first, and a timetable only when its `updatedAt` has changed.',
      'What stands in front of it, such as a CDN or a proxy, may have limits of its own and answer 429 or 503. Then wait as long as `Retry-After` says; without it wait a second, then twice as long each time, with some chance in it, up to a minute.',
      'A 500, a 503 and a broken connection may be tried again, since every call only reads. A 401, a 402 and a 404 say the same until somebody changes something: show the message to a person instead.',
    ],
    terms: numbers,
  },
  {
    id: 'time',
    title: 'Days, weeks and times',
    paragraphs: [
      'Moments such as `updatedAt` and `publishedAt` are ISO 8601 in UTC. Times of periods such as `08:00` are what the clock in the school shows, without a zone. Days such as `effectiveFrom` are whole numbers, 20260901 for 1 September 2026.',
      'A published version is in use from `effectiveFrom` to `effectiveTo`; `null` means without an end.',
      'A timetable repeats after a cycle of one or more weeks, or of school days. Which week of the cycle a date belongs to, and which days have no lessons, is in the calendar of the school. With a calendar, the week path gives lessons on their dates, each with the moment at which it begins in UTC, so nobody has to reckon with summer time.',
      'Weeks are those of ISO 8601: they begin on Monday, and week 1 has the first Thursday of the year. A school without a calendar has neither path: `CALENDAR_NOT_FOUND`.',
    ],
  },
  {
    id: 'links',
    title: 'Links for people',
    paragraphs: [
      'A link shows one class, teacher, room or student, and nothing else. It is not a key: its token is refused where a key is wanted, and a key where a link is wanted.',
      'Its feed is an address that a calendar program subscribes to. Whoever has the address sees the timetable, so treat it as a password, and do not log it.',
    ],
  },
  lifetime,
  recipes,
  comingFrom,
];

/** What `topicsSections` adds to the list of what is on the page. */
export const topicLinks = [{ id: 'causes', title: 'Why 401?' }, ...topics] as const;

export const topicsSections = (): string =>
  [
    `<section aria-labelledby="causes">${heading(2, 'causes', 'Why 401?')}
<p>All have the code <code>INVALID_API_KEY</code>. Only the message tells them apart, so show it to whoever can act on it.</p>
<dl class="fields">
${causes.map(([message, cause]) => `<div><dt>${escapeText(message)}</dt><dd>${withCode(cause)}</dd></div>`).join('\n')}
</dl></section>`,
    ...topics.map(topicSection),
  ].join('\n');
