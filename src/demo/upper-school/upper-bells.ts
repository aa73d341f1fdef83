// The bells of the Upper School: two houses on different bells, in a cycle of two weeks with a short Friday. The ferry brings
// Riverside later, so its periods begin and end in the middle of those of Upper House.
import { ringBells } from '../plan/ring-bells.ts';

const mondayToThursday = [1, 2, 3, 4];
const friday = [5];

const upperHouse = ringBells({
  key: 'upper',
  name: 'Upper House',
  isDefault: true,
  cycleLength: 2,
  timelines: [
    {
      daysOfWeek: mondayToThursday,
      timeline: [
        ['Morning gathering', '08:10', '08:25'],
        [1, '08:25', '09:15'],
        [2, '09:15', '10:05'],
        ['Break', '10:05', '10:25'],
        [3, '10:25', '11:15'],
        [4, '11:15', '12:05'],
        ['Lunch', '12:05', '12:50'],
        [5, '12:50', '13:40'],
        [6, '13:40', '14:30'],
        [7, '14:30', '15:20'],
      ],
    },
    {
      daysOfWeek: friday,
      timeline: [
        ['Morning gathering', '08:10', '08:25'],
        [1, '08:25', '09:10'],
        [2, '09:10', '09:55'],
        ['Break', '09:55', '10:15'],
        [3, '10:15', '11:00'],
        [4, '11:00', '11:45'],
        [5, '11:45', '12:30'],
      ],
    },
  ],
});

const riverside = ringBells({
  key: 'river',
  name: 'Riverside',
  isDefault: false,
  cycleLength: 2,
  timelines: [
    {
      daysOfWeek: mondayToThursday,
      timeline: [
        ['Ferry and roll call', '08:45', '09:00'],
        [1, '09:00', '09:55'],
        [2, '09:55', '10:50'],
        ['Break', '10:50', '11:10'],
        [3, '11:10', '12:05'],
        [4, '12:05', '13:00'],
        ['Lunch', '13:00', '13:45'],
        [5, '13:45', '14:40'],
        [6, '14:40', '15:35'],
      ],
    },
    {
      daysOfWeek: friday,
      timeline: [
        ['Ferry and roll call', '08:45', '09:00'],
        [1, '09:00', '09:50'],
        [2, '09:50', '10:40'],
        ['Break', '10:40', '11:00'],
        [3, '11:00', '11:50'],
        [4, '11:50', '12:40'],
      ],
    },
  ],
});

/** The default first. */
export const upperBells = [upperHouse, riverside];
