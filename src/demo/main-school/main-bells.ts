// The bells of the Main School: one week like the other, seven periods a day. It is the plain case that a reader of the API
// meets first: one schedule, one day configuration, no cycle.
import { ringBells } from '../plan/ring-bells.ts';

export const mainBells = ringBells({
  key: 'main',
  name: 'Main School day',
  isDefault: true,
  cycleLength: 1,
  timelines: [
    {
      daysOfWeek: [1, 2, 3, 4, 5],
      timeline: [
        [1, '08:20', '09:05'],
        [2, '09:05', '09:50'],
        ['Recess', '09:50', '10:10'],
        [3, '10:10', '10:55'],
        [4, '10:55', '11:40'],
        ['Lunch', '11:40', '12:30'],
        [5, '12:30', '13:15'],
        [6, '13:15', '14:00'],
        [7, '14:00', '14:45'],
      ],
    },
  ],
});
