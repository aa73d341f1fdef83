// What people do with the API, in a few lines each; how long it lives; and where those who come from another program find what they know.

import type { Topic } from './topic.ts';

export const lifetime: Topic = {
  id: 'lifetime',
  title: 'How long this lives',
  paragraphs: [
    '`/api/v1` stays as it is. Within it a field is never renamed, removed or given another meaning or type, no path goes, and no code changes its status. A `/api/v2` would stand beside it for at least two years, and say so here first.',
    'What may come at any time: new paths, new fields in objects, new headers, new values where the description says that more may come, a new error code with a status that is there. So ignore the fields that you do not know, take an unknown code by its status, and do not compare bodies byte by byte: use the `ETag`.',
    'The `ETag`s, the order of lists and the words of messages are no promise across releases; the messages of a 401 are one. Each change is in the changelog of Belfry.',
  ],
};

export const numbers: NonNullable<Topic['terms']> = [
  ['A request', 'Its headers have at most 16 KB, and no body is read.'],
  ['Weeks', 'This ISO week and the next five, each whole or for one class, teacher or room.'],
  ['Changes', 'The last 100 entries, of 30 days at most.'],
  [
    'A calendar feed',
    'One file with all of its lessons. Programs read it again every few hours, and no setting of Belfry makes them quicker.',
  ],
  [
    'A timetable',
    'One answer, whatever its size: 0.1 to 2 MB are usual, a tenth of it compressed. Send `Accept-Encoding: gzip`.',
  ],
];

export const recipes: Topic = {
  id: 'recipes',
  title: 'Five recipes',
  paragraphs: [
    'The first program below is today’s lessons of a class on a website. `CLASS` is the name or the id of the class. Keep its output for some minutes, so that a busy page asks once.',
  ],
  terms: [
    [
      'A screen in the foyer',
      'No program is needed: open the viewer at `/` with a key that sees published versions only, press Print, choose the classes and press the button for the screen. Its address shows today in turn, follows each new version, and is opened again after a restart.',
    ],
    [
      'Home Assistant',
      'Settings, Devices and services, Add integration, Remote calendar: give it the address of a link’s feed, `https://your-school/ical/TOKEN.ics`. The calendar is `on` during a lesson, and its `message` and `start_time` are those of this lesson or of the next. The automation below speaks before each. Make a link of its own for it, so that it can be revoked alone.',
    ],
    [
      'A spreadsheet',
      'Once: the viewer saves each grid as CSV. Again and again: the function below in Google Sheets. In Excel: Data, From Web, Advanced, with the address `https://your-school/api/v1/weeks/2026-W48` and the header `Authorization` with `Bearer` and the key; then expand `data` and `lessons`. Keep the key out of files that are passed on.',
    ],
    [
      'A nightly copy',
      'Follow `/api/v1/changes`: the programs under "Keeping a copy" do all of it, in three languages.',
    ],
    [
      'What is different today',
      '`/api/v1/days/2026-11-23` has what is changed, added and cancelled, with notes; each lesson says what was planned.',
    ],
  ],
  programs: {
    about: 'A recipe',
    names: { PHP: 'today.php', 'Google Sheets': 'lessons.gs', 'Home Assistant': 'home-assistant.yaml' },
  },
};

export const comingFrom: Topic = {
  id: 'coming-from',
  title: 'Coming from another program',
  paragraphs: ['What you know, and what it is called here.'],
  terms: [
    [
      'From WebUntis',
      'No session and no JSON-RPC: each request carries the key. `getTimetable` for a class and dates is `/api/v1/weeks/{week}/classes/{name}`; `getKlassen`, `getTeachers`, `getRooms` and `getSubjects` are lists in each timetable; `code: cancelled` and `irregular` are `cancelled` and `status: changed` of a day or week; `getTimegridUnits` is `bellSchedules`; `getHolidays` and `getCurrentSchoolyear` are the calendar; `getLatestImportTime` is an `ETag`. Element ids are yours: they come from the short names in the export of Untis. Substitutions come from `GPU014.TXT`.',
    ],
    [
      'From EduPage',
      'There is no sign-in as a person, and nothing is read from pages. What somebody sees of their own timetable is a link: `/api/v1/my` and its feed. The timetable itself comes from aSc Timetables (File, Export, aSc Timetables 2012 XML), with the same classes, divisions (`group`) and cards (lesson units).',
    ],
    [
      'From TimetableMaster',
      'Change the address and the key, and compare what you read with `/openapi.json`: lists and timetables have the same envelope and the same header with the key. What is more here are ETags, keys without drafts, the calendar, weeks with dates, days and changes; nothing answers 429.',
    ],
  ],
};
