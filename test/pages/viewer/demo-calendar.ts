// A calendar with everything in it, for tests of the viewer with the demo school: two terms, closures for all and for one class,
// a make-up Saturday, a short day, and the weeks of a cycle.

import type { Calendar } from '../../../src/client/belfry-client.ts';

export const demoCalendar: Calendar = {
  timeZone: 'Europe/Zurich',
  schoolDays: [1, 2, 3, 4, 5],
  terms: [
    { id: 't1', name: 'Autumn term', firstDay: 20260831, lastDay: 20261218 },
    { id: 't2', name: 'Spring term', firstDay: 20270111, lastDay: 20270709 },
  ],
  closures: [
    { id: 'c1', name: 'Autumn break', firstDay: 20261012, lastDay: 20261016 },
    { id: 'c2', name: 'Trip to the mountains', firstDay: 20261119, lastDay: 20261120, classEntityIds: ['class-11A'] },
    { id: 'c3', name: 'Easter break', firstDay: 20270326, lastDay: 20270409 },
  ],
  counting: 'schoolWeeks',
  anchors: [{ date: 20260831, week: 1 }],
  exceptions: [
    { date: 20261128, name: 'Make-up Saturday', kind: 'runs', like: { week: 1, dayOfWeek: 3 }, countsInCycle: false },
    { date: 20261204, name: 'Storm', kind: 'closed' },
    {
      date: 20261210,
      name: 'Short day',
      kind: 'bells',
      periods: [
        { periodIndex: 0, startTime: '08:00', endTime: '08:30' },
        { periodIndex: 1, startTime: '08:35', endTime: '09:05' },
        { periodIndex: 2, startTime: '09:10', endTime: '09:40' },
      ],
    },
  ],
};
