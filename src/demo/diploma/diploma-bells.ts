// The bells of the Diploma Programme: one week like the other. They ring at other times than in the rest of the school, so
// teachers who work in both are kept apart by the clock and not by the number of the period.
import { ringBells } from '../plan/ring-bells.ts';

export const diplomaBells = ringBells({
  key: 'diploma',
  name: 'Diploma day',
  isDefault: true,
  cycleLength: 1,
  timelines: [
    {
      daysOfWeek: [1, 2, 3, 4, 5],
      timeline: [
        [1, '08:30', '09:20'],
        [2, '09:20', '10:10'],
        ['Break', '10:10', '10:30'],
        [3, '10:30', '11:20'],
        [4, '11:20', '12:10'],
        ['Lunch', '12:10', '13:00'],
        [5, '13:00', '13:50'],
        [6, '13:50', '14:40'],
        [7, '14:40', '15:30'],
      ],
    },
  ],
});
