// Lessons and feeds for the tests of feeds.

import { createHash } from 'node:crypto';
import type { FeedInput, FeedLesson, FeedWords } from '../../../src/calendar/feed/feed-input.ts';
import { feedWindow } from '../../../src/calendar/feed/feed-window.ts';

export const words: FeedWords = {
  lesson: 'Lesson',
  period: 'Period {first}',
  periods: 'Periods {first} to {last}',
  week: 'Week {week}',
  cancelled: 'Does not take place',
  moved: 'Takes place later',
  without: { class: 'Without us', teacher: 'Somebody else', room: 'Elsewhere', student: 'Without you' },
  movedTo: 'Now on {date} at {time}',
  movedFrom: 'Planned for {date} at {time}',
  kinds: { exam: 'Test', event: 'Trip', supervision: 'Break', standby: 'Ready' },
  nothing: 'Nothing is planned',
  shortened: 'Without what comes from {date} on',
};

export const entity = (entityId: string, name = entityId, shortName = name) => ({
  entityId,
  externalId: null,
  name,
  shortName,
});

export const mathematics: FeedLesson = {
  date: 20261123,
  startTime: '08:00',
  endTime: '09:30',
  start: '2026-11-23T08:00:00+01:00',
  end: '2026-11-23T09:30:00+01:00',
  timetableId: 'v1',
  unitLocalIds: ['lu_1', 'lu_2'],
  periodIndex: 0,
  periods: 2,
  subjects: [entity('maths', 'Mathematics', 'MA')],
  teachers: [entity('kowalski', 'Jan Kowalski', 'KOW')],
  classes: [entity('7a', 'Class 7a', '7a')],
  rooms: [entity('r12', 'Room 12', '12')],
  weekInCycle: 1,
  periodNames: ['1', '2'],
};

export const feedOfClass: FeedInput = {
  person: { organisationId: 'school', kind: 'class', entityId: '7a' },
  name: 'Class 7a',
  words,
  window: feedWindow(20261123),
  lessons: [mathematics],
  changed: [],
  hidesCancelled: false,
  closedDays: [],
  buildingNames: new Map([['r12', 'Main building']]),
  previous: null,
  now: Date.UTC(2026, 10, 20, 12, 0, 0, 900),
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
};
